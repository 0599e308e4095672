package engine

import (
	"fmt"
	"slices"
	"strings"
)

// A Type is a type of documents.
type Type uint8

// The types.
const (
	// Auto stands for what [DetectType] finds.
	Auto Type = iota
	// HTML is a document or fragment of text/html.
	HTML
	// Message is a message with header fields (RFC 5322), MIME or not; MHTML
	// (RFC 2557) too.
	Message
	// XML is an XML document: XHTML, SVG or another.
	XML
	// CSS is a style sheet.
	CSS
	// Mbox is a mailbox: messages, each after a line that begins with "From ".
	Mbox
	// Emlx is a message as Apple Mail stores it.
	Emlx
	// Other is a file that is no document: an archive, an image, a program, or bytes that
	// are not text. It is left as it is, with a note that names its kind.
	Other
)

// mediaTypes are those of documents that are no messages.
var mediaTypes = [...]string{HTML: "text/html", XML: "application/xhtml+xml", CSS: "text/css"}

var typeNames = []string{Auto: "auto", HTML: "html", Message: "message", XML: "xml", CSS: "css", Mbox: "mbox", Emlx: "emlx"}

// String returns the name by which [ParseType] knows the type, or "other", which it does
// not know.
func (t Type) String() string {
	if t == Other {
		return "other"
	}
	return typeNames[t]
}

// TypeNames returns the names that [ParseType] knows.
func TypeNames() []string { return slices.Clone(typeNames) }

// ParseType returns the type of that name. The error names those that there
// are.
func ParseType(name string) (Type, error) {
	for t, n := range typeNames {
		if n == name {
			return Type(t), nil
		}
	}
	return Auto, fmt.Errorf("unknown type %q: known are %s", name, strings.Join(typeNames, ", "))
}
