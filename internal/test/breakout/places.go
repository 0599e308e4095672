package breakout

// A Place is where a reference is in a document.
type Place struct {
	name          string
	typ           string // "html", "svg", "xhtml", "css"
	before, after string
	layers        []layer // the layers from the reference outward
	prefix        string  // the required beginning of a reference
	attr          bool    // the outermost layer knows character references
}

// Name returns the name of the syntax.
func (p *Place) Name() string { return p.name }

// Places are the syntaxes that have URLs.
var Places = []*Place{
	{name: "attribute double", typ: "html", before: `<a href="`, after: `">l</a>`, layers: []layer{inDouble}, attr: true},
	{name: "attribute single", typ: "html", before: `<a href='`, after: `'>l</a>`, layers: []layer{inSingle}, attr: true},
	{name: "attribute none", typ: "html", before: `<a href=`, after: ` class=c>l</a>`, layers: []layer{inNone}, attr: true},
	{name: "attribute none last", typ: "html", before: `<img class=c src=`, after: `>`, layers: []layer{inNone}, attr: true},
	{name: "attribute style double", typ: "html", before: `<p style="a:url('`, after: `');--x:y">l</p>`, layers: []layer{inCSS, inDouble}, attr: true},
	{name: "attribute style single", typ: "html", before: `<p style='a:url("`, after: `");--x:y'>l</p>`, layers: []layer{inCSS, inSingle}, attr: true},
	{name: "attribute style bare", typ: "html", before: `<p style="a:url(`, after: `);--x:y">l</p>`, layers: []layer{inURL, inDouble}, attr: true},
	{name: "attribute style none", typ: "html", before: `<p style=a:url(`, after: `) class=c>l</p>`, layers: []layer{inURL, inNone}, attr: true},
	{name: "style double", typ: "html", before: `<style>a{b:url("`, after: `");c:"d"}</style>`, layers: []layer{inCSS}},
	{name: "style single", typ: "html", before: `<style>a{b:url('`, after: `');c:'d'}</style>`, layers: []layer{inCSS}},
	{name: "style bare", typ: "html", before: `<style>a{b:url(`, after: `);c:"d"}</style>`, layers: []layer{inURL}},
	{name: "style import", typ: "html", before: `<style>@import "`, after: `";a{c:"d"}</style>`, layers: []layer{inCSS}},
	{name: "style import single", typ: "html", before: `<style>@import '`, after: `';a{c:"d"}</style>`, layers: []layer{inCSS}},
	{name: "style import url", typ: "html", before: `<style>@import url(`, after: `) screen;a{c:"d"}</style>`, layers: []layer{inURL}},
	{name: "style image-set", typ: "html", before: `<style>a{b:image-set("`, after: `" 1x)}</style>`, layers: []layer{inCSS}},
	{name: "module import", typ: "html", before: `<script type=module>import "`, after: `";let z="y"</script>`, layers: []layer{inScript}, prefix: "./"},
	{name: "module import from", typ: "html", before: `<script type=module>import x from '`, after: `';let z='y'</script>`, layers: []layer{inScript}, prefix: "./"},
	{name: "module export", typ: "html", before: `<script type=module>export*from"`, after: `";let z="y"</script>`, layers: []layer{inScript}, prefix: "./"},
	{name: "module import()", typ: "html", before: `<script type=module>import("`, after: `");let z="y"</script>`, layers: []layer{inScript}, prefix: "./"},
	{name: "module template", typ: "html", before: "<script type=module>import(`", after: "`);let z=`y`</script>", layers: []layer{inScript}, prefix: "./"},
	{name: "classic import()", typ: "html", before: `<script>import('`, after: `');let z="y"</script>`, layers: []layer{inScript}, prefix: "./"},
	{name: "import map", typ: "html", before: `<script type=importmap>{"imports":{"k":"`, after: `","l":"https://z/"}}</script>`, layers: []layer{inJSON}, prefix: "./"},
	{name: "import map key", typ: "html", before: `<script type=importmap>{"imports":{"`, after: `":"https://z/"}}</script>`, layers: []layer{inJSON}, prefix: "./"},
	{name: "speculation rules", typ: "html", before: `<script type=speculationrules>{"prefetch":[{"urls":["`, after: `","https://z/"]}]}</script>`, layers: []layer{inJSON}},
	{name: "JSON-LD", typ: "html", before: `<script type=application/ld+json>{"@context":"https://schema.org","@id":"`, after: `","name":"n"}</script>`, layers: []layer{inJSON}},
	{name: "srcset", typ: "html", before: `<img srcset="`, after: ` 1x, https://z/ 2x">`, layers: []layer{inDouble}, attr: true},
	{name: "srcset none", typ: "html", before: `<img srcset=`, after: `>`, layers: []layer{inNone}, attr: true},
	{name: "bgset", typ: "html", before: `<p data-bgset="`, after: ` 1x [(x), y] | https://z/">l</p>`, layers: []layer{inDouble}, attr: true},
	{name: "ping", typ: "html", before: `<a href=https://z/ ping="`, after: ` https://z/">l</a>`, layers: []layer{inDouble}, attr: true},
	{name: "refresh", typ: "html", before: `<meta http-equiv=refresh content="3;url=`, after: `">`, layers: []layer{inDouble}, attr: true},
	{name: "refresh quoted", typ: "html", before: `<meta http-equiv=refresh content="3;url='`, after: `'">`, layers: []layer{inDouble}, attr: true},
	{name: "srcdoc", typ: "html", before: `<iframe srcdoc="<a href='`, after: `'>l</a>"></iframe>`, layers: []layer{inSingle, inDouble}, attr: true},
	{name: "srcdoc double", typ: "html", before: `<iframe srcdoc='<a href="`, after: `">l</a>'></iframe>`, layers: []layer{inDouble, inSingle}, attr: true},
	{name: "srcdoc style", typ: "html", before: `<iframe srcdoc="<style>a{b:url('`, after: `')}</style>"></iframe>`, layers: []layer{inCSS, inDouble}, attr: true},
	{name: "srcdoc module", typ: "html", before: `<iframe srcdoc="<script type=module>import('`, after: `')</script>"></iframe>`, layers: []layer{inScript, inDouble}, prefix: "./", attr: true},
	{name: "svg in HTML", typ: "html", before: `<svg><a xlink:href="`, after: `">l</a></svg>`, layers: []layer{inDouble}, attr: true},
	{name: "svg style in HTML", typ: "html", before: `<svg><style><![CDATA[a{b:url("`, after: `")}]]></style></svg>`, layers: []layer{inCSS}},
	{name: "svg animation", typ: "html", before: `<svg><image href="https://z/"><animate attributeName=href values="https://z/;`, after: `; https://y/"></image></svg>`, layers: []layer{inDouble}, attr: true},
	{name: "noscript", typ: "html", before: `<noscript><img src="`, after: `"></noscript>`, layers: []layer{inDouble}, attr: true},
	{name: "template", typ: "html", before: `<template><img src="`, after: `"></template>`, layers: []layer{inDouble}, attr: true},
	{name: "row double", typ: "html", before: `<p data-url="`, after: `">l</p>`, layers: []layer{inDouble}, attr: true},
	{name: "row none", typ: "html", before: `<p data-url=`, after: `>l</p>`, layers: []layer{inNone}, attr: true},
	{name: "row link", typ: "html", before: `<p data-link="`, after: `">l</p>`, layers: []layer{inDouble}, prefix: "./", attr: true},
	{name: "row css", typ: "html", before: `<p data-css="url('`, after: `')">l</p>`, layers: []layer{inCSS, inDouble}, attr: true},
	{name: "row css bare", typ: "html", before: `<p data-css='url(`, after: `), url(https://z/)'>l</p>`, layers: []layer{inURL, inSingle}, attr: true},
	{name: "row json", typ: "html", before: `<p data-json='{"k":"`, after: `","l":"https://z/"}'>l</p>`, layers: []layer{inJSON, inSingle}, prefix: "/", attr: true},
	{name: "row json double", typ: "html", before: `<p data-json="[&quot;`, after: `&quot;]">l</p>`, layers: []layer{inJSON, inDouble}, prefix: "/", attr: true},
	{name: "row json none", typ: "html", before: `<p data-json=["`, after: `"]>l</p>`, layers: []layer{inJSON, inNone}, prefix: "/", attr: true},
	{name: "row json html", typ: "html", before: `<p data-json='{"k":"<a href=\"`, after: `\">l</a>"}'>l</p>`, layers: []layer{inDouble, inJSON, inSingle}, attr: true},
	{name: "row script html", typ: "html", before: `<script type=application/json>["<a href='`, after: `'>l<\/a>"]</script>`, layers: []layer{inSingle, inJSON}},
	{name: "row html", typ: "html", before: `<p data-html="<a href='`, after: `'>l</a>">l</p>`, layers: []layer{inSingle, inDouble}, attr: true},
	{name: "row html none", typ: "html", before: `<p data-html=<a/href='`, after: `'>l</p>`, layers: []layer{inSingle, inNone}, attr: true},
	{name: "row script json", typ: "html", before: `<script type=application/json>{"k":["`, after: `"],"l":"z"}</script>`, layers: []layer{inJSON}, prefix: "/"},
	{name: "row svg", typ: "svg", before: `<g data-url="`, after: `"/>`, layers: []layer{inXML}, attr: true},
	{name: "row svg json", typ: "svg", before: `<g data-json='["`, after: `"]'/>`, layers: []layer{inJSON, inXML}, prefix: "/", attr: true},
	{name: "row svg css", typ: "svg", before: `<g data-css="url(`, after: `)"/>`, layers: []layer{inURL, inXML}, attr: true},
	{name: "svg", typ: "svg", before: `<a href="`, after: `">l</a>`, layers: []layer{inXML}, attr: true},
	{name: "svg single", typ: "svg", before: `<image href='`, after: `'/>`, layers: []layer{inXML}, attr: true},
	{name: "svg style", typ: "svg", before: `<style>a{b:url("`, after: `")}</style>`, layers: []layer{inCSS, inXML}, attr: true},
	{name: "svg style CDATA", typ: "svg", before: `<style><![CDATA[a{b:url("`, after: `");c:"d"}]]></style>`, layers: []layer{inCSS}},
	{name: "svg style attribute", typ: "svg", before: `<g style="a:url('`, after: `');--x:y"/>`, layers: []layer{inCSS, inXML}, attr: true},
	{name: "svg fill", typ: "svg", before: `<g filter="url(`, after: `)"/>`, layers: []layer{inURL, inXML}, attr: true},
	{name: "svg script CDATA", typ: "svg", before: `<script type="module"><![CDATA[import("`, after: `");let z="y"]]></script>`, layers: []layer{inScript}, prefix: "./"},
	{name: "xhtml", typ: "xhtml", before: `<a href="`, after: `">l</a>`, layers: []layer{inXML}, attr: true},
	{name: "xhtml style", typ: "xhtml", before: `<style>a{b:url("`, after: `")}</style>`, layers: []layer{inCSS, inXML}, attr: true},
	{name: "xhtml module", typ: "xhtml", before: `<script type="module">import("`, after: `");let z="y"</script>`, layers: []layer{inScript, inXML}, prefix: "./", attr: true},
	{name: "xhtml import map", typ: "xhtml", before: `<script type="importmap">{"imports":{"k":"`, after: `"}}</script>`, layers: []layer{inJSON, inXML}, prefix: "./", attr: true},
	{name: "css double", typ: "css", before: `a{b:url("`, after: `");c:"d"}`, layers: []layer{inCSS}},
	{name: "css single", typ: "css", before: `a{b:url('`, after: `');c:"d"}`, layers: []layer{inCSS}},
	{name: "css bare", typ: "css", before: `a{b:url(`, after: `);c:"d"}`, layers: []layer{inURL}},
	{name: "css import", typ: "css", before: `@import "`, after: `";a{c:"d"}`, layers: []layer{inCSS}},
}
