package crawl

import (
	"path"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/mediatype"
)

// A Kind is the kind of a file. Its name has to show the kind to browsers, since files have no media type.
type Kind uint8

// The kinds.
const (
	Other Kind = iota // any other kind: browsers find it by the content
	HTML
	XHTML
	CSS
	SVG
	XML
)

// extensions are the extensions that browsers know for each kind. The first is added to other
// names, as wget -E adds it.
var extensions = [...][]string{
	Other: nil,
	HTML:  {".html", ".htm", ".shtml", ".shtm"},
	XHTML: {".xhtml", ".xht"},
	CSS:   {".css"},
	SVG:   {".svg"},
	XML:   {".xml", ".rss", ".atom", ".rdf", ".xsl", ".xslt", ".kml", ".gpx"},
}

// KindOf returns the kind of a document with a media type, which is in lower case and has no
// parameters.
func KindOf(mediaType string) Kind {
	switch mediatype.Of(mediaType) {
	case mediatype.HTML:
		return HTML
	case mediatype.XHTML:
		return XHTML
	case mediatype.CSS:
		return CSS
	case mediatype.SVG:
		return SVG
	case mediatype.Feed, mediatype.XML:
		return XML
	}
	return Other
}

// IsPage reports whether a browser shows documents of the kind in a window of their own.
func (k Kind) IsPage() bool { return k == HTML || k == XHTML }

// extended returns name, with an extension of the kind added unless it has one.
func (k Kind) extended(name string) string {
	all := extensions[k]
	if len(all) == 0 || slices.Contains(all, strings.ToLower(path.Ext(name))) {
		return name
	}
	return name + all[0]
}
