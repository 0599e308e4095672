package rewrite

import (
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A Type is the type of a source. Its value is its name.
type Type string

// The types.
const (
	// Auto is the type that [DetectType] finds.
	Auto Type = ""
	// HTML is a document or fragment of text/html.
	HTML Type = "html"
	// XML is an XML document: XHTML, SVG, a feed, a sitemap or another.
	XML Type = "xml"
	// CSS is a style sheet.
	CSS Type = "css"
	// JSON is JSON text: a JSON Feed, or any JSON text with Options.JSONFields.
	JSON Type = "json"
	// NDJSON is JSON text in each line, also called JSON Lines.
	NDJSON Type = "ndjson"
	// Message is a message with header fields (RFC 5322), with MIME or without; MHTML (RFC
	// 2557), too.
	Message Type = "message"
	// Mbox is a mailbox: messages, each after a line that begins with "From ".
	Mbox Type = "mbox"
	// Emlx is a message as Apple Mail stores it.
	Emlx Type = "emlx"
	// WARC is a web archive: WARC or ARC.
	WARC Type = "warc"
	// Other is a file that is not a document, such as an archive, an image or a program. It is
	// left as it is, with a note that names its kind.
	Other Type = "other"
)

// engine returns the type of the engine.
func (t Type) engine() (detect.Type, error) {
	switch t {
	case Auto:
		return detect.Auto, nil
	case Other:
		return detect.Other, nil
	}
	return detect.ParseType(string(t))
}

// DetectType returns the type of a file by its name, which may be empty, and its first 64 KiB.
// It never returns [Auto]. known reports whether the file is known to be a document; if not,
// the type is a guess.
func DetectType(name string, head []byte) (t Type, known bool) {
	detected, known := detect.TypeOf(name, head)
	return Type(detected.String()), known
}
