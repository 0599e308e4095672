package htmlscan_test

import (
	"bytes"
	"math"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/growth"
)

// generatedPage returns a page of common markup.
func generatedPage() []byte {
	const row = `<tr class="row"><td><a href="/item?id=1&amp;x=2" title="an item">An <b>item</b> of
text</a><td align=right><img src="i.png" width=10 height=10 alt="">
<td><!-- note --><ul><li>one<li>two</ul><p>Some words of text, as pages have it.</p>
`
	return []byte("<!DOCTYPE html><title>Page</title><script>if (a<b) f('<p>')</script><table>" +
		strings.Repeat(row, 2000) + "</table>")
}

// benchPages returns the generated page, and those of the corpus if it is set.
func benchPages(b *testing.B) map[string][]byte {
	pages := map[string][]byte{"generated": generatedPage()}
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

// BenchmarkScan scans, and skims, and reports the ratio to the time of walk. Both are the
// minimum of the same run.
func BenchmarkScan(b *testing.B) {
	for name, text := range benchPages(b) {
		for _, names := range []*htmlscan.Names{nil, linkNames()} {
			b.Run(name+map[bool]string{true: "/skim"}[names != nil], func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				s := htmlscan.New(text)
				took, floor := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
				for b.Loop() {
					start := time.Now()
					s.Reset(text)
					if names != nil {
						s.Want(names)
						s.Skim()
					}
					for s.Next().Kind != htmlscan.EOF {
					}
					took = min(took, time.Since(start))
					start = time.Now()
					walk(text)
					floor = min(floor, time.Since(start))
				}
				b.ReportMetric(float64(took)/float64(floor), "x-floor")
			})
		}
	}
}

// linkNames returns the most frequent attributes with URLs.
func linkNames() *htmlscan.Names {
	n := new(htmlscan.Names)
	for _, name := range []string{"href", "src", "srcset", "style", "action", "background", "data-src"} {
		n.Add(name)
	}
	return n
}

// walk finds each "<" and the ">" after it. No scanner can do less.
func walk(text []byte) (tags int) {
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

// BenchmarkGrowth measures that time and memory are linear. The size is the number of tags.
func BenchmarkGrowth(b *testing.B) {
	growth.Bench(b, 1<<11, hostileShapes, func(*testing.B, string) func([]byte) {
		return func(text []byte) { scanAll(string(text)) }
	})
}
