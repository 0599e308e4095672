package gzip

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// benchText is like a mailbox: much that comes again, and numbers that do not.
func benchText() []byte {
	var b bytes.Buffer
	for i := range 40_000 {
		fmt.Fprintf(&b, "From someone@example.org Thu Jan  1 %05d 2004\nMessage-ID: <%x@example.org>\n\nSome words of message %d, "+
			"<a href=\"%x.html\">a link</a>\n\n", i, i*i*7919, i, i*104729)
	}
	return b.Bytes()
}

func benchmark(b *testing.B, write, change bool) {
	text := benchText()
	file := compress(b, plainHeader, text, 6)
	buf := make([]byte, 32<<10)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(bytes.NewReader(file), Limits{})
		var w *Writer
		if write {
			w = NewWriter(io.Discard, r)
		}
		for first := true; ; first = false {
			n, err := r.Read(buf)
			if err == io.EOF {
				break
			}
			require.NoError(b, err)
			if !write {
				continue
			}
			if first && change {
				err = w.Replace(0, []byte("new"))
			}
			for ; n > 0 && err == nil; n -= min(n, 100) {
				err = w.Keep(min(n, 100))
			}
			require.NoError(b, err)
		}
		if write {
			require.NoError(b, w.Close())
		}
	}
}

func BenchmarkRead(b *testing.B)      { benchmark(b, false, false) }
func BenchmarkUnchanged(b *testing.B) { benchmark(b, true, false) }
func BenchmarkChanged(b *testing.B)   { benchmark(b, true, true) }
