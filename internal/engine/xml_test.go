package engine_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

const (
	xhtml = `<html xmlns="http://www.w3.org/1999/xhtml">`
	svg   = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink">`
)

// xmlCases are rewritten as XML with the retrieval URL pageURL.
var xmlCases = []struct{ name, src, want string }{
	{"XHTML", xhtml + `<a href="x"/><img src='y'/></html>`, xhtml + `<a href="http://h/d/x"/><img src='http://h/d/y'/></html>`},
	{"prefixed XHTML", `<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:a href="x"/><a href="y"/></h:html>`, `<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:a href="http://h/d/x"/><a href="y"/></h:html>`},
	{"BASE in XHTML", xhtml + `<base href="http://b/"/><a href="x"/></html>`, xhtml + `<base href="http://b/"/><a href="http://b/x"/></html>`},
	{"no raw text", xhtml + `<title><a href="x"/></title><textarea><a href="y"/></textarea></html>`, xhtml + `<title><a href="http://h/d/x"/></title><textarea><a href="http://h/d/y"/></textarea></html>`},
	{"CDATA and comments", xhtml + `<![CDATA[<a href="x"/>]]><!--<a href="x"/>--></html>`, ""},
	{"style", xhtml + `<style>a{b:url(x)}</style><style><![CDATA[a{b:url("x")}]]></style></html>`, xhtml + `<style>a{b:url(http://h/d/x)}</style><style><![CDATA[a{b:url("http://h/d/x")}]]></style></html>`},
	{"style with a hidden CDATA section", xhtml + `<style>/*<![CDATA[*/ @import "x.css"; a{b:url(y)} /*]]>*/</style></html>`, xhtml + `<style>/*<![CDATA[*/ @import "http://h/d/x.css"; a{b:url(http://h/d/y)} /*]]>*/</style></html>`},
	{"style with comments", xhtml + `<style>/* <!-- c --> url(no) */ a{b:url(x<!-- y -->z)}</style></html>`, xhtml + `<style>/* <!-- c --> url(no) */ a{b:url(http://h/d/x<!-- y -->z)}</style></html>`},
	{"style with a URL in a section", xhtml + `<style>a{b:url(<![CDATA[x]]>)}</style></html>`, xhtml + `<style>a{b:url(<![CDATA[http://h/d/x]]>)}</style></html>`},
	{"style that does not end", xhtml + `<style>a{b:url(x)}`, xhtml + `<style>a{b:url(http://h/d/x)}`},
	{"SVG", svg + `<a l:href="x"/><use l:href="#i"/><image href="y"/><rect fill="url(z)" style="a:url(w)"/></svg>`, svg + `<a l:href="http://h/d/x"/><use l:href="#i"/><image href="http://h/d/y"/><rect fill="url(http://h/d/z)" style="a:url(http://h/d/w)"/></svg>`},
	{"SVG elements with and without links", svg + `<path l:href="x"/><g href="x"/><linearGradient l:href="y"/><textPath href="z"/></svg>`, svg + `<path l:href="x"/><g href="x"/><linearGradient l:href="http://h/d/y"/><textPath href="http://h/d/z"/></svg>`},
	{"undeclared prefix", `<svg><a xlink:href="x"/></svg>`, `<svg><a xlink:href="http://h/d/x"/></svg>`},
	{"XLink in other XML", `<doc xmlns:x="http://www.w3.org/1999/xlink"><p x:href="y" href="z"/></doc>`, `<doc xmlns:x="http://www.w3.org/1999/xlink"><p x:href="http://h/d/y" href="z"/></doc>`},
	{"xml:base", xhtml + `<p xml:base="s/"><a href="x"/><q xml:base="../t/"><a href="y"/></q><a href="z"/></p><a href="w"/></html>`, xhtml + `<p xml:base="http://h/d/s/"><a href="http://h/d/s/x"/><q xml:base="http://h/d/t/"><a href="http://h/d/t/y"/></q><a href="http://h/d/s/z"/></p><a href="http://h/d/w"/></html>`},
	{"xml:base governs its own element", xhtml + `<a xml:base="http://b/" href="x"/><a href="y"/></html>`, xhtml + `<a xml:base="http://b/" href="http://b/x"/><a href="http://h/d/y"/></html>`},
	{"xml:base after what it governs", xhtml + `<a href="x" xml:base="y/" itemid="z"/></html>`, xhtml + `<a href="http://h/d/y/x" xml:base="http://h/d/y/" itemid="http://h/d/y/z"/></html>`},
	{"xml:base and BASE", xhtml + `<base href="http://b/"/><p xml:base="s/"><a href="x"/></p></html>`, xhtml + `<base href="http://b/"/><p xml:base="http://b/s/"><a href="http://b/s/x"/></p></html>`},
	{"xml-stylesheet", `<?xml version="1.0"?><?xml-stylesheet href="a.css?b&amp;c" type="text/css"?><?other href="x"?><d/>`, `<?xml version="1.0"?><?xml-stylesheet href="http://h/d/a.css?b&amp;c" type="text/css"?><?other href="x"?><d/>`},
	{"DOCTYPE", `<!DOCTYPE html SYSTEM "x" [<!ENTITY e '<a href="y"/>'>]>` + xhtml + `</html>`, ""},
	{"entities of the document type", `<!DOCTYPE svg [<!ENTITY e "http://x/">]>` + svg + `<image href="&e;a"/><image href="b&amp;c"/><g l:x="" xml:base="&e;"><a href="z"/></g><style>a{b:url(&e;x)}</style></svg>`, `<!DOCTYPE svg [<!ENTITY e "http://x/">]>` + svg + `<image href="&e;a"/><image href="http://h/d/b&amp;c"/><g l:x="" xml:base="&e;"><a href="z"/></g><style>a{b:url(&e;x)}</style></svg>`},
	{"an entity in BASE", `<!DOCTYPE html [<!ENTITY e "x">]>` + xhtml + `<base href="http://&e;/"/><a href="y"/><iframe srcdoc="&lt;a href=z&gt;"/></html>`, ""},
	{"an entity in codebase", `<!DOCTYPE html [<!ENTITY e "x">]>` + xhtml + `<object codebase="http://&e;/" data="y"/><a href="z"/></html>`, `<!DOCTYPE html [<!ENTITY e "x">]>` + xhtml + `<object codebase="http://&e;/" data="y"/><a href="http://h/d/z"/></html>`},
	{"entities with names of HTML", `<!DOCTYPE svg [<!ENTITY image "http://x/"><!ENTITY copy-site "http://x/">]>` + svg + `<image href="&image;a"/><image href="&copy-site;a"/><image href="&copy;a"/><image href="&amp;a"/></svg>`,
		`<!DOCTYPE svg [<!ENTITY image "http://x/"><!ENTITY copy-site "http://x/">]>` + svg + `<image href="&image;a"/><image href="&copy-site;a"/><image href="http://h/d/&copy;a"/><image href="http://h/d/&amp;a"/></svg>`},
	{"entities that are not declared", svg + `<image href="&copy-site;a"/><image href="&` + strings.Repeat("x", 70) + `;"/><image href="b"/></svg>`,
		svg + `<image href="&copy-site;a"/><image href="&` + strings.Repeat("x", 70) + `;"/><image href="http://h/d/b"/></svg>`},
	{"parameter entities", `<!DOCTYPE svg [<!ENTITY % p SYSTEM "p"> %p;]>` + svg + `<image href="&copy;a"/><image href="a&lt;&#38;"/></svg>`,
		`<!DOCTYPE svg [<!ENTITY % p SYSTEM "p"> %p;]>` + svg + `<image href="&copy;a"/><image href="http://h/d/a&lt;&#38;"/></svg>`},
	{"ampersands", svg + `<image href="a&b;c&d=e&f g&#x26;h"/></svg>`, ""},
	{"too many xml:base", `<g>` + strings.Repeat(`<g xml:base="http://b/">`, 101) + `<a xmlns:l="http://www.w3.org/1999/xlink" l:href="x"/>`, ""},
	{"attributes in capitals", xhtml + `<head><base HREF="http://x/"/></head><a href="y"/><object CODEBASE="http://x/" data="z"/></html>`, xhtml + `<head><base HREF="http://x/"/></head><a href="http://h/d/y"/><object CODEBASE="http://x/" data="http://h/d/z"/></html>`},
	{"BASE and a style sheet", `<?xml-stylesheet href="s"?>` + xhtml + `<head><base href="b/"/></head><link href="s"/></html>`, `<?xml-stylesheet href="http://h/d/s"?>` + xhtml + `<head><base href="http://h/d/b/"/></head><link href="http://h/d/b/s"/></html>`},
	{"codebase and xml:base", xhtml + `<p xml:base="s/"><object codebase="c/" data="x"/></p></html>`, xhtml + `<p xml:base="http://h/d/s/"><object codebase="http://h/d/s/c/" data="http://h/d/s/c/x"/></p></html>`},
	{"numeric references to control characters", svg + `<g l:x="" xml:base="http://b/&#133;/&#8230;/"><a href="x&#x85;/../y"/><style>a{b:url(&#133;x)}</style></g></svg>`, svg + `<g l:x="" xml:base="http://b/&#133;/&#8230;/"><a href="http://b/` + "\u0085" + `/…/y"/><style>a{b:url(http://b/` + "\u0085" + `/…/&#133;x)}</style></g></svg>`},
	{"case matters", xhtml + `<A HREF="x"/></html>`, ""},
	{"not well formed", xhtml + `<p><a href=x></p></b><a href="y"></html>`, xhtml + `<p><a href=x></p></b><a href="http://h/d/y"></html>`},
	{"srcdoc", xhtml + `<iframe srcdoc="&lt;a href=x&gt;"/></html>`, xhtml + `<iframe srcdoc="&lt;a href=http://h/d/x&gt;"/></html>`},
}

func TestXML(t *testing.T) {
	for _, c := range xmlCases {
		t.Run(c.name, func(t *testing.T) {
			want := cmp.Or(c.want, c.src)
			r := promise.Check(t, []byte(c.src), engine.Options{Type: detect.XML, Base: pageURL})
			require.Equal(t, want, string(r.Output))
			promise.Check(t, []byte(c.src), engine.Options{Type: detect.XML})
		})
	}
}

func TestCSS(t *testing.T) {
	const src = "@charset \"utf-8\"; @import 'x'; a { b: url( y ) } /* url(z) */ c { d: url(#e) }"
	const want = "@charset \"utf-8\"; @import 'http://h/d/x'; a { b: url( http://h/d/y ) } /* url(z) */ c { d: url(#e) }"
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.CSS, Base: pageURL})
	require.Equal(t, want, string(r.Output))
	// A base with what CSS, elements and sections have to escape.
	r = promise.Check(t, []byte(`a{b:url(x);c:url("y")}`), engine.Options{Type: detect.CSS, Base: `http://h/(a)"/`})
	require.Equal(t, `a{b:url(http://h/\(a\)\"/x);c:url("http://h/(a)\"/y")}`, string(r.Output))
	r = promise.Check(t, []byte(`<style>a{b:url(x)}</style>`), engine.Options{Type: detect.HTML, Base: `http://h/</style>/`})
	require.Equal(t, `<style>a{b:url(http://h/\3c /style\3e /x)}</style>`, string(r.Output))
	r = promise.Check(t, []byte(`<svg><style><![CDATA[a{b:url(x)}]]></style></svg>`), engine.Options{Type: detect.HTML, Base: `http://h/]]>/`})
	require.Equal(t, engine.Left, r.References[0].Status)
	r = promise.Check(t, []byte(`<script type=importmap>{"imports":{"a":"./x"}}</script>`), engine.Options{Type: detect.HTML, Base: `http://h/</script>"/`})
	require.Equal(t, `<script type=importmap>{"imports":{"a":"http://h/\u003c/script\u003e\"/x"}}</script>`, string(r.Output))
}

// TestOwnEncodings: style sheets and XML say their encoding in their own way.
func TestOwnEncodings(t *testing.T) {
	r := promise.Check(t, []byte("@charset \"shift_jis\";a{b:url(\"\x95\x5c\");c:url(d)}"), engine.Options{Type: detect.CSS, Base: pageURL})
	require.Len(t, r.References, 2)
	require.Equal(t, "http://h/d/d", r.References[1].Target)
	for _, c := range []struct {
		typ detect.Type
		src string
	}{
		{detect.CSS, `/* <meta charset=iso-2022-kr> */@import "x";`},
		{detect.XML, svg + `<desc><meta charset="iso-2022-kr"/></desc><image href="x"/></svg>`},
		{detect.XML, "<?xml version='1.0' encoding='utf-8'?>" + svg + `<desc><meta charset="iso-2022-kr"/></desc><image href="x"/></svg>`},
	} {
		r := promise.Check(t, []byte(c.src), engine.Options{Type: c.typ, Base: pageURL})
		require.Len(t, r.References, 1, c.src)
		require.Equal(t, "http://h/d/x", r.References[0].Target)
	}
}

func TestDetectType(t *testing.T) {
	for _, c := range []struct {
		name, head string
		want       detect.Type
	}{
		{"a.HTML", "", detect.HTML}, {"a.eml", "<p>", detect.Message}, {"a.svg", "", detect.XML},
		{"a.xhtml", "", detect.XML}, {"a.css", "", detect.CSS},
		{"a", "From: x\n", detect.Message}, {"a", "From x\nTo: x", detect.Message}, {"a", "From here on", detect.HTML},
		{"a", "<p>:", detect.HTML}, {"", "", detect.HTML}, {"", ": x", detect.HTML},
		{"", "Note: <a href=x>", detect.HTML}, {"", "http://x: y", detect.HTML}, {"", "\ufeffBase : <URL:http://a/>\n", detect.Message}, {"", "a b: c", detect.HTML},
		{"", "<?xml version='1.0'?><!-- " + strings.Repeat("x", 2000) + " <rss> --><?a b?>\n<HTML>", detect.HTML},
		{"", "<?xml version='1.0'?><?xml-stylesheet href='x'?><div><html/></div>", detect.XML}, {"", "<?xml version='1.0'?><!-- <html>", detect.XML},
		{"", "<?xml version='1.0'?><rss/>", detect.XML}, {"", "<?xml version='1.0'?><!DOCTYPE html><html>", detect.HTML},
		{"", "\n<svg xmlns=''>", detect.XML}, {"a.b.c", "\ufeff<svg>", detect.XML},

		// Mail, whose name says something else.
		{"jan@firma.pl", "From: x\n", detect.Message}, {"17.M1P1.firma.rs:2,S", "Subject: x\n\nx", detect.Message},
		{"firma.py", "Return-Path: <x@y>\nno field", detect.Other}, {"firma.py", "Return-Path: <x@y>\nTo: x\nno field", detect.Message},
		{"box.sh", "From a@b Thu Jan  1 00:00:00 1970\nFrom: x\n", detect.Mbox},
		{"jan@firma.md", "To: x\n", detect.Message}, {"a.yaml", "to: x\n", detect.Other}, {"a.yaml", "to: x\nsubject: y\n- z", detect.Other},
		{"a.csv", "From: x\nTo: y\n\nx", detect.Message}, {"a.htm", "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n", detect.Message},
		{"a.html", "To: x\n", detect.HTML}, {"a.html", "From: x\nTo: y\n<p>", detect.HTML}, {"a.css", "From a@b Thu Jan  1 00:00:00 1970\nFrom: x\n", detect.Mbox},
		{"a.eml", "From a@b Thu Jan  1 00:00:00 1970\nFrom: x\n", detect.Message}, {"a.py", "x: int\n", detect.Other},

		{"README.md", "<p><a href=x>", detect.Other}, {"README.md", "<!DOCTYPE html>", detect.HTML}, {"a.rst", "x", detect.Other}, {"a.vue", "x", detect.HTML},
	} {
		got, _ := detect.TypeOf(c.name, []byte(c.head))
		require.Equal(t, c.want, got, "%q %q", c.name, c.head)
	}
}
