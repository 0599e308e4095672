package engine_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// feed returns a feed with content in its innermost element.
var feeds = map[string]func(content string) string{
	"rss": func(s string) string {
		return `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel><item>` + s + `</item></channel></rss>`
	},
	"rdf": func(s string) string {
		return `<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` + s + `</rdf:RDF>`
	},
	"plain RDF": func(s string) string {
		return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` + s + `</rdf:RDF>`
	},
	"other RDF": func(s string) string { return "<RDF\n xmlns='http://x.example/'>" + s + "</RDF>" },
	"atom": func(s string) string {
		return `<feed xmlns="http://www.w3.org/2005/Atom"><entry>` + s + `</entry></feed>`
	},
	"atom03": func(s string) string {
		return `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry>` + s + `</entry></feed>`
	},
	"opml": func(s string) string {
		return `<opml version="2.0"><head/><body>` + s + `</body></opml>`
	},
	"sitemap": func(s string) string {
		return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url>` + s + `</url></urlset>`
	},
	"RSS":  func(s string) string { return `<RSS><Channel>` + s + `</Channel></RSS>` },
	"feed": func(s string) string { return `<feed>` + s + `</feed>` },
	"none": func(s string) string { return `<doc>` + s + `</doc>` },
}

// feedCases are places in feeds: "^" is where http://h/d/ is written.
var feedCases = []struct{ name, kind, text string }{
	{"URLs", "rss", `<link>^x</link><comments> ^y </comments><enclosure url="^z"/><source url='^s'>t</source><wfw:commentRss>^c</wfw:commentRss>`},
	{"other case", "rss", `<LINK>^x</LINK><Enclosure URL="^z"/>`},
	{"URL in a CDATA section", "rss", "<link>\n<![CDATA[^x?a&b]]>\n</link>"},
	{"URL in pieces", "rss", `<link>^x<!-- c -->y</link>`},
	{"character references", "rss", `<link>^x?a=1&amp;b=2</link>`},
	{"absolute", "rss", `<link>http://x/</link>`},
	{"empty", "rss", `<link></link><link/><comments> </comments>`},
	{"link of Atom", "rss", `<atom:link rel="self" href="^f"/>`},
	{"undeclared prefix", "rss", `<itunes:image href="^i"/><x:image href="i"/>`},
	{"permanent link", "rss", `<guid isPermaLink="true">^x</guid>`},
	{"no permanent link", "rss", `<guid isPermaLink="false">/x</guid><guid>12-a</guid><guid>a/b=</guid>`},
	{"path as permanent link", "rss", `<guid>^/x</guid>`},
	{"escaped HTML", "rss", `<description>&lt;a href="^x?a=1&amp;amp;b=2"&gt;t&lt;/a&gt;</description>`},
	{"escaped HTML without quotes", "rss", `<description>&lt;a href=^x>t&lt;/a></description>`},
	{"HTML in a CDATA section", "rss", `<content:encoded><![CDATA[<a href="^x?a=1&amp;b=2"><img src=^i>]]></content:encoded>`},
	{"HTML in pieces", "rss", `<description>&lt;a href="<![CDATA[^x">]]>&lt;img src=^y>t</description>`},
	{"HTML in two sections", "rss", `<description><![CDATA[<a title="]]]]><![CDATA[>" href="^x">]]></description>`},
	{"text/plain", "rss", `<description type="text/plain">&lt;a href="x"&gt;</description>`},
	{"title with markup", "rss", `<title>&lt;a href="^x"&gt;t&lt;/a&gt;</title>`},
	{"title about markup", "rss", `<title>How to use &lt;a href="x"&gt;</title>`},
	{"markup that is not escaped", "rss", `<description><p>x<a href="^x">y</a></p></description><link>^z</link>`},
	{"link in markup", "rss", `<description><link href="^x"/><link>y</link></description>`},
	{"BASE in HTML", "rss", `<description>&lt;base href="http://b/">&lt;a href="http://b/x">t&lt;/a></description>`},
	{"media", "rss", `<media:content url="^v"><media:thumbnail url="^t"/><media:description type="html">&lt;a href="^x"&gt;</media:description><media:title type="plain">&lt;a href="x"&gt;&lt;/a&gt;</media:title></media:content>`},
	{"inline XHTML", "rss", `<body xmlns="http://www.w3.org/1999/xhtml"><a href="^x"/></body>`},
	{"RDF", "rdf", `<channel rdf:about="^c"><items><rdf:Seq><rdf:li rdf:resource="^i"/><rdf:li resource="^j"/></rdf:Seq></items></channel><item rdf:about="^i"><link>^i</link></item>`},
	{"Atom", "atom", `<link href="^x"/><id>x</id><category term="t" scheme="s"/><content src="^y"/><author><uri>^u</uri></author>`},
	{"Atom text", "atom", `<title>&lt;a href="x"&gt;</title><title type="text">&lt;a href="x"&gt;</title>`},
	{"Atom HTML", "atom", `<title type="html">&lt;a href="^x"&gt;</title><summary type="HTML"><![CDATA[<a href="^x">]]></summary><content type="text/html">&lt;a href="^x"&gt;</content>`},
	{"Atom XHTML", "atom", `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="^x"/></div></content>`},
	{"Atom XHTML without a namespace", "atom", `<content type="xhtml"><div><a href="^x"/></div></content>`},
	{"Atom in Atom", "atom", `<content type="application/atom+xml"><entry><link href="^x"/><a href="x"/></entry></content>`},
	{"xml:base", "atom", `<content type="html" xml:base="^b/">&lt;a href="http://h/d/b/x"&gt;</content>`},
	{"Atom 0.3", "atom03", `<content type="text/html" mode="escaped">&lt;a href="^x"&gt;</content><generator url="^g"/><title mode="escaped">&lt;a href="x"&gt;</title>`},
	{"OPML", "opml", `<outline text="t" xmlUrl="^f.xml" htmlUrl="^f"/><outline text="&lt;a href='^x'&gt;t&lt;/a&gt;" url="^u"/>`},
	{"sitemap", "sitemap", `<loc>^x</loc><image:image><image:loc>^i</image:loc></image:image><xhtml:link rel="alternate" href="^y"/>`},
	{"fragments", "rss", `<link>^/#x</link><description>&lt;a href="#x">&lt;img src="^/#x">&lt;iframe srcdoc="&amp;lt;a href=#y>">&lt;/a></description><body xmlns="http://www.w3.org/1999/xhtml"><a href="#z"/></body>`},
	{"fragments and xml:base", "atom", `<content type="html" xml:base="^b/">&lt;a href="http://h/d/b/#x"&gt;</content>`},
	{"empty links of Atom", "atom", `<link href=""/><content src=""/><x xml:base="^b/"><link href="http://h/d/b/"/><content src='http://h/d/b/'/></x>`},
	{"an empty link to the item", "rss", `<description>&lt;a href="">&lt;area href="">&lt;/a></description><body xmlns="http://www.w3.org/1999/xhtml"><a href=""/></body>`},
	{"an empty link and xml:base", "atom", `<content type="html" xml:base="^b/">&lt;a href="http://h/d/b/"&gt;</content>`},
	{"OPML in lower case", "opml", `<outline xmlurl="^a" htmlurl="^b" imageurl="^c"/><outline XMLURL="^d"/><OUTLINE xmlUrl="^e" xmlurl="f"/>`},
	{"OPML with a command", "opml", `<outline xmlUrl="|~/fetch.py"/><outline xmlUrl="exec:~/fetch.py"/>`},
	{"names in capitals", "rss", `<podcast:remoteitem feedurl="^f"/>`},
	{"RSS 1.0 without a namespace", "plain RDF", `<channel rdf:about="^c"><link>^l</link></channel><item rdf:about="^i"><link>^i</link><description>&lt;a href="^x"></description></item>`},
	{"RSS 1.0 in another namespace", "other RDF", `<channel><link>^l</link></channel><item><link>^i</link></item>`},
	{"RSS 1.0 with items first", "plain RDF", `<item><link>^x</link></item><channel><link>^x</link></channel>`},
	{"RDF with other elements", "plain RDF", `<link>x</link><Person><link>x</link></Person>`},
	{"RDF with a channel of its own", "plain RDF", `<x:channel xmlns:x="http://x/"><link>x</link></x:channel>`},
	{"no RDF", "none", `<channel><link>x</link></channel>`},
	{"root in capitals", "RSS", `<Item><Link>^x</Link></Item>`},
	{"no namespace", "feed", `<link href="^x"/><entry><content type="html">&lt;a href="^y"&gt;</content></entry>`},
	{"names without a local part", "rss", `<atom:></atom:><rdf:/><link>^x</link>`},
	{"no feed", "none", `<link>x</link><enclosure url="y"/><description>&lt;a href="x"&gt;</description>`},
}

func TestFeeds(t *testing.T) {
	for _, c := range feedCases {
		t.Run(c.name, func(t *testing.T) {
			src := feeds[c.kind](strings.NewReplacer("http://h/d/b/", "", "http://b/x", "x", "^", "").Replace(c.text))
			want := feeds[c.kind](strings.NewReplacer("^/", "http://h/", "^", "http://h/d/").Replace(c.text))
			r := promise.Check(t, []byte(src), engine.Options{Type: detect.XML, Base: pageURL})
			require.Equal(t, want, string(r.Output))
			promise.Check(t, []byte(src), engine.Options{Type: detect.XML})
		})
	}
}

// TestFeedBase64: HTML in base64, as Atom 0.3 has it, is encoded again.
func TestFeedBase64(t *testing.T) {
	encode := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	src := feeds["atom03"](`<content type="text/html" mode="base64">` + "\n" + encode(`<a href="x">`) + "\n" + `</content>`)
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.XML, Base: pageURL})
	require.Equal(t, feeds["atom03"](`<content type="text/html" mode="base64">`+"\n"+encode(`<a href="http://h/d/x">`)+"\n"+`</content>`), string(r.Output))

	src = feeds["atom03"](`<content type="text/html" mode="base64">` + encode(`<a href="x">`) + `=?</content>`)
	r = promise.Check(t, []byte(src), engine.Options{Type: detect.XML, Base: pageURL})
	require.Equal(t, engine.Left, r.References[0].Status)
	require.Contains(t, r.References[0].Reason, "base64")
}

// feedBaseCases are feeds in which [ is where the base is written that was expected.
var feedBaseCases = []struct {
	name, src, want string
	opts            engine.Options
}{
	{"the link of the channel", `<rss><channel><link>http://a/b/</link><item><link>c</link></item></channel></rss>`, "http://a/b/c", engine.Options{}},
	{"after the items", `<rss><channel><item><link>c</link></item><link>http://a/b/</link></channel></rss>`, "http://a/b/c", engine.Options{}},
	{"in RDF", feeds["rdf"](`<channel><link>http://a/b/</link></channel><item><link>c</link></item>`), "http://a/b/c", engine.Options{}},
	{"not that of an item", feeds["rdf"](`<item><link>http://a/b/</link></item><item><link>c</link></item>`), "", engine.Options{}},
	{"not that of an image", `<rss><channel><image><link>http://a/b/</link></image><item><link>c</link></item></channel></rss>`, "", engine.Options{}},
	{"the link of Atom", `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="http://s/f"/><link href="http://a/b/"/><entry><link href="c"/></entry></feed>`, "http://a/b/c", engine.Options{}},
	{"a relation as a URL", `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="http://www.iana.org/assignments/relation/alternate" href="http://a/b/"/><entry><link href="c"/></entry></feed>`, "http://a/b/c", engine.Options{}},
	{"not that of an entry", `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="http://a/b/"/><link href="c"/></entry></feed>`, "", engine.Options{}},
	{"the link to itself", `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="http://a/b/"/><entry><link href="c"/></entry></feed>`, "http://a/b/c", engine.Options{}},
	{"a relative link, then the link to itself", `<rss><channel><link>d/</link><atom:link rel="self" href="http://a/b/f"/><item><link>c</link></item></channel></rss>`, "http://a/b/c", engine.Options{}},
	{"a relative link", `<rss><channel><link>d/</link><item><link>c</link></item></channel></rss>`, "", engine.Options{}},
	{"xml:base first", `<rss xml:base="http://x/"><channel><link>http://a/b/</link><item><link>c</link></item></channel></rss>`, "http://x/c", engine.Options{}},
	{"relative xml:base", `<rss xml:base="x/"><channel><link>http://a/b/</link><item><link>c</link></item></channel></rss>`, "http://a/b/x/c", engine.Options{}},
	{"xml:base of the link", `<rss><channel><link xml:base="http://a/">b/</link><item><link>c</link></item></channel></rss>`, "http://a/b/c", engine.Options{}},
	{"-b first", `<rss><channel><link>http://a/b/</link><item><link>c</link></item></channel></rss>`, "http://r/c", engine.Options{Base: "http://r/"}},
	{"no hints", `<rss><channel><link>http://a/b/</link><item><link>c</link></item></channel></rss>`, "", engine.Options{NoHints: true}},
	{"no URL", `<rss><channel><link>mailto:a@b</link><item><link>c</link></item></channel></rss>`, "", engine.Options{}},
	{"an entity", `<!DOCTYPE rss [<!ENTITY e "x">]><rss><channel><link>http://a/&e;</link><item><link>c</link></item></channel></rss>`, "", engine.Options{}},

	{"channel-link", `<rss><channel><link>http://a/b/</link><item><link>c</link></item></channel></rss>`, "http://a/b/c", engine.Options{Base: "http://r/", FeedBase: engine.FeedLink}},
	{"channel-link without hints", `<rss><channel><link>http://a/b/</link><item><link>c</link></item></channel></rss>`, "http://a/b/c", engine.Options{NoHints: true, FeedBase: engine.FeedLink}},
	{"channel-link, relative", `<rss><channel><link>b/</link><item><link>c</link></item></channel></rss>`, "http://r/b/c", engine.Options{Base: "http://r/", FeedBase: engine.FeedLink}},
	{"channel-link below xml:base", `<rss xml:base="x/"><channel><link>b/</link><item xml:base="/y/"><link>c</link></item></channel></rss>`, "http://r/y/c", engine.Options{Base: "http://r/", FeedBase: engine.FeedLink}},
	{"channel-link, missing", `<rss><channel><item><link>c</link></item></channel></rss>`, "http://r/c", engine.Options{Base: "http://r/", FeedBase: engine.FeedLink}},
	{"self", `<rss><channel><link>http://a/b/</link><atom:link rel="self" href="http://s/f"/><item><link>c</link></item></channel></rss>`, "http://s/c", engine.Options{Base: "http://r/", FeedBase: engine.FeedSelf}},
	{"none", `<rss><channel><link>http://a/b/</link><item><link>c</link></item></channel></rss>`, "", engine.Options{FeedBase: engine.NoFeedBase}},
}

// TestFeedBase: which link of a feed gives the base of its last link.
func TestFeedBase(t *testing.T) {
	for _, c := range feedBaseCases {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Type = detect.XML
			r := promise.Check(t, []byte(c.src), c.opts)
			last := len(r.References) - 1
			for r.References[last].Text != "c" {
				last--
			}
			if c.want == "" {
				require.Equal(t, engine.Unresolved, r.References[last].Status)
				return
			}
			require.Equal(t, c.want, r.References[last].Target)
		})
	}
}

// TestFeedLinkItself: the link that gives the base is not resolved against itself.
func TestFeedLinkItself(t *testing.T) {
	src := `<rss xml:base="x/"><channel><link>b/</link><item><link>c</link></item></channel></rss>`
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.XML, Base: "http://r/", FeedBase: engine.FeedLink})
	require.Contains(t, string(r.Output), "<link>http://r/x/b/</link>")
}

// TestFeedInTree: links of a feed become absolute when those of pages become relative, with a note.
func TestFeedInTree(t *testing.T) {
	tree := treeOf(t, "http://h/", "a/feed.rss", "a/feed.rss", "a/x")
	src := `<rss><channel><link>http://h/a/x</link><item><link>x</link><comments>http://o/</comments><description>&lt;a href="x"&gt;&lt;base href="x"&gt;</description></item></channel></rss>`
	rw, err := engine.New(engine.Options{Type: detect.XML, Mode: engine.MakeRelative, Tree: tree})
	require.NoError(t, err)
	var got []string
	plan := rw.Visit([]byte(src), engine.Visitor{Reference: func(r *engine.Reference) {
		got = append(got, r.Status.String()+" "+r.Reason.Code+" "+string(r.Target))
	}})
	require.Equal(t, []string{
		"left feed http://h/a/x", "resolved feed http://h/a/x", "absolute  http://o/", "resolved feed http://h/a/x", "resolved feed http://h/a/x",
	}, got)
	require.Len(t, plan.Notes, 1)
	require.Equal(t, "feed", plan.Notes[0].Code)
}

// unknownURLs is a tree whose files have locations, and URLs that are not known.
type unknownURLs struct{ engine.Tree }

func (unknownURLs) URL() string                       { return "" }
func (unknownURLs) Find(string) (_, _ string, _ bool) { return "", "", false }
func (t unknownURLs) At(location string) (string, bool) {
	_, ok := t.Tree.At(location)
	return "", ok
}

// TestFeedWithoutURL: links to files whose URLs are not known stay, and relative links of a feed
// with a base lead to no file beside it.
func TestFeedWithoutURL(t *testing.T) {
	tree := unknownURLs{treeOf(t, "http://h/", "a/feed.rss", "a/feed.rss", "a/x")}
	for src, want := range map[string]string{
		`<rss><channel><item><link>x</link></item></channel></rss>`:                       `<link>x</link></item>`,
		`<rss><channel><link>http://b/</link><item><link>x</link></item></channel></rss>`: `<link>http://b/x</link></item>`,
	} {
		out, err := engine.Bytes([]byte(src), engine.Options{Type: detect.XML, Mode: engine.MakeRelative, Tree: tree})
		require.NoError(t, err)
		require.Contains(t, string(out), want)
	}
}

// TestFeedMoves: links of a feed move, except for identifiers.
func TestFeedMoves(t *testing.T) {
	src := `<rss><channel><link>http://old/</link><item><link>http://old/a</link><guid>http://old/a</guid><guid isPermaLink="true">/a</guid>` +
		`<description>&lt;a href="http://old/b"&gt;&lt;a href="c"&gt;</description></item></channel></rss>`
	want := `<rss><channel><link>http://new/</link><item><link>http://new/a</link><guid>http://old/a</guid><guid isPermaLink="true">/a</guid>` +
		`<description>&lt;a href="http://new/b"&gt;&lt;a href="c"&gt;</description></item></channel></rss>`
	moves := []engine.Move{{From: "http://old/", To: "http://new/"}}
	r, _ := promise.CheckMoved(t, []byte(src), engine.Options{Type: detect.XML, Base: "http://old/feed", Moves: moves})
	require.Equal(t, want, string(r.Output))

	// Without a base, the link of the feed gives it, and it moves itself.
	r, _ = promise.CheckMoved(t, []byte(src), engine.Options{Type: detect.XML, Moves: moves})
	require.Equal(t, want, string(r.Output))
}

// TestFeedPins: the base is written as xml:base if readers of the feed know that.
func TestFeedPins(t *testing.T) {
	for kind, want := range map[string]string{"rss": "ignored-xml-base", "rdf": "ignored-xml-base", "atom": "", "opml": "not-pinned", "sitemap": "not-pinned"} {
		src := feeds[kind](`<a/>`)
		rw, err := engine.New(engine.Options{Type: detect.XML, Mode: engine.Pin, Base: "http://h/f"})
		require.NoError(t, err)
		plan := rw.Plan([]byte(src))
		require.Equal(t, want != "not-pinned", len(plan.Edits()) == 1, kind)
		if want == "" {
			require.Empty(t, plan.Notes, kind)
			continue
		}
		require.Equal(t, want, plan.Notes[0].Code, kind)
	}
}

// TestFeedGrowth: the documents in a feed share its limit. Those beyond it are left, with a note.
func TestFeedGrowth(t *testing.T) {
	item := `<item><link>x</link><description>` + strings.Repeat(`&lt;a href=x&gt;`, 1000) + `</description></item>`
	src := `<rss><channel>` + strings.Repeat(item, 3) + `</channel></rss>`
	for _, large := range []int{1 << 20, 100} {
		rw, err := engine.New(engine.Options{Type: detect.XML, Base: "http://h/" + strings.Repeat("b", 7_000) + "/", MaxGrowth: 1})
		require.NoError(t, err)
		rw.SetLarge(large)
		counts := make(map[string]int)
		plan := rw.References([]byte(src), func(r *engine.Reference) { counts[r.Status.String()+r.Reason.Code]++ })
		require.Equal(t, map[string]int{"resolved": 2003, "leftgrowth": 1000}, counts)
		require.Len(t, plan.Notes, 1)
		out, err := plan.Bytes()
		require.NoError(t, err)
		require.Less(t, len(out), len(src)+16<<20)
	}
}

// TestFeedNotes: what holds for a feed as a whole is noted once, not for each item.
func TestFeedNotes(t *testing.T) {
	src := `<?xml version="1.0" encoding="iso-8859-1"?><rss><channel>` + strings.Repeat(`<item><description>&lt;a href="x"&gt;</description></item>`, 9) + `</channel></rss>`
	rw, err := engine.New(engine.Options{Type: detect.XML, Base: "http://h/é/"})
	require.NoError(t, err)
	plan := rw.Plan([]byte(src))
	require.Len(t, plan.Notes, 1)
	require.Equal(t, "mapped-base", plan.Notes[0].Code)
	require.Len(t, plan.Edits(), 9)
}
