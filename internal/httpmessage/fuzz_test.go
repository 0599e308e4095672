//go:build !hrefix_noarchives

package httpmessage

import (
	"bufio"
	"bytes"
	"io"
	"net/http/httputil"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// FuzzHead checks that a head is a prefix of the block, that fields are in it and in order, and
// that reading it again gives the same.
func FuzzHead(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\nbody"))
	for _, test := range heads {
		f.Add([]byte(test.raw + "body"))
	}
	f.Fuzz(func(t *testing.T, block []byte) {
		h, err := readHead(bufio.NewReaderSize(bytes.NewReader(block), 16), 1000)
		require.True(t, bytes.HasPrefix(block, h.Raw))
		if err != nil {
			return
		}
		require.Equal(t, h, ParseHead(h.Raw))
		last := 0
		for _, field := range h.Fields {
			require.LessOrEqual(t, last, field.Start)
			require.Less(t, field.Start, field.NameEnd)
			require.Less(t, field.NameEnd, field.ValueStart)
			require.LessOrEqual(t, field.ValueStart, field.ValueEnd)
			require.LessOrEqual(t, field.ValueEnd, field.End)
			require.NotContains(t, h.Value(field), "\n")
			last = field.End
		}
		require.LessOrEqual(t, last, len(h.Raw))
		_, _ = h.MediaType()
	})
}

// FuzzChunks compares the reader of chunks with that of the standard library, where the latter
// finds no error.
func FuzzChunks(f *testing.F) {
	f.Add([]byte("3\r\nabc\r\n0\r\nA: b\r\n\r\n"), byte(0))
	f.Add([]byte("3;x=y\r\nabc\r\n2 \r\nde\r\n0\r\n\r\n"), byte(3))
	f.Add([]byte("ffffffffffffffff\r\nabc\r\n"), byte(1))
	f.Add([]byte("3\nabc\n-1\r\n\r\n0\r\n\r\n"), byte(1))
	f.Fuzz(func(t *testing.T, stored []byte, size byte) {
		in := bufio.NewReaderSize(bytes.NewReader(stored), 16+int(size))
		if !isChunked(in) {
			return
		}
		found := 0
		c := newChunks(in, func(error) { found++ })
		text, err := io.ReadAll(c)
		require.NoError(t, err)
		require.LessOrEqual(t, len(text), len(stored))
		require.LessOrEqual(t, found, 1)
		want, err := io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(stored)))
		if err == nil && in.Size() > len(stored) {
			require.Equal(t, string(want), string(text))
		}
	})
}

// FuzzBody reads hostile bodies, and writes them again with each encoding: the text is the same.
func FuzzBody(f *testing.F) {
	f.Add("Content-Encoding: gzip", []byte(encoded(f, "gzip", page)))
	f.Add("Content-Encoding: deflate", []byte(encoded(f, "raw", page)))
	f.Add("Content-Encoding: deflate, br\r\nTransfer-Encoding: chunked", []byte(chunked(encoded(f, "br", encoded(f, "deflate", page)), 9)))
	f.Add("Content-Encoding: zstd\r\nContent-Length: 3", []byte(encoded(f, "zstd", page)))
	f.Add("Content-Encoding: x\r\nTransfer-Encoding: gzip", []byte(page))
	f.Fuzz(func(t *testing.T, fields string, stored []byte) {
		h := ParseHead([]byte("HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n"))
		b, err := h.Body(bytes.NewReader(stored), format.Limits{Above: 1 << 20})
		require.NoError(t, err)
		text, err := io.ReadAll(b)
		require.NoError(t, err)
		require.LessOrEqual(t, len(text), max(1<<20, 1000*len(stored)))
		require.LessOrEqual(t, len(b.Defects()), 2*maxCodings)
		b.Close()
		for _, identity := range []bool{false, true} {
			head, body, err := b.Encode(h.Raw, text, identity)
			require.NoError(t, err)
			if len(b.Defects()) > 0 || len(text) == 0 {
				continue
			}
			again, defects := read(t, ParseHead(head), string(body), format.Limits{})
			require.True(t, string(text) == again)
			require.Empty(t, defects)
			if identity && !strings.Contains(fields, "\x00") {
				require.True(t, bytes.Equal(text, body))
			}
		}
	})
}
