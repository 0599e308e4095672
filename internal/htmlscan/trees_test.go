package htmlscan_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// allTags and notFormatting choose the tags that get a planted attribute. Such an attribute
// makes formatting elements different, so that the list of active formatting elements does
// not drop equal ones.
func allTags(*htmlscan.Token) bool { return true }

func notFormatting(t *htmlscan.Token) bool {
	switch t.Atom {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr,
		atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return false
	}
	return true
}

// TestTreeSuites compares, for every document of the suites, which elements exist, their
// namespaces and order, and the contents of templates with x/net/html.
func TestTreeSuites(t *testing.T) {
	known := readDifferences(t)
	ran, fragments := 0, 0
	for _, c := range corpus.TreeTests(t) {
		if c.Fragment {
			fragments++ // the scanner reads documents
			continue
		}
		for _, scripting := range []bool{true, false} {
			id := fmt.Sprintf("%s %d %s", c.File, c.Index, map[bool]string{true: "on", false: "off"}[scripting])
			diff := compareTrees(plant(c.Data, allTags), scripting)
			if diff == "" {
				diff = compareTrees(plant(c.Data, notFormatting), scripting)
			}
			ran++
			if known[id] {
				delete(known, id)
				require.NotEmpty(t, diff, "%s agrees by now: take it out of testdata/differences.txt", id)
				continue
			}
			require.Empty(t, diff, "%s: %q", id, c.Data)
		}
	}
	require.Empty(t, known, "listed in testdata/differences.txt, but not met")
	require.Greater(t, ran, 3000)
	t.Logf("%d comparisons; %d fragment cases not applicable", ran, fragments)
}

func readDifferences(t *testing.T) map[string]bool {
	t.Helper()
	b, err := os.ReadFile("testdata/differences.txt")
	require.NoError(t, err)
	known := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		switch {
		case line[0] == '#':
		case f[2] == "both":
			known[f[0]+" "+f[1]+" on"], known[f[0]+" "+f[1]+" off"] = true, true
		default:
			known[strings.Join(f[:3], " ")] = true
		}
	}
	return known
}

// treeDocs are documents for each rule. x/net/html gives the expected result.
var treeDocs = []string{
	// before the body
	"<html a=1><html b=2><head><head><title>x</title><p>",
	" <p>", "x<frameset>", " <frameset><frame><a></frameset><noframes><a></noframes><frame>",
	"&#32;<frameset>", "&#65;<frameset>", "\x00<frameset><frame>", "<p>\x00<frameset>",
	"<head></head><base><link><title><p></title><template><base></template><p><base>",
	"</p><head></br><head>", "<head></p></head></html><a>", "<!doctype html></b><html><meta></head></b><body>",
	// body and frameset
	"<body><p><base><frameset><frame>", "<p><base href=x><frameset><frame></frameset>",
	"<p>x<frameset>", "<body a><body b><html c>", "<input type=hidden><frameset>", "<input TYPE=HIDDEN><frameset>",
	"<input><frameset>", "<template></template><frameset>", "<svg>x<frameset>", "<svg> </svg><frameset>",
	"<template><html><body></template>", "</body><p>", "</body></html><a></html><b>", "</html> <a>",
	"<frameset><frameset></frameset><title>x</title><frame></frameset></html><frameset>",
	// blocks and items
	"<p><div><p><h1><h2></h1><p><pre><listing><table>", "<ul><li><ol><li><p><li></ul><li>",
	"<dl><dd><dt><div><dd></dl>", "<form><form><div></form><form>", "<template><form><form></template>",
	"<form><template><form></template></form>", "<button><p><button>", "<ruby><rb><rt><rtc><rp><rt></ruby>",
	"<p><button></p><p>", "<li><div><li>", "<applet><p></applet><object><marquee></object>",
	"<a><p><a><div><a>", "<nobr><nobr><p><nobr>", "<b><b><b><b><p></p></b><i>", "<x-element-name></X-ELEMENT-NAME><p>",
	"<b><p></p><svg><g></b><p>", "<a><table><a><tr><td><a>", "<b><div><i><p></b><u></i><svg>",
	// foreign content
	"<svg><p>", "<svg><font><font color=x>", "<svg><font SIZE=x>", "<math><font face>", "<svg><a><title><a><svg>",
	"<svg><foreignObject><p><svg></p><g>", "<svg><desc></desc><g></svg><g>", "<svg><g></p><g>", "<svg></br><g>",
	"<math><mi><mglyph><malignmark><a><mglyph>", "<math><annotation-xml><a><svg><a></svg></annotation-xml>",
	"<math><annotation-xml encoding=text/html><a>", "<math><annotation-xml encoding='TEXT&#47;HTML'><a>",
	"<math><annotation-xml encoding=application/xhtml+xml><p>", "<math><annotation-xml encoding=x><p>",
	"<svg><annotation-xml encoding=text/html><a>", "<svg/><a>", "<svg><g/><a></g>", "<svg><style><a></style><script><a></script>",
	"<svg><![CDATA[<a>]]><a>", "<svg><desc><![CDATA[<a>]]><![CDATA[<b>]]>", "<![CDATA[<a>]]>", "<math><mi><![CDATA[<a>]]>",
	"<math><svg><math>", "<svg><FOREIGNOBJECT><p></foreignobject><g>", "<table><svg><desc><td><a>", "<svg><tr><td><table>",
	"<svg><longelementname><LONGELEMENTNAMES></longelementname><a>",
	// tables
	"<table><div><p><base><tr><td><base></table><base>", "<table><col><colgroup><col><p><col>",
	"<table><caption><table><caption></table><td>", "<table><tbody><td><th><tr><tfoot><td>x</tbody>",
	"<table><tr><td><table><tr><a><td></table></table><td>", "<table><table><tr><table>", "<table><form><form><input>",
	"<table><input type=hidden><input>", "<table>x<tr>y<td>z", "<table><b>x<tr>y<td>z</table>w",
	"<table><div><table><base></table><base></div><tr><td><base><div><table><p>", "<td><tr><caption>",
	"<table><select><tr><td><select><td>", "<table><style></style><script></script><template><td></template>",
	"<table></body></html></td><tr></td></caption><td></caption></table>", "<table><caption></td></table><a>",
	"<table><colgroup></col></x><a>", "<table><colgroup>x<a>", "<table><colgroup><template><a></template></colgroup>",
	"<p><table><p>", "<!doctype html><p><table><p>", "<table><a><table><a><div><table><a>",
	// templates
	"<template><td><tr><p></template>", "<template><tr><td></template>", "<template><col><p></template><p>",
	"<template><caption><p></template><p>", "<template><template><a></template><a></template><a>",
	"<div><template><b></div></template><i></div>", "<template shadowrootmode=open><a></template>",
	"<template></tr><tr></table><td><template><col></template>", "<table><template><div></template><tr><template><td>",
	// select
	"<select><select><option>", "<select><input>", "<select><option><optgroup><option><hr><option></select>",
	"<option><option><optgroup><option><hr>", "<select><div><option><p><option></div></select>", "<select><button><a></select><a>",
	"<select><table><tr><td><select></table>", "<select><svg><a></svg></select>", "<select><textarea></select></textarea>",
	// raw text
	"<title><a></title><textarea><a></textarea><xmp><a></xmp><iframe><a></iframe><noembed><a></noembed><noframes><a></noframes><style><a></style><script><a></script><plaintext><a>",
	"<script><!--<script></script><a></script><b>", "<noscript><a></noscript><b>", "<p><noscript><img></noscript><b>",
	"<svg><noscript><a></noscript>", "<noscript><link><style></style></noscript><noscript><noscript><meta></noscript><title></title>",
	"<table><noscript><a></noscript><tr><td>",
}

func TestTreeDocs(t *testing.T) {
	for _, doc := range treeDocs {
		for _, scripting := range []bool{true, false} {
			require.Empty(t, compareTrees(plant([]byte(doc), allTags), scripting), "%s (scripting %t)", doc, scripting)
			require.Empty(t, compareTrees(plant([]byte(doc), notFormatting), scripting), "%s (scripting %t)", doc, scripting)
		}
	}
}

// strays reports whether x/net/html deviates from the standard in a document. Its tokenizer
// reads raw text after an ignored tag in a frameset. Its parser gives up if a template and
// foreign content meet, allows framesets in a template, and leaves a caption open at a th.
func strays(doc string) bool {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.Contains(doc, "<"+n) })
	}
	return has("frameset") && has("title", "textarea", "xmp", "iframe", "noembed", "noscript", "style", "script", "plaintext") ||
		has("template") && has("svg", "math", "frameset") || has("caption") && has("th>")
}

// TestTreeRandom compares documents made of random parts of treeDocs.
func TestTreeRandom(t *testing.T) {
	var parts []string
	for _, doc := range treeDocs {
		parts = append(parts, strings.SplitAfter(doc, ">")...)
	}
	state, ran := uint64(1), 0
	n := corpus.Rounds(20000)
	for range n {
		var doc strings.Builder
		for range 12 {
			state = state*6364136223846793005 + 1442695040888963407
			doc.WriteString(parts[state>>33%uint64(len(parts))])
		}
		if strays(doc.String()) {
			continue
		}
		ran++
		text := plant([]byte(doc.String()), allTags)
		require.Empty(t, compareTrees(text, true), "%s", text)
	}
	require.Greater(t, ran, n/2)
}
