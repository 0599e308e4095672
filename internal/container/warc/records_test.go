package warc

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// contents returns the records of a file, and their bodies.
func contents(t *testing.T, file string) (all []*Content, bodies []string) {
	t.Helper()
	r := NewRecords(strings.NewReader(file), format.Options{})
	for {
		c, err := r.Next()
		if err == io.EOF {
			return all, bodies
		}
		require.NoError(t, err)
		body, err := io.ReadAll(c.Body())
		require.NoError(t, err)
		all, bodies = append(all, c), append(bodies, string(body))
	}
}

// TestRecords checks that bodies of all types can be read, with and without codings.
func TestRecords(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte("image"))
	require.NoError(t, z.Close())
	file := record("x", "WARC-Type: warcinfo", "Content-Type: application/warc-fields") +
		response("http://h/a", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Encoding: gzip\r\n\r\n"+packed.String()) +
		record("<svg/>", "WARC-Type: resource", "WARC-Target-URI: http://h/b", "Content-Type: image/svg+xml; charset=x") +
		record("HTTP/1.1 301 Moved\r\nLocation: /c\r\n\r\n", "WARC-Type: revisit", "WARC-Target-URI: http://h/d") +
		record("POST /x HTTP/1.1\r\n\r\n", "WARC-Type: request", "Content-Type: application/http") +
		response("http://h/e", "no header")
	all, bodies := contents(t, file)
	require.Equal(t, []string{"x", "image", "<svg/>", "", "POST /x HTTP/1.1\r\n\r\n", "no header"}, bodies)
	require.Equal(t, "image/png", all[1].MediaType)
	require.Equal(t, "image/svg+xml", all[2].MediaType)
	require.Equal(t, "x", all[2].Charset)
	require.Equal(t, 301, all[3].Record.Status)
	require.Nil(t, all[5].Head)
	members := read(t, file)
	require.Len(t, members, len(all))
	for i, c := range all {
		require.Equal(t, i+1, c.Number)
		require.Equal(t, members[i].Record, c.Record)
	}
}

// TestRecordsUnread checks that bodies need not be read, and that Finish reports faults.
func TestRecordsUnread(t *testing.T) {
	file := response("http://h/a", "HTTP/1.1 200 OK\r\n\r\n"+strings.Repeat("x", 1e6)) + "garbage\r\n\r\n" + response("http://h/b", "HTTP/1.1 200 OK\r\n\r\ny")
	r := NewRecords(strings.NewReader(file), format.Options{})
	c, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, []string{"skipped: 7 bytes after the record that belong to no record"}, c.Finish())
	c, err = r.Next()
	require.NoError(t, err)
	require.Equal(t, "http://h/b", c.Record.URL)
	_, err = r.Next()
	require.Equal(t, io.EOF, err)
	_, err = NewRecords(strings.NewReader(""), format.Options{}).Next()
	require.Equal(t, io.EOF, err)
}
