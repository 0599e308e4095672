package engine_test

import (
	"bytes"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// d is the base of the documents.
const d = "http://b/d/"

const xlinks = ` xmlns:xlink="http://www.w3.org/1999/xlink"`

// ownAnchors are documents with the base d. In want, "" stands for a reference that stays, and anything
// else for what the reference becomes.
var ownAnchors = []struct {
	name string
	typ  detect.Type
	src  string
	want []string
}{
	{"id after", detect.HTML, `<a href="#t">t</a><h1 id=t>`, []string{""}},
	{"id before", detect.HTML, `<h1 id=t><a href="#t">t</a>`, []string{""}},
	{"id of the link", detect.HTML, `<a href="#t" id=t>t</a>`, []string{""}},
	{"no id", detect.HTML, `<a href="#u">u</a><h1 id=t>`, []string{"http://b/d/#u"}},
	{"name", detect.HTML, `<a href="#t">t</a><a name="t">`, []string{""}},
	{"name in quirks mode", detect.HTML, `<a href="#T">t</a><a name="t">`, []string{""}},
	{"name in standards mode", detect.HTML, `<!DOCTYPE html><a href="#T">t</a><a name="t">`, []string{"http://b/d/#T"}},
	{"name of another element", detect.HTML, `<a href="#t">t</a><p name="t"><input name=t>`, []string{"http://b/d/#t"}},
	{"case of an id", detect.HTML, `<a href="#T">t</a><p id="t">`, []string{"http://b/d/#T"}},
	{"top", detect.HTML, `<a href="#"></a><a href="#top"></a><a href="#ToP"></a><a href="#%74op"></a>`, []string{"", "", "", ""}},
	{"directive", detect.HTML, `<a href="#:~:text=x"></a><a href="#t:~:text=x"></a><a href="#u:~:text=x"></a><p id=t>`, []string{"", "", "http://b/d/#u:~:text=x"}},
	{"empty", detect.HTML, `<a href=""></a>`, []string{"http://b/d/"}},
	{"white space", detect.HTML, "<a href=\" \n#t \"></a><p id=t>", []string{""}},
	{"line break", detect.HTML, "<a href=\"#\nt\"></a><p id=t>", []string{""}},
	{"character references", detect.HTML, `<a href="&#35;a&amp;b"></a><p id="a&#x26;b">`, []string{""}},
	{"escapes", detect.HTML, `<a href="#a%20b"></a><a href="#a b"></a><a href="#a%2520b"></a><p id="a b">`, []string{"", "", "http://b/d/#a%2520b"}},
	{"with a path", detect.HTML, `<a href="./#t"></a><a href="?#t"></a><p id=t>`, []string{"http://b/d/#t", "http://b/d/?#t"}},
	{"comment", detect.HTML, `<a href="#t"></a><!-- <p id=t> -->`, []string{"http://b/d/#t"}},
	{"script", detect.HTML, `<a href="#t"></a><script>"<p id=t>"</script>`, []string{"http://b/d/#t"}},
	{"template", detect.HTML, `<a href="#t"></a><template><p id=t></template>`, []string{"http://b/d/#t"}},
	{"link in a template", detect.HTML, `<template><a href="#t"></a><p id=t></template><p id=u>`, []string{"http://b/d/#t"}},
	{"noscript", detect.HTML, `<a href="#t"></a><noscript><p id=t></noscript>`, []string{"http://b/d/#t"}},
	{"cell", detect.HTML, `<a href="#t"></a><table><tr><td id=t>`, []string{""}},
	{"cell without a table", detect.HTML, `<a href="#t"></a><td id=t>`, []string{"http://b/d/#t"}},
	{"area", detect.HTML, `<map name=m><area href="#t"></map><img src=i usemap="#m"><p id=t>`, []string{"", "http://b/d/i"}},
	{"cite and longdesc", detect.HTML, `<q cite="#t"></q><img longdesc="#t"><p id=t>`, []string{"", ""}},
	{"refresh", detect.HTML, `<meta http-equiv=refresh content="3; url=#t"><p id=t>`, []string{""}},
	// The data of a form goes to the URL of the document, and no image is a part of one.
	{"form", detect.HTML, `<form id=t action="#t"><button formaction="#t">`, []string{"http://b/d/#t", "http://b/d/#t"}},
	{"not links", detect.HTML, `<img id=t src="#t"><link rel=next href="#t"><script src="#t"></script>`, []string{"http://b/d/#t", "http://b/d/#t", "http://b/d/#t"}},
	{"BASE", detect.HTML, `<base href="http://c/e/"><a href="#t">t</a><a href="#">t</a><h1 id=t>`, []string{"", "http://c/e/#t", "http://c/e/#"}},
	{"late BASE", detect.HTML, `<a href="#t">t</a><h1 id=t></h1><base href="e/">`, []string{"http://b/d/e/#t", "http://b/d/e/"}},
	{"unusable BASE", detect.HTML, `<base href="data:,"><a href="#t">t</a><h1 id=t>`, []string{"", ""}},
	// A srcdoc document has the base of the one around it, so its links leave it (in Chromium, too).
	{"srcdoc", detect.HTML, `<a href="#t"></a><iframe srcdoc="<a href='#t'></a><p id=t>"></iframe>`, []string{"http://b/d/#t", "http://b/d/#t"}},
	{"around srcdoc", detect.HTML, `<p id=t><iframe srcdoc="<a href='#t'></a>"></iframe>`, []string{"http://b/d/#t"}},
	{"SVG in HTML", detect.HTML, `<svg><a xlink:href="#g"/><use href="#u"/><g id=g fill="url(#v)"/></svg>`, []string{"", "", ""}},
	{"XHTML", detect.XML, xhtml + `<a href="#t"/><a href="#u"/><a href="#x"/><a href="#"/><p id="t"/><a name="u"/><p xml:id="x"/></html>`, []string{"", "", "http://b/d/#x", ""}},
	{"XHTML before", detect.XML, xhtml + `<p id="t"/><template><p id="u"/><a href="#u"/><a href="#t"/><p id="v"/></template><a href="#v"/></html>`, []string{"http://b/d/#u", "", "http://b/d/#v"}},
	{"xml:base", detect.XML, xhtml + `<p xml:base="http://c/e/"><a href="#t"/><a href="x"/></p><p id="t"/></html>`, []string{"", "", "http://c/e/x"}},
	{"BASE in XHTML", detect.XML, xhtml + `<base href="http://c/e/"/><a href="#t"/><p id="t"/></html>`, []string{"", "http://c/e/#t"}},
	{"SVG", detect.XML, `<svg xmlns="http://www.w3.org/2000/svg"` + xlinks + `><a xlink:href="#g"/><a href="#h"/><use href="#i"/><g id="g"/></svg>`, []string{"", "http://b/d/#h", ""}},
	{"other XML", detect.XML, `<r` + xlinks + `><l xlink:href="#a"/><l xlink:href="#b"/><l xlink:href="#c"/><s id="a"/><s xml:id="b"/></r>`, []string{"", "", "http://b/d/#c"}},
	{"UTF-16", detect.HTML, utf16Of("\ufeff"+`<a href="#caf%C3%A9"></a><a href="#café"></a><a href="#u"></a><p id="café">`, false), []string{"", "", "http://b/d/#u"}},
	{"Shift_JIS", detect.HTML, "<meta charset=shift_jis><a href=\"#\x83\x5c\"></a><a href=\"#%E3%82%BD\"></a><a href=\"#\x83\x5d\"></a><p id=\"\x83\x5c\">", []string{"", "", "http://b/d/#ゾ"}},
	{"feed", detect.XML, `<rss version="2.0"><channel><item><description>&lt;a href="#t">&lt;/a>&lt;q cite="#t">&lt;/q>&lt;p id=t></description></item></channel></rss>`, []string{"", "http://b/d/#t"}},
	{"parts", detect.Message, "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=#t></a><a href=#u></a><p id=t>\n" +
		"--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGEgaHJlZj0jdD48YSBocmVmPSN1PjxwIGlkPXU+\n--b--\n", []string{"", "http://b/d/#u", "http://b/d/#t", ""}},
	{"header", detect.Message, "Content-Base: http://c/e/\nLink: <#t>; rel=next\nContent-Type: text/html\n\n<a href=#t></a><a href=x></a><p id=t>\n", []string{"", "http://c/e/#t", "", "http://c/e/x"}},
}

// TestOwnAnchors: which links within a document stay.
func TestOwnAnchors(t *testing.T) {
	for _, c := range ownAnchors {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, r := range promise.Check(t, []byte(c.src), engine.Options{Type: c.typ, Base: d}).References {
				if r.Status == engine.Resolved {
					got = append(got, r.Target)
					continue
				}
				if strings.HasPrefix(r.Text, "#") && r.Reason != reason.LocalFragment.Text {
					require.Equal(t, reason.OwnAnchor.Text, r.Reason, r.Text)
				}
				got = append(got, "")
			}
			require.Equal(t, c.want, got)
		})
	}
}

// TestOwnAnchorsDecided: the caller decides about such links, too.
func TestOwnAnchorsDecided(t *testing.T) {
	const src = `<a href="#t">1</a><a href=x>2</a><p id=t>`
	for _, c := range []struct {
		decide engine.Decision
		want   string
	}{
		{engine.Decision{}, `<a href="#t">1</a><a href=http://b/x>2</a><p id=t>`},
		{engine.Decision{Replace: true, URL: "http://c/"}, `<a href="http://c/">1</a><a href=http://c/>2</a><p id=t>`},
	} {
		var seen []string
		out, err := engine.Bytes([]byte(src), engine.Options{Type: detect.HTML, Base: "http://b/", Decide: func(r *engine.Reference) engine.Decision {
			seen = append(seen, string(r.Text)+" "+r.Reason.Code)
			return c.decide
		}})
		require.NoError(t, err)
		require.Equal(t, []string{"#t own-anchor", "x "}, seen)
		require.Equal(t, c.want, string(out))
	}
}

// TestOwnAnchorsWithoutBase: such links need no base, unless a relative BASE leads them elsewhere.
func TestOwnAnchorsWithoutBase(t *testing.T) {
	for src, want := range map[string]engine.Status{
		`<a href="#t"></a><p id=t>`:                  engine.Left,
		`<a href="#u"></a><p id=t>`:                  engine.Unresolved,
		`<base href="e/"><a href="#t"></a><p id=t>`:  engine.Unresolved,
		`<base href="a:b"><a href="#t"></a><p id=t>`: engine.Unresolved,
	} {
		refs := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML}).References
		require.Equal(t, want, refs[len(refs)-1].Status, src)
	}
}

// TestFragments: the other values of Options.Fragments, and the other modes.
func TestFragments(t *testing.T) {
	const src = `<a href="#t"></a><a href="#u"></a><a href=""></a><p id=t>`
	moved := engine.Options{Mode: engine.MoveLinks, Moves: []engine.Move{{From: "http://b/", To: "http://n/"}}}
	for _, c := range []struct {
		opts engine.Options
		want string
	}{
		{engine.Options{Fragments: engine.FragmentsAbsolute}, `<a href="http://b/d/#t"></a><a href="http://b/d/#u"></a><a href="http://b/d/"></a><p id=t>`},
		{engine.Options{Fragments: engine.FragmentsKeep}, src},
		{engine.Options{DropBase: true}, `<a href="#t"></a><a href="http://b/d/#u"></a><a href="http://b/d/"></a><p id=t>`},
		{engine.Options{Mode: engine.Pin}, `<base href="http://b/d/">` + src},
		{moved, src},
	} {
		c.opts.Type, c.opts.Base = detect.HTML, d
		out, err := engine.Bytes([]byte(src), c.opts)
		require.NoError(t, err)
		require.Equal(t, c.want, string(out), "%+v", c.opts)
	}
}

// TestOwnAnchorsCorpus compares the links within the documents of the corpus that stay with the anchors
// that these documents have.
func TestOwnAnchorsCorpus(t *testing.T) {
	stay, become := 0, 0
	for _, f := range append(append(corpus.Files(t, "pages"), corpus.Files(t, "mail")...), corpus.TreeInputs(t)...) {
		src := f.Data
		if path.Ext(f.Name) == "" { // a test of parsers
			src = append([]byte("<a href=#x><a href=#a><a href=#foo>"), src...)
		}
		if bytes.Contains(src, []byte("srcdoc")) || len(src) > 1<<20 {
			continue
		}
		rw, err := engine.New(engine.Options{Base: d})
		require.NoError(t, err)
		names := map[string]bool{}
		rw.VisitAnchors(engine.Piece{Source: src}, func(a *engine.Anchor) {
			names[a.Part+":"+string(a.Name)] = true
			if a.AnyCase {
				names[a.Part+"/"+strings.ToLower(string(a.Name))] = true
			}
		})
		rw.References(src, func(r *engine.Reference) {
			if r.Element != "a" && r.Element != "area" || r.Attr != "href" || len(r.Text) == 0 || r.Text[0] != '#' || r.Base.Layer == base.Embedded {
				return
			}
			leads := anchors.Leads(r.Text[1:], func(name []byte) bool {
				return names[r.Part+":"+string(name)] || names[r.Part+"/"+strings.ToLower(string(name))]
			})
			switch r.Reason.Code {
			case reason.OwnAnchor.Code:
				require.True(t, leads, "%s: %s", f.Name, r.Text)
				stay++
			case "":
				require.False(t, leads, "%s: %s", f.Name, r.Text)
				become++
			}
		})
	}
	t.Logf("%d stay, %d become absolute", stay, become)
	require.Greater(t, stay, 1000)
	require.Greater(t, become, 600)
}
