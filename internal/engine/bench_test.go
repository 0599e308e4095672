package engine_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// allGroups asks for every place of the table.
const allGroups = engine.Social | engine.Lazy | engine.JSONLD | engine.RDFa | engine.Conditional | engine.Param | engine.Htmx

// benchPages returns generated pages, and those of the corpus if it is set.
func benchPages(b *testing.B) map[string][]byte {
	pages := map[string][]byte{}
	for name, line := range map[string]string{
		"links":      "<p class=x>Text and <a class=y href=\"dir/page.html?x=%d\">a link</a>, <img src=/i%d.png alt=''>\n",
		"attributes": "<div id=\"d%d\" class=\"one two three\" data-x='%d' title=\"a title\" onclick=\"go(this)\" tabindex=0 hidden>text</div>\n",
		"text":       "<p>A paragraph of text, number %d, which is as long as they are, <b>%d</b> words and more, and so on.</p>\n",
	} {
		var page strings.Builder
		for i := range 10000 {
			fmt.Fprintf(&page, line, i, i)
		}
		pages[name] = []byte(page.String())
	}
	if os.Getenv(corpus.Variable) == "" {
		b.Log(corpus.Variable + " is not set: no pages of the corpus")
		return pages
	}
	for _, f := range corpus.Files(b, "pages") {
		if path.Ext(f.Name) == ".html" {
			pages[path.Base(f.Name)] = f.Data
		}
	}
	return pages
}

// BenchmarkHTML rewrites pages, and prints how many times as long it takes, at
// best, as the walk of [bytes.IndexByte] from "<" to ">" in the same run.
func BenchmarkHTML(b *testing.B) {
	pages := benchPages(b)
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: corpusBase, Also: allGroups})
	require.NoError(b, err)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		b.Run(name, func(b *testing.B) {
			src := pages[name]
			b.ReportAllocs()
			took, floor := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
			for b.Loop() {
				start := time.Now()
				_, err := rw.Plan(src).WriteTo(io.Discard)
				took = min(took, time.Since(start))
				require.NoError(b, err)
				start = time.Now()
				walkTags(src)
				floor = min(floor, time.Since(start))
			}
			b.ReportMetric(float64(len(src))/1e6/took.Seconds(), "MB/s")
			b.ReportMetric(float64(took)/float64(floor), "x-floor")
		})
	}
}

// walkTags goes from "<" to ">" and on to the next "<".
func walkTags(text []byte) (tags int) {
	for {
		i := bytes.IndexByte(text, '<')
		if i < 0 {
			return tags
		}
		text = text[i:]
		if i = bytes.IndexByte(text, '>'); i < 0 {
			return tags
		}
		text = text[i:]
		tags++
	}
}
