package engine_test

import (
	"html"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/growth"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// shapes are documents of about n bytes that take more than linear time if
// read naively.
func shapes(n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)) }
	return map[string]string{
		"nested elements":     fill("<div>") + "<a href=x>",
		"nested svg":          "<svg>" + fill("<g>") + "<a href=x>",
		"attributes":          "<a " + fill("a ") + "href=x>",
		"duplicate attribute": "<meta " + fill("content=x ") + ">",
		"long value":          "<a href=\"" + fill("x/../") + "\">",
		"long value, escaped": "<a href=\"" + fill("x&amp;") + "\">",
		"srcset":              "<img srcset=\"" + fill("x 1x,") + "\">",
		"ping":                "<a ping=\"" + fill("x ") + "\">",
		"style attribute":     "<p style=\"" + fill("a:url(x);") + "\">",
		"style element":       "<style>" + fill("a{b:url('x\\'')}") + "</style>",
		"open brackets":       "<style>" + fill("a(") + "url(x)</style>",
		"many links":          fill("<a href=x>y</a>"),
		"many bases":          fill("<base href=x>"),
		"many xml:base":       "<x xmlns='http://www.w3.org/1999/xhtml'>" + fill("<p xml:base='a/'>") + "<a href='x'/>",
		"long base":           "<base href=\"http://h/" + strings.Repeat("d", n/2) + "/\">" + strings.Repeat("<a href=x>", n/20),
		"long xml:base":       "<x xmlns='http://www.w3.org/1999/xhtml' xml:base='http://h/" + strings.Repeat("d", n/2) + "/'>" + strings.Repeat("<p xml:base='a/'/>", n/40),
		"import map":          "<script type=importmap>{\"imports\":{" + fill("\"a\":\"./x\",") + "\"b\":\"/y\"}}</script>",
		"deep JSON":           "<script type=importmap>{\"imports\":{" + fill("\"a\":{") + "</script>",
		"comments":            fill("<!--[if x]>"),
	}
}

// allShapes are shapes and messageShapes.
func allShapes(n int) map[string]string {
	all := shapes(n)
	maps.Copy(all, messageShapes(n))
	return all
}

func optionsFor(name string) engine.Options {
	o := engine.Options{Type: detect.HTML, Base: pageURL, Also: engine.Conditional}
	switch {
	case strings.HasPrefix(name, messagePrefix):
		o.Type = detect.Message
	case strings.HasSuffix(name, "xml:base"):
		o.Type = detect.XML
	}
	return o
}

// TestShapes keeps the promises on what would not come to an end in quadratic
// time.
func TestShapes(t *testing.T) {
	for name, src := range allShapes(corpus.Rounds(50_000)) {
		t.Run(name, func(t *testing.T) {
			promise.Check(t, []byte(src), optionsFor(name))
		})
	}
}

// srcdocs returns documents within documents, n deep. Each level escapes the
// ampersands of the one within, which grows by four bytes for each.
func srcdocs(n int) string {
	doc := "<a href=x>"
	for range n {
		doc = "<iframe srcdoc='" + html.EscapeString(doc) + "'>"
		if len(doc) > 1<<20 {
			break
		}
	}
	return doc
}

func TestNestedDocuments(t *testing.T) {
	r := promise.Check(t, []byte(srcdocs(9)), engine.Options{Type: detect.HTML, Base: pageURL})
	require.Len(t, r.References, 1)
	require.Equal(t, "http://h/d/x", r.References[0].Target)
	for levels, left := range map[int]bool{10: false, 11: true} {
		deep := "<a/href=x>"
		for range levels {
			deep = "<iframe/srcdoc=" + strings.NewReplacer("&", "&amp;", ">", "&gt;").Replace(deep) + ">"
		}
		r := promise.Check(t, []byte(deep), engine.Options{Type: detect.HTML, Base: pageURL})
		require.Equal(t, left, len(r.References) == 0, levels)
		require.Equal(t, left, len(r.Plan.Notes) == 1, levels)
	}
}

// TestCountedNotes checks that a document gets its notes even if its references are counted first, because
// they could make it too large.
func TestCountedNotes(t *testing.T) {
	src := "<script>import(x)</script>" + strings.Repeat("<a href=x>", 2300)
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: "http://h/?" + strings.Repeat("q", 8100)})
	require.Len(t, r.Plan.Notes, 1)
	require.Equal(t, engine.ComputedImport, r.Plan.Notes[0].Code)
}

// BenchmarkGrowth shows that time and memory are linear.
func BenchmarkGrowth(b *testing.B) {
	growth.Bench(b, 1<<14, allShapes, func(b *testing.B, name string) func([]byte) {
		rw, err := engine.New(optionsFor(name))
		require.NoError(b, err)
		return func(src []byte) {
			_, err := rw.Bytes(src)
			require.NoError(b, err)
		}
	})
}

// BenchmarkPages rewrites a generated page; that of the corpus are timed by
// cmd/hrefix.
func BenchmarkPage(b *testing.B) {
	src := []byte(strings.Repeat("<p class=x>Text and <a class=y href=\"dir/page.html?x=1\">a link</a>, <img src=/i.png alt=''>\n", 10000))
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: pageURL})
	require.NoError(b, err)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		rw.Plan(src)
	}
}
