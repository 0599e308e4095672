package htmlbase_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/htmlbase"
	"github.com/hrefix/hrefix/resolve"
)

// cases has documents, and the BASE element that counts by the HTML Standard,
// sections 4.2.3 and 13.2.
var cases = []struct{ name, html, want string }{
	{"none", `<a href=x>`, ""},
	{"RFC 1808 section 10", `<!doctype html public "-//IETF//DTD HTML//EN"><HTML><HEAD><TITLE>x</TITLE><BASE href="http://www.ics.uci.edu/Test/a/b/c"></HEAD>`, "http://www.ics.uci.edu/Test/a/b/c"},
	{"first wins", `<base href=http://a/><base href=http://b/>`, "http://a/"},
	{"without href", `<base target=_blank><base href=http://b/>`, "http://b/"},
	{"href without a value", `<base href><base href=http://b/>`, docURL},
	{"relative", `<base href=sub/>`, "http://doc/dir/sub/"},
	{"unusable first", `<base href=data:/,x><base href=http://b/>`, ""},
	{"first attribute", `<base href=http://a/ HREF=http://b/>`, "http://a/"},
	{"references and white space", "<base href=' http://a/&amp;\n&#x62;\t/ '>", "http://a/&b/"},
	{"in the body", `<body><p><base href=http://b/>`, "http://b/"},
	{"after the document", `</body></html><base href=http://b/>`, "http://b/"},
	{"template", `<template><base href=http://t/></template>`, ""},
	{"unclosed template", `<template><base href=http://t/>`, ""},
	{"noscript", `<noscript><base href=http://n/></noscript>`, ""},
	{"comment", `<!--<base href=http://c/>-->`, ""},
	{"title", `<title><base href=http://c/></title>`, ""},
	{"script", `<script>"<base href=http://c/>"</script>`, ""},
	{"unclosed style", `<style><base href=http://c/>`, ""},
	{"svg", `<svg><base href=http://s/></svg>`, ""},
	{"svg title", `<svg><title><base href=http://s/></title></svg>`, "http://s/"},
	{"math text", `<math><mi><base href=http://s/>`, "http://s/"},
	{"frameset", `<frameset><base href=http://s/>`, ""},
	{"body that a frameset replaces", `<p><base href=http://s/><frameset>`, ""},
	{"fostered before the table", `<table><tr><td><base href=http://b/></td></tr><base href=http://a/></table>`, "http://a/"},
	{"in table order", `<table><base href=http://a/><base href=http://b/></table>`, "http://a/"},
	{"cut off", `<base href="http://a/"`, ""},
	{"end tag", `</base href=http://a/>`, ""},
	{"other element", `<x:base href=http://a/>`, ""},
}

const docURL = "http://doc/dir/page"

func establish(html string) *base.Result {
	ctx := base.NewContext(resolve.RFC1808, base.Source{From: "given", Value: docURL})
	return ctx.Establish(htmlbase.Find([]byte(html))...)
}

func TestFind(t *testing.T) {
	for _, c := range cases {
		e := establish(c.html)
		if c.want == "" {
			require.Equal(t, docURL, e.String(), c.name)
			require.Equal(t, base.Retrieval, e.Layer, c.name)
			continue
		}
		require.Equal(t, c.want, e.String(), c.name)
		require.Equal(t, base.Embedded, e.Layer, c.name)
	}
}

// TestOpaque: if BASE has a URL without a hierarchy, the document has no base.
// URLs that the HTML Standard ignores do not have that effect.
func TestOpaque(t *testing.T) {
	for _, url := range []string{"mailto:a@b", "about:blank", "cid:x", "urn:a:b"} {
		e := establish("<base href=" + url + "><base href=http://b/>")
		require.Equal(t, "", e.String(), url)
		require.Equal(t, base.Embedded, e.Layer, url)
		require.True(t, e.Candidates()[0].Used, url)
	}
	for _, url := range []string{"data:x", "JavaScript:x", "http:x", "http://[bad"} {
		require.Equal(t, docURL, establish("<base href="+url+"><base href=http://b/>").String(), url)
	}
}

func TestWhy(t *testing.T) {
	for html, want := range map[string]string{
		`<base href=http://a/><base href=http://b/>`:                 "a later BASE element does not count",
		`<template><base href=http://b/></template>`:                 "it is in a template element",
		`<noscript><base href=http://b/></noscript>`:                 "it is in a noscript element",
		`<svg><base href=http://b/></svg>`:                           "in SVG or MathML, base is not an HTML element",
		`<frameset><base href=http://b/>`:                            "the HTML parser drops a BASE element here",
		`<p><base href=http://b/><frameset>`:                         "the frameset replaces the body that it is in",
		`<base href=data:x>`:                                         "URLs of this scheme cannot be a base",
		`<table><td><base href=http://b/></td><base href=http://a/>`: "a later BASE element does not count",
	} {
		var reasons []string
		for _, c := range establish(html).Candidates() {
			if c.Layer == base.Embedded && !c.Used {
				reasons = append(reasons, c.Text())
			}
		}
		require.Equal(t, []string{want}, reasons, html)
	}
}

func TestManyBases(t *testing.T) {
	require.Len(t, htmlbase.Find([]byte(strings.Repeat(`<base href=http://a/>`, 10000))), 17)
}
