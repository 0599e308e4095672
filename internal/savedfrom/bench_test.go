package savedfrom_test

import (
	"strings"
	"testing"
	"time"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// BenchmarkSee reports the time for the tokens of a page of 1 MB, as a ratio to scanning
// the page alone.
func BenchmarkSee(b *testing.B) {
	const head = "<!DOCTYPE html>\n<!-- saved from url=(0019)http://example.com/ -->\n<html><head><title>Page</title></head><body><table>\n"
	for name, row := range map[string]string{
		"tags":     `<tr class="row"><td><a href="/item?id=1&amp;x=2">An <b>item</b></a><td><img src="i.png" alt=""><ul><li>one<li>two</ul>` + "\n",
		"comments": "<!-- a note --><!-- Page of notes --><!-- saved --><p>x\n",
		"head":     `<meta name="keywords" content="a"><link rel="stylesheet" href="a.css">` + "\n",
	} {
		b.Run(name, func(b *testing.B) {
			start := head
			if name == "head" {
				start = "<!DOCTYPE html><html><head>"
			}
			text := []byte(start + strings.Repeat(row, 1<<20/len(row)))
			var f savedfrom.Finder
			var alone, seen time.Duration
			b.SetBytes(2 * int64(len(text)))
			for b.Loop() {
				begin := time.Now()
				scanner := scanAlone(text)
				alone += time.Since(begin)
				begin = time.Now()
				f.Reset()
				see(&f, scanner, text)
				seen += time.Since(begin)
			}
			b.ReportMetric(float64(seen)/float64(alone), "ratio")
		})
	}
}

// scanAlone scans text, and returns the scanner.
func scanAlone(text []byte) *htmlscan.Scanner {
	s := scanner()
	s.Reset(text)
	for s.Next().Kind != htmlscan.EOF {
	}
	return s
}
