package xmlscan_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

func TestEntities(t *testing.T) {
	for _, c := range []struct {
		doctype, want string
		more          bool
	}{
		{"<!DOCTYPE html>", "", false},
		{`<!DOCTYPE html PUBLIC "<!ENTITY a 'x'>" 'y'>`, "", false},
		{`<!DOCTYPE d [<!ENTITY a "x"><!ENTITY b SYSTEM 'y'> <!ENTITY
	c-d.e "&a;">]>`, "a b c-d.e", false},
		{`<!doctype d SYSTEM "s" [<!-- <!ENTITY a "x"> --><?p <!ENTITY b "x"> ?><!ELEMENT c "<!ENTITY d 'x'>"><!ENTITY e '">"'>] >`, "e", false},
		{`<!DOCTYPE d [<!ENTITY % a "<!ENTITY b 'x'>"> %a; <!ENTITY c "%">]>`, "c", true},
		{`<!DOCTYPE d [<!ENTITY % a "<!ENTITY b 'x'>"><!ENTITY c "%">]>`, "c", false},
		{`<!DOCTYPE d [<!ENTITY>]>`, "", false},
		{`<!DOCTYPE d [<!ENTITY   ]>`, "", false},
	} {
		text := "<?xml version='1.0'?>" + c.doctype + "<!ENTITY z 'x'>"
		start := strings.Index(text, "<!")
		names, more := xmlscan.Entities([]byte(text), markup.Span{Start: start, End: start + len(c.doctype)})
		var got []string
		for _, n := range names {
			got = append(got, text[n.Start:n.End])
		}
		require.Equal(t, c.want, strings.Join(got, " "), c.doctype)
		require.Equal(t, c.more, more, c.doctype)
	}
}
