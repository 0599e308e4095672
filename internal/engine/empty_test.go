package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// TestEmpty: what becomes of references without text, and with white space alone, in a
// document at http://h/d/p?q.
func TestEmpty(t *testing.T) {
	const base = `<base href=http://b/x/>`
	for _, c := range []struct{ name, source, want string }{
		{"a form is sent to the document", `<form action="">`, `<form action="http://h/d/p?q">`},
		{"white space around it does not count", `<form action=" ">`, `<form action=" http://h/d/p?q">`},
		{"a button's too", `<button formaction=""><input formaction='' >`, `<button formaction="http://h/d/p?q"><input formaction='http://h/d/p?q' >`},
		{"other actions go by BASE", `<form action="?r"><isindex action="">`, `<form action="http://b/x/?r"><isindex action="">`},
		{"a srcdoc document has no such URL", `<iframe srcdoc='<form action="">'></iframe>`, `<iframe srcdoc='<form action="">'></iframe>`},
		{"SVG", `<svg><use href=" "/><use xlink:href=""/><feImage href=" "/>`, `<svg><use href=" http://b/x/"/><use xlink:href="http://b/x/"/><feImage href=" http://b/x/"/>`},
		{"an image of SVG", `<svg><image href=" "/><image href=""/>`, `<svg><image href=" "/><image href=""/>`},
		{"CSS", `<p style="a:url(' ')"><style>a{b:url(" ")}</style>`, `<p style="a:url(' http://b/x/')"><style>a{b:url(" http://b/x/")}</style>`},
		{"CSS without a URL", `<p style="a:url( )"><style>@import " ";a{b:url("");c:url()}</style>`, `<p style="a:url( )"><style>@import " ";a{b:url("");c:url()}</style>`},
		{"an image", `<img src=" ">`, `<img src=" ">`},
		{"image is img", `<image longdesc=l dynsrc=d>`, `<image longdesc=http://b/x/l dynsrc=http://b/x/d>`},
	} {
		r := promise.Check(t, []byte(base+c.source), engine.Options{Type: detect.HTML, Base: "http://h/d/p?q"})
		require.Equal(t, base+c.want, string(r.Output), c.name)
	}
}

// TestEmptyAction: without a URL of the document, nobody knows where the form goes.
func TestEmptyAction(t *testing.T) {
	r := promise.Check(t, []byte(`<base href=http://b/x/><form action="">`), engine.Options{Type: detect.HTML})
	require.Equal(t, "no base URL is known", r.References[1].Reason)
	opts := engine.Options{Type: detect.HTML, Base: "http://h/", Fragments: engine.FragmentsKeep}
	r = promise.Check(t, []byte(`<form action="">`), opts)
	require.Equal(t, engine.Left, r.References[0].Status)
}

// TestNUL: HTML and CSS make U+FFFD of a NUL. In BASE it is escaped, as every base has to
// be written in documents of all encodings; elsewhere only the URL Standard has to read it.
func TestNUL(t *testing.T) {
	const source = "<meta charset=utf-8><base href=\"/a\x00b/\"><a href=\"x\x00y\"><a href=z><style>a{b:url(c\x00)}</style>"
	for d, want := range map[resolve.Dialect]string{
		resolve.RFC1808: "<meta charset=utf-8><base href=\"http://h/a\x00b/\"><a href=\"http://h/a%EF%BF%BDb/x\x00y\"><a href=http://h/a%EF%BF%BDb/z><style>a{b:url(http://h/a%EF%BF%BDb/c\x00)}</style>",
		resolve.WHATWG:  "<meta charset=utf-8><base href=\"http://h/a%EF%BF%BDb/\"><a href=\"http://h/a%EF%BF%BDb/x%EF%BF%BDy\"><a href=http://h/a%EF%BF%BDb/z><style>a{b:url(http://h/a%EF%BF%BDb/c%EF%BF%BD)}</style>",
	} {
		r := promise.Check(t, []byte(source), engine.Options{Type: detect.HTML, Base: "http://h/d/p", Dialect: d})
		require.Equal(t, want, string(r.Output), d)
	}
}

// TestTrailBytes: the second byte of a character in CSS is no backslash.
func TestTrailBytes(t *testing.T) {
	shiftJIS := func(s string) string {
		out, err := japanese.ShiftJIS.NewEncoder().String(s)
		require.NoError(t, err)
		return "<meta charset=shift_jis>" + out
	}
	big5 := func(s string) string {
		out, err := traditionalchinese.Big5.NewEncoder().String(s)
		require.NoError(t, err)
		return "<meta charset=big5>" + out
	}
	for _, c := range []struct{ source, rfc1808, browsers string }{
		{shiftJIS(`<style>a{b:url(表)}</style>`), shiftJIS(`<style>a{b:url(http://h/d/表)}</style>`), shiftJIS(`<style>a{b:url(http://h/d/%E8%A1%A8)}</style>`)},
		{shiftJIS(`<p style="b:url('../表a\表\\\41 表\'')">`), shiftJIS(`<p style="b:url('http://h/表a\表\\\41 表\'')">`), shiftJIS(`<p style="b:url('http://h/%E8%A1%A8a%E8%A1%A8/A%E8%A1%A8\'')">`)},
		{big5(`<style>@import "功.css";a{b:url(功)}</style>`), big5(`<style>@import "http://h/d/功.css";a{b:url(http://h/d/功)}</style>`), big5(`<style>@import "http://h/d/%E5%8A%9F.css";a{b:url(http://h/d/%E5%8A%9F)}</style>`)},
		{shiftJIS(`<base href="http://b/表/"><style>a{b:url(x)}</style>`), shiftJIS(`<base href="http://b/表/"><style>a{b:url(http://b/表/x)}</style>`), shiftJIS(`<base href="http://b/表/"><style>a{b:url(http://b/%E8%A1%A8/x)}</style>`)},
	} {
		for d, want := range map[resolve.Dialect]string{resolve.RFC1808: c.rfc1808, resolve.WHATWG: c.browsers} {
			r := promise.Check(t, []byte(c.source), engine.Options{Type: detect.HTML, Base: "http://h/d/p", Dialect: d})
			require.Equal(t, want, string(r.Output), "%v %q", d, c.source)
		}
	}
}
