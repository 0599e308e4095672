package savedfrom_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// inUTF16 returns s in UTF-16 with a byte order mark.
func inUTF16(s string, bigEndian bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
		lo, hi := byte(u), byte(u>>8)
		if bigEndian {
			lo, hi = hi, lo
		}
		b.WriteByte(lo)
		b.WriteByte(hi)
	}
	return b.String()
}

const zoneSample = "[ZoneTransfer]\r\nZoneId=3\r\nReferrerUrl=http://referrer.example/\r\nHostUrl=http://example.com/a.html?b=c#d\r\n"

func TestZoneIdentifier(t *testing.T) {
	for text, want := range map[string]string{
		zoneSample:                                                        "http://example.com/a.html?b=c",
		"\ufeff" + zoneSample:                                             "http://example.com/a.html?b=c",
		inUTF16(zoneSample, false):                                        "http://example.com/a.html?b=c",
		inUTF16(zoneSample, true):                                         "http://example.com/a.html?b=c",
		strings.ToUpper(zoneSample[:60]):                                  "",
		"[zonetransfer]\nhosturl = https://a/ ":                           "https://a/",
		"[ZoneTransfer]\nHostUrl=ftp://a/x\nHostUrl=http://b/":            "ftp://a/x",
		"[Other]\nHostUrl=http://a/\n[ZoneTransfer]\nHostUrl=http://b/\n": "http://b/",
		"[ZoneTransfer]\nHostUrl=about:internet\n":                        "",
		"[ZoneTransfer]\nHostUrl=about:internet\nHostUrl=http://b/\n":     "",
		"[ZoneTransfer]\nHostUrl=\n":                                      "",
		"[ZoneTransfer]\nHostUrl\n":                                       "",
		"[ZoneTransfer]\nHostUrl=file:///C:/a\n":                          "",
		"[ZoneTransfer]\nHostUrl=http://a/ b\n":                           "",
		"[ZoneTransfer]\nReferrerUrl=http://a/\n":                         "",
		"[ZoneTransfer]\n;HostUrl=http://a/\n":                            "",
		"[ZoneTransfer]\n[Other]\nHostUrl=http://a/\n":                    "",
		"HostUrl=http://a/\n":                                             "",
		"[ZoneTransfer]\nHostUrl=http://a/" + strings.Repeat("x", 1<<20):  "",
		"\xff\xfe": "",
		"":         "",
	} {
		got, ok := savedfrom.ZoneIdentifier([]byte(text))
		require.Equal(t, want, got, "%.200q", text)
		require.Equal(t, want != "", ok, "%.200q", text)
	}
}

// rdf returns an index.rdf with descriptions.
func rdf(descriptions string) string {
	return `<?xml version="1.0"?>
<RDF:RDF xmlns:MAF="http://maf.mozdev.org/metadata/rdf#" xmlns:RDF="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
` + descriptions + "\n</RDF:RDF>\n"
}

const rdfSample = `<RDF:Description RDF:about="urn:root">
    <MAF:originalurl RDF:resource="http://example.com/?a=1&amp;b=2#c"/>
    <MAF:title RDF:resource="http://title.example/"/>
    <MAF:archivetime RDF:resource="Mon, 25 Dec 2017 17:27:46 GMT"/>
    <MAF:indexfilename RDF:resource="page.html"/>
    <MAF:charset RDF:resource="UTF-8"/>
  </RDF:Description>`

func TestIndexRDF(t *testing.T) {
	const unnamed = `<RDF:Description><MAF:originalurl RDF:resource='http://u/'/></RDF:Description>`
	for _, c := range []struct{ text, file, want string }{
		{rdf(rdfSample), "page.html", "http://example.com/?a=1&b=2"},
		{rdf(rdfSample), "index.html", ""},
		{rdf(rdfSample), "index.rdf", ""},
		{rdf(rdfSample), "", ""},
		{"\ufeff" + rdf(rdfSample), "page.html", "http://example.com/?a=1&b=2"},
		{inUTF16(rdf(rdfSample), false), "page.html", "http://example.com/?a=1&b=2"},
		{rdf(unnamed), "index.html", "http://u/"},
		{rdf(unnamed), "page.html", ""},
		{rdf(rdfSample + unnamed), "page.html", "http://example.com/?a=1&b=2"},
		{rdf(rdfSample + unnamed), "index.xhtml", "http://u/"},
		{rdf(strings.ReplaceAll(rdfSample, "RDF:resource", "r:resource")), "page.html", "http://example.com/?a=1&b=2"},
		{rdf(strings.Replace(rdfSample, "http://example.com", "file:///", 1)), "page.html", ""},
		{rdf(strings.Replace(rdfSample, "originalurl", "origin", 1)), "page.html", ""},
		{rdf(strings.Replace(rdfSample, "RDF:resource", "RDF:about", 1)), "page.html", ""},
		{"<!-- " + rdfSample + " -->", "page.html", ""},
		{"", "index.html", ""},
	} {
		got, ok := savedfrom.IndexRDF([]byte(c.text), c.file)
		require.Equal(t, c.want, got, "%q %q", c.file, c.text)
		require.Equal(t, c.want != "", ok, "%q %q", c.file, c.text)
	}
}
