// Package mediatype returns the kind of document that a media type names.
package mediatype

import "strings"

// A Kind is a kind of documents that have references.
type Kind uint8

// The kinds.
const (
	None    Kind = iota // not a document that has references
	HTML                // HTML, including AMP for Email
	XHTML               // XHTML
	SVG                 // SVG
	Feed                // RSS, RDF, Atom and OPML
	XML                 // other XML (MIME Sniffing Standard section 4.6)
	CSS                 // a style sheet
	Message             // a message
	JSON                // JSON text: some of its strings are read
)

// Of returns the kind of documents of a media type. mediaType is in lower case, and has no
// parameters.
func Of(mediaType string) Kind {
	switch mediaType {
	case "text/html", "text/x-amp-html":
		return HTML
	case "application/xhtml+xml":
		return XHTML
	case "image/svg+xml":
		return SVG
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "text/x-opml":
		return Feed
	case "text/css":
		return CSS
	case "message/rfc822":
		return Message
	case "text/xml", "application/xml":
		return XML
	case "application/json":
		return JSON
	}
	switch {
	case strings.HasSuffix(mediaType, "+xml"):
		return XML
	case strings.HasSuffix(mediaType, "+json"): // RFC 6839 section 3.1
		return JSON
	}
	return None
}

// HasAnchors reports whether a fragment can name a part of documents of this kind.
func (k Kind) HasAnchors() bool { return k.isMarkup() }

// IsMailed reports whether documents of this kind are read in the parts of a message. Other XML in
// mail is data, such as invoices with signatures.
func (k Kind) IsMailed() bool { return k == CSS || k.isMarkup() && k != XML }

// IsArchived reports whether documents of this kind are read in a web archive. JSON there is data for
// scripts.
func (k Kind) IsArchived() bool { return k == CSS || k == Message || k.isMarkup() }

// isMarkup reports whether documents of this kind are HTML or XML.
func (k Kind) isMarkup() bool {
	switch k {
	case HTML, XHTML, SVG, Feed, XML:
		return true
	}
	return false
}
