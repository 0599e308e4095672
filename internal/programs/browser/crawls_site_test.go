//go:build unix

package browser

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// crawled is the URL of the site that wget crawls. The server is a proxy, so that wget and the
// browser get it at that URL.
const crawled = "http://crawl.example/"

// A crawledPage is a page of that site, and how the server sends it.
type crawledPage struct {
	path      string
	mediaType string
	header    [2]string // a field of the header, if it has a name
	gzip      bool      // Content-Encoding: gzip
	chunked   bool      // Transfer-Encoding: chunked
	body      string
}

// allKinds are links in places of all kinds.
const allKinds = `<style>@import "s/one.css"; b { background: url(s/b.png) }</style>
<link rel=stylesheet href=../sheet.css><meta http-equiv=refresh content="600; url=later.html">
<a href=a.html>a</a> <a href="../up.html?q=1&amp;r=2#f">up</a> <a href=/root.html>root</a> <a href=//other.example/x>other</a>
<img src=i.png srcset="i1.png 1x, ../i2.png 2x" alt=""> <p style="background: url('p.png'), url(../q.png)">x</p>
<picture><source srcset="/w.webp 100w, w2.webp 200w"></picture><form action=send><button formaction=other></button></form>
<svg><a href=drawn.html></a><image href=im.png /></svg><template><a href=inner.html></a></template>
<iframe srcdoc="<a href=nested.html>x</a>"></iframe><a ping="p/one ../p/two" href=mailto:a@b.example>m</a>`

// crawledPages are the pages of the site. The first one leads to the others.
var crawledPages = []crawledPage{
	{path: "d/plain.html", mediaType: "text/html", body: allKinds},
	{path: "d/base.html", mediaType: "text/html", body: `<base href="../sub/x?y"><base href=no/>` + allKinds},
	{path: "d/late.html", mediaType: "text/html", body: allKinds + `<base href=/late/>`},
	{path: "d/false.html", mediaType: "text/html", body: `<textarea><base href=/no/></textarea><template><base href=/no/></template><svg><base href=/no/></svg>` + allKinds},
	{path: "d/gzip.html", mediaType: "text/html", gzip: true, body: `<base href=/z/>` + allKinds},
	{path: "d/chunked.html", mediaType: "text/html", chunked: true, body: `<base href=/c/>` + allKinds},
	{path: "d/both.html", mediaType: "text/html", gzip: true, chunked: true, body: strings.Repeat("<p>text\n", 5000) + allKinds},
	{path: "d/located.html", mediaType: "text/html", header: [2]string{"Content-Location", "/elsewhere/located.en.html"}, body: allKinds},
	{path: "d/linked.html", mediaType: "text/html", header: [2]string{"Link", "<style.css>; rel=preload; as=style"}, body: allKinds},
	{path: "d/cyrillic", mediaType: "text/html; charset=windows-1251", body: "<a href=\"\xef\xf0\xe8\xe2\xe5\xf2.html\">x</a><a href=\"?\xf9\">y</a>"},
	{path: "d/kanji", mediaType: "text/html; charset=shift_jis", body: "<a href=\"\x93\xfa\x96\x7b\x8c\xea.html\">x</a><img src=\"\x83\x5c.png\">"},
	{path: "d/utf16", mediaType: "text/html; charset=utf-16le", body: "<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00\xe9\x00>\x00x\x00"},
	{path: "d/drawing.xhtml", mediaType: "application/xhtml+xml", body: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><a href="x&amp;y">x</a></body></html>`},
	{path: "d/page;p?q=/r", mediaType: "text/html", body: allKinds},
}

// crawledRedirects are paths that redirect, with their Location. None is a folder of another one: wget saves
// each as a file.
var crawledRedirects = []struct{ path, location string }{
	{"d/moved", "../d/plain.html"}, {"d/twice/moved?x", "../moved"}, {"gone", crawled + "d/base.html"},
}

// crawlSite serves the site, and returns the URLs of its pages.
func (b *browser) crawlSite(t testing.TB) (urls []string) {
	all := slices.Clone(crawledPages)
	if hasCorpus() {
		for i, d := range pages(t) {
			all = append(all, crawledPage{path: fmt.Sprintf("real/%d.html", i), mediaType: d.mediaType(), gzip: i%2 == 0, chunked: i%3 == 0, body: string(d.source)})
		}
	}
	var index strings.Builder
	for _, p := range all {
		b.add(crawled+p.path, page{mediaType: p.mediaType, reply: p.answer(t)})
		index.WriteString("<a href=\"" + p.path + "\">x</a>\n")
		urls = append(urls, crawled+p.path)
	}
	for _, r := range crawledRedirects {
		b.add(crawled+r.path, page{mediaType: "text/html", reply: func(w http.ResponseWriter) {
			w.Header().Set("Access-Control-Allow-Origin", "*")
			w.Header().Set("Location", r.location)
			w.WriteHeader(http.StatusFound)
		}})
		index.WriteString("<a href=\"" + r.path + "\">moved</a>\n")
	}
	b.put(crawled, "text/html", []byte(index.String()))
	return append(urls, crawled)
}

// answer returns the function that sends the page.
func (p *crawledPage) answer(t testing.TB) func(http.ResponseWriter) {
	body := []byte(p.body)
	if p.gzip {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, err := z.Write(body)
		require.NoError(t, err)
		require.NoError(t, z.Close())
		body = packed.Bytes()
	}
	return func(w http.ResponseWriter) {
		if p.header[0] != "" {
			w.Header().Set(p.header[0], p.header[1])
		}
		if p.gzip {
			w.Header().Set("Content-Encoding", "gzip")
		}
		if !p.chunked {
			_, _ = w.Write(body)
			return
		}
		for part := range slices.Chunk(body, 100) {
			_, _ = w.Write(part)
			w.(http.Flusher).Flush()
		}
	}
}
