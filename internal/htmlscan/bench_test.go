package htmlscan_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/htmlscan"
)

// generatedPage is a page of common markup.
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
	files, err := filepath.Glob(filepath.Join(os.Getenv("HREFIX_CORPUS"), "pages", "*.html"))
	require.NoError(b, err)
	if os.Getenv("HREFIX_CORPUS") == "" {
		b.Log("HREFIX_CORPUS is not set: no pages of the corpus")
		files = nil
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(b, err)
		pages[filepath.Base(f)] = text
	}
	return pages
}

func BenchmarkScan(b *testing.B) {
	for name, text := range benchPages(b) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			s := htmlscan.New(text)
			for b.Loop() {
				s.Reset(text)
				for s.Next().Kind != htmlscan.EOF {
				}
			}
		})
		b.Run(name+"/walk", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				walk(text)
			}
		})
	}
}

// walk goes from "<" to ">" and on to the next "<": less than any scanner can
// do.
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
