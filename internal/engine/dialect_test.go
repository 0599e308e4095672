package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// TestDialects: what a document becomes in each dialect.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		name, source               string
		rfc1808, rfc3986, browsers string
	}{
		{"a prefix", "<a href=x>", "<a href=http://h/d/x>", "<a href=http://h/d/x>", "<a href=http://h/d/x>"},
		{
			"more than a prefix", `<a href="../y/%2E%2e/é z?a b">`,
			`<a href="http://h/y/%2E%2e/é z?a b">`, `<a href="http://h/y/%2E%2e/é z?a b">`,
			`<a href="http://h/%C3%A9%20z?a%20b">`,
		},
		{
			"a backslash", `<a href="\\other\x">`,
			`<a href="\\other\x">`, `<a href="\\other\x">`, `<a href="http://other/x">`,
		},
		{"a drive", `<a href="file:/C|/foo"><a href="file:C:/x">`, `<a href="file:/C|/foo"><a href="file:C:/x">`, `<a href="file:/C|/foo"><a href="file:C:/x">`, `<a href="file:/C|/foo"><a href="file:C:/x">`},
		{"a scheme alone", `<a href="http:x">`, `<a href="http:x">`, `<a href="http:x">`, `<a href="http://h/d/x">`},
		{"no URL", `<a href="//a b/">`, `<a href="http://a b/">`, `<a href="http://a b/">`, `<a href="//a b/">`},
		{"an absolute one", `<a href=" HTTP://A/../%7e ">`, `<a href=" HTTP://A/../%7e ">`, `<a href=" HTTP://A/../%7e ">`, `<a href=" HTTP://A/../%7e ">`},
		{"an absolute one that is no URL", `<a href="http://a b/">`, `<a href="http://a b/">`, `<a href="http://a b/">`, `<a href="http://a b/">`},
		{
			"a scheme alone, of another base", `<a href="https:x"><a href="HTTPS:/y"><a href="file:z">`,
			`<a href="https:x"><a href="HTTPS:/y"><a href="file:z">`, `<a href="https:x"><a href="HTTPS:/y"><a href="file:z">`,
			`<a href="https://x/"><a href="https://y/"><a href="file:///z">`,
		},
		{
			"a host that browsers take", `<base href="http://a{b/"><a href=x>`,
			`<base href="http://a{b/"><a href=http://h/d/x>`, `<base href="http://a{b/"><a href=http://h/d/x>`,
			`<base href="http://a{b/"><a href=http://a{b/x>`,
		},
		{
			"a query alone", `<a href="?q"><a href="#f">`,
			`<a href="http://h/d/p?q"><a href="http://h/d/p?x#f">`, `<a href="http://h/d/p?q"><a href="http://h/d/p?x#f">`,
			`<a href="http://h/d/p?q"><a href="http://h/d/p?x#f">`,
		},
		{
			"a codebase", `<object codebase="c/" data=x>`,
			`<object codebase="http://h/d/c/" data=http://h/d/c/x>`, `<object codebase="http://h/d/c/" data=http://h/d/c/x>`,
			`<object codebase="http://h/d/c/" data=http://h/d/x>`,
		},
		{
			"BASE that is no URL", `<base href="http://1.2.3.4.5/"><a href=x>`,
			`<base href="http://1.2.3.4.5/"><a href=http://1.2.3.4.5/x>`, `<base href="http://1.2.3.4.5/"><a href=http://1.2.3.4.5/x>`,
			`<base href="http://1.2.3.4.5/"><a href=http://h/d/x>`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for dialect, want := range map[resolve.Dialect]string{
				resolve.RFC1808: c.rfc1808, resolve.RFC3986: c.rfc3986, resolve.WHATWG: c.browsers,
			} {
				opts := engine.Options{Type: detect.HTML, Base: "http://h/d/p?x", Dialect: dialect}
				require.Equal(t, want, string(promise.Check(t, []byte(c.source), opts).Output), "%v", dialect)
			}
		})
	}
}

// TestEncodingOfURLs: in the dialect of browsers, a reference is read in the
// encoding of its document, and so is BASE.
func TestEncodingOfURLs(t *testing.T) {
	opts := engine.Options{Type: detect.HTML, Base: "http://h/d/p", Dialect: resolve.WHATWG}
	latin := func(s string) []byte {
		b, err := charmap.Windows1252.NewEncoder().Bytes([]byte(s))
		require.NoError(t, err)
		return b
	}
	kanji := func(s string) []byte {
		b, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(s))
		require.NoError(t, err)
		return b
	}
	for _, c := range []struct{ source, want []byte }{
		// Without a declaration, what is valid UTF-8 is UTF-8.
		{[]byte(`<a href="é?é">`), []byte(`<a href="http://h/d/%C3%A9?%C3%A9">`)},
		{[]byte("<a href='é?é'>\xff"), []byte("<a href='http://h/d/%C3%83%C2%A9?%C3%A9'>\xff")},
		// The path is encoded in UTF-8, the query in the encoding of the document.
		{latin(`<a href="é?é">`), latin(`<a href="http://h/d/%C3%A9?%E9">`)},
		{latin(`<a href="http:é?é">`), latin(`<a href="http://h/d/%C3%A9?%E9">`)},
		// A character may be written as an escape, with others that are not. Shift_JIS has no é.
		{latin(`<a href="&eacute;é?é&eacute;&#x3b1;#&eacute;&#x3b1;">`), latin(`<a href="http://h/d/%C3%A9%C3%A9?%E9%E9%26%23945%3B#%C3%A9%CE%B1">`)},
		{latin(`<style>a{background:url(\e9 é?\e9 é)}</style>`), latin(`<style>a{background:url(http://h/d/%C3%A9%C3%A9?%E9%E9)}</style>`)},
		{latin(`<img srcset="&eacute; 1x, é?&eacute; 2x">`), latin(`<img srcset="http://h/d/%C3%A9 1x, http://h/d/%C3%A9?%E9 2x">`)},
		{latin(`<a href="http://h/&eacute;é">`), latin(`<a href="http://h/&eacute;é">`)},
		{kanji(`<meta charset=shift_jis><a href="&#x8868;表&eacute;?&#x8868;表&eacute;">`), kanji(`<meta charset=shift_jis><a href="http://h/d/%E8%A1%A8%E8%A1%A8%C3%A9?%95\%95\%26%23233%3B">`)},
		{latin(`<base href="/é/"><a href="x">`), latin(`<base href="http://h/%C3%A9/"><a href="http://h/%C3%A9/x">`)},
		{latin(`<base href="http://b/é/"><a href="x">`), latin(`<base href="http://b/é/"><a href="http://b/%C3%A9/x">`)},
		// The query of a base is in the encoding of the document, too.
		{latin(`<base href="http://b/é?é"><a href="#f">`), latin(`<base href="http://b/é?é"><a href="http://b/%C3%A9?%E9#f">`)},
		{latin(`<base href="/é?é"><a href="#f">`), latin(`<base href="http://h/%C3%A9?%E9"><a href="http://h/%C3%A9?%E9#f">`)},
		// The second byte of a character is no backslash.
		{kanji(`<meta charset=shift_jis><a href="表/x">`), kanji(`<meta charset=shift_jis><a href="http://h/d/%E8%A1%A8/x">`)},
		{kanji(`<meta charset=shift_jis><base href="表/"><a href="x">`), kanji(`<meta charset=shift_jis><base href="http://h/d/%E8%A1%A8/"><a href="http://h/d/%E8%A1%A8/x">`)},
	} {
		require.Equal(t, string(c.want), string(promise.Check(t, c.source, opts).Output))
	}
}

// TestRejectedAbsolute: a reference that is no URL whatever the base needs no
// base, and so does not keep BASE.
func TestRejectedAbsolute(t *testing.T) {
	source := []byte(`<base href="http://b/"><a href="http://a b/"><a href=x>`)
	rw, err := engine.New(engine.Options{Type: detect.HTML, Dialect: resolve.WHATWG, DropBase: true})
	require.NoError(t, err)
	out, err := rw.References(source, func(*engine.Reference) {}).Bytes()
	require.NoError(t, err)
	require.Equal(t, `<a href="http://a b/"><a href=http://b/x>`, string(out))

	r := promise.Check(t, []byte(`<a href="http://a b/">`), engine.Options{Type: detect.HTML, Dialect: resolve.WHATWG})
	require.Equal(t, "the rules for resolution make no URL of it", r.References[0].Reason)
}
