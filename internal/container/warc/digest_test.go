package warc

import (
	"crypto/sha1"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// TestDigest: a new digest has the algorithm and the form of the old one, which must have the size of
// a hash.
func TestDigest(t *testing.T) {
	for _, empty := range []string{ // the digests of an empty text
		"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "SHA-1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj", "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709",
		"sha1:DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", "md5:1B2M2Y8AsgTpgAmY7PhCfg==", "md5:d41d8cd98f00b204e9800998ecf8427e",
		"sha256:4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ", "sha-256:4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ====",
		"sha256:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
	} {
		d, ok := parseDigest(empty)
		require.True(t, ok, empty)
		require.Equal(t, empty, d.of(), empty)
	}
	sum := sha1.Sum([]byte("ab"))
	d, ok := parseDigest("SHA-1: " + strings.Repeat("0", 40))
	require.True(t, ok)
	require.Equal(t, "SHA-1:"+hex.EncodeToString(sum[:]), d.of([]byte("a"), []byte("b")))
	for _, value := range []string{
		"", "sha1", "sha1:", "sha1:xyz", "crc32:00000000", "blake3:da39a3ee5e6b4b0d3255bfef95601890afd80709",
		"sha1:" + strings.Repeat("0", 39), "sha1:" + strings.Repeat("A", 31), "md5:d41d8cd98f00b204e9800998ecf8427",
	} {
		_, ok := parseDigest(value)
		require.False(t, ok, value)
	}
}

// TestARCLine: the line of an ARC record gets the new length, and the checksum of version 2 is removed, since its
// algorithm is not known.
func TestARCLine(t *testing.T) {
	for old, want := range map[string]string{
		"http://a/ 1.2.3.4 20140216050221 text/html 5\n":                       "http://a/ 1.2.3.4 20140216050221 text/html 77\n",
		"http://a/ b 1.2.3.4 20140216050221 text/html 5 \r\n":                  "http://a/ b 1.2.3.4 20140216050221 text/html 77 \r\n",
		"http://a/ 1.2.3.4 20140216050221 text/html 200 9c f 0 x.arc 5\r\n":    "http://a/ 1.2.3.4 20140216050221 text/html 200 - f 0 x.arc 77\r\n",
		"http://a/b c 1.2.3.4 20140216050221 text/html 200 9c - 0 x.arc 500\n": "http://a/b c 1.2.3.4 20140216050221 text/html 200 - - 0 x.arc 77\n",
	} {
		require.Equal(t, want, string(arcLine([]byte(old), 77)), old)
	}
}

// TestChangedRevisits: revisits of changed documents are counted, by each way to name a document.
func TestChangedRevisits(t *testing.T) {
	const date = "2024-01-02T03:04:05Z"
	revisit := func(header string) *format.Record {
		return &format.Record{Type: "revisit", Header: "WARC/1.1\r\n" + header}
	}
	var p report
	p.see(revisit("WARC-Refers-To: <urn:1>"))
	p.changed(&format.Record{Type: "response", ID: "<urn:1>", URL: "http://a/", Date: date, Header: "WARC/1.1\r\nWARC-Payload-Digest: sha1:X"})
	require.Empty(t, p.sentences(true), "nothing had changed")
	for _, header := range []string{
		"WARC-Payload-Digest: sha1:X", "WARC-Refers-To: <urn:1>",
		"WARC-Refers-To-Target-URI: <http://a/>\r\nWARC-Refers-To-Date: " + date,
	} {
		before := p.revisits
		p.see(revisit(header))
		require.Equal(t, before+1, p.revisits, header)
	}
	p.see(revisit("WARC-Payload-Digest: sha1:Y"))
	p.see(revisit("WARC-Refers-To-Target-URI: <http://a/>\r\nWARC-Refers-To-Date: 2024"))
	require.Equal(t, 3, p.revisits)
	require.ElementsMatch(t, []string{"3 revisits refer to documents that changed: they are left, and have no conversions"}, p.sentences(false))
}
