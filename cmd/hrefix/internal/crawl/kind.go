package crawl

import (
	"path"
	"slices"
	"strings"
)

// A Kind is what the name of a file has to show a browser, since files have no media type.
type Kind uint8

// The kinds.
const (
	Other Kind = iota // a browser knows it by its content
	HTML
	XHTML
	CSS
	SVG
	XML
)

// kinds has the extensions that browsers know for each kind. The first one is added to other
// names, as wget -E adds it.
var kinds = [...]struct {
	extensions []string
	mediaTypes []string
}{
	Other: {},
	HTML:  {[]string{".html", ".htm", ".shtml", ".shtm"}, []string{"text/html", "text/x-amp-html"}},
	XHTML: {[]string{".xhtml", ".xht"}, []string{"application/xhtml+xml"}},
	CSS:   {[]string{".css"}, []string{"text/css"}},
	SVG:   {[]string{".svg"}, []string{"image/svg+xml"}},
	XML:   {[]string{".xml", ".rss", ".atom", ".rdf", ".xsl", ".xslt", ".kml", ".gpx"}, []string{"text/xml", "application/xml"}},
}

// KindOf returns the kind of a document with a media type, which is in lower case and has no
// parameters.
func KindOf(mediaType string) Kind {
	for k := range kinds {
		if slices.Contains(kinds[k].mediaTypes, mediaType) {
			return Kind(k)
		}
	}
	if strings.HasSuffix(mediaType, "+xml") {
		return XML
	}
	return Other
}

// IsPage reports whether a browser shows documents of the kind in a window of their own.
func (k Kind) IsPage() bool { return k == HTML || k == XHTML }

// extended returns a name with the extension that it needs.
func (k Kind) extended(name string) string {
	all := kinds[k].extensions
	if len(all) == 0 || slices.Contains(all, strings.ToLower(path.Ext(name))) {
		return name
	}
	return name + all[0]
}

// index returns the name of a file for a URL that ends in a slash.
func (k Kind) index() string {
	if k == Other || k == HTML {
		return "index.html"
	}
	return k.extended("index")
}
