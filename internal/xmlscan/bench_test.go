package xmlscan_test

import (
	"strings"
	"testing"

	"github.com/hrefix/hrefix/internal/test/growth"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// inputs returns a drawing and a page with common markup.
func inputs() map[string][]byte {
	const shape = `  <g id="layer1" transform="translate(0,0)"><path d="M 10.5,20.25 C 30,40 50,60 70,80 z" style="fill:#fff;stroke:none"/>
<a xlink:href="page.html"><use xlink:href="#p" x="1" y="2" /></a></g>
`
	const row = `<tr class="row"><td><a href="/item?id=1&amp;x=2" title="an item">An <b>item</b> of
text</a></td><td><img src="i.png" width="10" height="10" alt=""/></td><td><!-- note --><p>Some words of text, as pages have it.</p></td></tr>
`
	return map[string][]byte{
		"svg":   []byte(uris.Replace(`<svg xmlns="$s" xmlns:xlink="$l">`) + strings.Repeat(shape, 3000) + "</svg>"),
		"xhtml": []byte(uris.Replace(`<html xmlns="$h"><body><table>`) + strings.Repeat(row, 3000) + "</table></body></html>"),
	}
}

func BenchmarkScan(b *testing.B) {
	for name, text := range inputs() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			s := xmlscan.New(text)
			for b.Loop() {
				scan(s, text)
			}
		})
	}
}

func scan(s *xmlscan.Scanner, text []byte) {
	s.Reset(text)
	for s.Next().Kind != xmlscan.EOF {
	}
}

// BenchmarkGrowth checks that time and memory are linear.
func BenchmarkGrowth(b *testing.B) {
	growth.Bench(b, 1<<11, hostileShapes, func(*testing.B, string) func([]byte) {
		return func(text []byte) { scan(xmlscan.New(nil), text) }
	})
}
