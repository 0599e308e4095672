package htmlbase

import (
	"bytes"
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
)

// From is what [base.Source.From] says of a BASE element.
const From = "BASE element"

// maxIgnored is how many elements that do not count are told.
const maxIgnored = 16

// Find returns the BASE elements of an HTML document as sources for
// [base.Context.Establish]: the one that counts first, if there is one, then
// those that do not.
func Find(text []byte) []base.Source {
	var f Finder
	s := htmlscan.New(text)
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		f.See(text, t, s)
	}
	return f.Sources()
}

// A Finder collects the BASE elements of a document while somebody else scans
// it. The zero value is ready.
type Finder struct {
	// Unknown says why nobody can tell the value of an attribute, or nothing. It may
	// be nil; in HTML all values can be told.
	Unknown func(markup.Span) base.Reason

	first *element // the one that counts so far
	void  []base.Source
}

// An element is a BASE element that could count.
type element struct {
	place []int // in tree order
	start int   // in source order
	href  string
	// unknown is why nobody can tell href.
	unknown base.Reason
}

// Reset makes f ready for another document.
func (f *Finder) Reset() { *f = Finder{} }

// A Placer tells where in tree order the element of the last start tag is: an
// [htmlscan.Scanner], or else whoever knows better.
type Placer interface{ Place() []int }

// See takes notice of a token of the document, whose place p knows.
func (f *Finder) See(text []byte, t *htmlscan.Token, p Placer) {
	if t.Kind == htmlscan.StartTag && (t.Atom == atom.Base || t.Dropped != markup.Span{}) {
		f.see(text, t, p)
	}
}

// see takes notice of a start tag that may matter.
func (f *Finder) see(text []byte, t *htmlscan.Token, p Placer) {
	if d := t.Dropped; f.first != nil && d.Start <= f.first.start && f.first.start < d.End {
		f.drop(f.first.href, base.ReasonFrameset)
		f.first = nil
	}
	if t.Atom != atom.Base {
		return
	}
	a := hrefOf(text, t)
	if a == nil {
		return
	}
	e := &element{start: t.Start, href: view.AttrURL(text, a.Value.Start, a.Value.End, a.Quote)}
	if reason := uncounted(t); reason != "" {
		f.drop(e.href, reason)
		return
	}
	if f.Unknown != nil {
		e.unknown = f.Unknown(a.Value)
	}
	e.place = p.Place()
	f.count(e)
}

// count takes e for the first BASE element if it precedes the first so far.
func (f *Finder) count(e *element) {
	switch {
	case f.first == nil:
		f.first = e
	case slices.Compare(e.place, f.first.place) < 0:
		f.drop(f.first.href, base.ReasonLaterBase)
		f.first = e
	default:
		f.drop(e.href, base.ReasonLaterBase)
	}
}

func (f *Finder) drop(href string, reason base.Reason) {
	if len(f.void) < maxIgnored {
		f.void = append(f.void, base.Source{Layer: base.Embedded, From: From, Value: href, Ignored: reason})
	}
}

// uncounted says why a base start tag makes no BASE element that counts.
func uncounted(t *htmlscan.Token) base.Reason {
	switch {
	case t.Namespace != htmlscan.HTML:
		return base.ReasonForeign
	case t.Ignored:
		return base.ReasonParserDrops
	case t.InTemplate:
		return base.ReasonInTemplate
	case t.InNoscript:
		return base.ReasonInNoscript
	}
	return ""
}

// hrefOf returns the first href attribute, nil if there is none.
func hrefOf(text []byte, t *htmlscan.Token) *htmlscan.Attr {
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if bytes.EqualFold(text[a.Name.Start:a.Name.End], []byte("href")) {
			return a
		}
	}
	return nil
}

// Sources returns what has been seen: see [Find].
func (f *Finder) Sources() []base.Source {
	if f.first == nil {
		return f.void
	}
	first := base.Source{Layer: base.Embedded, From: From, Value: f.first.href, Unknown: f.first.unknown, AllowOpaque: true}
	return append([]base.Source{first}, f.void...)
}
