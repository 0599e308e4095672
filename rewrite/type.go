package rewrite

import (
	"bytes"
	"fmt"
	"path"
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
)

var typeNames = []string{Auto: "auto", HTML: "html", Message: "message"}

// String returns the name by which [ParseType] knows the type.
func (t Type) String() string { return typeNames[t] }

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

// typesByExtension holds the file name extensions that name a type.
var typesByExtension = map[string]Type{
	".html": HTML, ".htm": HTML, ".shtml": HTML, ".xhtml": HTML, ".xht": HTML,
	".eml": Message, ".mht": Message, ".mhtml": Message, ".msg": Message,
	".nws": Message, ".email": Message,
}

// DetectType returns the type of a document from its name, if that has an
// extension that tells, or else from its first bytes: what begins with a
// header field is a message, all else is HTML. It never returns Auto.
func DetectType(name string, head []byte) Type {
	if t := typesByExtension[strings.ToLower(path.Ext(name))]; t != Auto {
		return t
	}
	if beginsWithField(head) {
		return Message
	}
	return HTML
}

// beginsWithField reports whether head begins with a header field (RFC 5322
// section 2.2), after an mbox "From " line perhaps.
func beginsWithField(head []byte) bool {
	if bytes.HasPrefix(head, []byte("From ")) || bytes.HasPrefix(head, []byte(">From ")) {
		_, rest, ok := bytes.Cut(head, []byte("\n"))
		return ok && beginsWithField(rest)
	}
	for i, c := range head {
		switch {
		case c == ':':
			return i > 0
		case c <= ' ' || c >= 0x7f || c == '<':
			return false
		}
	}
	return false
}
