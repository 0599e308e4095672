package engine

import "github.com/hrefix/hrefix/base"

// A Document is a piece of a source that has a base of its own: an HTML
// document, a message, or a part of a message.
type Document struct {
	// Part is the entity of a message, as in [Reference].
	Part string
	// MediaType is the document's type, such as "text/html".
	MediaType string
	// Base is the document's base, and why.
	Base *base.Result
}

// A Visitor has the functions that [Rewriter.Visit] calls. Any of them may be nil. Their arguments
// are valid until they return, and must not be changed.
type Visitor struct {
	// Document is called for every document, the entities of a message among
	// them, in the order of the source. The base of the document is known by
	// then. References of the document come after this call, except for
	// references in the header of an entity, which come before.
	Document func(*Document)
	// Reference is called for every reference, in the order of the source, with
	// what becomes of it.
	Reference func(*Reference)
	// Text is called for every text that is changed, when its last reference has been visited:
	// texts that are encoded in the source come first, the source itself last.
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
	// Offset is the offset of the text in the source.
	Offset int
	// Content is the text, decoded.
	Content []byte
	// Edits are the edits of Content, sorted and disjoint. Edits of a text that is encoded in
	// Content are not among them.
	Edits []Edit
}
