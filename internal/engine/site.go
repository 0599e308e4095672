package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
)

// A site is a value that holds references, found while the base of the
// document is not known yet.
type site struct {
	*places.Place
	element string
	attr    string // empty for the content of the element
	value   markup.Span
	form    form
	early   bool            // it loads at once, and no BASE element stands before it: see scope.early
	bars    syntax.Excluded // what its references must not hold
	xmlBase int32           // which of the walk's xmlBases governs it, from 1; 0 is none
	rare    *rare           // nil for most
}

// rare is what few sites have.
type rare struct {
	pieces   []piece        // of the value, if there are several
	codebase *htmlscan.Attr // of the element, if the place needs it
	unknown  base.Reason    // why the value of that is not known
	original *htmlscan.Attr // of the element, if it tells the link's absolute form
	keep     Reason         // why its references must stay
	drops    []markup.Span  // what goes if BASE elements are to be dropped
}

// nothingRare is what most sites have. It does not change.
var nothingRare rare

// extra returns what few sites have, to be read.
func (s *site) extra() *rare {
	if s.rare == nil {
		return &nothingRare
	}
	return s.rare
}

// setExtra returns what few sites have, to be written.
func (s *site) setExtra() *rare {
	if s.rare == nil {
		s.rare = new(rare)
	}
	return s.rare
}

// keepFor sets the reason why the references of a site must stay, if there is
// one.
func (s *site) keepFor(why Reason) {
	if why != none {
		s.setExtra().keep = why
	}
}

// A form is how a value is written. The first are the quotes of attributes.
type form uint8

const (
	rawText  = form(markup.DoubleQuoted) + 1 + iota // as it is: no URL stands in it but in CSS or JSON
	cdata                                           // as it is, but "]]>" would end it
	charData                                        // with character references
	plain                                           // as it is: a text of its own
)

// alphabet returns what a URL must not hold for the form's sake. Raw text needs
// nothing: in CSS and in JSON, "<" is written as an escape.
func (f form) alphabet() syntax.Excluded {
	if f == cdata {
		return syntax.NoBracket
	}
	return 0
}

// value returns the view of a value: one that is good until the next, unless it is
// asked for one with memory of its own.
func (w *walk) value(text []byte, s *site, own bool) view.View {
	ident, chars := &w.ident, &w.chars
	if own {
		ident, chars = new(view.Identity), new(view.CharRefs)
	}
	if pieces := s.extra().pieces; pieces != nil {
		return joined(text, pieces)
	}
	switch s.form {
	case rawText, cdata, plain:
		ident.Reset(text, s.value.Start, s.value.End)
		return ident
	case charData:
		chars.Reset(text, s.value.Start, s.value.End, markup.DoubleQuoted)
	default:
		chars.Reset(text, s.value.Start, s.value.End, markup.Quote(s.form))
	}
	return chars
}

// joined returns the view of content that comes in pieces of character data
// and CDATA.
func joined(text []byte, pieces []piece) view.View {
	var views []view.View
	for _, p := range pieces {
		if p.form == cdata {
			views = append(views, view.NewIdentity(text, p.Start, p.End))
		} else {
			views = append(views, view.NewCharRefs(text, p.Start, p.End, markup.DoubleQuoted))
		}
	}
	return view.NewJoined(views)
}
