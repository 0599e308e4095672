package savedfrom_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// wombat is what the Wayback Machine adds to the head of a page.
const wombat = `<script type="text/javascript" src="https://web-static.archive.org/_static/js/wombat.js?v=1B2M2Y8A" charset="utf-8"></script>
<script type="text/javascript">
    __wm.init("https://web.archive.org/web");
  __wm.wombat("http://example.com:80/a?b=1&c","20061106010008","https://web.archive.org/","web","/_static/",
	      "1162774808");
</script>
<!-- End Wayback Rewrite JS Include -->
`

// toolbar is what it added to the body before.
const toolbar = `<!-- BEGIN WAYBACK TOOLBAR INSERT -->
<script type="text/javascript" src="/static/js/graph-calc.js" ></script>
<script type="text/javascript">//<![CDATA[
var __wm = (function(imgWidth,imgHeight,yearImgWidth,monthImgWidth){
var wbPrefix = "/web/";
var wbCurrentUrl = "http:\/\/example.com\/a.jsp";
`

var pages = []struct{ name, html, want string }{
	{"nothing", "<p>x", ""},
	{"mark", `<!-- saved from url=(0019)http://example.com/ --><p>`, "Mark of the Web: http://example.com/"},
	{"SingleFile", "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: http://example.com/a#b \n saved date: Sat Feb 15 2020\n--><meta charset=utf-8>", "SingleFile comment: http://example.com/a"},
	{"Firefox", `<!-- base href="http://example.com/" --><p>`, ""},
	{"Firefox and another", `<!-- base href="http://base.example/" --><!-- X-URL: http://example.com/ --><p>`, "Lynx comment: http://example.com/"},
	{"HTTrack", "<html>\n<!-- Mirrored from 127.0.0.1:8100/a b.html by HTTrack Website Copier/3.x [XR&CO'2014], Mon, 23 Nov 2026 05:12:36 GMT -->\n<head>", "HTTrack comment: http://127.0.0.1:8100/a%20b.html (written without a scheme: http is assumed)"},
	{"late", `<p>x<!-- saved from url=(0019)http://example.com/ -->`, ""},
	{"zone", `<!-- saved from url=(0014)about:internet --><p>`, "Mark of the Web: about:internet (it names a security zone, not a page)"},
	{"zone, then another", `<!-- saved from url=(0014)about:internet --><!-- X-URL: http://example.com/ --><p>`, "Lynx comment: http://example.com/"},
	{"script", `<!-- saved from url=(0013)javascript:x( -->`, "Mark of the Web: javascript:x( (URLs of this scheme cannot be a base)"},
	{"file", `<!-- X-URL: file:///etc/passwd -->`, "Lynx comment: file:///etc/passwd (its scheme is not http, https or ftp)"},
	{"relative", `<!-- X-URL: ../../x -->`, "Lynx comment: ../../x (relative)"},
	{"wombat", "<html><head>" + wombat + "<title>x</title><p>x", "Wayback Machine banner: http://example.com:80/a?b=1&c"},
	{"toolbar", "<html><body>\n" + toolbar, "Wayback Machine banner: http://example.com/a.jsp"},
	{"mark and banner", `<!-- saved from url=(0062)https://web.archive.org/web/20061106010008/http://example.com/ --><html>` + wombat, "Mark of the Web: https://web.archive.org/web/20061106010008/http://example.com/"},
	{"banner in text", "<pre>" + strings.ReplaceAll(wombat, "<", "&lt;"), ""},
	{"banner cut off", "<script>__wm.wombat(\"http://exam", ""},
	{"banner of a script", `<script>__wm.wombat("javascript:x")</script>`, ""},
	{"UTF-16", inUTF16(`<!-- X-URL: http://example.com/ -->`, true), "Lynx comment: http://example.com/"},
}

func TestPage(t *testing.T) {
	for _, c := range pages {
		t.Run(c.name, func(t *testing.T) {
			s, ok := savedfrom.Page([]byte(c.html))
			require.Equal(t, c.want != "", ok)
			if ok {
				require.Equal(t, c.want, printed([]base.Source{s}))
			}
		})
	}
}

func TestCanonical(t *testing.T) {
	for html, want := range map[string]string{
		`<link rel=canonical href=http://h/a#b>`:                                                   "http://h/a",
		`<meta property=og:url content=http://h/o><link rel=CANONICAL href=http://h/a>`:            "http://h/a",
		`<link rel=canonical href=/a><meta property=og:url content=" http://h/o ">`:                "http://h/o",
		`<meta property=og:url content=http://h/1><meta property=og:url content=http://h/2>`:       "http://h/1",
		`<title><link rel=canonical href=http://h/a></title>`:                                      "",
		`<template><link rel=canonical href=http://h/a></template>`:                                "",
		`<noscript><link rel=canonical href=http://h/a></noscript>`:                                "",
		`<p><link rel=canonical href=http://h/a>`:                                                  "",
		`<link rel=canonical href=file:///a>`:                                                      "",
		`<link rel=canonical>`:                                                                     "",
		`<link rel=canonical href="http://h/a b">`:                                                 "",
		strings.Repeat("<meta name=x content=y>\n", 3000) + `<link rel=canonical href=http://h/a>`: "",
	} {
		require.Equal(t, want, savedfrom.Canonical([]byte(html)), html)
	}
	require.Equal(t, "http://h/a", savedfrom.Canonical([]byte(inUTF16("<link rel=canonical href=http://h/a>", true))))
}

func FuzzPage(f *testing.F) {
	for _, c := range pages {
		f.Add([]byte(c.html))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if s, ok := savedfrom.Page(text); ok && s.Ignored == "" {
			requireUsable(t, s.Value)
		}
		if url := savedfrom.Canonical(text); url != "" {
			requireUsable(t, url)
		}
	})
}

func TestUnarchived(t *testing.T) {
	for url, want := range map[string]string{
		"https://web.archive.org/web/20140403040000/http://example.com/a":  "http://example.com/a",
		"http://web.archive.org/web/2014im_/https://example.com/a.png?x#y": "https://example.com/a.png?x#y",
		"https://web.archive.org/web/20140403040000/javascript:x":          "",
		"https://web.archive.org/web/*/http://example.com/a":               "",
		"https://web.archive.org/about":                                    "",
		"http://h:8080/c/d/20140403040000mp_/https://a.example/?b":         "https://a.example/?b",
		"http://h/2014/20140403040000/x/http://a.example/":                 "",
		"http://h/c/2014mp_/http://a.example/":                             "",
		"http://h/c/mp_/http://a.example/":                                 "",
		"http://h/?/20140403040000/http://a.example/":                      "",
		"ftp://h/c/20140403040000/http://a.example/":                       "",
		"/web/20140403040000/http://example.com/a":                         "",
		"": "",
	} {
		got, ok := savedfrom.Unarchived(url)
		require.Equal(t, want, got, url)
		require.Equal(t, want != "", ok, url)
	}
}
