package htmlbase

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
)

// From is the text of [base.Source.From] for a BASE element.
const From = "BASE element"

// maxIgnored is the number of ignored elements that a Finder keeps.
const maxIgnored = 16

// An Element is a BASE element with an href attribute. Elements without href do
// not matter.
type Element struct {
	// Href is the value of the href attribute as the HTML Standard reads a URL:
	// with character references decoded, and without tabs, line breaks and the
	// white space around it.
	Href string
	// Start is the offset of the start tag in the source.
	Start int
	// Place is the position of the element in the tree. [slices.Compare] of two
	// places gives the tree order. That differs from the order of Start where
	// the HTML parser moves elements, for example out of tables. Place may be
	// nil if one of the next four fields is true.
	Place []int
	// Foreign reports whether the element is in SVG or MathML.
	Foreign bool
	// Dropped reports whether the HTML parser ignores the start tag.
	Dropped bool
	// InTemplate reports whether the element is in a template element.
	InTemplate bool
	// InNoscript reports whether the element is in a noscript element.
	InNoscript bool
	// Unknown, if not empty, is the reason why the value of href is not known.
	Unknown base.Reason
}

// A Finder decides which BASE element of a document counts, for programs that
// parse the document themselves. The zero value is ready for use.
type Finder struct {
	first   *Element // the element that counts so far
	ignored []base.Source
}

// Reset prepares f for another document.
func (f *Finder) Reset() { *f = Finder{} }

// Add adds a BASE element. Elements are added in source order.
func (f *Finder) Add(e Element) {
	switch {
	case e.Foreign:
		f.ignore(e.Href, basereason.Foreign)
	case e.Dropped:
		f.ignore(e.Href, basereason.ParserDrops)
	case e.InTemplate:
		f.ignore(e.Href, basereason.InTemplate)
	case e.InNoscript:
		f.ignore(e.Href, basereason.InNoscript)
	case f.first == nil:
		f.first = &e
	case slices.Compare(e.Place, f.first.Place) < 0:
		f.ignore(f.first.Href, basereason.LaterBase)
		f.first = &e
	default:
		f.ignore(e.Href, basereason.LaterBase)
	}
}

// DropBody removes the elements whose start tags begin in the range [start,
// end) of the source. It is called for a frameset that replaces the body.
func (f *Finder) DropBody(start, end int) {
	if f.first != nil && start <= f.first.Start && f.first.Start < end {
		f.ignore(f.first.Href, basereason.Frameset)
		f.first = nil
	}
}

// ignore records an element that does not count.
func (f *Finder) ignore(href string, reason base.Reason) {
	if len(f.ignored) < maxIgnored {
		f.ignored = append(f.ignored, base.Source{Layer: base.Embedded, From: From, Value: href, Ignored: reason})
	}
}

// Sources returns the added elements as sources, in the order that [Find]
// returns them.
func (f *Finder) Sources() []base.Source {
	if f.first == nil {
		return f.ignored
	}
	first := base.Source{Layer: base.Embedded, From: From, Value: f.first.Href, Unknown: f.first.Unknown, AllowOpaque: true}
	return append([]base.Source{first}, f.ignored...)
}
