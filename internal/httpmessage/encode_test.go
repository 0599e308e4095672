//go:build !hrefix_noarchives

package httpmessage

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// rewrite reads a response, and returns it with another text.
func rewrite(t testing.TB, head, stored, text string, identity bool) (newHead, newBody string) {
	t.Helper()
	h := ParseHead([]byte(head))
	b, err := h.Body(strings.NewReader(stored), format.Limits{})
	require.NoError(t, err)
	_, err = io.Copy(io.Discard, b)
	require.NoError(t, err)
	b.Close()
	out, body, err := b.Encode([]byte(head), []byte(text), identity)
	require.NoError(t, err)
	return string(out), string(body)
}

// TestEncodeHead checks which bytes of a head change.
func TestEncodeHead(t *testing.T) {
	gz, br := encoded(t, "gzip", page), encoded(t, "br", page)
	for _, test := range []struct {
		name, stored, head string
		keep, identity     string // N is the length of the body
	}{
		{"plain", page, "Content-Length: 51|A: b|", "Content-Length: N|A: b|", "Content-Length: N|A: b|"},
		{"no length", page, "A: b|", "A: b|", "A: b|"},
		{"length twice", page, "Content-Length:51 |content-length: 7|", "Content-Length:N |content-length: N|", "Content-Length:N |content-length: N|"},
		{"empty length", page, "Content-Length:|A: b|", "Content-Length:N|A: b|", "Content-Length:N|A: b|"},
		{"folded length", page, "Content-Length:|  5|\t1|A: b|", "Content-Length:|  N|A: b|", "Content-Length:|  N|A: b|"},
		{"gzip", gz, "Content-Encoding: gzip|Content-Length: 9|A: b|", "Content-Encoding: gzip|Content-Length: N|A: b|", "Content-Length: N|A: b|"},
		{"gzip, chunked", chunked(gz, 9), "CONTENT-ENCODING: gzip|transfer-encoding:\t chunked |A: b|", "CONTENT-ENCODING: gzip|transfer-encoding:\t chunked |A: b|", "Content-Length:\t N |A: b|"},
		{"chunked, length", chunked(page, 9), "Transfer-Encoding: chunked|A: b|Content-Length: 1|", "Transfer-Encoding: chunked|A: b|Content-Length: N|", "A: b|Content-Length: N|"},
		{"chunked twice", chunked(page, 9), "Transfer-Encoding: chunked|Transfer-Encoding: chunked|", "Transfer-Encoding: chunked|Transfer-Encoding: chunked|", "Content-Length: N|"},
		{"not chunked", page, "Transfer-Encoding: chunked|", "Transfer-Encoding: chunked|", "Content-Length: N|"},
		{"not gzip", page, "Content-Encoding: gzip|Content-Length: 1|", "Content-Encoding: gzip|Content-Length: N|", "Content-Length: N|"},
		{"unknown", page, "Content-Encoding: x|Content-Length: 1|", "Content-Encoding: x|Content-Length: N|", "Content-Encoding: x|Content-Length: N|"},
		{"stacked", encoded(t, "gzip", br), "Content-Encoding: br|Content-Encoding: gzip|", "Content-Encoding: br|Content-Encoding: gzip|", ""},
		{"folded coding", gz, "Content-Encoding:| gzip|A: b|", "Content-Encoding:| gzip|A: b|", "A: b|"},
		{"nonsense stays", page, "nonsense|Content-Length: 1| 2|A\x00: \xff|", "nonsense|Content-Length: N|A\x00: \xff|", "nonsense|Content-Length: N|A\x00: \xff|"},
	} {
		for _, end := range []string{"\r\n", "\n"} {
			status := "HTTP/1.1  200" + end
			lines := func(s string) string { return status + strings.ReplaceAll(s, "|", end) + end }
			for identity, want := range map[bool]string{false: test.keep, true: test.identity} {
				head, body := rewrite(t, lines(test.head), test.stored, "another text", identity)
				h := ParseHead([]byte(head))
				got, defects := read(t, h, body, format.Limits{})
				require.Equal(t, "another text", got, test.name)
				if identity && test.name != "unknown" {
					require.Empty(t, defects, test.name)
					require.Equal(t, got, body, test.name)
				}
				length := h.Get("Content-Length")
				require.Equal(t, lines(want), strings.ReplaceAll(head, length, or(length, "N")), test.name)
			}
		}
	}
}

// or returns by, or an empty string if s is empty.
func or(s, by string) string {
	if s == "" {
		return ""
	}
	return by
}

// TestEncodeKeep checks that a text gets the codings that the stored body had.
func TestEncodeKeep(t *testing.T) {
	for _, test := range []struct {
		fields []string
		stored string
	}{
		{nil, page},
		{[]string{gzip1}, encoded(t, "gzip", page)},
		{[]string{"Content-Encoding: deflate"}, encoded(t, "deflate", page)},
		{[]string{"Content-Encoding: deflate"}, encoded(t, "raw", page)},
		{[]string{"Content-Encoding: br"}, encoded(t, "br", page)},
		{[]string{"Content-Encoding: zstd"}, encoded(t, "zstd", page)},
		{[]string{"Content-Encoding: zstd, deflate, br", chunks1}, chunked(encoded(t, "br", encoded(t, "raw", encoded(t, "zstd", page))), 1<<20)},
		{[]string{gzip1, chunks1}, strings.TrimSuffix(chunked(encoded(t, "gzip", page), 1<<20), "\r\n") + "A: b\r\n\r\n"},
	} {
		h := headOf(test.fields...)
		_, body := rewrite(t, string(h.Raw), test.stored, page, false)
		if !strings.Contains(string(h.Raw), "br") { // which is not compressed
			require.Equal(t, test.stored, body, "the same text gives the same body, since the libraries are the same")
		}
		for _, text := range []string{"", "a", strings.Repeat(page, 3000)} {
			head, body := rewrite(t, string(h.Raw), test.stored, text, false)
			got, defects := read(t, ParseHead([]byte(head)), body, format.Limits{})
			require.True(t, text == got)
			require.Empty(t, defects)
		}
	}
}
