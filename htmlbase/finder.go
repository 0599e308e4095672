package htmlbase

import (
	"slices"

	"github.com/hrefix/hrefix/base"
)

// From is the text of [base.Source.From] for a BASE element.
const From = "BASE element"

// maxIgnored is the number of elements that do not count that a Finder keeps.
const maxIgnored = 16

// An Element is a BASE element with an href attribute, as a parser of the
// document has found it. An element without one is not a source of a base.
type Element struct {
	// Href is the value of the href attribute, with its character references
	// decoded, and tabs, line breaks and the white space around it removed.
	Href string
	// Start is the offset of the start tag in the source.
	Start int
	// Place orders the elements of the document as its tree does, by
	// [slices.Compare]. It differs from Start where the HTML parser moves
	// elements, as out of tables. It is not needed if one of the fields below
	// is set.
	Place []int
	// Foreign reports whether the element is in SVG or MathML.
	Foreign bool
	// Dropped reports whether the HTML parser ignores the start tag.
	Dropped bool
	// InTemplate reports whether the element is in a template.
	InTemplate bool
	// InNoscript reports whether the element is in noscript.
	InNoscript bool
	// Unknown, if not empty, is the reason why the value of href is not known.
	Unknown base.Reason
}

// counts returns "" if e can give the document its base, and otherwise the
// reason why it cannot.
func (e *Element) counts() base.Reason {
	switch {
	case e.Foreign:
		return base.ReasonForeign
	case e.Dropped:
		return base.ReasonParserDrops
	case e.InTemplate:
		return base.ReasonInTemplate
	case e.InNoscript:
		return base.ReasonInNoscript
	}
	return ""
}

// A Finder decides which BASE element of a document counts, for programs that
// parse the document themselves. The zero value is ready for use.
type Finder struct {
	first   *Element // that counts, of those so far
	ignored []base.Source
}

// Reset prepares f for another document.
func (f *Finder) Reset() { *f = Finder{} }

// Add adds a BASE element. Elements are added in source order.
func (f *Finder) Add(e Element) {
	reason := e.counts()
	switch {
	case reason != "":
		f.ignore(e.Href, reason)
	case f.first == nil:
		f.first = &e
	case slices.Compare(e.Place, f.first.Place) < 0:
		f.ignore(f.first.Href, base.ReasonLaterBase)
		f.first = &e
	default:
		f.ignore(e.Href, base.ReasonLaterBase)
	}
}

// DropBody removes the elements whose start tags begin in the range [start, end)
// of the source: the parser has found a frameset that replaces the body there.
func (f *Finder) DropBody(start, end int) {
	if f.first != nil && start <= f.first.Start && f.first.Start < end {
		f.ignore(f.first.Href, base.ReasonFrameset)
		f.first = nil
	}
}

// ignore records an element that does not count.
func (f *Finder) ignore(href string, reason base.Reason) {
	if len(f.ignored) < maxIgnored {
		f.ignored = append(f.ignored, base.Source{Layer: base.Embedded, From: From, Value: href, Ignored: reason})
	}
}

// Sources returns the elements as [Find] does.
func (f *Finder) Sources() []base.Source {
	if f.first == nil {
		return f.ignored
	}
	first := base.Source{Layer: base.Embedded, From: From, Value: f.first.Href, Unknown: f.first.Unknown, AllowOpaque: true}
	return append([]base.Source{first}, f.ignored...)
}
