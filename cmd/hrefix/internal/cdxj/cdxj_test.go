package cdxj

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// TestKey checks keys that pywb and warcio compute, and URLs that are not valid.
func TestKey(t *testing.T) {
	for url, want := range map[string]string{
		"http://example.com?example=1":                                     "com,example)/?example=1",
		"http://www.iana.org/domains/root/db/":                             "org,iana)/domains/root/db",
		"HTTPS://www2.Example.ORG:443/A/B?b=2&A=1#x":                       "org,example)/a/b?a=1&b=2",
		"http://user:p@example.org:8080":                                   "org,example:8080)/",
		"http://example.org:80/?":                                          "org,example)/",
		"http://example.org./a//b/../c/.":                                  "org,example)/a/c",
		"http://127.0.0.1/a":                                               "127.0.0.1)/a",
		"http://[::1]:81/a":                                                "[::1]:81)/a",
		"http://example.org/%2541%20b?q=%C3%A9":                            "org,example)/a%20b?q=%c3%a9",
		"http://e.org/a?sid=" + strings.Repeat("a1", 16):                   "org,e)/a",
		"http://e.org/a?x=1&phpsessid=" + strings.Repeat("F", 32) + "&y=2": "org,e)/a?x=1&y=2",
		"dns:example.org":                                                  "dns:example.org",
		"urn:text:Some Thing":                                              "urn:text:some%20thing",
		"http://":                                                          ")/",
		"http://a/\x00\n b?\x01":                                           "a)/%00%0a%20b?%01",
		"http://a:8 )\t/b":                                                 "a:8%20)%09)/b",
		"mailto:a\tb\n":                                                    "mailto:a%09b%0a",
		"":                                                                 "",
	} {
		require.Equal(t, want, Key(url), url)
	}
}

// FuzzKey checks that a key is one word of a line.
func FuzzKey(f *testing.F) {
	f.Add("http://www.example.org/%25%32%35?a=1&b#c")
	f.Add("http://a:b@[::1]:80:90/..")
	f.Add("http://a:8 )\n/")
	f.Add("mailto:a\tb\n")
	f.Fuzz(func(t *testing.T, url string) {
		key := Key(url)
		require.False(t, strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r == 0x7f }), "%q of %q", key, url)
	})
}

// TestIndex compares the index of an archive with that of pywb, whose file has no order.
func TestIndex(t *testing.T) {
	a := NewArchive("iana.warc.gz", format.Limits{})
	_, err := a.Write(corpus.Read(t, "archives/pywb", "iana.warc.gz"))
	require.NoError(t, err)
	require.NoError(t, a.End())
	require.Zero(t, a.Unplaced)
	var x Index
	require.NoError(t, x.Add(a))
	require.NoError(t, a.Close())
	var out bytes.Buffer
	_, err = x.WriteTo(&out)
	require.NoError(t, err)
	require.NoError(t, x.Close())
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.True(t, slices.IsSorted(got))
	want := strings.Split(strings.TrimSpace(string(corpus.Read(t, "archives/pywb", "iana.cdxj"))), "\n")
	slices.Sort(want)
	require.Equal(t, want, got)
	is, err := IsIndex(strings.NewReader(""))
	require.NoError(t, err)
	require.False(t, is)
	is, err = IsIndex(strings.NewReader(got[0]))
	require.NoError(t, err)
	require.True(t, is)
}

// TestRecords checks which records are indexed, and files that are broken or not archives.
func TestRecords(t *testing.T) {
	record := func(kind, mime string) string {
		return "WARC/1.0\r\nWARC-Type: " + kind + "\r\nWARC-Target-URI: http://" + kind + "/\r\nContent-Type: " + mime + "\r\nContent-Length: 1\r\n\r\nx\r\n\r\n"
	}
	file := record("request", "a/b") + record("metadata", "application/warc-fields") + record("conversion", "text/html; charset=x") + record("warcinfo", "a/b") + "WARC/1.0\r\ncut"
	require.Equal(t, `conversion)/ 00000000000000 {"url": "http://conversion/", "mime": "text/html", "length": "128", "offset": "240", "filename": "a \"b\""}`+"\n", index(t, `a "b"`, file))
	require.Empty(t, index(t, "x", "garbage"))
	require.Empty(t, index(t, "x", ""))
}

func index(t *testing.T, name, file string) string {
	t.Helper()
	a := NewArchive(name, format.Limits{})
	_, err := a.Write([]byte(file))
	require.NoError(t, err)
	require.NoError(t, a.End())
	var x Index
	require.NoError(t, x.Add(a))
	require.NoError(t, a.Close())
	var out bytes.Buffer
	_, err = x.WriteTo(&out)
	require.NoError(t, err)
	require.NoError(t, x.Close())
	return out.String()
}
