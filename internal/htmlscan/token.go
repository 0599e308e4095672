package htmlscan

import (
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/markup"
)

// A Kind is a kind of token.
type Kind uint8

// The kinds of tokens.
const (
	// EOF is the end of the text.
	EOF Kind = iota
	// Text is character data outside raw-text elements, including a tag that is cut off at
	// the end of the text.
	Text
	// RawText is the content of a raw-text element.
	RawText
	// StartTag is a start tag.
	StartTag
	// EndTag is an end tag.
	EndTag
	// Comment is a comment or a bogus comment. It may also be "</>", which browsers ignore.
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
	// Name is the name as written, in any case.
	Name markup.Span
	// Value is the value without its quotes, with its character references not decoded. For
	// an attribute without a value it is empty, at Name.End.
	Value markup.Span
	// Quote says how Value is quoted.
	Quote markup.Quote
	// Wanted reports whether the name, or another name with the same hash, is in the set given to
	// [Scanner.Want].
	Wanted bool
}

// First returns the first attribute called name, in any case. attrs are the attributes of a
// tag in text, and name is in lower case. ok is false if there is no such attribute.
func First(text []byte, attrs []Attr, name string) (a Attr, ok bool) {
	for i := range attrs {
		if a := &attrs[i]; a.Name.End-a.Name.Start == len(name) && ascii.EqualFold(text[a.Name.Start:a.Name.End], name) {
			return *a, true
		}
	}
	return Attr{}, false
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
	// Atom is the atom of the lower-case name of a tag, or 0 if package atom does not know
	// it.
	Atom atom.Atom
	// Attrs has all attributes of a start tag in source order, including duplicates: the
	// first of each name counts. It is valid until the next call of [Scanner.Next].
	Attrs []Attr
	// SelfClosing reports whether a start tag ends in "/>".
	SelfClosing bool
	// Namespace is the namespace of the element of a start tag.
	Namespace Namespace
	// InTemplate reports whether a start tag is inside the contents of a template element.
	InTemplate bool
	// InNoscript reports whether the token is inside a noscript element.
	InNoscript bool
	// Ignored reports whether a start tag makes no element.
	Ignored bool
	// Merged reports whether the start tag is an ignored html or body tag. Its attributes
	// are added to the existing html or body element, if that does not have them.
	Merged bool
	// Element is the raw-text element that contains a RawText token.
	Element atom.Atom
	// Dropped is the range of the text whose elements a frameset tag removes from the tree
	// by replacing the body. The html element stays. For other tokens it is empty.
	Dropped markup.Span

	key      uint64 // the key of the name: see keyOf
	id       name
	interest interest // in the attributes of a start tag
}

// OnlyNoted reports whether a skimming scanner returns a start tag only because of [Names.AddNoted].
func (t *Token) OnlyNoted() bool { return t.interest&only != 0 }

// HasNoted reports whether a start tag has an attribute whose name was added by [Names.AddNoted].
func (t *Token) HasNoted() bool { return t.interest&noted != 0 }

// clearTree unsets the fields that tree construction sets.
func (t *Token) clearTree() {
	t.Namespace, t.Dropped = HTML, markup.Span{}
	t.InTemplate, t.Ignored, t.Merged = false, false, false
}
