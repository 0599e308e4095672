package warc

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// BenchmarkReader reads an archive of pages, images and requests, and skips one of films.
// Decoding gzip is not part of it.
func BenchmarkReader(b *testing.B) {
	html := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nServer: x\r\nContent-Length: 90000\r\n\r\n" +
		strings.Repeat("<p>Some text with <a href=\"/a/link\">a link</a>.", 2000)
	chunked := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n" +
		strings.Repeat(fmt.Sprintf("%x\r\n%s\r\n", 4<<10, strings.Repeat("x", 4<<10)), 20) + "0\r\n\r\n"
	image := "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\r\n" + strings.Repeat("\xff\xd8\xff\xe0", 20_000)
	film := "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n" + strings.Repeat("\x00\x00\x00\x20WARC/1.0", 1_000_000)
	request := record("GET / HTTP/1.1\r\n\r\n", "WARC-Type: request", "WARC-Target-URI: http://a/", "WARC-Date: 2014-01-03T03:03:21Z")
	for name, records := range map[string]string{
		"pages":   response("http://a/", html) + request,
		"chunked": response("http://a/", chunked) + request,
		"images":  response("http://a/", image) + request,
		"films":   response("http://a/", film),
		"small":   request,
	} {
		file := []byte(strings.Repeat(records, max(1, 8<<20/len(records))))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				r := newReader(bytes.NewReader(file), format.Options{})
				var m format.Member
				var err error
				for err == nil {
					err = r.Next(&m)
				}
				require.Equal(b, io.EOF, err)
			}
		})
	}
}
