package xmlscan

import "github.com/hrefix/hrefix/internal/markup"

// A Kind says what a token is.
type Kind uint8

// The kinds of tokens.
const (
	// EOF is the end of the text.
	EOF Kind = iota
	// Text is character data, markup that is cut off included.
	Text
	// StartTag is a start tag or an empty-element tag.
	StartTag
	// EndTag is an end tag.
	EndTag
	// Comment is a comment.
	Comment
	// Doctype is a DOCTYPE with its internal subset.
	Doctype
	// CDATA is a CDATA section with its delimiters.
	CDATA
	// ProcInst is a processing instruction or the XML declaration.
	ProcInst
)

// A Namespace is the namespace of an element or attribute.
type Namespace uint8

// The namespaces that are told apart.
const (
	// None is the namespace of attributes without a prefix. Elements are
	// never in it.
	None Namespace = iota
	// XHTML is http://www.w3.org/1999/xhtml.
	XHTML
	// SVG is http://www.w3.org/2000/svg.
	SVG
	// MathML is http://www.w3.org/1998/Math/MathML.
	MathML
	// XLink is http://www.w3.org/1999/xlink.
	XLink
	// XML is that of the prefix xml.
	XML
	// Other is any other namespace, and that of elements without one.
	Other
)

// An Attr is an attribute of a start tag, or a pseudo-attribute, as written.
type Attr struct {
	// Name is the name with its prefix.
	Name markup.Span
	// Value is the value without its quotes, its references not decoded. An
	// attribute without "=" has an empty one at Name.End.
	Value markup.Span
	// Space is the namespace that the prefix is bound to, None without one.
	Space Namespace
	// Local is the name without its prefix.
	Local markup.Span
	// Quote says how Value is quoted.
	Quote markup.Quote
}

// An Element names an element.
type Element struct {
	// Local is the name without its prefix, as in the start tag.
	Local markup.Span
	// Space is the namespace.
	Space Namespace
}

// A Token is a piece of the text. The spans of all tokens, one after the
// other, are the text.
type Token struct {
	// Kind says what the token is.
	Kind Kind
	// Span is the whole token.
	markup.Span
	// Name is the name of a tag, or the target of a processing instruction.
	Name markup.Span
	// Local is the name without its prefix.
	Local markup.Span
	// Space is the namespace of a tag's element.
	Space Namespace
	// Attrs has all attributes of a start tag in source order, declarations
	// and duplicates too: the first of a name counts. It is valid until the
	// next call of [Scanner.Next].
	Attrs []Attr
	// Cut says that the tag has more attributes than the 10,000 that are kept.
	Cut bool
	// SelfClosing tells a start tag that ends in "/>". It has no end tag.
	SelfClosing bool
	// Depth is how many elements are open around the token. A start tag does
	// not count itself; that of an end tag is the depth of the start tag, and
	// if it closes nothing, that of its place.
	Depth int
	// In is the innermost open element around Text and CDATA; its name is
	// empty outside of the root.
	In Element
}
