package feeds

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/growth"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// TestCut checks the promises for feeds that are cut after any of their bytes.
func TestCut(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 1))
	export, _, _ := WXR(1)
	feeds := [][]byte{export}
	for _, kind := range Kinds {
		feeds = append(feeds, Random(r, kind, 1, AllBases))
	}
	step := corpus.Step(19)
	for _, feed := range feeds {
		for n := r.IntN(step); n < len(feed); n += step {
			promise.Check(t, feed[:n], engine.Options{Type: detect.XML, Base: feedURL})
		}
	}
}

// TestMutatedFeeds checks the promises for feeds with bytes changed, added and removed.
func TestMutatedFeeds(t *testing.T) {
	special := []string{"<", ">", "&", "\"", "'", "]]>", "<![CDATA[", "]]", "&lt;", "&#60;", "&amp;", "<!--", "-->", "</description>", "<item>",
		" type='html'", " type='xhtml'", " mode='base64'", " xml:base='b/'", " isPermaLink='true'", "\x00", "\xff", "&nbsp;", "<?a?>", "xmlns='x'"}
	r := rand.New(rand.NewPCG(23, 2))
	for range corpus.Rounds(150) {
		for _, kind := range Kinds {
			feed := Random(r, kind, 2, AllBases)
			for range 1 + r.IntN(5) {
				at := r.IntN(len(feed))
				switch r.IntN(3) {
				case 0:
					feed = bytes.Join([][]byte{feed[:at], feed[at:]}, []byte(special[r.IntN(len(special))]))
				case 1:
					feed = append(bytes.Clone(feed[:at]), feed[min(len(feed), at+r.IntN(20)):]...)
				default:
					feed = bytes.Clone(feed)
					feed[at] = byte(r.IntN(256))
				}
			}
			promise.Check(t, feed, engine.Options{Base: feedURL})
			promise.Check(t, feed, engine.Options{Type: detect.XML, Base: "http://h/]]>/<&\"'"})
		}
	}
}

// TestBasesInCDATA makes links absolute by bases that could end a CDATA section, an attribute or a
// tag. The feed must have the same elements afterwards, and the expected links.
func TestBasesInCDATA(t *testing.T) {
	const rss = `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><item>%s</item></channel></rss>`
	contents := map[string]string{
		"link":              `<link>x</link>`,
		"link, CDATA":       `<link><![CDATA[x]]></link>`,
		"link, brackets":    `<link><![CDATA[a]]]]><![CDATA[>x]]></link>`,
		"enclosure":         `<enclosure url="x"/>`,
		"escaped":           `<description>&lt;a href="x"></description>`,
		"CDATA":             `<description><![CDATA[<a href="x">]]></description>`,
		"CDATA, unquoted":   `<description><![CDATA[<a href=x>]]></description>`,
		"CDATA, ]] before":  `<description><![CDATA[<a href=]]x>y]]></description>`,
		"CDATA, > after":    `<description><![CDATA[<a title=" ]]" href="a>x">]]></description>`,
		"CDATA, style":      `<description><![CDATA[<style>a{b:url(x)}</style>]]></description>`,
		"CDATA, style attr": `<description><![CDATA[<p style="b:url(x)">]]></description>`,
		"CDATA, srcset":     `<description><![CDATA[<img srcset="x 1x, y 2x">]]></description>`,
		"CDATA, srcdoc":     `<description><![CDATA[<iframe srcdoc='<a href="x">'></iframe>]]></description>`,
		"CDATA, script":     `<description><![CDATA[<script type=module>import "./x"</script>]]></description>`,
		"two sections":      `<description><![CDATA[<a href="x]]><![CDATA[/y">]]></description>`,
		"split ]]>":         `<description><![CDATA[<a href="a]]]]><![CDATA[>x">]]></description>`,
		"text and section":  `<content:encoded>&lt;a href="x<![CDATA[/y">]]>z</content:encoded>`,
		"comment between":   `<description><![CDATA[<a href="x]]><!-- c --><![CDATA[/y">]]></description>`,
	}
	for _, base := range []string{"http://h/]]>/", "http://h/]]/", "http://h/]", "http://h/a&b/", "http://h/a\"b/", "http://h/a'b/", "http://h/<b>/", "http://h/]]%3E/&62/", "http://h/-->/", "http://h/]]&gt/"} {
		for name, content := range contents {
			feed := fmt.Appendf(nil, rss, content)
			r := promise.Check(t, feed, engine.Options{Base: base})
			_, err := Same(feed, r.Output, base)
			require.NoError(t, err, "%s, %s: %s", name, base, r.Output)
			require.NotEmpty(t, r.References, "%s: %s", name, feed)
			if !strings.Contains(base, "]") {
				require.NotEqual(t, string(feed), string(r.Output), "%s, %s", name, base)
			}
		}
	}
}

// TestEntitiesInFeeds checks that entities that a feed declares are not expanded, and files that it
// names are not read.
func TestEntitiesInFeeds(t *testing.T) {
	laughs := "<!DOCTYPE rss [<!ENTITY a0 \"ha\">"
	for i := range 50 {
		laughs += fmt.Sprintf("<!ENTITY a%d \"&a%d;&a%[2]d;&a%[2]d;&a%[2]d;&a%[2]d;&a%[2]d;&a%[2]d;&a%[2]d;&a%[2]d;&a%[2]d;\">", i+1, i)
	}
	for name, feed := range map[string]string{
		"billion laughs": laughs + `]><rss><channel><link>&a50;</link><item><link>x/&a50;</link><description>&lt;a href="x">&a50;</description></item></channel></rss>`,
		"quadratic":      `<!DOCTYPE rss [<!ENTITY a "` + strings.Repeat("a", 50_000) + `">]><rss><channel><link>` + strings.Repeat("&a;", 10_000) + `</link></channel></rss>`,
		"external":       `<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/hostname"><!ENTITY % b SYSTEM "http://127.0.0.1:1/"> %b;]><rss><channel><link>&a;</link><item><link>x</link></item></channel></rss>`,
		"in HTML":        `<!DOCTYPE rss [<!ENTITY a "<a href='y'>">]><rss><channel><item><description>&a;&lt;a href="x"></description></item></channel></rss>`,
		"recursive":      `<!DOCTYPE rss [<!ENTITY a "&b;"><!ENTITY b "&a;">]><rss><channel><link>&a;</link></channel></rss>`,
	} {
		start := time.Now()
		r := promise.Check(t, []byte(feed), engine.Options{Type: detect.XML, Base: feedURL})
		require.Less(t, time.Since(start), 10*time.Second, name)
		require.Less(t, len(r.Output), len(feed)+1000, name)
		require.NotContains(t, string(r.Output), "haha", name)
		require.NotEmpty(t, r.References, name)
	}
}

// TestEncodings compares feeds in other encodings with their output.
func TestEncodings(t *testing.T) {
	const feed = `<rss version="2.0"><channel><title>ä ö ü</title><item><link>ä/x</link><description>&lt;a href="ü?é=1">é&lt;/a></description><content><![CDATA[é]]></content></item></channel></rss>`
	encoders := map[string]func(string) (string, error){
		`encoding="iso-8859-1"`:   charmap.ISO8859_1.NewEncoder().String,
		`encoding='windows-1252'`: charmap.Windows1252.NewEncoder().String,
		`encoding="UTF-16"`:       unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String,
		`encoding="utf-16" `:      unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String,
		`encoding="utf-8"`:        func(s string) (string, error) { return "\uFEFF" + s, nil },
	}
	for declared, encode := range encoders {
		text, err := encode(`<?xml version="1.0" ` + declared + `?>` + feed)
		require.NoError(t, err)
		r := promise.Check(t, []byte(text), engine.Options{Base: feedURL})
		changes, err := Same([]byte(text), r.Output, feedURL)
		require.NoError(t, err, declared)
		require.Len(t, changes, 2, declared)
	}
}

// TestBadXML checks feeds that are not well-formed, as many are.
func TestBadXML(t *testing.T) {
	for name, c := range map[string]struct {
		feed string
		want []string // targets
	}{
		"ampersand":         {`<rss><channel><item><title>A & B</title><link>x?a=1&b=2</link></item></channel></rss>`, []string{"x?a=1&b=2"}},
		"HTML entities":     {`<rss><channel><item><title>A&nbsp;B</title><description>&lt;a href="x">&nbsp;&lt;/a></description></item></channel></rss>`, []string{"x"}},
		"unclosed":          {`<rss><channel><item><link>x</item><item><link>y</link></item></channel></rss>`, []string{"x", "y"}},
		"no end":            {`<rss><channel><item><link>x</link><description>&lt;a href="y">`, []string{"x", "y"}},
		"CDATA without end": {`<rss><channel><item><link>x</link><description><![CDATA[<a href="y">`, []string{"x"}},
		"attribute":         {`<rss version=2.0><channel><item><enclosure url="x" length=1/><link>y</link></item></channel></rss>`, []string{"x", "y"}},
		"before":            {"\n\n  <rss><channel><item><link>x</link></item></channel></rss>", []string{"x"}},
		"prefix":            {`<rss><channel><item><content:encoded><![CDATA[<a href="x">]]></content:encoded></item></channel></rss>`, []string{"x"}},
	} {
		r := promise.Check(t, []byte(c.feed), engine.Options{Type: detect.XML, Base: "http://h/"})
		var got []string
		for _, ref := range r.References {
			if ref.Status == engine.Resolved {
				got = append(got, strings.TrimPrefix(strings.ReplaceAll(ref.Target, "&amp;", "&"), "http://h/"))
			}
		}
		require.Equal(t, c.want, got, "%s: %s", name, r.Output)
	}
}

// shapesOf returns the hostile shapes with about n bytes.
func shapesOf(n int) map[string]string {
	all := make(map[string]string)
	for name, shape := range HostileShapes {
		all[name] = shape(n)
	}
	return all
}

// TestShapes checks the promises for feeds that take more than linear time if read naively.
func TestShapes(t *testing.T) {
	for name, feed := range shapesOf(corpus.Rounds(40_000)) {
		t.Run(name, func(t *testing.T) {
			promise.Check(t, []byte(feed), engine.Options{Type: detect.XML, Base: feedURL})
		})
	}
}

// BenchmarkGrowth measures the time for feeds of doubled size.
func BenchmarkGrowth(b *testing.B) {
	growth.Bench(b, 50_000, shapesOf, func(b *testing.B, _ string) func([]byte) {
		rw, err := engine.New(engine.Options{Type: detect.XML, Base: feedURL})
		require.NoError(b, err)
		return func(feed []byte) {
			_, err := rw.Bytes(feed)
			require.NoError(b, err)
		}
	})
}
