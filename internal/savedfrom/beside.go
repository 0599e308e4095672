package savedfrom

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// ZoneIdentifier returns the URL that a file was retrieved from, according to its
// Zone.Identifier stream. Windows keeps this stream with the file (MS-FSCC); a copy to
// another system may leave it as a separate file:
//
//	[ZoneTransfer]
//	ZoneId=3
//	HostUrl=http://example.com/page.html
//
// The first HostUrl counts; ReferrerUrl never does. ok is false if no HostUrl is a usable hint.
func ZoneIdentifier(text []byte) (url string, ok bool) {
	section := false
	for line := range bytes.Lines(plain(text)) {
		line = trimSpace(line)
		if bytes.HasPrefix(line, []byte("[")) {
			section = bytes.EqualFold(line, []byte("[ZoneTransfer]"))
			continue
		}
		key, value, _ := bytes.Cut(line, []byte("="))
		if section && bytes.EqualFold(trimSpace(key), []byte("HostUrl")) {
			return usable(string(trimSpace(value)))
		}
	}
	return "", false
}

// IndexRDF returns the URL that the document in a file was retrieved from, according to the
// file index.rdf in the same folder (Mozilla Archive Format):
//
//	<RDF:Description RDF:about="urn:root">
//	  <MAF:originalurl RDF:resource="http://example.com/page.html"/>
//	  <MAF:indexfilename RDF:resource="index.html"/>
//	</RDF:Description>
//
// file is the name of the document's file, without folders. A description without a file
// name is for a file named "index" of any type. ok is false if index.rdf does not describe
// the document, or its URL is not a usable hint.
func IndexRDF(text []byte, file string) (url string, ok bool) {
	text = plain(text)
	var d description
	s := xmlscan.New(text)
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		if t.Kind != xmlscan.StartTag {
			continue
		}
		switch string(text[t.Local.Start:t.Local.End]) {
		case "Description":
			if d.of(file) {
				return usable(d.url)
			}
			d = description{}
		case "originalurl":
			d.url = resource(text, t)
		case "indexfilename":
			d.file = resource(text, t)
		}
	}
	if d.of(file) {
		return usable(d.url)
	}
	return "", false
}

// A description is the part of index.rdf about one document.
type description struct{ url, file string }

// of reports whether d describes the document in file.
func (d *description) of(file string) bool {
	return d.url != "" && (d.file == file || d.file == "" && strings.HasPrefix(file, "index."))
}

// resource returns the value of the attribute RDF:resource.
func resource(text []byte, t *xmlscan.Token) string {
	for _, a := range t.Attrs {
		if string(text[a.Local.Start:a.Local.End]) == "resource" {
			return view.AttrURL(text, a.Value.Start, a.Value.End, markup.DoubleQuoted)
		}
	}
	return ""
}

// plain returns text in UTF-8 without a byte order mark. If the mark is the mark of UTF-16, it
// decodes the text.
func plain(text []byte) []byte {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		if bytes.HasPrefix(text, []byte(mark)) {
			return view.NewUTF16(text, len(mark), len(text), mark[0] == 0xfe).Text()
		}
	}
	return bytes.TrimPrefix(text, []byte("\ufeff"))
}
