package xmlscan

import "github.com/hrefix/hrefix/internal/markup"

// A Kind is a kind of token.
type Kind uint8

// The kinds of tokens.
const (
	// EOF is the end of the text.
	EOF Kind = iota
	// Text is character data, including markup that is cut off.
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

// The namespaces that are distinguished.
const (
	// None is the namespace of attributes without a prefix. It is never the namespace of an element.
	None Namespace = iota
	// XHTML is http://www.w3.org/1999/xhtml.
	XHTML
	// SVG is http://www.w3.org/2000/svg.
	SVG
	// MathML is http://www.w3.org/1998/Math/MathML.
	MathML
	// XLink is http://www.w3.org/1999/xlink.
	XLink
	// XML is the namespace of the prefix xml.
	XML
	// Other is any other namespace, and stands for no namespace, too. Greater values are the values
	// of [Spaces].
	Other
)

// An Attr is an attribute of a start tag, or a pseudo-attribute, as written.
type Attr struct {
	// Name is the name with its prefix.
	Name markup.Span
	// Value is the value without its quotes, with its references not decoded. For an
	// attribute without "=" it is empty, at Name.End.
	Value markup.Span
	// Space is the namespace that the prefix is bound to, or None without a prefix.
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
	// Attrs has all attributes of a start tag in source order, including declarations and
	// duplicates: the first of each name counts. It is valid until the next call of
	// [Scanner.Next].
	Attrs []Attr
	// Cut reports whether the tag has more than 10,000 attributes. Further attributes are not in
	// Attrs.
	Cut bool
	// SelfClosing reports whether a start tag ends in "/>". Such a tag has no end tag.
	SelfClosing bool
	// Depth is the number of elements that are open around the token. The element of a start tag
	// does not count. An end tag has the depth of the start tag that it closes; if it closes no
	// element, the depth of its place.
	Depth int
	// In is the innermost open element around Text and CDATA. Outside the root its name is
	// empty.
	In Element
}
