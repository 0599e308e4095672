package engine

import (
	"testing"

	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/stretchr/testify/require"
)

// TestBookFiles finds the links of the package document and the table of contents of an EPUB.
func TestBookFiles(t *testing.T) {
	for text, want := range map[string][]string{
		`<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf"><metadata><link rel="record" href="m.xml"/></metadata>` +
			`<manifest><item id="a" href="a.xhtml"/></manifest><guide><reference href="b.xhtml#x"/></guide></package>`: {"m.xml", "a.xhtml", "b.xhtml#x"},
		`<opf:package xmlns:opf="http://www.idpf.org/2007/opf"><opf:item href="a.xhtml"/><item href="b"/></opf:package>`:     {"a.xhtml"},
		`<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navPoint><content src="a.xhtml#x"/></navPoint></ncx>`:            {"a.xhtml#x"},
		`<smil xmlns="http://www.w3.org/ns/SMIL"><body><par><text src="a.xhtml#p"/><audio src="a.mp3"/></par></body></smil>`: {"a.xhtml#p", "a.mp3"},
		`<package xmlns="http://other.example/"><item href="a.xhtml"/></package>`:                                            nil,
	} {
		for _, inner := range []bool{false, true} {
			rw, err := New(Options{Type: detect.XML, Base: "http://h.example/", InnerLinks: inner})
			require.NoError(t, err)
			var got []string
			rw.References([]byte(text), func(r *Reference) {
				got = append(got, string(r.Text))
				require.Equal(t, inner, r.Reason.Code == "in-bundle", text)
			})
			require.Equal(t, want, got, text)
		}
	}
}

// TestInnerLinks leaves relative references, unless the document gives an absolute base.
func TestInnerLinks(t *testing.T) {
	for text, want := range map[string]string{
		`<a href=x> <a href=#f> <a href=http://a.example/>`:                                   `<a href=x> <a href=#f> <a href=http://a.example/>`,
		`<base href=http://b.example/><a href=x>`:                                             `<base href=http://b.example/><a href=http://b.example/x>`,
		`<base href=../d/><a href=x>`:                                                         `<base href=../d/><a href=x>`,
		`<base href=/d/><a href=x>`:                                                           `<base href=/d/><a href=http://h.example/d/x>`,
		`<style>a { background: url(x) }</style><a style="background: url(y)" href='&#x78;'>`: `<style>a { background: url(x) }</style><a style="background: url(y)" href='&#x78;'>`,
	} {
		got, err := Bytes([]byte(text), Options{Type: detect.HTML, Base: "http://h.example/b/c", InnerLinks: true})
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}
