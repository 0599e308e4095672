package htmlscan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// firstBase returns the name of the first attribute of the base element that counts, as a
// caller of the package finds it.
func firstBase(text string) (first string) {
	s := htmlscan.New([]byte(text))
	var place []int
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.Kind != htmlscan.StartTag {
			continue
		}
		if d := t.Dropped; len(place) > 0 && d.Start <= place[len(place)-1]/2 && place[len(place)-1]/2 < d.End {
			first, place = "", nil
		}
		if t.Atom != atom.Base || t.Namespace != htmlscan.HTML || t.Ignored || t.InTemplate || t.InNoscript {
			continue
		}
		if p := s.Place(); place == nil || slices.Compare(p, place) < 0 {
			first, place = text[t.Attrs[0].Name.Start:t.Attrs[0].Name.End], p
		}
	}
	return first
}

var baseDocs = []struct{ text, want string }{
	{"<base a><base b>", "a"},
	{"<p><base a>", "a"},
	{"<!--<base a>--><title><base a></title><script><base a></script><base b>", "b"},
	{"<template><base a></template><base b>", "b"},
	{"<template><svg><desc><base a></desc></svg></template><base b>", "b"},
	{"<noscript><base a></noscript><base b>", "b"},
	{"<svg><title><base a></title></svg><base b>", "a"},
	{"<svg><base a/></svg><base b>", "b"},
	{"<math><base a></math><base b>", "b"},
	{"<head></head><base a><p><base b>", "a"},
	{"<table><td><base a></table><base b>", "a"},
	// A table may not contain a base: the base goes before the table.
	{"<table><tr><td><base a></td></tr><base b></table>", "b"},
	{"<base c><table><tr><td><base a></td></tr><base b></table>", "c"},
	{"<table><tr><td><base a></td></tr><div><base b></div></table>", "b"},
	{"<table><base a><tr><td><base b><tr><base c></table>", "a"},
	{"<table><td><base a><table><td><base b></td><base c></table></table>", "a"},
	{"<table><tr><td><base a></td></tr><div><table><tr><td><base b></td></tr><base c></table></div></table>", "a"}, // the second table closes the first
	{"<table><div><table><tr><td><base a></td></tr><base b></table></div><base c></table>", "b"},
	{"<table><tr><td><base a></td></tr><template><base b></template></table>", "a"},
	// A frameset tag removes the body.
	{"<p><base a><frameset><base b>", ""},
	{"<base a><p><base b><frameset>", "a"},
	{"<p>x<base a><frameset>", "a"},
	{"<frameset><base a></frameset>", ""},
}

func TestBase(t *testing.T) {
	for _, c := range baseDocs {
		require.Equal(t, c.want, firstBase(c.text), c.text)
	}
}

// TestNoscriptRestores checks that nothing in a noscript changes what follows.
func TestNoscriptRestores(t *testing.T) {
	for _, doc := range treeDocs {
		if strings.Contains(doc, "noscript") || strings.Contains(doc, "plaintext") {
			continue
		}
		for _, before := range []string{"", "<title></title>", "<p><b>", "<svg><desc>", "<table>", "<template>"} {
			const after = "<link><a><tr><td><path><frame></b></div></svg></template><p>"
			want := tagsAfter(before+"<noscript></noscript>", after)
			require.Equal(t, want, tagsAfter(before+"<noscript>"+doc+"</noscript>", after), "%s %s", before, doc)
		}
	}
}

// tagsAfter returns the tags in after, scanned with before in front of it.
func tagsAfter(before, after string) []htmlscan.Token {
	s := htmlscan.New([]byte(before + after))
	var tags []htmlscan.Token
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.Kind == htmlscan.StartTag && t.Start >= len(before) {
			tags = append(tags, htmlscan.Token{Atom: t.Atom, Namespace: t.Namespace, Ignored: t.Ignored, InTemplate: t.InTemplate, InNoscript: t.InNoscript})
		}
	}
	return tags
}

// TestDepth checks that a stack that overflows keeps the elements that matter.
func TestDepth(t *testing.T) {
	deep := strings.Repeat("<span><font>", htmlscan.MaxDepth)
	for _, c := range []struct{ text, want string }{
		{deep + "<svg><base a></svg><base b>", "b"},
		{"<template>" + deep + "<base a></template><base b>", "b"},
		{"<table><tr><td>" + deep + "<base a><tr><base b></table>", "b"},
		{"<svg><desc>" + deep + "</svg></desc><base a></svg><base b>", "a"},
	} {
		require.Equal(t, c.want, firstBase(c.text))
	}
}

// TestOverflow checks that every rule works without an element that an overflow of the
// stack dropped.
func TestOverflow(t *testing.T) {
	for _, before := range []string{"", "<table><tr><td>", "<template>", "<template><col>", "<table><caption>", "<form><button><b>"} {
		for _, tag := range []string{"<svg>", "<svg><desc>", "<math><mi>", "<object>", "<table><td>", "<template>", "<select><div>", "<div><b>", "<b><p>"} {
			deep := before + strings.Repeat(tag, htmlscan.MaxDepth+99)
			for i := 0; i < len(treeDocs)/2; i += corpus.Step(5) {
				scanAll(deep + treeDocs[i] + treeDocs[i])
			}
			ends := strings.ReplaceAll(strings.Join(treeDocs, ""), "<", "</")
			scanAll(deep + ends + strings.Join(treeDocs, "") + ends)
		}
	}
}

func scanAll(text string) {
	s := htmlscan.New([]byte(text))
	for s.Next().Kind != htmlscan.EOF {
	}
}

// TestReset checks that Reset removes all state and allocates nothing.
func TestReset(t *testing.T) {
	s := htmlscan.New([]byte("<svg><noscript><!--"))
	page := generatedPage()
	scan := func() (tags int) {
		s.Reset(page)
		for tok := s.Next(); tok.Kind != htmlscan.EOF; tok = s.Next() {
			if tok.Kind == htmlscan.StartTag && !tok.Ignored && tok.Namespace == htmlscan.HTML && !tok.InNoscript {
				tags++
			}
		}
		return tags
	}
	require.Equal(t, 2000*11+3, scan())
	require.Zero(t, testing.AllocsPerRun(10, func() { scan() })) // the runtime allocates now and then, too
}

// TestNames checks the names that tree construction knows and those it does not.
func TestNames(t *testing.T) {
	for name, want := range map[string]atom.Atom{
		"A": atom.A, "BlockQuote": atom.Blockquote, "figcaption": atom.Figcaption, "PATH": 0, "cite": atom.Cite,
		"blink": atom.Lookup([]byte("blink")), "x-y": 0, "a\x00": 0, "base\x00": 0, "plaintexts": 0,
		"onautocompleteerror": atom.Onautocompleteerror, strings.Repeat("a", 99): 0, "k\u212a": 0,
	} {
		require.Equal(t, want, htmlscan.New([]byte("<"+name+">")).Next().Atom, name)
	}
}
