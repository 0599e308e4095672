package scale

import (
	"bytes"
	"crypto/sha1"
	"encoding/base32"
	"fmt"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// warcName returns the name of the i-th web archive: most are compressed by gzip. Some have a
// space in their name.
func warcName(i int) string {
	name, ext := fmt.Sprintf("segment-%02d/crawl-%05d", i%7, i), ".warc.gz"
	switch i % 10 {
	case 3:
		name = fmt.Sprintf("segment-%02d/crawl %05d", i%7, i)
	case 5:
		ext = ".warc"
	case 8:
		ext = ".warc.zst"
	}
	return name + ext
}

// A crawl writes one web archive.
type crawl struct {
	*author
	out    *output
	member func(record []byte) ([]byte, error) // compresses a record, or returns it unchanged
	host   string
	number int
}

func writeWARC(out *output, a *author) error {
	member, err := compressor(out.name)
	if err != nil {
		return err
	}
	c := &crawl{author: a, out: out, member: member}
	err = c.record("warcinfo", "", "application/warc-fields", []byte("software: scale\r\nformat: WARC File Format 1.1\r\n"))
	for err == nil && !out.full() {
		err = c.capture()
	}
	return err
}

// compressor returns a function that makes a member of a web archive with that name.
func compressor(name string) (func([]byte) ([]byte, error), error) {
	switch {
	case strings.HasSuffix(name, ".gz"):
		var buf bytes.Buffer
		w := gzip.NewWriter(&buf)
		return func(record []byte) ([]byte, error) {
			buf.Reset()
			w.Reset(&buf)
			if _, err := w.Write(record); err != nil {
				return nil, err
			}
			err := w.Close()
			return buf.Bytes(), err
		}, nil
	case strings.HasSuffix(name, ".zst"):
		w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		return func(record []byte) ([]byte, error) { return w.EncodeAll(record, nil), nil }, err
	}
	return func(record []byte) ([]byte, error) { return record, nil }, nil
}

// capture writes the request for a URL and the response, or another record.
func (c *crawl) capture() error {
	if c.number%20 < 2 { // a capture is two records
		c.host = fmt.Sprintf("www%d.%s.example", c.IntN(9), c.word())
	}
	url := fmt.Sprintf("http://%s/%s/%s-%d", c.host, c.word(), c.word(), c.number)
	request := fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: scale\r\n\r\n", url[len("http://")+len(c.host):], c.host)
	if err := c.record("request", url, "application/http; msgtype=request", request); err != nil {
		return err
	}
	switch n := c.IntN(100); {
	case n < 60:
		return c.response(url+".html", "200 OK", "text/html; charset=utf-8", c.page(c.size(20e3)))
	case n < 72:
		return c.response(url+".jpg", "200 OK", "image/jpeg", append([]byte("\xff\xd8\xff\xe0"), c.noise(c.size(5e3))...))
	case n < 82:
		head := fmt.Appendf(nil, "HTTP/1.1 30%d Moved\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n", 1+c.IntN(2), strings.ReplaceAll(c.link(), "&amp;", "&"))
		return c.record("response", url, "application/http; msgtype=response", head)
	case n < 87:
		return c.response(url+".css", "200 OK", "text/css", c.sheet())
	case n < 93:
		return c.response(url+".js", "200 OK", "text/javascript", fmt.Appendf(nil, "import \"./%s.js\";\nlet x = %q;\n", c.word(), c.noise(c.IntN(3000))))
	case n < 97:
		return c.record("resource", url, "message/rfc822", c.message("\r\n"))
	case n < 98:
		return c.record("metadata", url, "application/warc-fields", []byte("fetchTimeMs: 12\r\n"))
	}
	return c.record("revisit", url, "application/http; msgtype=response", []byte("HTTP/1.1 304 Not Modified\r\n\r\n"))
}

// response writes the record of a response of HTTP. Some bodies are compressed or in chunks.
func (c *crawl) response(url, status, mediaType string, body []byte) error {
	head := fmt.Sprintf("HTTP/1.1 %s\r\nContent-Type: %s\r\n", status, mediaType)
	if c.chance(15) {
		head += "Content-Encoding: gzip\r\n"
		var buf bytes.Buffer
		w := gzip.NewWriter(&buf)
		w.Write(body) // a buffer takes everything
		w.Close()
		body = buf.Bytes()
	}
	if c.chance(30) {
		head += "Transfer-Encoding: chunked\r\n"
		body = c.chunked(body)
	} else {
		head += fmt.Sprintf("Content-Length: %d\r\n", len(body))
	}
	block := append([]byte(head+"\r\n"), body...)
	return c.record("response", url, "application/http; msgtype=response", block)
}

func (c *crawl) chunked(body []byte) []byte {
	out := make([]byte, 0, len(body)+len(body)/100+100)
	for len(body) > 0 {
		n := min(1+c.IntN(16<<10), len(body))
		out = fmt.Appendf(out, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	return append(out, "0\r\n\r\n"...)
}

// sheet returns a style sheet.
func (c *crawl) sheet() []byte {
	sheet := []byte("@import \"base.css\";\n")
	for range c.IntN(200) {
		sheet = fmt.Appendf(sheet, ".%s { background: url(../img/%d.png) }\n", c.word(), c.IntN(999))
	}
	return sheet
}

// record writes one record.
func (c *crawl) record(kind, url, mediaType string, block []byte) error {
	c.number++
	var b bytes.Buffer
	fmt.Fprintf(&b, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%08x-%04x-4%03x-8%03x-%012x>\r\nWARC-Date: %s\r\n",
		kind, c.Uint32(), c.Uint32N(1<<16), c.Uint32N(1<<12), c.Uint32N(1<<12), c.Uint64N(1<<48), time.Date(2024, 5, 1, 0, 0, c.number, 0, time.UTC).Format(time.RFC3339))
	if url != "" {
		fmt.Fprintf(&b, "WARC-Target-URI: %s\r\n", url)
	}
	digest := sha1.Sum(block)
	fmt.Fprintf(&b, "WARC-Block-Digest: sha1:%s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
		base32.StdEncoding.EncodeToString(digest[:]), mediaType, len(block))
	b.Write(block)
	b.WriteString("\r\n\r\n")
	member, err := c.member(b.Bytes())
	if err == nil {
		_, err = c.out.Write(member)
	}
	return err
}
