package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// TestCharset: a charset from outside counts as a charset parameter does.
func TestCharset(t *testing.T) {
	wide := func(s string) string {
		b, err := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().String(s)
		require.NoError(t, err)
		return b
	}
	const jis = "\x1b$B<a href=y>\x1b(B<a href=x>" // a link only to those who do not know the charset
	for _, c := range []struct {
		name, charset string
		typ           detect.Type
		src, out      string
	}{
		{"UTF-16", "utf-16le", detect.HTML, wide("<a href=x>"), wide("<a href=http://h/x>")},
		{"UTF-16, by content", "UTF-16", detect.Auto, wide("<!doctype html><a href=x>"), wide("<!doctype html><a href=http://h/x>")},
		{"UTF-16, not said", "", detect.HTML, wide("<a href=x>"), ""},
		{"UTF-16, XML", "utf-16le", detect.XML, wide("<a xmlns='http://www.w3.org/1999/xhtml' href='x'/>"), wide("<a xmlns='http://www.w3.org/1999/xhtml' href='http://h/x'/>")},
		{"UTF-16, CSS", "utf-16le", detect.CSS, wide("a{b:url(x)}"), wide("a{b:url(http://h/x)}")},
		{"before meta", "iso-2022-jp", detect.HTML, "<meta charset=utf-8>" + jis, "<meta charset=utf-8>\x1b$B<a href=y>\x1b(B<a href=http://h/x>"},
		{"after a byte order mark", "iso-2022-jp", detect.HTML, "\ufeff<a href=$B\x1bx>", "\ufeff<a href=http://h/$B\x1bx>"},
		{"not known", "x-unknown", detect.HTML, "<a href=x>", "<a href=http://h/x>"},
		{"a part without a label", "utf-16le", detect.Message, "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPABhACAAaAByAGUAZgA9AHgAPgA=\n", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPABhACAAaAByAGUAZgA9AGgAdAB0AHAAOgAvAC8AaAAvAHgAPgA=\n"},
		{"a part with a label", "utf-16le", detect.Message, "Content-Type: text/html; charset=utf-8\n\n<a href=x>", "Content-Type: text/html; charset=utf-8\n\n<a href=http://h/x>"},
	} {
		if c.out == "" {
			c.out = c.src
		}
		r := promise.Check(t, []byte(c.src), engine.Options{Type: c.typ, Base: "http://h/", Charset: c.charset})
		require.Equal(t, c.out, string(r.Output), c.name)
	}
}

// TestContext: the layers of a context from outside count, and a base of the caller is outside
// of them.
func TestContext(t *testing.T) {
	ctx := base.NewContext(resolve.RFC1808, base.Source{From: "HTTP", Value: "http://http/d/"}).
		Enclose(base.Source{Layer: base.Encapsulating, From: "Base of the message", Value: "m/"})
	for _, c := range []struct {
		typ  detect.Type
		src  string
		opts engine.Options
		want []string
	}{
		{detect.HTML, "<a href=x>", engine.Options{Context: ctx}, []string{"http://http/d/m/ Base of the message", "http://http/d/ HTTP"}},
		{detect.HTML, "<base href=b/>", engine.Options{Context: ctx, Base: "http://h/"}, []string{"http://http/d/m/b/ BASE element", "http://http/d/m/ Base of the message", "http://http/d/ HTTP", "http://h/ the options"}},
		{detect.Message, "Base: <URL:b/>\nContent-Type: text/html\n\n", engine.Options{Context: ctx}, []string{"http://http/d/m/b/ Base of the message", "http://http/d/m/ Base of the message", "http://http/d/ HTTP"}},
		{detect.HTML, "<a href=x>", engine.Options{Context: base.NewContext(resolve.WHATWG, base.Source{From: "x", Value: "http://x/"}), Dialect: resolve.WHATWG}, []string{"http://x/ x"}},
	} {
		c.opts.Type = c.typ
		rw, err := engine.New(c.opts)
		require.NoError(t, err)
		var got []string
		rw.Visit([]byte(c.src), engine.Visitor{Document: func(d *engine.Document) {
			for _, candidate := range d.Base.Candidates() {
				got = append(got, candidate.URL+" "+candidate.From)
			}
		}})
		require.Equal(t, c.want, got)
		promise.Check(t, []byte(c.src), c.opts)
	}
	_, err := engine.New(engine.Options{Context: ctx, Dialect: resolve.WHATWG})
	require.ErrorContains(t, err, "give both the same")
	_, err = engine.New(engine.Options{Context: ctx, Tree: aTree(t, "d/p.html")})
	require.ErrorContains(t, err, "leave one of the two out")
}
