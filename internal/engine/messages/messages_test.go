package messages_test

import (
	"crypto/md5"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// parse parses a message whose lines end with "\n", or with "\r\n" if crlf.
func parse(text string, crlf bool) *mimebase.Entity {
	if crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return mimebase.Parse([]byte(text), nil, mimebase.Options{})
}

// replace returns the edit of the text of e that replaces old by new.
func replace(e *mimebase.Entity, old, new string) []edit.Edit {
	at := strings.LastIndex(string(e.Text), old)
	return []edit.Edit{{Start: at, End: at + len(old), New: []byte(new)}}
}

func digest(s string) string {
	sum := md5.Sum([]byte(s))
	return base64.StdEncoding.EncodeToString(sum[:])
}

func TestCorrect(t *testing.T) {
	const quoted = "Content-Transfer-Encoding: quoted-printable\n"
	for name, c := range map[string]struct {
		header    string
		anyLength bool
		want      string // the header after the correction; "" for the same
	}{
		"length":                {header: "Content-Length: 5\n", want: "Content-Length: 7\n"},
		"wrong length":          {header: "Content-Length: 6\n"},
		"any length":            {header: "Content-Length: 6\n", anyLength: true, want: "Content-Length: 7\n"},
		"right length":          {header: "Content-Length: 7\n", anyLength: true},
		"no number":             {header: "Content-Length: x\n", anyLength: true},
		"two lengths":           {header: "Content-Length: 5\ncontent-length:5\n", want: "Content-Length: 7\ncontent-length:7\n"},
		"folded length":         {header: "Content-Length:\n 5\n", want: "Content-Length:\n 7\n"},
		"lines":                 {header: "Lines: 1\n", want: "Lines: 2\n"},
		"wrong lines":           {header: "Lines: 3\n"},
		"digest":                {header: "Content-MD5: " + digest("x.ab\r\n") + "\n"},
		"right digest":          {header: "Content-MD5: " + digest("x=ab\n") + "\n", want: "Content-MD5: " + digest("x=a\nyz\n") + "\n"},
		"canonical digest":      {header: "Content-MD5: " + digest("x=ab\r\n") + "\n", want: "Content-MD5: " + digest("x=a\r\nyz\r\n") + "\n"},
		"digest of decoded":     {header: quoted + "Content-MD5: " + digest("x\xab\n") + "\n", want: quoted + "Content-MD5: " + digest("x=a\nyz\n") + "\n"},
		"size":                  {header: "Content-Disposition: inline; size=5\n", want: "Content-Disposition: inline; size=7\n"},
		"wrong size":            {header: "Content-Disposition: inline; size=55\n"},
		"size with CRLF":        {header: "Content-Disposition: inline; size=6\n", want: "Content-Disposition: inline; size=9\n"},
		"size of decoded":       {header: quoted + "Content-Disposition: inline; size=3\n", want: quoted + "Content-Disposition: inline; size=7\n"},
		"a break of some tools": {header: "Content-Length: 5\r \n"},
		"other fields":          {header: "Subject: 5\n"},
	} {
		t.Run(name, func(t *testing.T) {
			const body = "\nx=ab\n"
			e := parse(c.header+body, false)
			changes := replace(e, "b", "\nyz")
			edits := messages.Correct(e, changes, c.anyLength)
			if name == "two lengths" {
				require.Len(t, edits, 2)
			}
			slices.SortFunc(edits, func(a, b edit.Edit) int { return a.Start - b.Start })
			out, err := edit.Apply(e.Text, edits)
			require.NoError(t, err)
			if c.want == "" {
				c.want = c.header
			}
			require.Equal(t, c.want+body, string(out))
		})
	}
}

func TestSeals(t *testing.T) {
	e := parse("DKIM-Signature: v=1; h=From : Subject;b=x\nARC-Message-Signature: b=x\nDKIM-Signature: h=to\nSubject: x\n\n", false)
	seals := messages.Seals(e)
	require.Len(t, seals, 2)
	require.Equal(t, "DKIM-Signature", seals[0].Name)
	require.True(t, strings.HasPrefix(string(e.Text[seals[0].Offset:]), " v=1"))
	changed := messages.ChangedFields(e, replace(e, "x", "y"))
	require.Equal(t, map[string]bool{"subject": true}, changed)
	name, ok := seals[0].Covers(func(name string) bool { return changed[name] })
	require.True(t, ok)
	require.Equal(t, "Subject", name)
	_, ok = seals[1].Covers(func(string) bool { return true })
	require.False(t, ok)
	require.Empty(t, messages.Seals(parse("Subject: x\n\n", false)))
}

func TestLongLine(t *testing.T) {
	for _, crlf := range []bool{false, true} {
		for _, c := range []struct {
			header string
			line   int // bytes
			added  int
			want   bool
		}{
			{"", 990, 8, false}, {"", 990, 9, true}, {"", 999, 1, false}, {"", 998, 1, true},
			{"Content-Transfer-Encoding: 8bit\n", 998, 1, true},
			{"Content-Transfer-Encoding: quoted-printable\n", 998, 1, false},
			{"Content-Transfer-Encoding: base64\n", 998, 1, false},
			{"Content-Transfer-Encoding: binary\n", 998, 1, false},
		} {
			e := parse(c.header+"\nfirst\n"+strings.Repeat("x", c.line-1)+"!\nlast\n", crlf)
			body := e.Text[e.Body.Start:e.Body.End]
			at := strings.Index(string(body), "!")
			start, found := messages.LongLine(e, body, []edit.Edit{
				{Start: 0, End: 0, New: []byte("a")}, {Start: at, End: at, New: []byte(strings.Repeat("y", c.added))}, {Start: len(body), End: len(body), New: []byte("z")},
			})
			require.Equal(t, c.want, found, "%+v", c)
			if found {
				require.Equal(t, byte('x'), body[start])
				require.Equal(t, byte('\n'), body[start-1])
			}
		}
	}
}

func TestPGP(t *testing.T) {
	for text, want := range map[string][2]bool{
		"-----BEGIN PGP MESSAGE-----":                                     {true, false},
		"<pre>-----BEGIN PGP SIGNED MESSAGE-----":                         {false, true},
		"PGP PGP -----BEGIN PGP PUBLIC KEY BLOCK-":                        {},
		"-----BEGIN PGP SIGNED MESSAGE-----\n-----BEGIN PGP MESSAGE-----": {true, true},
		"": {},
	} {
		armored, signed := messages.PGP([]byte(text))
		require.Equal(t, want, [2]bool{armored, signed}, text)
	}
}

func TestBaseField(t *testing.T) {
	add := func(text, url string, schemes, fields []string) (string, reason.Reason) {
		ctx := base.NewContext(resolve.RFC1808, base.Source{From: "the test", Value: url})
		e := mimebase.Parse([]byte(text), ctx, mimebase.Options{})
		url, why := messages.BaseToAdd(e, schemes, fields)
		if why != (reason.Reason{}) {
			return "", why
		}
		out, err := edit.Apply(e.Text, []edit.Edit{messages.AddBase(e, url)})
		require.NoError(t, err)
		return string(out), why
	}
	const url = "http://a.example/d/"
	http := []string{"http"}
	long := url + strings.Repeat("directory/", 20)
	for text, want := range map[string]string{
		"Subject: x\n\nbody":     "Subject: x\nBase: <URL:" + url + ">\n\nbody",
		"Subject: x\r\n\r\nbody": "Subject: x\r\nBase: <URL:" + url + ">\r\n\r\nbody",
		"Subject: x":             "Subject: x\nBase: <URL:" + url + ">",
	} {
		got, why := add(text, url, http, nil)
		require.Equal(t, reason.Reason{}, why)
		require.Equal(t, want, got)
	}
	folded, _ := add("Subject: x\n\n", long, http, nil)
	for line := range strings.Lines(folded) {
		require.LessOrEqual(t, len(line), 77)
	}
	e := mimebase.Parse([]byte(folded), nil, mimebase.Options{})
	require.Equal(t, long, e.Context().Establish().String())
	for _, c := range []struct {
		text, url       string
		schemes, fields []string
	}{
		{"Subject: x\n\n", "", http, nil},
		{"Subject: x\n\n", "ftp://a/", http, nil},
		{"Subject: x\n\n", url, http, []string{"Content-Base"}},
		{"Subject: x\n\n", "http://a/=?utf-8?q?x?=/", http, nil},
		{"Base: <URL:http://b/>\n\n", url, http, nil},
		{"Base: x\n\n", url, http, nil},
		{"\nbody", url, http, nil},
	} {
		_, why := add(c.text, c.url, c.schemes, c.fields)
		require.NotEqual(t, reason.Reason{}, why, "%+v", c)
	}
}

// TestSurvey: a link and a Content-Location that would become different URLs are left.
func TestSurvey(t *testing.T) {
	multipart := func(location string) *mimebase.Entity {
		return parse(fmt.Sprintf("Content-Type: multipart/related; boundary=b\n\n--b\nContent-Location: %s\n\nx\n--b--\n", location), false)
	}
	require.True(t, messages.MayDispute(multipart("i.png"), false))
	require.False(t, messages.MayDispute(multipart("http://a/i.png"), false))
	require.True(t, messages.MayDispute(multipart("http://a/i.png"), true))
	result := base.NewContext(resolve.RFC1808, base.Source{Value: "http://a/"}).Establish()
	for _, c := range []struct {
		link string // its target
		want bool
	}{{"http://a/i.png#f", false}, {"http://b/i.png", true}} {
		s := messages.NewSurvey(resolve.RFC1808, multipart("i.png"))
		s.See(&messages.Link{Part: "1", Attr: "Content-Location", Text: []byte("i.png"), Base: result, Resolved: true, Target: []byte("http://a/i.png")})
		s.See(&messages.Link{Part: "2", Element: "img", Attr: "src", Text: []byte(" i.\npng#f"), Base: result, Resolved: true, Target: []byte(c.link)})
		names := s.Disputed(false)
		require.Equal(t, c.want, names.Has([]byte("i.png#x")))
		require.False(t, names.Has([]byte("other")))
		require.True(t, s.Disputed(true).Has([]byte("i.png")), "a link cannot be read")
	}
}
