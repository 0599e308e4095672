package feeds

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Kinds are the kinds of feeds that [Random] makes.
var Kinds = []string{"rss", "rdf", "rss09", "atom", "atom03", "opml", "sitemap"}

// XMLBases are the values of the xml:base attributes of random feeds.
type XMLBases struct {
	Values  []string
	InXHTML bool // elements of XHTML have some, too
}

// AllBases are bases of all forms.
var AllBases = XMLBases{[]string{"http://base.example/x/", "z/", "../", "/root/", "http://base.example/x/y", "http://other.example/?q"}, true}

// DirectoryBases are the bases that end with "/", for readers that read any other base as a
// directory, too.
var DirectoryBases = XMLBases{Values: AllBases.Values[:4]}

// Random returns a well-formed feed of a kind with about n items, whose xml:base attributes have
// some of the bases. Same can compare it with its output.
func Random(r *rand.Rand, kind string, n int, bases XMLBases) []byte {
	g := &generator{Rand: r, bases: bases}
	if r.IntN(2) == 0 {
		g.WriteString(`<?xml version="1.0" encoding="utf-8"?>` + g.pick("\n", "\r\n", ""))
	}
	switch kind {
	case "rss":
		g.rss(n)
	case "rdf":
		g.rdf(n, "http://purl.org/rss/1.0/")
	case "rss09":
		g.rdf(n, "http://my.netscape.com/rdf/simple/0.9/")
	case "atom":
		g.atom(n)
	case "atom03":
		g.atom03(n)
	case "opml":
		g.opml(n)
	case "sitemap":
		g.sitemap(n)
	default:
		panic(kind)
	}
	return []byte(g.String())
}

// A generator writes a random feed.
type generator struct {
	*rand.Rand
	strings.Builder
	bases XMLBases
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

// url returns a reference. Most are relative.
func (g *generator) url() string {
	return g.pick("a", "b/c.html", "/d", "../e", "./f?x=1&y=2", "?q", "#g", "//host.example/h", "http://abs.example/i",
		"j k", "l;p=1", "https://abs.example/m?n=1&o=2", "mailto:a@b.example", "tag:example.com,2006:x", "é", "%7Ep", "q'r", "s(t)")
}

// escape writes text for an element or an attribute, with character references of all kinds.
func (g *generator) escape(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case strings.ContainsRune(`<>&"'`, c) && g.chance(3):
			b.WriteString(g.pick(fmt.Sprintf("&#%d;", c), fmt.Sprintf("&#x%X;", c), fmt.Sprintf("&#x%x;", c)))
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '&':
			b.WriteString("&amp;")
		case c == '"':
			b.WriteString("&quot;")
		case c == '\'':
			b.WriteString("&apos;")
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// attr returns an attribute.
func (g *generator) attr(name, value string) string {
	quote := g.pick(`"`, `'`)
	return " " + name + g.pick("=", " = ") + quote + g.escape(value) + quote
}

// maybeBase returns an xml:base attribute, or nothing.
func (g *generator) maybeBase() string {
	if !g.chance(4) {
		return ""
	}
	return g.attr("xml:base", g.pick(g.bases.Values...))
}

// element writes an element with text.
func (g *generator) element(name, attrs, text string) {
	g.WriteString("<" + name + attrs + ">" + text + "</" + name + ">" + g.pick("\n", "\r\n  ", "", "<!-- a -->", "<?a b?>"))
}

// link writes an element that has a URL as content.
func (g *generator) link(name, attrs string) {
	space := g.pick("", "", "\n  ", " ")
	text := space + g.escape(g.url()) + space
	if g.chance(5) {
		text = space + "<![CDATA[" + g.url() + "]]>" + space
	}
	g.element(name, attrs+g.maybeBase(), text)
}

// html returns HTML.
func (g *generator) html() string {
	var b strings.Builder
	for range 1 + g.IntN(4) {
		url := strings.NewReplacer("&", g.pick("&", "&amp;"), "'", "&#39;").Replace(g.url())
		b.WriteString(g.pick(
			`<p>text &amp; more`,
			`<a href="`+url+`">a</a>`,
			`<a title='x' href='`+url+`'>b</a>`,
			`<IMG SRC="`+url+`" alt="a > b">`,
			`<img src="`+url+`" srcset="s1.png 1x, /s2.png 2x">`,
			`<div style="background: url(bg.png)">x</div>`,
			`<!-- <a href="comment">`+"-->",
			`<pre>]]&gt; </pre>`,
			"<video poster=p.png><source src=v.mp4></video>\n",
			`<form action="/post"><input type=image src=i.png></form>`,
			`<textarea><a href="no"></textarea>`,
			`<iframe srcdoc="<a href=&quot;in&quot;>x</a>"></iframe>`,
			`<script>x = "<a href='no'>"</script>`,
			`[gallery ids="1,2" link="file"] [caption]<a href="cap.html">c</a>[/caption]`,
		))
	}
	return b.String()
}

// markup returns content that is HTML: escaped, in CDATA, or in pieces of both.
func (g *generator) markup(html string) string {
	switch g.IntN(4) {
	case 0:
		return cdata(html)
	case 1: // pieces
		at := g.IntN(len(html) + 1)
		for at > 0 && at < len(html) && html[at]&0xC0 == 0x80 {
			at--
		}
		return g.escape(html[:at]) + cdata(html[at:])
	case 2:
		return g.pick("\n", " ") + g.escape(html) + g.pick("\n", " ")
	}
	return g.escape(html)
}

// cdata returns CDATA sections with a text.
func cdata(s string) string {
	return "<![CDATA[" + strings.ReplaceAll(s, "]]>", "]]]]><![CDATA[>") + "]]>"
}

// xhtml returns inline XHTML.
func (g *generator) xhtml() string {
	base := ""
	if g.bases.InXHTML {
		base = g.maybeBase()
	}
	return `<div xmlns="http://www.w3.org/1999/xhtml"` + base + `>x <a` + g.attr("href", g.url()) + `>y</a><img` + g.attr("src", g.url()) + `/> z</div>`
}

const modules = ` xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/"` +
	` xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"` +
	` xmlns:a="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"`

func (g *generator) rss(n int) {
	g.WriteString(`<rss version="2.0"` + modules + g.maybeBase() + `><channel` + g.maybeBase() + ">\n")
	g.element("title", "", "News &amp; more")
	g.link("link", "")
	g.WriteString("<a:link" + g.attr("href", g.url()) + ` rel="self"/>`)
	g.element("description", g.maybeBase(), g.markup(g.html()))
	g.WriteString("<image>")
	g.link("url", "")
	g.link("link", "")
	g.WriteString("</image><itunes:image" + g.attr("href", g.url()) + "/>")
	g.link("docs", "")
	for i := range n {
		g.rssItem(i)
	}
	g.WriteString("</channel></rss>\n")
}

func (g *generator) rssItem(i int) {
	g.WriteString("<item" + g.maybeBase() + ">")
	g.element("title", "", fmt.Sprintf("Item %d: a/b.html", i))
	g.link("link", "")
	g.link("comments", "")
	g.link("wfw:commentRss", "")
	g.element("guid", g.pick("", ` isPermaLink="true"`), g.escape(g.pick("/perma/1", "http://abs.example/2")))
	g.element("guid", ` isPermaLink="false"`, "a/b/c")
	g.element("dc:creator", "", "a/b")
	g.WriteString("<enclosure" + g.attr("url", g.url()) + ` length="1" type="audio/mpeg"/>`)
	g.WriteString("<media:content" + g.attr("url", g.url()) + "><media:thumbnail" + g.attr("url", g.url()) + "/></media:content>")
	g.WriteString("<source" + g.attr("url", g.url()) + ">Name</source>")
	g.element("category", ` domain="x/y"`, "a/b")
	g.element("description", g.maybeBase(), g.markup(g.html()))
	if g.chance(2) {
		g.element("content:encoded", g.maybeBase(), g.markup(g.html()))
	}
	g.WriteString("</item>\n")
}

func (g *generator) rdf(n int, space string) {
	g.WriteString(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="` + space + `"` + modules + g.maybeBase() + ">")
	g.WriteString("<channel" + g.attr("rdf:about", g.url()) + ">")
	g.link("link", "")
	g.WriteString("<items><rdf:Seq>")
	for range n {
		g.WriteString("<rdf:li" + g.attr("rdf:resource", g.url()) + "/>")
	}
	g.WriteString("</rdf:Seq></items></channel>\n")
	for range n {
		g.WriteString("<item" + g.attr("rdf:about", g.url()) + ">")
		g.element("title", "", "a/b.html")
		g.link("link", "")
		g.element("description", "", g.markup(g.html()))
		g.element("content:encoded", g.maybeBase(), g.markup(g.html()))
		g.WriteString("</item>\n")
	}
	g.WriteString("</rdf:RDF>")
}

func (g *generator) atom(n int) {
	g.WriteString(`<feed xmlns="http://www.w3.org/2005/Atom"` + g.maybeBase() + ">")
	g.element("title", ` type="text"`, "a/b &lt;a href='no'>")
	g.element("id", "", "http://abs.example/id")
	g.link("icon", "")
	g.link("logo", "")
	g.WriteString("<generator" + g.attr("uri", g.url()) + ">G</generator>")
	for i := range n {
		g.WriteString("<entry" + g.maybeBase() + "><link" + g.attr("href", g.url()) + ` rel="alternate"/>`)
		g.WriteString("<link" + g.attr("href", g.url()) + ` rel="enclosure"/>`)
		g.element("id", "", fmt.Sprintf("entry/%d", i))
		g.WriteString("<author>")
		g.element("name", "", "x/y")
		g.link("uri", "")
		g.WriteString("</author>")
		g.element("title", ` type="html"`+g.maybeBase(), g.markup(g.html()))
		g.element("summary", ` type="xhtml"`+g.maybeBase(), g.xhtml())
		if g.chance(3) {
			g.WriteString("<content" + g.attr("src", g.url()) + ` type="video/mp4"/>`)
		} else {
			g.element("content", ` type="html"`+g.maybeBase(), g.markup(g.html()))
		}
		g.WriteString("</entry>\n")
	}
	g.WriteString("</feed>")
}

func (g *generator) atom03(n int) {
	g.WriteString(`<feed version="0.3" xmlns="http://purl.org/atom/ns#"` + g.maybeBase() + ">")
	for range n {
		g.WriteString("<entry" + g.maybeBase() + "><link" + g.attr("href", g.url()) + ` rel="alternate"/><author>`)
		g.link("url", "")
		g.WriteString("</author>")
		g.element("title", ` type="text/plain" mode="escaped"`, "a/b &amp;lt;a href='no'>")
		g.element("summary", ` type="text/html" mode="escaped"`+g.maybeBase(), g.markup(g.html()))
		g.element("content", ` type="application/xhtml+xml" mode="xml"`+g.maybeBase(), g.xhtml())
		text := base64.StdEncoding.EncodeToString([]byte("<p>" + g.html()))
		if g.chance(2) && len(text) > 64 {
			text = "\n" + text[:64] + "\n" + text[64:] + "\n"
		}
		g.element("content", ` type="text/html" mode="base64"`+g.maybeBase(), text)
		g.WriteString("</entry>\n")
	}
	g.WriteString("</feed>")
}

func (g *generator) opml(n int) {
	g.WriteString(`<opml version="2.0"` + g.maybeBase() + "><head>")
	g.element("title", "", "a/b")
	g.WriteString("</head><body>")
	for i := range n {
		g.WriteString(`<outline text="folder/x">`)
		g.WriteString("<outline" + g.attr("text", "x/y") + ` type="rss"` + g.attr("xmlUrl", g.url()) + g.attr("htmlUrl", g.url()) + "/>")
		g.WriteString("<outline" + g.attr("text", fmt.Sprint(i)) + ` type="link"` + g.attr("url", g.url()) + "/>")
		g.WriteString("</outline>\n")
	}
	g.WriteString("</body></opml>")
}

func (g *generator) sitemap(n int) {
	g.WriteString(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"` + g.maybeBase() + ">")
	for range n {
		g.WriteString("<url>")
		g.link("loc", "")
		g.element("lastmod", "", "2026-01-01")
		g.WriteString("<image:image>")
		g.link("image:loc", "")
		g.WriteString("</image:image></url>\n")
	}
	g.WriteString("</urlset>")
}
