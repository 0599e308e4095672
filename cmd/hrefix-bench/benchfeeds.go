package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/internal/engine"
)

// feedItem is the number of bytes of HTML in an item of a feed, about.
const feedItem = 4_000

// A feedForm is a way to put HTML into a document.
type feedForm struct {
	name, remark          string
	typ                   engine.Type
	before, after         string
	itemBefore, itemAfter string
	content               func(html []byte) []byte
}

// feedForms are HTML itself, and the forms of content of feeds.
var feedForms = []feedForm{
	{name: "HTML", typ: engine.HTML, remark: "all items in one page", content: bytes.Clone},
	{"RSS, CDATA sections", "", engine.XML, rssStart, rssEnd, "<item><link>item.html</link><description><![CDATA[", "]]></description></item>\n", inCDATA},
	{"RSS, escaped", "", engine.XML, rssStart, rssEnd, "<item><link>item.html</link><description>", "</description></item>\n", inXML},
	{"Atom, escaped", "", engine.XML, `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://www.example.org/dir/">`, "</feed>\n",
		`<entry><link href="item.html"/><content type="html">`, "</content></entry>\n", inXML},
	{"Atom 0.3, base64", "in lines of 76 characters", engine.XML, `<feed version="0.3" xmlns="http://purl.org/atom/ns#">`, "</feed>\n",
		`<entry><link href="item.html"/><content type="text/html" mode="base64">`, "</content></entry>\n", inLines},
}

const (
	rssStart = "<rss version=\"2.0\"><channel><title>Feed</title><link>http://www.example.org/</link>\n"
	rssEnd   = "</channel></rss>\n"
)

func inCDATA(html []byte) []byte {
	return bytes.ReplaceAll(html, []byte("]]>"), []byte("]]]]><![CDATA[>"))
}

// xmlEscaper escapes what text must not have. Writers of feeds do the same, and some escape
// quotes, too.
var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func inXML(html []byte) []byte { return []byte(xmlEscaper.Replace(string(html))) }

func inLines(html []byte) []byte {
	var out []byte
	text := base64.StdEncoding.AppendEncode(nil, html)
	for ; len(text) > 76; text = text[76:] {
		out = append(append(out, text[:76]...), '\n')
	}
	return append(out, text...)
}

// feedPeer is hrefix, which reads a form of the documents.
func feedPeer(form *feedForm) (peer, error) {
	rw, err := engine.New(engine.Options{Type: form.typ, Base: baseURL, Also: everything})
	if err != nil {
		return nil, err
	}
	made := make(map[string]*document)
	inForm := func(d *document) *document {
		if made[d.name] == nil {
			feed := page(d.name, form.make(d.data))
			made[d.name] = &feed
		}
		return made[d.name]
	}
	return &goPeer{
		is: about{name: form.name, lacks: form.remark},
		work: func(d *document, out *bytes.Buffer) (int, error) {
			result, err := rw.Append(out.AvailableBuffer(), inForm(d).data)
			*out = *bytes.NewBuffer(result)
			return 0, err
		},
		links: func(d *document) int { return resolvedLinks(rw, inForm(d)) },
	}, nil
}

// perByte divides the costs, which are those of a byte of HTML, by the growth of HTML in a form.
func (r *row) perByte(form *feedForm, docs []document) {
	for i := range r.cost {
		r.cost[i] *= float64(len(docs[i].data)) / float64(len(form.make(docs[i].data)))
	}
}

// make returns a document with a page in items.
func (f *feedForm) make(html []byte) []byte {
	out := []byte(f.before)
	for _, item := range htmlItems(html) {
		out = append(out, f.itemBefore...)
		out = append(out, f.content(item)...)
		out = append(out, f.itemAfter...)
	}
	return append(out, f.after...)
}

// htmlItems cuts a page into items, each before a tag.
func htmlItems(html []byte) (items [][]byte) {
	for len(html) > feedItem {
		n := bytes.IndexByte(html[feedItem:], '<')
		if n < 0 {
			break
		}
		items = append(items, html[:feedItem+n])
		html = html[feedItem+n:]
	}
	return append(items, html)
}

// feedsSection measures feeds against the same HTML in a page.
func (b *bench) feedsSection() (*section, error) {
	docs, err := corpusPages(b.corpus)
	if err != nil {
		return nil, err
	}
	docs = append(docs, madePages()...)
	var peers []peer
	for i := range feedForms {
		p, err := feedPeer(&feedForms[i])
		if err != nil {
			return nil, err
		}
		peers = append(peers, p)
	}
	rows, err := b.contest(docs, b.rounds, byteCount, peers...)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].perByte(&feedForms[i], docs)
	}
	all := []selection{{docs: indexes(docs, func(*document) bool { return true })}}
	var bounds []bound
	for _, f := range feedForms[1:] {
		bounds = append(bounds, bound{what: fmt.Sprintf("feeds: time of %s, HTML = 1", f.name), want: 2, most: true, got: timesOf(rows, f.name, "HTML", all)})
	}
	return &section{
		title: "Feeds, one core",
		text:  fmt.Sprintf("In millions of bytes per second of the file: the pages of above as feeds with items of %s kB. Escaped HTML is up to 1.8 times as long as HTML, and base64 a third longer.", thousands(feedItem/1000)),
		table: costTable(rows, docs, format{megabytes, "links", "HTML"}), bounds: bounds, rows: rows,
	}, nil
}
