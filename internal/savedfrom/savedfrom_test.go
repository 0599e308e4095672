package savedfrom_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/resolve"
)

// find returns the sources in a document.
func find(text []byte) []base.Source {
	var f savedfrom.Finder
	s := htmlscan.New(text)
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		f.See(text, t)
	}
	return f.Sources()
}

// printed returns sources, one per line: "FROM: URL", and the reason if one is ignored.
func printed(sources []base.Source) string {
	var lines []string
	for _, s := range sources {
		line := s.From + ": " + s.Value
		for _, why := range []base.Reason{s.Ignored, s.Note} {
			if why != "" {
				line += " (" + why.String() + ")"
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// cases are documents and the sources found in them.
var cases = []struct{ name, html, want string }{
	{"nothing", `<!DOCTYPE html><html><head><title>x</title><!-- a comment --></head><body>x</body></html>`, ""},
	{"empty", ``, ""},

	// Mark of the Web.
	{"mark", "<!DOCTYPE html>\r\n<!-- saved from url=(0021)http://example.com/a -->\r\n<html>", "Mark of the Web: http://example.com/a (shorter than the length in the comment)"},
	{"mark, exact", "<!DOCTYPE html>\r\n<!-- saved from url=(0020)http://example.com/a -->\r\n<html>", "Mark of the Web: http://example.com/a"},
	{"mark, less", `<!-- saved from url=(0019)http://example.com/secret -->`, "Mark of the Web: http://example.com/"},
	{"mark, host cut", `<!-- saved from url=(0003)http://example.com/ -->`, "Mark of the Web: htt (relative)"},
	{"mark, zero", `<!-- saved from url=(0000)http://example.com/ -->`, "Mark of the Web:  (empty)"},
	{"mark, more", `<!-- saved from url=(9999)http://example.com/ -->`, "Mark of the Web: http://example.com/ (shorter than the length in the comment)"},
	{"mark, much more", `<!-- saved from url=(99999999999999999999)http://example.com/ -->`, "Mark of the Web: http://example.com/ (shorter than the length in the comment)"},
	{"mark, more digits", `<!-- saved from url=(00019)http://example.com/ -->`, "Mark of the Web: http://example.com/"},
	{"mark, tight", `<!--saved from url=(0019)http://example.com/-->`, "Mark of the Web: http://example.com/"},
	{"mark, two hyphens", `<!-- saved from url=(0025)http://example.com/a-%2Db -->`, "Mark of the Web: http://example.com/a--b"},
	{"mark, four hyphens", `<!-- saved from url=(0027)http://example.com/-%2D-%2D -->`, "Mark of the Web: http://example.com/----"},
	{"mark, fragment", `<!-- saved from url=(0025)http://example.com/#a b<c -->`, "Mark of the Web: http://example.com/"},
	{"mark, characters", `<!-- saved from url=(0021)http://example.com/éü?q -->`, "Mark of the Web: http://example.com/éü"},
	{"mark, bytes", `<!-- saved from url=(0025)http://example.com/éü?q -->`, "Mark of the Web: http://example.com/éü?q"},
	{"mark, UTF-16 code units", `<!-- saved from url=(0021)http://example.com/` + "\U0001F600" + `?q -->`, "Mark of the Web: http://example.com/\U0001F600"},
	{"mark, other encoding", "<!-- saved from url=(0021)http://example.com/\xe9\xfc?q -->", "Mark of the Web: http://example.com/\xe9\xfc"},
	{"mark of the Internet zone", `<!-- saved from url=(0014)about:internet -->`, "Mark of the Web: about:internet (it names a security zone, not a page)"},
	{"mark of the Internet zone, wrong number", `<!-- saved from url=(0013)about:internet -->`, "Mark of the Web: about:internet (it names a security zone, not a page)"},
	{"mark of the intranet zone", `<!-- saved from url=(0016)http://localhost -->`, "Mark of the Web: http://localhost (it names a security zone, not a page)"},
	{"mark of the intranet zone, slash", `<!-- saved from url=(0017)http://localhost/ -->`, "Mark of the Web: http://localhost/ (it names a security zone, not a page)"},
	{"mark of a mail program", `<!-- saved from url=(0022)http://internet.e-mail -->`, "Mark of the Web: http://internet.e-mail (it names a security zone, not a page)"},
	{"mark of a local server", `<!-- saved from url=(0023)http://localhost:8080/a -->`, "Mark of the Web: http://localhost:8080/a"},
	{"mark of a file", `<!-- saved from url=(0016)file:///C:/a.htm -->`, "Mark of the Web: file:///C:/a.htm (its scheme is not http, https or ftp)"},
	{"mark of an archive", `<!-- saved from url=(0027)mhtml:http://example.com/a! -->`, "Mark of the Web: mhtml:http://example.com/a! (not hierarchical)"},
	{"mark without a number", `<!-- saved from url=()http://example.com/ -->`, ""},
	{"mark without a parenthesis", `<!-- saved from url=(0019 http://example.com/ -->`, ""},
	{"mark in other words", `<!-- Saved from url=(0019)http://example.com/ -->`, ""},
	{"mark in an unclosed comment", `<!-- saved from url=(0019)http://example.com/`, "Mark of the Web: http://example.com/"},
	{"mark in a comment closed wrong", `<!-- saved from url=(0019)http://example.com/ --!><p>`, "Mark of the Web: http://example.com/"},

	// Firefox.
	{"Firefox", `<html><head><!-- base href="http://example.com/b/" --><title>x</title>`, "BASE that Firefox took out: http://example.com/b/"},
	{"Firefox, no href", `<html><head><!-- base --><title>x</title>`, ""},
	{"Firefox, file", `<!-- base href="file:///a/" -->`, "BASE that Firefox took out: file:///a/ (its scheme is not http, https or ftp)"},
	{"not Firefox: target", `<!-- base href="http://example.com/" target="" -->`, ""},
	{"not Firefox: markup", `<!--<base href="http://example.com/">-->`, ""},
	{"not Firefox: unquoted", `<!-- base href=http://example.com/ -->`, ""},

	// SingleFile.
	{"SingleFile", "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: https://example.com/x/ \n saved date: Sat Feb 15 2020 08:13:40 GMT-0500 (EST)\n--><meta charset=utf-8>", "SingleFile comment: https://example.com/x/"},
	{"SingleFile, info", "<!--\r\n Page saved with SingleFile \r\n url: https://example.com/?a=1&b=2#c \r\n saved date: Sat \r\n info: url: http://b/\r\n-->", "SingleFile comment: https://example.com/?a=1&b=2"},
	{"SingleFile, old", "<html><!--\n Archive processed by SingleFile \n url: https://example.com/ \n saved date: Sat\n-->", "SingleFile comment: https://example.com/"},
	{"SingleFile, squeezed", "<!-- Page saved with SingleFile url: https://example.com/ saved date: Sat -->", "SingleFile comment: https://example.com/"},
	{"SingleFile, file", "<!--\n Page saved with SingleFile \n url: file:///home/a.html \n saved date: Sat\n-->", "SingleFile comment: file:///home/a.html (its scheme is not http, https or ftp)"},
	{"SingleFile without a URL", "<!--\n Page saved with SingleFile-->", ""},
	{"SingleFile, empty URL", "<!--\n Page saved with SingleFile\n url: \n saved date: Sat-->", "SingleFile comment:  (empty)"},

	// monolith.
	{"monolith", `<!-- Saved from https://example.com/ at 2025-06-15T10:00:00Z using monolith v2.10.1 --><html>`, "monolith comment: https://example.com/"},
	{"monolith, at in the URL", `<!-- Saved from https://example.com/?at+at at 2025-06-15T10:00:00Z using monolith v2.1.0 -->`, "monolith comment: https://example.com/?at+at"},
	{"monolith, local", `<!-- Saved from local source at 2025-06-15T10:00:00Z using monolith v2.10.1 --><html>`, "monolith comment: local source (its scheme is not http, https or ftp)"},
	{"not monolith", `<!-- Saved from https://example.com/ at home -->`, ""},
	{"not monolith either", `<!-- Saved from https://example.com/ using monolith v2 -->`, ""},

	// HTTrack.
	{"HTTrack", `<html><!-- Mirrored from http://example.com/a.html by HTTrack Website Copier/3.49-2 [XR&CO], Sat, 01 Aug 2026 10:00:00 GMT --><head>`, "HTTrack comment: http://example.com/a.html"},
	{"HTTrack, escaped", `<!-- Mirrored from http://example.com/?a=1&amp;b=2 by HTTrack Website Copier/3.50 [XR&amp;CO], Sat -->`, "HTTrack comment: http://example.com/?a=1&b=2"},
	{"HTTrack, ftp", `<!-- Mirrored from ftp://example.com/a.html by HTTrack Website Copier/3.50 [XR&CO], Sat -->`, "HTTrack comment: ftp://example.com/a.html"},
	{"HTTrack, old", `<!-- Mirrored from www.example.com/a.html by HTTrack Website Copier/3.x [XR&CO'2014], Sat -->`, "HTTrack comment: http://www.example.com/a.html (written without a scheme: http is assumed)"},
	{"HTTrack, old, port", `<!--Mirrored from example.com:8080/a?u=http://b/ by HTTrack Website Copier/3.x [XR&CO'2004], Sat-->`, "HTTrack comment: http://example.com:8080/a?u=http://b/ (written without a scheme: http is assumed)"},
	{"HTTrack, old, no host", `<!-- Mirrored from /a.html by HTTrack Website Copier/3.x [XR&CO'2004], Sat -->`, "HTTrack comment: http:///a.html (it has no host)"},
	{"HTTrack, no port", `<!-- Mirrored from about:blank by HTTrack Website Copier/3.x [XR&CO'2004], Sat -->`, "HTTrack comment: http://about:blank (its port is not a number)"},
	{"HTTrack, file", `<!-- Mirrored from file:///a.html by HTTrack Website Copier/3.x [XR&CO'2004], Sat -->`, "HTTrack comment: file:///a.html (its scheme is not http, https or ftp)"},
	{"HTTrack, behind too", `<html><!-- Mirrored from http://a/ by HTTrack Website Copier/3 --><body>x</body><!-- Mirrored from http://a/ by HTTrack Website Copier/3 --></html>`, "HTTrack comment: http://a/"},
	{"not HTTrack", `<!-- Mirrored from http://example.com/ by wget -->`, ""},

	// Others.
	{"MaoXian", "<!DOCTYPE html>\n<html>\n<!-- OriginalSrc: http://example.com/?a=123#456 -->\n<head>", "MaoXian comment: http://example.com/?a=123"},
	{"Lynx", "<!-- X-URL: http://example.com/1.html -->\n<!-- Date: Sun, 28 Jan 2001 17:19:03 GMT -->\n<BASE HREF=\"http://example.com/1.html\">\n", "Lynx comment: http://example.com/1.html"},
	{"WebScrapBook", `<html lang="en" data-scrapbook-source="https://example.com/?a=1&amp;b=2#x" data-scrapbook-create="2026">`, "WebScrapBook attribute: https://example.com/?a=1&b=2"},
	{"WebScrapBook, merged", `<meta charset=x><html DATA-SCRAPBOOK-SOURCE='https://example.com/'>`, "WebScrapBook attribute: https://example.com/"},
	{"WebScrapBook, ignored", `<html data-scrapbook-source>`, "WebScrapBook attribute:  (empty)"},
	{"Save Page WE", `<head><base href="http://b/"><meta charset=utf-8><style>x</style><meta name="savepage-url" content="http://example.com/?a=123#456"><meta name="savepage-title" content="x">`, "Save Page WE meta: http://example.com/?a=123"},
	{"Save Page WE, ignored", `<meta name="savepage-url">`, "Save Page WE meta:  (empty)"},

	// No hints.
	{"canonical", `<link rel=canonical href=http://c/><meta property=og:url content=http://o/><meta name=twitter:url content=http://t/>`, ""},
	{"old Chrome", `<head><base href="."></head>`, ""},
	{"Teleport", `<a href="shop.html" tppabs="http://example.com/html/shop.html">`, ""},
	{"bogus comments", `<!saved from url=(0019)http://example.com/><? X-URL: http://a/ ?></ X-URL: http://a/>`, ""},
	{"short comments", `<!--><!---><!----><!-- -->`, ""},

	// Where a mark counts.
	{"in the head", `<head><title>x</title><link><script>x</script><noscript><p>x</noscript><!-- X-URL: http://a/ --></head>`, "Lynx comment: http://a/"},
	{"behind the head", "<head></head>\n<!-- X-URL: http://a/ --><body>", "Lynx comment: http://a/"},
	{"behind a byte order mark", "\ufeff<!-- X-URL: http://a/ -->\n\ufeff<!DOCTYPE html>", "Lynx comment: http://a/"},
	{"far down in the head", "<!--" + strings.Repeat("x", 5000) + "--><!-- saved from url=(0009)http://a/ -->", "Mark of the Web: http://a/"},
	{"in the body", `<body><!-- X-URL: http://a/ -->`, "Lynx comment: http://a/ (the comment comes after the start of the content)"},
	{"behind text", `x<!-- X-URL: http://a/ -->`, "Lynx comment: http://a/ (the comment comes after the start of the content)"},
	{"behind an element", `<a><!-- X-URL: http://a/ -->`, "Lynx comment: http://a/ (the comment comes after the start of the content)"},
	{"behind the document", `<html><body></body></html><!-- X-URL: http://a/ -->`, "Lynx comment: http://a/ (the comment comes after the start of the content)"},
	{"in a frameset", `<frameset><!-- X-URL: http://a/ -->`, "Lynx comment: http://a/ (the comment comes after the start of the content)"},
	{"in SVG", `<svg><!-- X-URL: http://a/ -->`, "Lynx comment: http://a/ (the comment comes after the start of the content)"},
	{"in a template", `<template><p>x<!-- X-URL: http://a/ --></template>`, "Lynx comment: http://a/ (it is in a template element)"},
	{"in a template behind another in it", `<template><template></template><!-- X-URL: http://a/ --></template>`, "Lynx comment: http://a/ (it is in a template element)"},
	{"behind a template", `<template><template><p>x</template></template><!-- X-URL: http://a/ -->`, "Lynx comment: http://a/"},
	{"behind a template that the head ends", `<head><template></template></template><!-- X-URL: http://a/ -->`, "Lynx comment: http://a/"},
	{"in noscript", `<noscript><!-- X-URL: http://a/ --></noscript>`, "Lynx comment: http://a/ (it is in a noscript element)"},
	{"in raw text", `<title><!-- X-URL: http://a/ --></title><script><!-- X-URL: http://a/ --></script><style><!-- X-URL: http://a/ --></style><textarea><!-- X-URL: http://a/ -->`, ""},
	{"attribute in the body", `<body><html data-scrapbook-source="http://a/">`, ""},
	{"meta in the body", `<p><meta name="savepage-url" content="http://a/">`, ""},
	{"meta in a template", `<template><meta name="savepage-url" content="http://a/"></template>`, ""},
	{"meta in noscript", `<noscript><meta name="savepage-url" content="http://a/"></noscript>`, ""},

	// Several.
	{"several", `<!-- saved from url=(0009)http://a/ --><html data-scrapbook-source="http://b/"><!-- X-URL: http://c/ -->`,
		"Mark of the Web: http://a/\nWebScrapBook attribute: http://b/\nLynx comment: http://c/"},
	{"the first one ignored", `<!-- saved from url=(0013)file:///C:/a/ --><!-- X-URL: http://c/ -->`,
		"Lynx comment: http://c/\nMark of the Web: file:///C:/a/ (its scheme is not http, https or ftp)"},
	{"the same again", `<!-- X-URL: http://c/ --><!-- X-URL: http://c/ --><!-- X-URL: file:///x --><!-- X-URL: file:///x -->`,
		"Lynx comment: http://c/\nLynx comment: file:///x (its scheme is not http, https or ftp)"},
}

func TestFind(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, printed(find([]byte(c.html))))
		})
	}
}

// TestSources checks that every source is a hint of the retrieval layer.
func TestSources(t *testing.T) {
	n := 0
	for _, c := range cases {
		for _, s := range find([]byte(c.html)) {
			require.Equal(t, base.Retrieval, s.Layer, c.name)
			require.True(t, s.Hint, c.name)
			n++
		}
	}
	require.Greater(t, n, 50)
}

// TestPrecedence checks that the first usable hint is the base, unless the caller gives
// one.
func TestPrecedence(t *testing.T) {
	hints := find([]byte(`<!-- saved from url=(0013)file:///C:/a/ --><!-- X-URL: http://b/ --><!-- OriginalSrc: http://c/ -->`))
	e := base.NewContext(resolve.RFC1808, hints...).Establish()
	require.Equal(t, "http://b/", e.String())
	require.True(t, e.Hint)
	given := base.Source{From: "the options", Value: "http://given/"}
	e = base.NewContext(resolve.RFC1808, given).WithRetrieval(hints...).Establish()
	require.Equal(t, "http://given/", e.String())
	require.False(t, e.Hint)
}

// TestHint checks which URLs can be hints, and the reasons for the others.
func TestHint(t *testing.T) {
	long := "http://a/" + strings.Repeat("x", 8<<10)
	for _, c := range []struct {
		url, value string
		ignored    base.Reason
	}{
		{"http://a", "http://a", ""},
		{"HTTPS://a.b:8443/c;d?e#f", "HTTPS://a.b:8443/c;d?e", ""},
		{"ftp://u:p@a/b", "ftp://u:p@a/b", ""},
		{"http://[::1]:80/", "http://[::1]:80/", ""},
		{"http://[::1]/", "http://[::1]/", ""},
		{"http://a/it's", "http://a/it's", ""},
		{"http://a?b", "http://a?b", ""},
		{long[:8<<10], long[:8<<10], ""},
		{long, long[:100] + "...", basereason.TooLong},
		{long[:99] + strings.Repeat("é", 8<<10), long[:99] + "...", basereason.TooLong},
		{"http://a/#" + long, "http://a/", ""},
		{"", "", basereason.Empty},
		{"#a", "", basereason.Empty},
		{"a/b", "a/b", basereason.Relative},
		{"//a/b", "//a/b", basereason.Relative},
		{"ABOUT:Internet", "ABOUT:Internet", basereason.ZoneMark},
		{"about:blank", "about:blank", basereason.Scheme},
		{"javascript:/x", "javascript:/x", basereason.Scheme},
		{"file:///a/b", "file:///a/b", basereason.NotWeb},
		{"chrome://a/b", "chrome://a/b", basereason.NotWeb},
		{"http:a", "http:a", basereason.NotHierarchical},
		{"http:///a", "http:///a", basereason.NoHost},
		{"http://:80/a", "http://:80/a", basereason.NoHost},
		{"http://u@/a", "http://u@/a", basereason.NoHost},
		{"http://u@?a", "http://u@?a", basereason.NoHost},
		{"http://a:b/", "http://a:b/", basereason.BadPort},
		{"http://a b/", "http://a b/", basereason.WhiteSpace},
		{"http://a/ b", "http://a/ b", basereason.WhiteSpace},
		{"http://a/\u00a0b", "http://a/\u00a0b", basereason.WhiteSpace},
		{"http://a/\nb", "http://a/\nb", basereason.Control},
		{"http://a/\x00b", "http://a/\x00b", basereason.Control},
		{"http://a/\u0085b", "http://a/\u0085b", basereason.Control},
		{`http://a/"onload=`, `http://a/"onload=`, basereason.Delimiter},
		{"http://a/<b", "http://a/<b", basereason.Delimiter},
		{"http://a/>", "http://a/>", basereason.Delimiter},
		{"http://a\\b/", "http://a\\b/", basereason.BadHost},
	} {
		s := savedfrom.Hint("x", c.url)
		require.Equal(t, base.Source{Layer: base.Retrieval, From: "x", Value: c.value, Ignored: c.ignored, Hint: true}, s, "%.80q", c.url)
	}
}

// TestMany checks that the number of sources is bounded.
func TestMany(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "<!-- X-URL: http://a/%d --><!-- X-URL: file:///%d -->", i, i)
	}
	sources := find([]byte(b.String()))
	require.Len(t, sources, 32)
	require.Equal(t, "http://a/15", sources[15].Value)
	require.Equal(t, "file:///15", sources[31].Value)

	var f savedfrom.Finder
	see(&f, scanner(), []byte("<p>"+b.String()+"<!-- FILE ARCHIVED ON 2001 FROM THE INTERNET ARCHIVE -->"))
	require.Len(t, f.Sources(), 16)
	require.True(t, f.IsArchived(), "the trailer is seen all the same")
}

// TestFinder checks that a Finder can be used again after Reset, with all tokens and when
// skimming.
func TestFinder(t *testing.T) {
	var f savedfrom.Finder
	s := scanner()
	for _, c := range cases {
		for _, see := range []func(*savedfrom.Finder, *htmlscan.Scanner, []byte){see, seeSkimmed} {
			f.Reset()
			see(&f, s, []byte(c.html))
			require.Equal(t, c.want, printed(f.Sources()), c.name)
			require.False(t, f.IsArchived(), c.name)
		}
	}
}

// see passes all tokens of a document to f.
func see(f *savedfrom.Finder, s *htmlscan.Scanner, text []byte) {
	s.Reset(text)
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		f.See(text, t)
	}
}

// seeSkimmed is see with a skimming scanner.
func seeSkimmed(f *savedfrom.Finder, s *htmlscan.Scanner, text []byte) {
	names := new(htmlscan.Names)
	names.Add(savedfrom.ScrapBookAttr)
	s.Reset(text)
	s.Want(names)
	s.Skim()
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		f.SeeSkimmed(text, t)
	}
}

func TestIsFolderOf(t *testing.T) {
	for _, c := range []struct {
		directory, file string
		want            bool
	}{
		{"P_files", "P.html", true}, {"p_FILES", "P.html", true}, {"P.v2-Dateien", "P.v2.htm", true},
		{"my_files", "P.html", false}, {"P", "P.html", false}, {"P_files", "P", true},
	} {
		require.Equal(t, c.want, savedfrom.IsFolderOf(c.directory, c.file), "%v", c)
	}
}

// TestMarkRoundTrip checks that marks of browsers are read back.
func TestMarkRoundTrip(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	pieces := []string{"-", "--", "a", "/", "?", "=", "&amp;", "é", "\U0001F600", "%41", ".."}
	for range 2000 {
		url := "http://example.com/"
		for range r.Intn(12) {
			url += pieces[r.Intn(len(pieces))]
		}
		want := "Mark of the Web: " + url
		chrome := escapeHyphens(url)
		for _, written := range []string{
			fmt.Sprintf("(%04d)%s", len(chrome), chrome),
			fmt.Sprintf("(%04d)%s", len(url), url),
			fmt.Sprintf("(%04d)%s", len(utf16.Encode([]rune(url))), url),
		} {
			require.Equal(t, want, printed(find([]byte("<!-- saved from url="+written+" -->"))), "%q", written)
		}
	}
}

// escapeHyphens escapes the second of two hyphens as Chrome does.
func escapeHyphens(url string) string {
	var b strings.Builder
	open := false // the last byte is an unescaped hyphen
	for _, c := range []byte(url) {
		if c == '-' && open {
			b.WriteString("%2D")
			open = false
			continue
		}
		b.WriteByte(c)
		open = c == '-'
	}
	return b.String()
}

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
