package sites

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine/places"
)

// collected returns the sites of a collector as "element[attr]=value", with "!" for sites
// that load early.
func collected(c *Collector, text string) (list []string) {
	for i := range c.Sites {
		s := &c.Sites[i]
		early := ""
		if s.Early {
			early = "!"
		}
		list = append(list, fmt.Sprintf("%s%s[%s]=%s", early, s.Element, s.Attr, text[s.Value.Start:s.Value.End]))
	}
	return list
}

func newCollector(groups places.Groups) *Collector {
	c := &Collector{Options: Options{Places: places.For(groups, nil), Groups: groups, Codebases: true, Hints: true}}
	c.Reset()
	return c
}

func TestSites(t *testing.T) {
	for _, row := range []struct {
		name, text, want string
		groups           places.Groups
	}{
		{"attribute", `<a href=x title=y>`, "a[href]=x", 0},
		{"first of two", `<a href=x href=y>`, "a[href]=x", 0},
		{"condition", `<link rel=stylesheet href=x><link rel=next href=y>`, "!link[href]=x link[href]=y", 0},
		{"after BASE", `<img src=x><base href=y><img src=z>`, "!img[src]=x base[href]=y img[src]=z", 0},
		{"style element", `<style>a{}</style>`, "!style[]=a{}", 0},
		{"style of another type", `<style type=text/x>a{}</style>`, "", 0},
		{"script without imports", `<script>a()</script>`, "", 0},
		{"script with an import", `<script>import("x")</script>`, `!script[]=import("x")`, 0},
		{"linked script", `<script src=x>import("x")</script>`, "!script[src]=x", 0},
		{"CSS without functions", `<p style="color: red">`, "", 0},
		{"comment", `<!--[if IE]><a href=x><![endif]-->`, "", 0},
		{"conditional comment", `<!--[if IE]><a href=x><![endif]-->`, "a[href]=x", places.Conditional},
		{"iframe", `<iframe><a href=x></iframe>`, "a[href]=x", places.Conditional},
		{"SVG", `<svg><image xlink:href=x>`, "!image[xlink:href]=x", 0},
		{"unknown element", `<X-y itemid=x>`, "x-y[itemid]=x", 0},
	} {
		c := newCollector(row.groups)
		c.HTML([]byte(row.text))
		require.Equal(t, row.want, strings.Join(collected(c, row.text), " "), row.name)
	}
}

func TestXMLSites(t *testing.T) {
	const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml" `
	for _, row := range []struct{ name, text, want string }{
		{"attribute", xhtml + `><a href="x"/></html>`, "a[href]=x"},
		{"name in capitals", xhtml + `><a HREF="x"/></html>`, ""},
		{"another namespace", `<r><a href="x"/></r>`, ""},
		{"XLink", `<r xmlns:l="http://www.w3.org/1999/xlink" l:href="x"/>`, "r[xlink:href]=x"},
		{"xml:base", `<r xml:base="x"/>`, "r[xml:base]=x"},
		{"style sheet", `<?xml-stylesheet href="x"?><r/>`, "xml-stylesheet[href]=x"},
		{"CDATA", xhtml + `><style><![CDATA[a{}]]></style></html>`, "!style[]=a{}"},
	} {
		c := newCollector(0)
		c.XML([]byte(row.text))
		require.Equal(t, row.want, strings.Join(collected(c, row.text), " "), row.name)
	}
}

func TestFacts(t *testing.T) {
	c := newCollector(0)
	text := []byte(`<meta charset=koi8-r><meta http-equiv=content-security-policy content="base-uri 'none'"><p><base href=x>`)
	c.HTML(text)
	require.True(t, c.HasMeta)
	require.Equal(t, "koi8-r", c.MetaEncoding.Name())
	require.Equal(t, len("<meta charset=koi8-r>")+1, c.BasePolicy)
	require.Equal(t, strings.Index(string(text), "<base"), c.BaseAt)
	require.False(t, c.VariesBase)
	require.Equal(t, "x", c.Bases.Sources()[0].Value)

	c.Reset()
	require.Equal(t, Facts{}, c.Facts)
	text = []byte(`<!DOCTYPE rss [<!ENTITY e "x">]><rss><a xml:base="&e;"/></rss>`)
	c.XML(text)
	require.True(t, c.HidesSites)
	require.Equal(t, "application/rss+xml", c.Feed.Format.MediaType)
	require.Equal(t, strings.Index(string(text), "<rss>")+1, c.Root)
	require.True(t, c.VariesBase)
	require.NotEmpty(t, c.XMLBases[0].Unknown)
	require.NotEmpty(t, c.Sites[0].Details().Keep)
}

// The sites in batches are the sites at once, and their xml:base attributes are the same.
func TestBatches(t *testing.T) {
	text := `<r xmlns:l="http://www.w3.org/1999/xlink" xml:base="0">` +
		strings.Repeat(`<a xml:base="1" l:href="x"><b xml:base="2" l:href="y"/></a><c l:href="z"/>`, 50) + `</r>`
	describe := func(c *Collector) (list []string) {
		for i, s := range collected(c, text) {
			for n := int(c.Sites[i].XMLBase); n > 0; n = c.XMLBases[n-1].Outer {
				s += " " + c.XMLBases[n-1].Value
			}
			list = append(list, s)
		}
		return list
	}
	c := newCollector(0)
	c.XML([]byte(text))
	want := describe(c)
	require.Len(t, want, 1+50*5)
	for _, size := range []int{1, 7, 1000} {
		var got []string
		most := 0
		c.Reset()
		c.Max, c.Full = size, func() {
			got = append(got, describe(c)...)
			most = max(most, len(c.XMLBases))
			c.Sites = c.Sites[:0]
		}
		c.XML([]byte(text))
		require.Equal(t, want, append(got, describe(c)...), size)
		require.LessOrEqual(t, most, size+3)
	}
}

func TestTemplates(t *testing.T) {
	text := []byte(`<img><template><img><template><img></template></template><img><TEMPLATE><img>`)
	require.True(t, MayHoldTemplates(text))
	require.False(t, MayHoldTemplates([]byte(`<temp>template`)))
	c := newCollector(0)
	var inside []string
	for _, s := range c.Templates(text) {
		inside = append(inside, string(text[s.Start:s.End]))
	}
	require.Equal(t, []string{`<img><template><img></template></template>`, `<img>`}, inside)
}

func TestSort(t *testing.T) {
	c := newCollector(places.Conditional)
	text := `<svg><style>a<!--[if IE]><a href=x><![endif]-->b</style></svg>`
	c.HTML([]byte(text))
	c.Sort()
	require.Equal(t, []string{"!style[]=a", "a[href]=x"}, collected(c, text))
}

func TestAllocations(t *testing.T) {
	text := []byte(strings.Repeat(`<a href=x><img src=y style="background: url(z)">`, 1000))
	c := newCollector(0)
	require.LessOrEqual(t, testing.AllocsPerRun(10, func() {
		c.Reset()
		c.HTML(text)
	}), 2.0)
}

// The links of feeds as a whole.
func TestFeedLinks(t *testing.T) {
	for _, row := range []struct {
		text       string
		media      string
		link, self string
	}{
		{`<rss><channel><link> http://a/?x&amp;y </link></channel></rss>`, "application/rss+xml", "http://a/?x&y", ""},
		{`<rss><channel><link/><link>a</link><link>b</link></channel></rss>`, "application/rss+xml", "a", ""},
		{"<rss><channel><link>\n<![CDATA[a]]><!-- -->b\n</link></channel></rss>", "application/rss+xml", "ab", ""},
		{`<rss><channel><item><link>a</link></item></channel><link>b</link></rss>`, "application/rss+xml", "", ""},
		{`<rss xmlns:a="http://www.w3.org/2005/Atom"><channel><a:link href="a"/><a:link rel="self" href="b"/></channel></rss>`, "application/rss+xml", "", "b"},
		{`<feed xmlns="http://www.w3.org/2005/Atom"><link href="a" rel="related"/><link href="b"/><link href="c" rel="self"/></feed>`, "application/atom+xml", "b", "c"},
		{`<entry xmlns="http://www.w3.org/2005/Atom"><link href="a"/></entry>`, "application/atom+xml", "a", ""},
		{`<opml><head><link>a</link></head></opml>`, "text/x-opml", "", ""},
		{`<x:sitemapindex xmlns:x="http://www.sitemaps.org/schemas/sitemap/0.9"/>`, "application/xml", "", ""},
		{`<feed xmlns="http://example.org/"/>`, "", "", ""}, {`<RDF/>`, "", "", ""}, {`<x><rss/></x>`, "", "", ""},
	} {
		c := newCollector(0)
		c.XML([]byte(row.text))
		require.Equal(t, row.media != "", c.Feed.Format != nil, row.text)
		if row.media != "" {
			require.Equal(t, row.media, c.Feed.Format.MediaType, row.text)
		}
		require.Equal(t, row.link, c.Feed.Link.URL, row.text)
		require.Equal(t, row.self, c.Feed.Self.URL, row.text)
	}
}
