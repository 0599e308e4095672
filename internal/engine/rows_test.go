package engine_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// Verdicts on a place.
const (
	rewritten = "rewritten"
	left      = "left"
	optIn     = "opt-in"
)

// A row is a place where a URL stands, or seems to: what becomes of it, and
// the document that proves it. In src, "%" stands for a relative link; where
// it is rewritten, want has the target there, and where it is left, src.
type row struct {
	id, place, verdict string
	src                string
	prefix             string // of the target before the link; pageDir by default
	groups             engine.Groups
	typ                detect.Type
}

const pageDir = "http://h/d/"

// rows are the list of places beside the corpus, places.md, by section and number.
var rows = []row{
	{"A1", "a[href]", rewritten, `<a href="%"><area href=%>`, "", 0, 0},
	{"A2", "link[href]", rewritten, `<link rel=canonical href=%><body><link rel=icon href=%>`, "", 0, 0},
	{"A3", "base[href]", rewritten, `<base target=x href=%>`, "", 0, 0},
	{"A4", "img[src]", rewritten, `<img src=%>`, "", 0, 0},
	{"A5", "image[src]", rewritten, `<image src=%>`, "", 0, 0},
	{"A6", "script[src]", rewritten, `<script src=%></script>`, "", 0, 0},
	{"A7", "iframe[src]", rewritten, `<iframe src=%></iframe><iframe src=about:blank>`, "", 0, 0},
	{"A8", "frame[src]", rewritten, `<frameset><frame src=%></frameset>`, "", 0, 0},
	{"A9", "input[src]", rewritten, `<input type=image src=%>`, "", 0, 0},
	{"A10", "embed[src]", rewritten, `<embed src=%>`, "", 0, 0},
	{"A11", "audio[src]", rewritten, `<audio src=%></audio><video src=%>`, "", 0, 0},
	{"A12", "source[src]", rewritten, `<source src=%>`, "", 0, 0},
	{"A13", "track[src]", rewritten, `<track src=%>`, "", 0, 0},
	{"A14", "video[poster]", rewritten, `<video poster=%>`, "", 0, 0},
	{"A15", "audio[poster]", rewritten, `<audio poster=%>`, "", 0, 0},
	{"A16", "form[action]", rewritten, `<form action=%>`, "", 0, 0},
	{"A17", "button/input[formaction]", rewritten, `<button formaction=%><input formaction=%>`, "", 0, 0},
	{"A18", "blockquote/q/ins/del[cite]", rewritten, `<blockquote cite=%><q cite=%><ins cite=%><del cite=%>`, "", 0, 0},
	{"A19", "object[data]", rewritten, `<object data=%>`, "", 0, 0},
	{"A20", "body[background]", rewritten, `<body background=%>`, "", 0, 0},
	{"A21", "table/tr/td/th[background]", rewritten, `<table background=%><tr background=%><td background=%><th background=%>`, "", 0, 0},
	{"A22", "thead/tbody/tfoot[background]", rewritten, `<table><thead background=%><tbody background=%><tfoot background=%>`, "", 0, 0},
	{"A23", "img[longdesc]", rewritten, `<img longdesc=%>`, "", 0, 0},
	{"A24", "iframe/frame[longdesc]", rewritten, `<iframe longdesc=%></iframe><frame longdesc=%>`, "", 0, 0},
	{"A25", "img[lowsrc]", rewritten, `<img lowsrc=%>`, "", 0, 0},
	{"A26", "img/input[dynsrc]", rewritten, `<img dynsrc=%><input dynsrc=%>`, "", 0, 0},
	{"A27", "img[href]", left, `<img href=%>`, "", 0, 0},
	{"A28", "head[profile]", rewritten, `<head profile="% %">`, "", 0, 0},
	{"A29", "html[manifest]", rewritten, `<html manifest=%><base href=http://b/>`, "", 0, 0},
	{"A30", "[itemid]", rewritten, `<base href=http://b/><p itemscope itemid=%>`, "http://b/", 0, 0},
	{"A31", "[itemprop]", rewritten, `<a itemprop=url href=%>`, "", 0, 0},
	{"A32", "command[icon]", rewritten, `<command icon=%><menuitem icon=%>`, "", 0, 0},
	{"A33", "bgsound[src]", rewritten, `<bgsound src=%>`, "", 0, 0},
	{"A34", "layer/ilayer[src,background]", rewritten, `<layer src=% background=%><ilayer src=% background=%>`, "", 0, 0},
	{"A35", "isindex[action]", rewritten, `<isindex action=%>`, "", 0, 0},
	{"A36", "fig/overlay[src]", rewritten, `<fig src=%><overlay src=%>`, "", 0, 0},
	{"A37", "embed[pluginspage]", rewritten, `<embed pluginspage=%>`, "", 0, 0},
	{"A38", "embed[href]", rewritten, `<embed href=%>`, "", 0, 0},
	{"A39", "script[for]", left, `<script for=% event=%></script>`, "", 0, 0},
	{"A40", "xmp[href]", left, `<xmp href=%>`, "", 0, 0},
	{"A41", "xml[src]", rewritten, `<xml src=%>`, "", 0, 0},
	{"A42", "[datasrc]", left, `<marquee datasrc=#%><img datasrc=#%>`, "", 0, 0},
	{"A43", "model[src]", rewritten, `<model src=%><portal src=%><fencedframe src=%>`, "", 0, 0},
	{"A44", "[attributionsrc]", rewritten, `<a attributionsrc="% %"><img attributionsrc=%><script attributionsrc=%></script>`, "", 0, 0},
	{"A45", "any-element [href]", left, `<x-y href=% src=%><p href=% src=%>`, "", 0, 0},
	{"A46", "xml:base", rewritten, `<feed xml:base="%"/>`, "", 0, detect.XML},
	{"B1", "object[codebase]", rewritten, `<object codebase=%>`, "", 0, 0},
	{"B2", "applet[codebase]", rewritten, `<applet codebase=%>`, "", 0, 0},
	{"B3", "object[classid]", rewritten, `<object classid=%><object classid=clsid:x><object classid=java:x.class>`, "", 0, 0},
	{"B4", "object[archive]", rewritten, `<object codebase=http://c/d archive="% %">`, "http://c/", 0, 0},
	{"B5", "applet[archive]", rewritten, `<applet codebase=http://c/d archive="%,%">`, "http://c/d/", 0, 0},
	{"B6", "applet[code]", left, `<applet code=%><object code=%><embed code=%>`, "", 0, 0},
	{"B7", "applet[object]", left, `<applet object=%>`, "", 0, 0},
	{"B8", "param[value]", optIn, `<param valuetype=ref value=%><param name=movie value=%>`, "", engine.Param, 0},
	{"C1", "img/source[srcset]", rewritten, `<img srcset="% 1x, % 2x"><source srcset=%>`, "", 0, 0},
	{"C2", "link[imagesrcset]", rewritten, `<link imagesrcset="% 10w">`, "", 0, 0},
	{"C3", "a/area[ping]", rewritten, `<a ping="% %"><area ping=%>`, "", 0, 0},
	{"C4", "[itemtype]", left, `<p itemtype=%>`, "", 0, 0},
	{"C5", "[itemprop],[typeof],[property],[rel]", left, `<a itemprop=% typeof=% property=% rel=%>`, "", 0, 0},
	{"C6", "meta[http-equiv=refresh]", rewritten, `<meta http-equiv=refresh content="1;url=%"><meta http-equiv=refresh content=1>`, "", 0, 0},
	{"C7", "meta[http-equiv=content-location", left, `<meta http-equiv=content-location content=%><meta http-equiv=link content="<%>">`, "", 0, 0},
	{"C8", "meta[http-equiv=content-security-policy]", left, `<meta http-equiv=content-security-policy content="report-uri %">`, "", 0, 0},
	{"C9", "meta[property=og:url", optIn, `<meta property=og:url content=%><meta property=og:image content=%><meta name=og:image content=%>`, "", engine.Social, 0},
	{"C10", "meta[name=twitter:image", optIn, `<meta name=twitter:image content=%><meta property=twitter:image content=%><meta name=msapplication-TileImage content=%>`, "", engine.Social, 0},
	{"C11", "meta[name=msapplication-task", optIn, `<meta name=msapplication-task content="name=x;action-uri=%;icon-uri=%"><meta name=msapplication-starturl content=%>`, "", engine.Social, 0},
	{"C12", "meta[name=csp-report-uri", left, `<meta name=csp-report-uri content=%><meta name=DC.identifier content=%>`, "", 0, 0},
	{"C13", "[usemap]", left, `<img usemap="#%"><input usemap=%><object usemap=%>`, "", 0, 0},
	{"D1", "[style]", rewritten, `<p style="a:url(%);b:url('%');c:image-set(&quot;%&quot; 1x)">`, "", 0, 0},
	{"D2", "<style>", rewritten, `<style>@font-face{src:url(%)}a{cursor:url("%"),auto}</style><style>@namespace url(x);/*url(y)*/</style>`, "", 0, 0},
	{"D3", "SVG presentation attrs", rewritten, `<svg><rect fill="url(%#i)" filter="url(#i)">`, "", 0, 0},
	{"D4", "<style> @import", rewritten, `<style>@import "%";@import '%' print;@import url(%) layer(x);</style>`, "", 0, 0},
	{"D5", "behavior:url(x.htc)", rewritten, `<p style="behavior:url(%);filter:progid:X(src='y')">`, "", 0, 0},
	{"E1", "svg a[href]", rewritten, `<svg><a href=% xlink:href=%>`, "", 0, 0},
	{"E2", "svg image/feImage", rewritten, `<svg><image href=% xlink:href=%></image><feImage href=% xlink:href=%>`, "", 0, 0},
	{"E3", "svg use/pattern", rewritten, `<svg><use href="#i" xlink:href=%></use><pattern xlink:href="%#i"></pattern><animate href=%>`, "", 0, 0},
	{"E4", "svg script", rewritten, `<svg><script href=% xlink:href=%>`, "", 0, 0},
	{"E5", "svg animate/set", rewritten, `<svg><a><set attributeName=href to=%><animate attributeName=href values="%;%">`, "", 0, 0},
	{"E6", "svg cursor", rewritten, `<svg><cursor xlink:href=%></cursor><tref xlink:href=%></tref><font-face-uri xlink:href=%>`, "", 0, 0},
	{"E7", "svg/math <base>", left, `<svg><base xlink:title=%></svg><math><base title=%></math>`, "", 0, 0},
	{"E8", "math * [href", rewritten, `<math href=% xlink:href=%><mi href=%>`, "", 0, 0},
	{"E9", "annotation-xml[src]", rewritten, `<math><annotation src=%></annotation><mglyph src=%></mglyph><csymbol definitionURL=x><annotation-xml src=%>`, "", 0, 0},
	{"E10", "xml-stylesheet", rewritten, `<?xml-stylesheet type="text/css" href="%"?><x/>`, "", 0, detect.XML},
	{"E11", "DOCTYPE", left, `<!DOCTYPE html SYSTEM "%">`, "", 0, 0},
	{"F1", "iframe[srcdoc]", rewritten, `<iframe srcdoc="<a href=%><p style='a:url(&amp;quot;%&amp;quot;)'>">`, "", 0, 0},
	{"F2", "<template>", rewritten, `<template><a href=%><base target=http://t/></template><div><template shadowrootmode=open><img src=%>`, "", 0, 0},
	{"F3", "<noscript>", rewritten, `<noscript><img src=%></noscript>`, "", 0, 0},
	{"F4", "<noembed>", optIn, `<iframe><a href=%></iframe><noembed><a href=%></noembed><noframes><a href=%></noframes>`, "", engine.Conditional, 0},
	{"F5", "<!--[if IE]>", optIn, `<!--[if IE]><a href=%><base target=http://c/><![endif]--><!--[if IE]>-->`, "", engine.Conditional, 0},
	{"F6", "<![if !IE]>", rewritten, `<![if !IE]><a href=%><![endif]>`, "", 0, 0},
	{"F7", "commented-out", left, `<!-- <a href=%> -->`, "", 0, 0},
	{"F8", "importmap", rewritten, `<script type=importmap>{"imports":{"x":"./%"},"scopes":{"/":{"y":"../z/../d/%"}}}</script>`, "-", 0, 0},
	{"F9", "speculationrules", rewritten, `<script type=speculationrules>{"prefetch":[{"urls":["%","%"],"where":{"href_matches":"x"}}]}</script>`, "", 0, 0},
	{"F10", "application/ld+json", optIn, `<script type=application/ld+json>{"@id":"%","x":"y"}</script><script type=application/ld+json>{"@context":{"@base":"http://b/"},"@id":"y"}</script>`, "", engine.JSONLD, 0},
	{"F11", "<script> string", left, `<script>document.write("<a href=%>")</script>`, "", 0, 0},
	{"F12", "on* attributes", left, `<p onclick="location='%'"><a href="javascript:open('%')">`, "", 0, 0},
	{"F13", "RDFa about", optIn, `<p about=% resource=%><p about="[a:%]" resource="_:%">`, "-", engine.RDFa, 0},
	{"F14", "RDFa vocab", left, `<p vocab=% typeof=% property=% rel=% rev=% datatype=% prefix="x: %">`, "", 0, 0},
	{"F15", "data-* lazy", optIn, `<img data-src=% data-srcset="% 1x" data-original=% data-lazy=% data-bg=% data-href=%>`, "", engine.Lazy, 0},
	{"F16", "input/option[value]", left, `<input value=%><option value=%><embed flashvars="x=%">`, "", 0, 0},
	{"F17", "tppabs", left, `<a tppabs=% data-savepage-src=% data-sf-original-href=%>`, "", 0, 0},
	{"F18", "mailto:", left, `<a href="mailto:%"><a href="tel:%"><a href="data:,%"><a href="cid:%"><a href="about:%"><a href="blob:%"><a href="urn:%">`, "", 0, 0},
	{"F19", "Windows paths", left, `<a href="C:\%"><a href="c:%">`, "", 0, 0},
}

// want returns what becomes of the row's document.
func (r *row) want() string {
	prefix := r.prefix
	if prefix == "" {
		prefix = pageDir
	}
	switch {
	case r.id == "F8":
		return `<script type=importmap>{"imports":{"x":"http://h/d/LINK"},"scopes":{"http://h/":{"y":"http://h/d/LINK"}}}</script>`
	case r.id == "F13":
		return `<p about=http://h/d/LINK resource=http://h/d/LINK><p about="[a:LINK]" resource="_:LINK">`
	case r.verdict == left:
		prefix = ""
	}
	return strings.ReplaceAll(r.src, "%", prefix+"LINK")
}

// TestRows proves each row of the list of places, and prints the table.
func TestRows(t *testing.T) {
	var table strings.Builder
	for _, r := range rows {
		typ := r.typ
		if typ == detect.Auto {
			typ = detect.HTML
		}
		src := strings.ReplaceAll(r.src, "%", "LINK")
		t.Run(r.id, func(t *testing.T) {
			with := promise.Check(t, []byte(src), engine.Options{Type: typ, Base: pageURL, Also: r.groups})
			require.Equal(t, r.want(), string(with.Output), r.place)
			if r.verdict == optIn {
				without := promise.Check(t, []byte(src), engine.Options{Type: typ, Base: pageURL})
				require.Equal(t, src, string(without.Output), r.place)
			}
		})
		fmt.Fprintf(&table, "%-4s %-42s %-10s TestRows/%s\n", r.id, r.place, r.verdict, r.id)
	}
	t.Logf("%d places\n%s", len(rows), table.String())
}

// TestRowsAreAll compares the rows with the project's list of places, which
// lies beside the corpus.
func TestRowsAreAll(t *testing.T) {
	list, err := os.ReadFile(corpus.Path(t, "places.md"))
	require.NoError(t, err)
	section, n, i := "", 0, 0
	for line := range strings.Lines(string(list)) {
		switch {
		case strings.HasPrefix(line, "## "):
			section, n = line[3:4], 0
		case strings.HasPrefix(line, "| place"), strings.HasPrefix(line, "|---"), !strings.HasPrefix(line, "|"):
		default:
			n++
			require.Less(t, i, len(rows), line)
			require.Equal(t, fmt.Sprint(section, n), rows[i].id)
			require.Contains(t, strings.ReplaceAll(line, "=\"", "="), rows[i].place)
			i++
		}
	}
	require.Equal(t, 102, i)
	require.Len(t, rows, i)
}
