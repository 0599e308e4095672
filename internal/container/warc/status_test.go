package warc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// TestConversionStatus: errors, redirects and parts of files get no conversion, since that has no status.
func TestConversionStatus(t *testing.T) {
	for status, want := range map[string]int{"200 OK": 2, "203 x": 2, "404 Not Found": 1, "302 Found": 1, "206 Partial Content": 1, "500": 1} {
		file := []byte(captured("http://a/", "HTTP/1.1 "+status+"\r\nContent-Type: text/html\r\n\r\n"+withLinks))
		out, reports := rewrite(t, file, format.Archive{Changes: format.AddConversions}, "OLD", "NEW")
		require.Len(t, readFile(t, out), want, status)
		require.Len(t, reports, 2-want, status)
		out, _ = rewrite(t, file, format.Archive{Changes: format.ReplaceRecords}, "OLD", "NEW")
		require.Contains(t, readFile(t, out)[0].document(), "NEW")
	}
}

// TestPart: a part of a file stays as it is, since its range would be wrong.
func TestPart(t *testing.T) {
	file := []byte(captured("http://a/", "HTTP/1.1 206 Partial\r\nContent-Range: bytes 4-19/40\r\nContent-Type: text/html\r\n\r\n"+withLinks))
	out, _ := rewrite(t, file, format.Archive{Changes: format.ReplaceRecords}, "OLD", "NEW")
	require.Equal(t, string(file), string(out))
}

// TestShort: a body that was cut stays as it is, since it would look complete with a new length.
func TestShort(t *testing.T) {
	for length, stays := range map[int]bool{len(withLinks) + 1: true, len(withLinks): false, 1: false} {
		file := captured("http://a/", fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\nContent-Type: text/html\r\n\r\n", length)+withLinks)
		out, _ := rewrite(t, []byte(file), format.Archive{Changes: format.ReplaceRecords}, "OLD", "NEW")
		require.Equal(t, stays, file == string(out), length)
	}
}

// TestBodyDigests: fields with a digest of the old body are removed.
func TestBodyDigests(t *testing.T) {
	file := []byte(captured("http://a/", "HTTP/1.1 200 OK\r\nContent-MD5: x\r\nLocation: OLD\r\nDigest: sha-256=x\r\nX: y\r\nContent-Digest: a\r\n b\r\nRepr-Digest: x\r\nContent-Type: text/html\r\n\r\n"+withLinks))
	a := format.Archive{Changes: format.ReplaceRecords}
	out, _ := rewrite(t, file, a, "OLD", "NEW")
	require.Contains(t, readFile(t, out)[0].text, "HTTP/1.1 200 OK\r\nLocation: NEW\r\nX: y\r\nContent-Type: text/html\r\n\r\n")
	out, _ = rewrite(t, file, a, "Location: OLD", "Location: NEW")
	require.Contains(t, readFile(t, out)[0].text, "Content-MD5: x\r\n")
}

// TestLongType: a conversion has no media type that readers would refuse.
func TestLongType(t *testing.T) {
	for typ, want := range map[string]string{
		"text/html; charset=" + strings.Repeat("x", 200000): "text/html",
		"text/html": "text/html",
	} {
		file := []byte(captured("http://a/", "HTTP/1.1 200 OK\r\nContent-Type: "+typ+"\r\n\r\n"+withLinks))
		out, _ := rewrite(t, file, format.Archive{Changes: format.AddConversions}, "OLD", "NEW")
		members := readFile(t, out)
		require.Len(t, members, 2)
		require.Equal(t, want, members[1].Record.Field("Content-Type"))
	}
}

// TestHeadless: a response without an HTTP header, as HTTP/0.9 has them, is changed like others.
func TestHeadless(t *testing.T) {
	page := "<html>" + withLinks
	for name, file := range map[string]string{
		"warc": captured("http://a/", page),
		"arc":  "filedesc://a.arc 0.0.0.0 20240102030405 text/plain 12\n1 0 x\nURL a\n\n\n" + fmt.Sprintf("http://a/ 127.0.0.1 20240102030405 text/html %d\n%s\n", len(page), page),
	} {
		out, _ := rewrite(t, []byte(file), format.Archive{Changes: format.ReplaceRecords}, "OLD", "NEWER")
		want := strings.ReplaceAll(page, "OLD", "NEWER")
		require.Contains(t, string(out), want, name)
		require.Contains(t, string(out), fmt.Sprintf(" %d", len(want)), name)
	}
}
