package htmlscan

import (
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/markup"
)

// A Kind says what a token is.
type Kind uint8

// The kinds of tokens.
const (
	// EOF is the end of the text.
	EOF Kind = iota
	// Text is character data outside raw-text elements, a tag that the end of
	// the text cuts off included.
	Text
	// RawText is the content of a raw-text element.
	RawText
	// StartTag is a start tag.
	StartTag
	// EndTag is an end tag.
	EndTag
	// Comment is a comment or a bogus comment; "</>" too, of which a browser
	// makes nothing.
	Comment
	// Doctype is a DOCTYPE, well formed or not.
	Doctype
	// CDATA is a CDATA section in SVG or MathML.
	CDATA
)

// A Namespace is the namespace of an element.
type Namespace uint8

// The namespaces that HTML text can name.
const (
	HTML Namespace = iota
	SVG
	MathML
)

// An Attr is an attribute of a start tag, as written.
type Attr struct {
	// Name is the name, in whatever case it has.
	Name markup.Span
	// Value is the value without its quotes, its character references not
	// decoded. An attribute without a value has an empty one at Name.End.
	Value markup.Span
	// Quote says how Value is quoted.
	Quote markup.Quote
	// Wanted reports whether the name is one that [Scanner.Want] asked for, or may be.
	Wanted bool
}

// A Token is a piece of the text. The spans of all tokens, one after the
// other, are the text.
type Token struct {
	// Kind says what the token is.
	Kind Kind
	// Span is the whole token.
	markup.Span
	// Name is the name of a tag as written.
	Name markup.Span
	// Atom stands for the lower-cased name of a tag; 0 if package atom does
	// not know it.
	Atom atom.Atom
	// Attrs has all attributes of a start tag in source order, duplicates
	// too: the first of a name counts. It is valid until the next call of
	// [Scanner.Next].
	Attrs []Attr
	// SelfClosing tells a start tag that ends in "/>".
	SelfClosing bool
	// Namespace is that of the element which a start tag makes.
	Namespace Namespace
	// InTemplate tells a start tag inside the contents of a template element.
	InTemplate bool
	// InNoscript tells a token inside a noscript element.
	InNoscript bool
	// Ignored tells a start tag of which no element is made.
	Ignored bool
	// Merged tells an ignored html or body tag whose attributes go to the
	// html or body element that is there, as far as it lacks them.
	Merged bool
	// Element is the raw-text element whose content a RawText token is.
	Element atom.Atom
	// Dropped is, for a frameset tag that replaces the body, the range of the
	// text whose elements are gone with it (the html element is not). Else it
	// is empty.
	Dropped markup.Span

	key uint64 // of the name: see keyOf
	id  name
}

// clearTree unsets what tree construction says.
func (t *Token) clearTree() {
	t.Namespace, t.Dropped = HTML, markup.Span{}
	t.InTemplate, t.Ignored, t.Merged = false, false, false
}
