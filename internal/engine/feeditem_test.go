package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// atomOf returns a feed in Atom.
func atomOf(text string) string {
	return `<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://c/"/>` + text + `</feed>`
}

// itemCases are feeds with references to "x" whose targets are known, in their order. "-" is a reference that
// has no target.
var itemCases = []struct {
	name, src, want string
	opts            engine.Options
}{
	{"link", `<rss><channel><link>http://c/</link><item><link>http://i/1/p</link><description>&lt;img src="x"></description></item></channel></rss>`, "http://i/1/x", engine.Options{}},
	{"link after the content", `<rss><channel><item><description>&lt;img src="x"></description><link>http://i/1/p</link></item></channel></rss>`, "http://i/1/x", engine.Options{}},
	{"each item", `<rss><channel><link>http://c/</link><item><description>&lt;a href="x"></description><link>http://i/1/</link></item>` +
		`<item><description>&lt;a href="x"></description></item><item><link>/3/</link><description>&lt;a href="x"></description></item></channel></rss>`, "http://i/1/x http://c/x http://c/3/x", engine.Options{}},
	{"other places", `<rss><channel><item><link>http://i/1/</link><enclosure url="x"/><comments>x</comments></item><link>http://c/</link></channel></rss>`, "http://i/1/x http://i/1/x", engine.Options{}},
	{"not itself", `<rss><channel><link>http://c/d/</link><item><link>x</link><guid isPermaLink="true">x</guid></item></channel></rss>`, "http://c/d/x http://c/d/x", engine.Options{}},
	{"guid", `<rss><channel><link>http://c/</link><item><guid>http://i/1/</guid><description>&lt;a href="x"></description></item></channel></rss>`, "http://i/1/x", engine.Options{}},
	{"link before guid", `<rss><channel><link>http://c/</link><item><guid>http://g/</guid><link>http://i/</link><guid>http://g/</guid><description>&lt;a href="x"></description></item></channel></rss>`, "http://i/x", engine.Options{}},
	{"guid that is none", `<rss><channel><link>http://c/</link><item><guid isPermaLink="false">http://g/</guid><description>&lt;a href="x"></description></item></channel></rss>`, "http://c/x", engine.Options{}},
	{"-b", `<rss><channel><item><link>http://i/1/</link><description>&lt;a href="x"></description></item></channel></rss>`, "http://i/1/x", engine.Options{Base: "http://r/"}},
	{"a relative link and -b", `<rss><channel><item><link>1/</link><description>&lt;a href="x"></description></item></channel></rss>`, "http://r/1/x", engine.Options{Base: "http://r/"}},
	{"no hints", `<rss><channel><link>http://c/</link><item><link>http://i/1/</link><description>&lt;a href="x"></description></item><item><description>&lt;a href="x"></description></item></channel></rss>`, "http://i/1/x -", engine.Options{NoHints: true}},
	{"xml:base around", `<rss xml:base="http://b/"><channel><item><link>http://i/1/</link><description>&lt;a href="x"></description></item></channel></rss>`, "http://b/x", engine.Options{}},
	{"xml:base of the item", `<rss><channel><item xml:base="http://b/"><link>http://i/1/</link><description>&lt;a href="x"></description></item></channel></rss>`, "http://b/x", engine.Options{}},
	{"xml:base in the item", `<rss><channel><item><link>http://i/1/</link><description xml:base="d/">&lt;a href="x"></description></item></channel></rss>`, "http://i/1/d/x", engine.Options{}},
	{"xml:base of the link", `<rss><channel><link>http://c/</link><item><link xml:base="http://b/">x</link><description>&lt;a href="x"></description></item></channel></rss>`, "http://b/x http://c/x", engine.Options{}},
	{"BASE", `<rss><channel><item><link>http://i/1/</link><description>&lt;base href="http://b/">&lt;a href="x"></description></item></channel></rss>`, "http://b/x", engine.Options{}},
	{"an entity", `<!DOCTYPE rss [<!ENTITY e "x">]><rss><channel><link>http://c/</link><item><link>http://i/&e;</link><description>&lt;a href="x"></description></item></channel></rss>`, "-", engine.Options{}},
	{"an opaque link", `<rss><channel><link>http://c/</link><item><link>mailto:a@b</link><description>&lt;a href="x"></description></item></channel></rss>`, "http://c/x", engine.Options{}},
	{"the link of an image", `<rss><channel><link>http://c/</link><item><image><link>http://i/</link></image><description>&lt;a href="x"></description></item></channel></rss>`, "http://c/x", engine.Options{}},
	{"RDF", feeds["rdf"](`<channel><link>http://c/</link></channel><item><description>&lt;a href="x"></description><link>http://i/1/</link></item>`), "http://i/1/x", engine.Options{}},
	{"Atom", atomOf(`<entry><content type="html">&lt;a href="x"></content><link href="http://i/1/"/><link rel="related" href="x"/></entry>`), "http://i/1/x http://i/1/x", engine.Options{}},
	{"Atom, alternate", atomOf(`<entry><link rel="edit" href="http://e/"/><link rel="alternate" href="http://i/1/"/><link rel="alternate" href="http://j/"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><img src="x"/></div></content></entry>`), "http://i/1/x", engine.Options{}},
	{"an entry", `<entry xmlns="http://www.w3.org/2005/Atom"><content type="html">&lt;a href="x"></content><link href="http://i/1/"/></entry>`, "http://i/1/x", engine.Options{Base: "http://r/"}},
	{"a source in an entry", atomOf(`<entry><source><link href="http://s/"/></source><content type="html">&lt;a href="x"></content></entry>`), "http://c/x", engine.Options{}},
	{"an export", feeds["rss"](`<wp:comment><wp:comment_content>&lt;a href="x"></wp:comment_content></wp:comment><link>http://i/1/</link>`), "http://i/1/x", engine.Options{}},
}

// TestItemBase: with FeedItem, the link of an item gives the base of what is in the item.
func TestItemBase(t *testing.T) {
	for _, c := range itemCases {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Type, c.opts.FeedBase = detect.XML, engine.FeedItem
			r := promise.Check(t, []byte(c.src), c.opts)
			var got []string
			for _, ref := range r.References {
				switch {
				case ref.Text != "x":
				case ref.Status == engine.Resolved:
					got = append(got, ref.Target)
				default:
					got = append(got, "-")
				}
			}
			require.Equal(t, c.want, strings.Join(got, " "))
			checkLarge(t, c.name, c.opts, []byte(c.src))
			c.opts.Mode, c.opts.Moves = engine.MoveLinks, []engine.Move{{From: "http://i/", To: "http://new/a/"}, {From: "http://c/", To: "http://new/c/"}}
			promise.CheckMoved(t, []byte(c.src), c.opts)
		})
	}
}

// TestItemBaseBatches: a link of an item counts for sites that are decided long before the walk reaches it.
func TestItemBaseBatches(t *testing.T) {
	var src, want strings.Builder
	for i := range 40 {
		for b, base := range map[*strings.Builder]string{&src: "", &want: fmt.Sprintf("http://i/%d/", i)} {
			fmt.Fprintf(b, "<item>%s<link>http://i/%d/</link></item>\n", strings.Repeat(`<enclosure url="`+base+`x"/>`, 30), i)
		}
	}
	opts := engine.Options{Type: detect.XML, FeedBase: engine.FeedItem}
	in := func(items string) string { return "<rss><channel>" + items + "</channel></rss>" }
	r := promise.Check(t, []byte(in(src.String())), opts)
	require.Equal(t, in(want.String()), string(r.Output))
	checkLarge(t, "items", opts, []byte(in(src.String())))
}

// TestItemBaseFragments: a link to a fragment leads to a part of the item, and stays.
func TestItemBaseFragments(t *testing.T) {
	for kind, src := range map[detect.Type]string{
		detect.XML:  `<rss><channel><item><link>http://i/1/</link><description>&lt;a href="#a">&lt;a href="x#a"></description></item></channel></rss>`,
		detect.JSON: `{"version":"https://jsonfeed.org/version/1.1","items":[{"content_html":"<a href=#a><a href=x#a>","url":"http://i/1/"}]}`,
	} {
		out, err := engine.Bytes([]byte(src), engine.Options{Type: kind, FeedBase: engine.FeedItem})
		require.NoError(t, err)
		require.Equal(t, strings.Replace(src, "x#", "http://i/1/x#", 1), string(out))
	}
}

// TestItemBasePin: a feed whose items have bases of their own is not pinned.
func TestItemBasePin(t *testing.T) {
	rw, err := engine.New(engine.Options{Type: detect.XML, Mode: engine.Pin, FeedBase: engine.FeedItem, Base: "http://r/"})
	require.NoError(t, err)
	plan := rw.Plan([]byte(`<rss><channel><item><link>1/</link></item></channel></rss>`))
	require.False(t, plan.Changes())
	require.Len(t, plan.Notes, 1)
	require.Contains(t, plan.Notes[0].Text, "each item has a base of its own")
	plan = rw.Plan([]byte(`<rss xml:base="d/"><channel><item><link>1/</link></item></channel></rss>`))
	require.True(t, plan.Changes())
}

// TestItemBaseMoves: the link of an item moves, and with it what is relative to it. A guid stays, so what is
// relative to it becomes absolute.
func TestItemBaseMoves(t *testing.T) {
	opts := engine.Options{Type: detect.XML, FeedBase: engine.FeedItem, Moves: []engine.Move{{From: "http://i/", To: "http://new/"}}}
	item := func(link, image string) string {
		return `<rss><channel><item>` + link + `<description>&lt;img src="` + image + `"></description></item></channel></rss>`
	}
	r, _ := promise.CheckMoved(t, []byte(item("<link>http://i/1/</link>", "x")), opts)
	require.Equal(t, item("<link>http://new/1/</link>", "x"), string(r.Output))
	r, _ = promise.CheckMoved(t, []byte(item("<guid>http://i/1/</guid>", "x")), opts)
	require.Equal(t, item("<guid>http://i/1/</guid>", "http://new/1/x"), string(r.Output))
}
