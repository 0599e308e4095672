package ranges_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/ranges"
	"github.com/hrefix/hrefix/internal/engine"
)

// record returns a WARC record with a page.
func record(n int, page string) string {
	http := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Target-URI: http://h%d.example/a/\r\n"+
		"WARC-Date: 2014-01-03T03:03:21Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", n, n, len(http), http)
}

// zipped returns texts as members of a gzip file.
func zipped(texts ...string) string {
	var out bytes.Buffer
	for _, text := range texts {
		w := gzip.NewWriter(&out)
		_, _ = io.WriteString(w, text)
		_ = w.Close()
	}
	return out.String()
}

// rewriter returns a rewriter of files of a type.
func rewriter(t testing.TB, typ engine.Type, changes format.RecordChanges) *engine.Rewriter {
	rw, err := engine.New(engine.Options{Type: typ, Base: "http://base.example/", Archive: format.Archive{Changes: changes}})
	require.NoError(t, err)
	return rw
}

// rewrite rewrites a part, and returns what is written and the end of the part.
func rewrite(t testing.TB, rw *engine.Rewriter, f *ranges.File, start int64, more func(int64) bool) (string, ranges.Span, error) {
	var out bytes.Buffer
	p := f.Part(start, more)
	p.Rewrite(&out)
	_, err := rw.Copy(context.Background(), &out, p, nil)
	require.NoError(t, p.Close())
	end, _ := p.End()
	return out.String(), ranges.Span{Start: start, End: end}, err
}

// whole rewrites a whole file.
func whole(t testing.TB, rw *engine.Rewriter, f *ranges.File) (string, error) {
	out, _, err := rewrite(t, rw, f, 0, func(int64) bool { return true })
	return out, err
}

// cut rewrites the parts between offsets, and joins them.
func cut(t testing.TB, rw *engine.Rewriter, f *ranges.File, offsets ...int64) (string, error) {
	offsets = append(append([]int64{0}, offsets...), f.Size())
	var spans []ranges.Span
	var outputs []string
	var failed []error
	add := func(start int64, more func(int64) bool) {
		out, span, err := rewrite(t, rw, f, start, more)
		spans, outputs, failed = append(spans, span), append(outputs, out), append(failed, err)
	}
	for i, to := range offsets[1:] {
		start, err := f.Next(offsets[i])
		require.NoError(t, err)
		if start < to || i == 0 {
			add(start, func(at int64) bool { return at < to })
		}
	}
	for {
		right, end := ranges.Chain(spans, f.Size())
		if end < f.Size() {
			require.LessOrEqual(t, len(spans), 1000)
			add(end, ranges.Until(spans))
			continue
		}
		var joined strings.Builder
		for _, i := range right {
			if failed[i] != nil {
				return "", failed[i]
			}
			joined.WriteString(outputs[i])
		}
		return joined.String(), nil
	}
}

// TestEveryCut cuts small files at every offset.
func TestEveryCut(t *testing.T) {
	a, b, c := record(1, "<a href=b>"), record(2, "no link"), record(3, "<img src=../c>")
	message := "From a@b Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\n"
	for name, test := range map[string]struct {
		file string
		typ  engine.Type
	}{
		"warc":      {a + b + c, engine.WARC},
		"warc.gz":   {zipped(a, b, c), engine.WARC},
		"mbox":      {strings.Repeat(message, 3), engine.Mbox},
		"mbox.gz":   {zipped(message, message[:40], message[40:]+message), engine.Mbox},
		"in blocks": {zipped(a[:100], a[100:]+b, c), engine.WARC},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := ranges.Open(strings.NewReader(test.file), int64(len(test.file)), test.typ.Container(), format.Options{})
			require.NoError(t, err)
			for _, changes := range []format.RecordChanges{format.AddConversions, format.ReplaceRecords} {
				rw := rewriter(t, test.typ, changes)
				want, err := whole(t, rw, f)
				require.NoError(t, err)
				require.NotEqual(t, test.file, want)
				for at := int64(0); at < f.Size(); at += 7 {
					got, err := cut(t, rw, f, at)
					require.NoError(t, err)
					require.True(t, want == got, "cut at %d: %q", at, got)
				}
			}
		})
	}
}
