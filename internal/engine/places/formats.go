package places

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// A Format is a format of XML that has places in the table of feeds: a feed, an export, or another file that
// names pages.
type Format struct {
	Roots     string            // the names of the root element; case does not matter if it has a namespace
	Space     xmlscan.Namespace // the namespace of the root; None if readers do not look at it
	Bare      bool              // a root without a declaration is in Space or Default, too, and so are the elements in it
	Declares  xmlscan.Namespace // a namespace that the root must declare, or None
	Lacks     string            // an attribute that the root must lack, because it gives the base in another way; or ""
	Default   xmlscan.Namespace // the namespace that readers assume for elements without a prefix, if they do not know it; or None
	MediaType string
	Use       FormatUse
	Templates bool   // "{" in an attribute begins an expression
	NoBase    string // why no base is written into the document, or ""
	Ignores   string // readers that ignore a base that is written into the document, or ""
}

// A FormatUse says who reads the documents of a format.
type FormatUse uint8

// The uses.
const (
	Files   FormatUse = iota // programs that have the files beside the document, too
	Feeds                    // readers of feeds and exports, which have the document alone
	Manuals                  // viewers of manuals, courses and books, which show the pages that the document names
)

const ignoresXMLBase = "readers of the format ignore xml:base"

const sitemapReaders = "readers of sitemaps ignore xml:base"

// formats are the formats. RSS 0.91 to 2.0 has the root rss. RSS 0.9 and 1.0 are RDF documents that declare
// the namespace of RSS, or have its elements: see [FormatInside]. Atom has the root feed or entry in its own
// namespace (RFC 4287 section 2). A root feed without a namespace counts as Atom, too.
var formats = []Format{
	{Roots: "rss", Bare: true, Default: RSS, MediaType: "application/rss+xml", Ignores: "some readers of RSS ignore xml:base", Use: Feeds},
	{Roots: "rdf", Declares: RSS, Default: RSS, MediaType: "application/rdf+xml", Ignores: "some readers of RSS ignore xml:base", Use: Feeds},
	{Roots: "feed", Space: Atom, Bare: true, MediaType: "application/atom+xml", Use: Feeds},
	{Roots: "entry", Space: Atom, MediaType: "application/atom+xml", Use: Feeds},
	{Roots: "opml", Bare: true, Default: OPML, MediaType: "text/x-opml", Use: Feeds, NoBase: "readers of OPML ignore xml:base"},
	{Roots: "urlset sitemapindex", Space: Sitemap, Bare: true, Default: Sitemap, MediaType: "application/xml", Use: Feeds, NoBase: sitemapReaders},
	{Roots: "package", Space: Package, MediaType: "application/oebps-package+xml", Use: Manuals},
	{Roots: "ncx", Space: NCX, MediaType: "application/x-dtbncx+xml"},
	{Roots: "smil", Space: Overlay, MediaType: "application/smil+xml"},

	// Exports.
	{Roots: "en-export", Space: enex, Bare: true, MediaType: "application/enex+xml", Use: Feeds, NoBase: ignoresXMLBase},

	// Tables of contents and manifests of manuals and courses.
	{Roots: "toc", Space: eclipseHelp, Bare: true, MediaType: "application/xml", Use: Manuals, NoBase: ignoresXMLBase},
	{Roots: "QtHelpProject", Space: qtHelp, Bare: true, MediaType: "application/xml", Use: Manuals, NoBase: ignoresXMLBase},
	{Roots: "helpset map", Space: javaHelp, Bare: true, MediaType: "application/xml", Use: Manuals, NoBase: ignoresXMLBase},
	{Roots: "book", Space: devhelp, Lacks: "base", MediaType: "application/xml", Use: Manuals, NoBase: ignoresXMLBase},
	{Roots: "manifest", Space: contentPackage, MediaType: "application/xml", Use: Manuals},
	{Roots: "tincan", Space: tinCan, MediaType: "application/xml", Use: Manuals, NoBase: ignoresXMLBase},

	// What sites and players have beside their pages.
	{Roots: "playlist", Space: xspf, MediaType: "application/xspf+xml"},
	{Roots: "stylesheet transform package", Space: xslt, MediaType: "application/xslt+xml", Templates: true},
	{Roots: "browserconfig", Space: browserConfig, Bare: true, MediaType: "application/xml", NoBase: ignoresXMLBase},
	{Roots: "OpenSearchDescription", Space: openSearch, MediaType: "application/opensearchdescription+xml", NoBase: ignoresXMLBase},
}

// formatsByRoot has the formats by the name of the root in lower case.
var formatsByRoot = func() map[string][]*Format {
	all := make(map[string][]*Format)
	for i := range formats {
		for _, root := range strings.Fields(formats[i].Roots) {
			name := strings.ToLower(root)
			all[name] = append(all[name], &formats[i])
		}
	}
	return all
}()

// bareRoots has the namespaces of elements without a prefix and without a declaration, by the name of the root.
func bareRoots() map[string]xmlscan.Namespace {
	all := make(map[string]xmlscan.Namespace)
	for i := range formats {
		f := &formats[i]
		for _, root := range strings.Fields(f.Roots) {
			if f.Bare {
				all[root] = cmp.Or(f.Space, f.Default)
			}
		}
	}
	return all
}

// FormatOf returns the format of a document of text by its root element, or nil.
func FormatOf(text []byte, root *xmlscan.Token) *Format {
	name := text[root.Local.Start:root.Local.End]
	if len(name) > longestElement {
		return nil
	}
	var buf [longestElement]byte
	for _, f := range formatsByRoot[string(ascii.AppendLower(buf[:0], name))] {
		if f.begins(text, root) {
			return f
		}
	}
	return nil
}

// begins reports whether a root with a name of the format begins a document of the format.
func (f *Format) begins(text []byte, root *xmlscan.Token) bool {
	isIn := f.Space == xmlscan.None || root.Space == f.Space || root.Space == xmlscan.Other && f.Default == f.Space
	return isIn && (f.Declares == xmlscan.None || declares(text, root, f.Declares)) && (f.Lacks == "" || !has(text, root, f.Lacks))
}

// has reports whether a tag has an attribute without a prefix.
func has(text []byte, t *xmlscan.Token, name string) bool {
	return slices.ContainsFunc(t.Attrs, func(a xmlscan.Attr) bool { return string(text[a.Name.Start:a.Name.End]) == name })
}

// declares reports whether a tag declares a namespace.
func declares(text []byte, t *xmlscan.Token, space xmlscan.Namespace) bool {
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if name := text[a.Name.Start:a.Local.End]; bytes.HasPrefix(name, []byte("xmlns")) && FeedSpaces.URI(text[a.Value.Start:a.Value.End]) == space {
			return true
		}
	}
	return false
}

// FormatInside returns RSS 1.0 if a start tag below the root makes a document RSS 1.0 although the root does
// not declare the namespace: the tag is a channel or an item, and the name of the root, at the offset
// root, is RDF. Otherwise it returns nil. Readers of feeds do not look at the namespace.
func FormatInside(text []byte, root int, t *xmlscan.Token) *Format {
	own := text[t.Name.Start:t.Name.End]
	if t.Space != xmlscan.Other || !ascii.EqualFold(own, "channel") && !ascii.EqualFold(own, "item") {
		return nil
	}
	name := text[root:]
	name = name[:bytes.IndexAny(name, " \t\r\n/>")]
	_, local, ok := bytes.Cut(name, []byte(":"))
	if !ok {
		local = name
	}
	if ascii.EqualFold(local, "rdf") {
		return formatsByRoot["rdf"][0]
	}
	return nil
}
