package sites

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/xmlscan"
)

// feedOf returns the kind of feed that has this root element, or "". RSS 0.91 to 2.0 has
// the root rss. RSS 0.9 and 1.0 are RDF documents that declare the namespace of RSS. Atom
// has the root feed in its own namespace (RFC 4287 section 2).
func feedOf(text []byte, root *xmlscan.Token) string {
	declares := func(namespace string) bool { return bytes.Contains(text[root.Start:root.End], []byte(namespace)) }
	switch string(text[root.Local.Start:root.Local.End]) {
	case "rss":
		return "an RSS feed"
	case "RDF":
		if declares("http://purl.org/rss/1.0/") || declares("http://my.netscape.com/rdf/simple/0.9/") {
			return "an RSS feed"
		}
	case "feed":
		if declares("http://www.w3.org/2005/Atom") || declares("http://purl.org/atom/ns#") {
			return "an Atom feed"
		}
	}
	return ""
}
