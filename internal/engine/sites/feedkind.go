package sites

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// A FeedKind is a format of feeds and exports.
type FeedKind uint8

// The formats.
const (
	NoFeed      FeedKind = iota
	RSSFeed              // RSS 0.91 to 2.0, and exports of WordPress
	RDFFeed              // RSS 0.90 and 1.0, which are RDF
	AtomFeed             // Atom, a feed or an entry
	OPMLFile             // OPML
	SitemapFile          // a sitemap, or an index of sitemaps
	PackageFile          // the package document of an EPUB
	NCXFile              // the table of contents of an EPUB 2
	OverlayFile          // a media overlay of an EPUB
)

// feedOf returns the format of the feed with a root element, or NoFeed. RSS 0.91 to 2.0 has the root
// rss. RSS 0.9 and 1.0 are RDF documents that declare the namespace of RSS, or have its elements (see
// isOfRSS). Atom has the root feed or entry in its own namespace (RFC 4287 section 2). A root feed
// without a namespace counts as Atom, too.
func feedOf(text []byte, root *xmlscan.Token) FeedKind {
	switch strings.ToLower(string(text[root.Local.Start:root.Local.End])) {
	case "rss":
		return RSSFeed
	case "rdf":
		if declares(text, root, places.RSS) {
			return RDFFeed
		}
	case "feed", "entry":
		if root.Space == places.Atom {
			return AtomFeed
		}
	case "opml":
		return OPMLFile
	case "package":
		if root.Space == places.Package {
			return PackageFile
		}
	case "ncx":
		if root.Space == places.NCX {
			return NCXFile
		}
	case "smil":
		if root.Space == places.Overlay {
			return OverlayFile
		}
	case "urlset", "sitemapindex":
		if root.Space == places.Sitemap || root.Space == xmlscan.Other {
			return SitemapFile
		}
	}
	return NoFeed
}

// isOfRSS reports whether a start tag below the root makes a document RSS 1.0 although the root does
// not declare the namespace: the tag is a channel or an item, and the name of the root, at the offset
// root, is RDF. Readers of feeds do not look at the namespace.
func isOfRSS(text []byte, root int, t *xmlscan.Token) bool {
	own := text[t.Name.Start:t.Name.End]
	if t.Space != xmlscan.Other || !ascii.EqualFold(own, "channel") && !ascii.EqualFold(own, "item") {
		return false
	}
	name := text[root:]
	name = name[:bytes.IndexAny(name, " \t\r\n/>")]
	_, local, ok := bytes.Cut(name, []byte(":"))
	if !ok {
		local = name
	}
	return ascii.EqualFold(local, "rdf")
}

// declares reports whether a tag declares a namespace.
func declares(text []byte, t *xmlscan.Token, space xmlscan.Namespace) bool {
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if name := text[a.Name.Start:a.Local.End]; bytes.HasPrefix(name, []byte("xmlns")) && places.FeedSpaces.URI(text[a.Value.Start:a.Value.End]) == space {
			return true
		}
	}
	return false
}

// MediaType returns the media type of a feed of this kind.
func (k FeedKind) MediaType() string {
	return [...]string{
		RSSFeed: "application/rss+xml", RDFFeed: "application/rdf+xml", AtomFeed: "application/atom+xml",
		OPMLFile: "text/x-opml", SitemapFile: "application/xml",
		PackageFile: "application/oebps-package+xml", NCXFile: "application/x-dtbncx+xml", OverlayFile: "application/smil+xml",
	}[k]
}

// defaultSpace returns the namespace of elements without a prefix in a feed whose default namespace
// is not known, or None. Readers of these formats do not look at the default namespace.
func (k FeedKind) defaultSpace() xmlscan.Namespace {
	switch k {
	case RSSFeed, RDFFeed:
		return places.RSS
	case OPMLFile:
		return places.OPML
	case SitemapFile:
		return places.Sitemap
	}
	return xmlscan.None
}
