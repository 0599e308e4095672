package engine_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// httpCodings encode the body of a response, each with the fields that name the coding.
var httpCodings = []struct {
	fields string
	encode func(io.Writer) io.WriteCloser
}{
	{"", func(w io.Writer) io.WriteCloser { return copying{w} }},
	{"Content-Encoding: identity\r\n", func(w io.Writer) io.WriteCloser { return copying{w} }},
	{"Transfer-Encoding: chunked\r\n", func(w io.Writer) io.WriteCloser { return chunked{w} }},
	{"Content-Encoding: gzip\r\n", func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }},
	{"Content-Encoding: deflate\r\n", func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }},
	{"Content-Encoding: deflate\r\n", func(w io.Writer) io.WriteCloser { z, _ := flate.NewWriter(w, 1); return z }},
	{"Content-Encoding: br\r\n", func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 1) }},
	{"Content-Encoding: zstd\r\n", func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z }},
	{"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", func(w io.Writer) io.WriteCloser { return gzip.NewWriter(chunked{w}) }},
}

// copying writes text as it is.
type copying struct{ io.Writer }

func (copying) Close() error { return nil }

// chunked writes chunks. It does not write the last one, which readers do not need.
type chunked struct{ w io.Writer }

func (c chunked) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := min(len(rest), 1000)
		fmt.Fprintf(c.w, "%x\r\n%s\r\n", n, rest[:n])
		rest = rest[n:]
	}
	return len(p), nil
}

func (chunked) Close() error { return nil }

// record returns a record of a web archive with a page at pageURL.
func record(t *testing.T, page []byte, coding int) string {
	var body bytes.Buffer
	c := httpCodings[coding]
	w := c.encode(&body)
	_, err := w.Write(page)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + c.fields + "\r\n" + body.String()
	return fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", pageURL, len(block), block)
}

// TestWARCReferences puts the pages of the corpus into web archives, with each coding of HTTP
// bodies. Their references have to be those of the pages.
func TestWARCReferences(t *testing.T) {
	pages := append(corpus.Files(t, "pages"), corpus.TreeInputs(t)...)
	var archive strings.Builder
	var want [][]string
	plain, err := engine.New(engine.Options{Type: detect.HTML, Base: pageURL, Dialect: resolve.WHATWG})
	require.NoError(t, err)
	for i, f := range pages {
		if len(f.Data) == 0 {
			continue // a record without a document
		}
		refs := listed(plain, engine.Piece{Source: f.Data}, 0)
		for coding := range httpCodings {
			if i > 100 && coding != i%len(httpCodings) {
				continue // one coding is enough for most documents
			}
			archive.WriteString(record(t, f.Data, coding))
			want = append(want, refs)
		}
	}
	rw, err := engine.New(engine.Options{Type: detect.WARC, Dialect: resolve.WHATWG})
	require.NoError(t, err)
	n, total := 0, 0
	for p, err := range rw.Pieces(strings.NewReader(archive.String())) {
		require.NoError(t, err)
		require.Less(t, n, len(want))
		start := bytes.Index(p.Source, []byte("\r\n\r\n")) + 4
		require.Equal(t, want[n], listed(rw, p, start), "record %d: %.300q", n, p.Source)
		total += len(want[n])
		n++
	}
	require.Equal(t, len(want), n)
	require.Greater(t, n, 2400)
	require.Greater(t, total, 40_000)
	t.Logf("%d records with %d references", n, total)
}

// listed returns the references of a piece, with their offsets from start on.
func listed(rw *engine.Rewriter, p engine.Piece, start int) (refs []string) {
	rw.VisitReferences(p, func(r *engine.Reference) bool {
		refs = append(refs, fmt.Sprintf("%d %s %s %q %s %s", r.Offset()-start, r.Element, r.Attr, r.Text, r.Status, r.Target))
		return true
	})
	return refs
}
