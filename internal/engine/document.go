package engine

import "github.com/hrefix/hrefix/base"

// A Document is a piece of a source that has a base of its own: an HTML
// document, a message, or a part of one.
type Document struct {
	// Part is the entity of a message, as in [Reference].
	Part string
	// MediaType is the document's type, such as "text/html".
	MediaType string
	// Base is the document's base, and why.
	Base *base.Result
}

// A Visitor has the functions that [Rewriter.Visit] calls. Each may be nil. What they
// are given is valid until they return, and must not be changed.
type Visitor struct {
	// Document is called for every document, the entities of a message among
	// them, in the order of the source. A document has its base by then. Its
	// references come after it; those in the header of an entity, before.
	Document func(*Document)
	// Reference is called for every reference, in the order of the source, with
	// what becomes of it.
	Reference func(*Reference)
	// Text is called for every text that is changed, when its last reference has
	// been visited: texts that stand encoded in the source first, the source
	// itself last.
	Text func(*Text)
}

// A Text is a text that changes: the source itself, or a part of it that is encoded in
// quoted-printable, base64 or UTF-16, decoded. Each edit of a source is an edit of exactly
// one of its texts.
type Text struct {
	// Part is the entity of a message whose body holds the text, as in
	// [Reference].
	Part string
	// Encoding names the encodings of the text in the source, the outermost first,
	// such as "quoted-printable" or "base64, utf-16le". It is empty for the source
	// itself. Character encodings are not included, because the text is still in them,
	// except for UTF-16.
	Encoding string
	// Offset is where in the source the text begins.
	Offset int
	// Content is the text, decoded.
	Content []byte
	// Edits are the edits of Content, sorted and disjoint, without those in a text
	// that is encoded in it.
	Edits []Edit
}
