package engine_test

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// pinned pins src and checks what holds for every document: the output is the
// source except for the edits, at most one in a message; what is not pinned
// is noted, and to pin it again changes nothing. Where something was written, all
// references have the same targets without the retrieval URL as with it before.
func pinned(t promise.T, src []byte, opts engine.Options) (string, *engine.Plan) {
	t.Helper()
	opts.Mode = engine.Pin
	rw, err := engine.New(opts)
	require.NoError(t, err)
	plan := rw.References(src, func(r *engine.Reference) {
		if r.Status == engine.Resolved {
			require.True(t, r.GivesOwnBase() || r.Facts.Archived, "%s[%s]", r.Element, r.Attr)
		}
		require.Equal(t, r.Status == engine.Absolute || r.Status == engine.Resolved, r.Reason == (engine.Reason{}), "%+v", r)
	})
	opts.Type = plan.Type
	out, err := plan.Bytes()
	require.NoError(t, err)
	if len(plan.Edits()) == 0 {
		require.True(t, bytes.Equal(src, out))
		notes := fmt.Sprint(plan.Notes)
		blank := (plan.Type == detect.JSON || plan.Type == detect.NDJSON) && isBlank(src)
		require.True(t, blank || plan.Type == detect.Mbox || plan.Type == detect.Other || strings.Contains(notes, "not pinned: ") || strings.Contains(notes, "left: "), notes)
		return string(out), plan
	}
	again, err := engine.Bytes(out, opts)
	require.NoError(t, err)
	require.Equal(t, string(out), string(again), "pinned twice")
	if plan.Type == detect.Mbox && len(plan.Notes) > 0 {
		return string(out), plan // of some messages only
	}
	if uri, ok := urltext.ToURI(opts.Base); ok && plan.Type == detect.Message {
		opts.Base = uri // as the header field has it
	}
	want := sights(t, src, opts)
	opts.Base = ""
	require.Equal(t, want, sights(t, out, opts))
	return string(out), plan
}

// isBlank reports whether JSON has no value: nothing but white space, byte order marks, and the record separators
// that begin values (RFC 7464), perhaps in UTF-16.
func isBlank(src []byte) bool {
	for _, c := range src {
		if !strings.ContainsRune("\x00\t\n\v\f\r \x1e\u00fe\u00ff\u00ef\u00bb\u00bf", rune(c)) {
			return false
		}
	}
	return true
}

// sights returns the references that a document has, and their targets. Left out
// are those of BASE elements and of manifest attributes, which BASE does not
// govern, and xml:base.
func sights(t promise.T, src []byte, opts engine.Options) (all []string) {
	opts.Mode, opts.Fragments = engine.MakeAbsolute, engine.FragmentsAbsolute // BASE moves links within the document, too
	rw, err := engine.New(opts)
	require.NoError(t, err)
	rw.References(src, func(r *engine.Reference) {
		text, status := r.Text, r.Status
		if r.Facts.Archived && status == engine.Resolved { // pinning has made it absolute
			text, status = r.Target, engine.Absolute
		}
		if r.Element != "base" && r.Attr != "manifest" && r.Attr != "xml:base" {
			all = append(all, fmt.Sprintf("%s (%v, %s): %s", sight(r, text), status, r.Reason, r.Target))
		}
	})
	return all
}

// pinBase is the base of pinCases.
const pinBase = `http://h/d/p?a=1&b="2"`

const pinTag = `<base href="http://h/d/p?a=1&amp;b=&quot;2&quot;">`

// pinCases are documents with "|" where the BASE element goes.
var pinCases = []struct{ name, src string }{
	{"head", `<!DOCTYPE html><html><head>|<title>x</title><link href=x></head><body><a href=y>`},
	{"head in capitals, with attributes", `<HTML><HEAD PROFILE=x>|<LINK HREF=y>`},
	{"white space", "<html>\n<head>|\n  <title>x</title>\n</head>"},
	{"no head", "<!doctype html>\n<html lang=en>\n|<title>x</title>"},
	{"no html", "<!doctype html>\n|<title>x</title>"},
	{"a fragment", "|<p><a href=x>"},
	{"text", "  \n|Hello <a href=x>"},
	{"byte order mark", "\ufeff |Hello"},
	{"byte order mark and head", "\ufeff<head>|<p>"},
	{"comments", "<!-- x --><html><!-- y --> |<body>"},
	{"saved from", "<!DOCTYPE html>\n<!-- saved from url=(0014)about:internet -->\n<html><head>|<title></title>"},
	{"a head too late", `|<title>x</title><head><link href=x>`},
	{"a head in the body", `|<p><head>`},
	{"head in a comment", `<!-- <head> --><html><head>|</head>`},
	{"stray end tags", `</p></title>|<meta name=x>`},
	{"an end tag that makes a head", `|</head><body>`},
	{"end of head", `<head>|</head><body>`},
	{"frameset", `<html>|<frameset><frame src=x></frameset>`},
	{"frameset with a head", `<html><head>|<title>x</title></head><frameset><frame src=x></frameset>`},
	{"encoding first", `<head><title>x</title> <meta charset=utf-8>|<link href=x><meta charset=latin1>`},
	{"encoding in a pragma", `<head><meta name=x content=y><META HTTP-EQUIV=" Content-Type" CONTENT="text/html; charset=utf-8">|<title>`},
	{"mode", `<head><meta http-equiv=X-UA-Compatible content="IE=edge"><meta charset=utf-8>|<title>x</title><meta name=y>`},
	{"encoding without a head tag", "<meta charset=utf-8>|\n<title>x</title>"},
	{"encoding behind a URL", `<head>|<link href=x><meta charset=utf-8>`},
	{"encoding behind a refresh", `<head>|<meta http-equiv=refresh content="0;url=x"><meta charset=utf-8>`},
	{"encoding behind a policy", `<head>|<meta http-equiv=Content-Security-Policy content="img-src *"><meta charset=utf-8>`},
	{"encoding behind a script", `<head>|<script>document.write("<base href=x>")</script><meta charset=utf-8>`},
	{"encoding behind a conditional comment", `<head>|<!--[if IE]><link href=x><![endif]--><meta charset=utf-8>`},
	{"encoding behind a comment", `<head><!-- x --><meta charset=utf-8>|<p>`},
	{"encoding in the body", `<head>|</head><meta charset=utf-8>`},
	{"XML declaration", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>|</head>`},
	{"BASE that gives none", `<head>|<base href="data:,x"><link href=x>`},
	{"BASE without href", `<head>|<base target=_top><link href=x>`},
	{"BASE where it does not count", `<head>|<template><base href=http://b/></template><noscript><base href=http://b/></noscript><svg><base href=http://b/></svg>`},
	{"BASE in srcdoc", `|<iframe srcdoc="<base href=s/><a href=x>"></iframe>`},
	{"NUL", "|\x00<p>"},
}

func TestPin(t *testing.T) {
	for _, c := range pinCases {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(c.src, "|", "", 1)
			out, plan := pinned(t, []byte(src), engine.Options{Type: detect.HTML, Base: pinBase})
			require.Equal(t, strings.Replace(c.src, "|", pinTag, 1), out)
			require.Empty(t, plan.Notes)
			oneBaseMore(t, []byte(src), []byte(out))
		})
	}
}

// oneBaseMore checks that x/net/html makes of out the tree that it makes of src,
// and one BASE element.
func oneBaseMore(t promise.T, src, out []byte) {
	t.Helper()
	was := tree(t, src, false)
	if was == "" {
		return
	}
	require.Equal(t, was, tree(t, out, true))
}

// tree returns the tree of a document, without the first BASE element if asked.
// It is empty if x/net/html finds it too deep.
func tree(t promise.T, src []byte, drop bool) string {
	doc, err := html.Parse(bytes.NewReader(bytes.TrimPrefix(src, []byte("\ufeff")))) // it knows no byte order mark
	if err != nil && strings.Contains(err.Error(), "exceeds 512 nodes") {
		return ""
	}
	require.NoError(t, err)
	for n := range doc.Descendants() {
		if drop && n.DataAtom == atom.Base && n.Namespace == "" {
			require.Equal(t, atom.Head, n.Parent.DataAtom)
			n.Parent.RemoveChild(n)
			drop = false
			break
		}
	}
	require.False(t, drop, "no BASE")
	var b strings.Builder
	var walk func(n *html.Node, depth int)
	walk = func(n *html.Node, depth int) {
		fmt.Fprintf(&b, "%*d %s %q %q\n", depth, n.Type, n.Namespace, n.Data, n.Attr)
		for c := range n.ChildNodes() {
			walk(c, depth+1)
		}
	}
	walk(doc, 0)
	return b.String()
}

// Documents that other edits than a new BASE element pin, or none.
var pinOddities = []struct {
	name      string
	typ       detect.Type
	base      string
	src, want string
	note      string
}{
	{"BASE", detect.HTML, pinBase, `<link href=x><base href=http://b/>`, "", "not pinned: it has a base of its own: BASE element"},
	{"BASE, and a relative one", detect.HTML, pinBase, `<base href=http://b/><base href=c/>`, "", "not pinned: it has a base of its own: BASE element"},
	{"relative BASE", detect.HTML, "http://h/d/p", `<link href=x><base href=b/><base href=c/>`, `<link href=x><base href=http://h/d/b/><base href=c/>`, ""},
	{"empty BASE", detect.HTML, "http://h/d/p", `<base target=t><base href=" "><a href=y>`, `<base target=t><base href=" http://h/d/p"><a href=y>`, ""},
	{"opaque BASE", detect.HTML, pinBase, `<base href=mailto:x><a href=y>`, "", "not pinned: its own BASE leaves it without a base"},
	{"no base", detect.HTML, "", `<a href=y>`, "", "not pinned: no base URL is known"},
	{"relative BASE without a base", detect.HTML, "", `<base href=y><a href=y>`, "", "not pinned: no base URL is known"},
	{"hint", detect.HTML, "", `<!-- saved from url=(0011)http://h/d/ --><p><a href=y>`, `<!-- saved from url=(0011)http://h/d/ --><base href="http://h/d/"><p><a href=y>`, ""},
	{"files beside", detect.HTML, "", `<!-- saved from url=(0011)http://h/d/ --><a href=y><img src="p_files/x.png">`, "", "not pinned: the saved file gives other URLs for some links, and BASE would apply to all"},
	{"encoding pushed out", detect.HTML, pinBase, `<link href=` + strings.Repeat("x", 980) + `><meta charset=shift_jis>`, "", "not pinned: it declares its encoding after a URL, and BASE would move the declaration beyond the first 1024 bytes"},
	{"foreign", detect.HTML, "http://h/é/", `<meta charset=latin1><a href=x>`, `<meta charset=latin1><base href="http://h/%C3%A9/"><a href=x>`, "the base is written in ASCII, as http://h/%C3%A9/: the document is in windows-1252"},
	{"foreign bytes", detect.HTML, "http://h/\xe9/", `<meta charset=latin1><a href=x>`, "", "not pinned: the base has characters in UTF-8 and the document is in windows-1252: escape them in the base"},
	{"not ASCII", detect.HTML, "http://h/é/", `<meta charset=utf-8><a href=x>`, `<meta charset=utf-8><base href="http://h/&#233;/"><a href=x>`, ""},
	{"policy", detect.HTML, "http://h/", `<meta http-equiv=content-security-policy content="base-uri 'none'">`, `<base href="http://h/"><meta http-equiv=content-security-policy content="base-uri 'none'">`, "a Content-Security-Policy restricts BASE (base-uri): browsers may ignore BASE"},
	{"nothing", detect.HTML, pinBase, ``, "", "not pinned: it has no content"},
	{"nothing but a head", detect.HTML, pinBase, `<html><head>`, "", "not pinned: it has no content"},
	{"a comment without end", detect.HTML, pinBase, "<!doctype html><!-- <a href=x>", "", "not pinned: it has no content"},
	{"style sheet", detect.CSS, pinBase, `a{b:url(x)}`, "", "not pinned: a style sheet cannot contain its base"},
	{"XHTML", detect.XML, pinBase, `<html xmlns="http://www.w3.org/1999/xhtml"><head><link href="x"/></head></html>`, `<html xmlns="http://www.w3.org/1999/xhtml"><head>` + strings.Replace(pinTag, `">`, `"/>`, 1) + `<link href="x"/></head></html>`, ""},
	{"a link that an archive has rewritten", detect.HTML, "", `<a href="/web/20140403040000/http://h/"><a href=x><!-- FILE ARCHIVED ON 1 AND RETRIEVED FROM THE INTERNET ARCHIVE ON 2 -->`, `<a href="http://h/"><a href=x><!-- FILE ARCHIVED ON 1 AND RETRIEVED FROM THE INTERNET ARCHIVE ON 2 -->`, "not pinned: no base URL is known"},
	{"XHTML with a prefix", detect.XML, "http://h/", `<?xml-stylesheet href="s"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head/></h:html>`, "", "not pinned: it has no head element that BASE could go to"},
	{"XHTML with a style sheet", detect.XML, "http://h/", `<?xml-stylesheet href="s"?><html xmlns="http://www.w3.org/1999/xhtml"><head></head></html>`, "", "not pinned: BASE would not apply to the linked style sheet"},
	{"XHTML with a style sheet and BASE", detect.XML, "http://h/", `<?xml-stylesheet href="s"?><html xmlns="http://www.w3.org/1999/xhtml"><head><base href="b/"/></head></html>`, "", "not pinned: it has a base of its own: BASE element"},
	{"XHTML with a prefix and a head", detect.XML, "http://h/", `<?xml-stylesheet href="http://s/"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:link href="x"/></h:head></h:html>`, `<?xml-stylesheet href="http://s/"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:base href="http://h/"/><h:link href="x"/></h:head></h:html>`, ""},
	{"XHTML with BASE", detect.XML, "http://h/", `<html xmlns="http://www.w3.org/1999/xhtml"><head><base href="b/"/></head></html>`, `<html xmlns="http://www.w3.org/1999/xhtml"><head><base href="http://h/b/"/></head></html>`, ""},
	{"SVG", detect.XML, pinBase, `<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"><a href="x"/></svg>`, `<?xml version="1.0"?><!-- x --><svg xml:base="http://h/d/p?a=1&amp;b=&quot;2&quot;" xmlns="http://www.w3.org/2000/svg"><a href="x"/></svg>`, ignored},
	{"SVG with xml:base", detect.XML, "http://h/", `<svg xmlns="http://www.w3.org/2000/svg" xml:base="http://b/"><a href="x"/></svg>`, "", "not pinned: it has a base of its own: xml:base attribute"},
	{"SVG with xml:base, and no other base", detect.XML, "", `<svg xmlns="http://www.w3.org/2000/svg" xml:base="http://b/"><a href="x"/></svg>`, "", "not pinned: it has a base of its own: xml:base attribute"},
	{"SVG with a relative xml:base, and no other", detect.XML, "", `<svg xmlns="http://www.w3.org/2000/svg" xml:base="b/"><a href="x"/></svg>`, "", "not pinned: no base URL is known"},
	{"SVG with an xml:base that cannot be read", detect.XML, "http://h/", `<svg xmlns="http://www.w3.org/2000/svg" xml:base="&b;"><a href="x"/></svg>`, "", "not pinned: the xml:base of its root element cannot become absolute"},
	{"SVG with a relative xml:base that gives no base", detect.XML, "http://h/", `<svg xmlns="http://www.w3.org/2000/svg" xml:base="b&#9;&#1;/"><a href="x"/></svg>`, "", "not pinned: the xml:base of its root element cannot become absolute"},
	{"SVG with a relative xml:base", detect.XML, "http://h/", `<svg xmlns="http://www.w3.org/2000/svg" xml:base="b/"><a xml:base="c/" href="x"/></svg>`, `<svg xmlns="http://www.w3.org/2000/svg" xml:base="http://h/b/"><a xml:base="c/" href="x"/></svg>`, ignored},
	{"SVG with xml:base within", detect.XML, "http://h/", `<svg xmlns="http://www.w3.org/2000/svg"><a xml:base="b/" href="x"/></svg>`, `<svg xml:base="http://h/" xmlns="http://www.w3.org/2000/svg"><a xml:base="b/" href="x"/></svg>`, ignored},
	{"SVG with a style sheet", detect.XML, "http://h/", `<?xml-stylesheet href="s"?><svg xmlns="http://www.w3.org/2000/svg"/>`, "", "not pinned: xml:base would not apply to the linked style sheet"},
	{"SVG with a style sheet elsewhere", detect.XML, "http://h/", `<?xml-stylesheet href="http://s/"?><svg/>`, `<?xml-stylesheet href="http://s/"?><svg xml:base="http://h/"/>`, ignored},
	{"SVG with a document in an attribute", detect.XML, "http://h/", `<svg><i:iframe xmlns:i="http://www.w3.org/1999/xhtml" srcdoc="&lt;a href=x&gt;"/></svg>`, "", "not pinned: xml:base would not apply to the document in a srcdoc attribute"},
	{"a codebase", detect.XML, "http://h/", `<o:object xmlns:o="http://www.w3.org/1999/xhtml" codebase="c/" data="d"/>`, `<o:object xml:base="http://h/" xmlns:o="http://www.w3.org/1999/xhtml" codebase="c/" data="d"/>`, ignored},
	{"two roots", detect.XML, "http://h/", `<svg/><svg><a href="x"/></svg>`, "", "not pinned: it has more than one root element"},
	{"two roots, a relative xml:base", detect.XML, "http://h/", `<svg xml:base="b/"/><svg><a href="x"/></svg>`, "", "not pinned: it has more than one root element"},
	{"two roots, xml:base", detect.XML, "http://h/", `<svg xml:base="http://b/"/><svg/>`, "", "not pinned: it has a base of its own: xml:base attribute"},
	{"a head that is not in the root", detect.XML, "http://h/", `<html/><base href="data:,x"><head></head></base>`, "", "not pinned: it has no head element that BASE could go to"},
	{"a style sheet behind the root", detect.XML, "http://h/", `<svg/><?xml-stylesheet href="s"?>`, "", "not pinned: xml:base would not apply to the linked style sheet"},
	{"no root", detect.XML, "http://h/", `<!-- x -->`, "", "not pinned: it has no root element"},
}

// ignored is the note on SVG and the like whose xml:base gives the base.
const ignored = "browsers ignore xml:base: to them its links are relative to the URL of the file"

func TestPinOddities(t *testing.T) {
	for _, c := range pinOddities {
		t.Run(c.name, func(t *testing.T) {
			out, plan := pinned(t, []byte(c.src), engine.Options{Type: c.typ, Base: c.base})
			if c.want == "" {
				c.want = c.src
			}
			require.Equal(t, c.want, out)
			if c.note == "" {
				require.Empty(t, plan.Notes)
				return
			}
			require.Len(t, plan.Notes, 1)
			require.Equal(t, c.note, plan.Notes[0].Text)
		})
	}
}

// TestPinUTF16: what is written is in the encoding of the document.
func TestPinUTF16(t *testing.T) {
	wide := func(s string) string {
		out := "\xff\xfe"
		for _, c := range s {
			out += string([]byte{byte(c), byte(c >> 8)})
		}
		return out
	}
	out, _ := pinned(t, []byte(wide(`<html><head><a href="x">`)), engine.Options{Type: detect.HTML, Base: "http://h/é/"})
	require.Equal(t, wide(`<html><head><base href="http://h/&#233;/"><a href="x">`), out)
}

// TestPinDialect: what is absolute is what the dialect says.
func TestPinDialect(t *testing.T) {
	for _, c := range []struct {
		d         resolve.Dialect
		src, want string
	}{
		{resolve.WHATWG, `<?xml-stylesheet href="http:s"?><svg/>`, ""},
		{resolve.WHATWG, `<?xml-stylesheet href="1a:s"?><svg/>`, ""},
		{resolve.RFC3986, `<?xml-stylesheet href="1a:s"?><svg/>`, ""},
		{resolve.RFC1808, `<?xml-stylesheet href="1a:s"?><svg/>`, `<?xml-stylesheet href="1a:s"?><svg xml:base="http://h/"/>`},
		{resolve.WHATWG, `<svg xml:base="http:o"><i:iframe xmlns:i="http://www.w3.org/1999/xhtml" srcdoc="&lt;a href=x>"/></svg>`, ""},
		{resolve.WHATWG, `<svg xml:base="http:o"/>`, `<svg xml:base="http://h/o"/>`},
		{resolve.RFC3986, `<svg xml:base="1a:s/"/><svg><a href="x"/></svg>`, ""},
	} {
		want := cmp.Or(c.want, c.src)
		out, _ := pinned(t, []byte(c.src), engine.Options{Type: detect.XML, Base: "http://h/", Dialect: c.d})
		require.Equal(t, want, out, c)
	}
}

func TestPinOptions(t *testing.T) {
	for _, opts := range []engine.Options{{Mode: engine.Pin, Fragments: engine.FragmentsKeep}, {Mode: engine.Pin, DropBase: true}} {
		_, err := engine.New(opts)
		require.ErrorContains(t, err, "leave")
	}
}

func FuzzPin(f *testing.F) {
	for _, c := range pinCases {
		f.Add(strings.Replace(c.src, "|", "", 1), pinBase)
	}
	for _, c := range pinOddities {
		f.Add(c.src, c.base)
	}
	for _, c := range pinMessages {
		f.Add(strings.Replace(c.src, "|", "", 1), pinMail)
	}
	f.Fuzz(func(t *testing.T, src, base string) {
		for _, typ := range []detect.Type{detect.HTML, detect.XML, detect.Message} {
			opts := engine.Options{Type: typ, Base: base}
			if _, err := engine.New(opts); err == nil {
				pinned(t, []byte(src), opts)
			}
		}
	})
}

// TestPinFeedLink: a base that a relative link gives is not written, because the link itself would be relative to it.
func TestPinFeedLink(t *testing.T) {
	opts := engine.Options{Type: detect.XML, Base: "http://r/d/", FeedBase: engine.FeedLink}
	out, plan := pinned(t, []byte(`<rss><channel><link>a/b</link><item><link>c</link></item></channel></rss>`), opts)
	require.NotContains(t, out, "xml:base")
	require.Contains(t, fmt.Sprint(plan.Notes), "the link that gives its base is relative to another")
	out, _ = pinned(t, []byte(`<rss><channel><link>http://a/b</link><item><link>c</link></item></channel></rss>`), opts)
	require.Contains(t, out, `<rss xml:base="http://a/b">`)
}
