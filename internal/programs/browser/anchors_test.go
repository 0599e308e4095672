//go:build unix

package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/reason"
)

// An ownLink is a link that is only a fragment, and whether it leads to a part of its document.
type ownLink struct {
	Text  string
	Leads bool
}

// ownLinks is a program that lists the links of documents that are only a fragment, in the order of the documents,
// with whether they lead to a part of the document: HTML Standard section 7.4.6.4. A document in which a BASE
// element decides where they lead has none.
const ownLinks = `Promise.all(%s.map(url => new Promise(done => {
	const get = new XMLHttpRequest();
	get.open("GET", url);
	get.responseType = "document";
	get.onload = () => {
		const doc = get.response;
		if (!doc || doc.querySelector("base[href]")) return done([]);
		const named = name => doc.getElementById(name) || [...doc.querySelectorAll("a[name]")].some(a => a.namespaceURI.endsWith("xhtml") && a.name === name);
		const decode = text => new TextDecoder().decode(Uint8Array.from(text.replace(/%%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))), c => c.charCodeAt(0)));
		const leads = text => {
			const fragment = new URL("x:" + text).hash.slice(1).split(":~:")[0];
			const decoded = decode(fragment);
			return !fragment || !!named(fragment) || !!named(decoded) || decoded.toLowerCase() === "top";
		};
		done([...doc.querySelectorAll("a[href], area[href]")].filter(a => a.namespaceURI.endsWith("xhtml"))
			.map(a => a.getAttribute("href").replace(/^[\0- ]+|[\0- ]+$|[\t\n\r]/g, "")).filter(text => text[0] === "#")
			.map(text => ({Text: text, Leads: leads(text)})));
	};
	get.onerror = () => done(null);
	get.send();
}))).then(JSON.stringify)`

// anchored has ids and names in places that a parser moves, drops or ignores.
const anchored = `<!doctype html><html id=html><body id=body><p id=p><a name=n>n</a><img name=img id=img><map name=map id=m></map>
<a href=#html>1</a><a href=#body>2</a><a href=#p>3</a><a href=#n>4</a><a href=#img>5</a><a href=#map>6</a><a href=#N>7</a>
<a href=#>8</a><a href=#top>9</a><a href=#TOP>10</a><a href="#none">11</a><a href="#p:~:text=n">12</a><a href="#:~:text=n">13</a>
<a href="#b%C3%A9">14</a><a href="#b&eacute;">15</a><b id="b&eacute;">b</b><a href="#a%20b">16</a><b id="a b">b</b><a href="#%70">17</a>
<template><b id=t>t</b></template><a href=#t>18</a><!-- <b id=c> --><a href=#c>19</a><svg id=s><g id=g><a name=sa></a></g></svg>
<a href=#s>20</a><a href=#g>21</a><a href=#sa>22</a><table id=tab><b id=f>f</b><tr id=tr><td id=td></table><a href=#tab>23</a><a href=#f>24</a>
<a href=#tr>25</a><a href=#td>26</a><tr id=lost><td id=lost2><a href=#lost>27</a><a href=#lost2>28</a><textarea id=ta><b id=raw></textarea>
<a href=#ta>29</a><a href=#raw>30</a><select id=se><option id=o><b id=sb></select><a href=#o>31</a><a href=#sb>32</a><body id=body2 name=x>
<a href=#body2>33</a><html id=html2 lang=en><a href=#html2>34</a><p ID=caps><a href=#caps>35</a><a HREF=" #p ">36</a><area href=#p>
<p id=""><p id=twice><p id=twice><a href=#twice>37</a><frameset id=fs><frame id=fr></frameset><a href=#fs>38</a><a href=#fr>39</a>`

// TestBrowserAnchors compares which links within a document stay with those that lead to a part of the document that
// the browser makes of it.
func TestBrowserAnchors(t *testing.T) {
	b := start(t)
	compared, stay := 0, 0
	docs := append(documents(t), document{name: "anchors", url: "http://doc.example/dir/anchors.html", charset: "utf-8", source: []byte(anchored)})
	for _, group := range byOrigin(t, docs) {
		group = slices.DeleteFunc(group, func(d document) bool {
			return bytes.IndexByte(d.source, '#') < 0 || d.hasNoscript() // this reader runs no scripts
		})
		for docs := range slices.Chunk(group, batch) {
			b.drop()
			var urls []string
			for _, d := range docs {
				b.put(d.url, d.mediaType(), d.source)
				urls = append(urls, d.url)
			}
			list, err := json.Marshal(urls)
			require.NoError(t, err)
			var want [][]ownLink
			require.NoError(t, b.open(t, origin(t, docs[0].url)).EvaluateJSON(nil, fmt.Sprintf(ownLinks, list), &want))
			for i := range docs {
				got := docs[i].ownLinks(t)
				for _, link := range want[i] {
					leads, found := got[link.Text]
					if !found {
						continue // the other test of all links says so
					}
					require.Equal(t, link.Leads, leads, "%s: %s", docs[i].name, link.Text)
					compared++
					if leads {
						stay++
					}
				}
			}
		}
	}
	t.Logf("%d links compared, of which %d stay", compared, stay)
	require.Greater(t, stay, 0)
	if hasCorpus() {
		require.Greater(t, compared, 3000)
	}
}

// ownLinks returns the links of a document that are only a fragment, and whether they stay because they lead to a
// part of it.
func (d *document) ownLinks(t testing.TB) map[string]bool {
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: d.url, Charset: d.charset})
	require.NoError(t, err, d.name)
	links := make(map[string]bool)
	rw.References(d.source, func(r *engine.Reference) {
		if (r.Element == "a" || r.Element == "area") && r.Attr == "href" && strings.HasPrefix(string(r.Text), "#") {
			links[string(r.Text)] = r.Reason.Code == reason.OwnAnchor.Code
		}
	})
	return links
}
