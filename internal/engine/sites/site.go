package sites

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
)

// A Site is a value that contains references.
type Site struct {
	*places.Place
	Element  string
	Attr     string // empty for the content of the element
	Value    markup.Span
	Form     Form
	Early    bool            // the URL loads at once, and no BASE element precedes it
	Excluded syntax.Excluded // bytes that the URLs must not contain, because of Form
	XMLBase  int32           // the number of the xml:base attribute in scope, from 1; 0 if there is no xml:base
	details  *Details        // nil for most sites
}

// Details are properties that few sites have.
type Details struct {
	Pieces          []Piece        // the pieces of the value, if there are several
	Codebase        *htmlscan.Attr // the codebase attribute of the element, if the place needs it
	UnknownCodebase base.Reason    // why the value of Codebase is not known, or ""
	Original        *htmlscan.Attr // the attribute with the absolute form of the link, if any
	Keep            reason.Reason  // why the references must stay
	Removable       []markup.Span  // the spans to remove if a BASE element is dropped
	Local           Local          // what keeps a local file from loading
}

// A Piece is a part of the content of an element. Comments and the ends of CDATA sections
// separate the pieces.
type Piece struct {
	markup.Span
	Form Form
}

var none reason.Reason

// noDetails are the details of most sites. They never change.
var noDetails Details

// Details returns the details of the site, which must not be changed.
func (s *Site) Details() *Details {
	if s.details == nil {
		return &noDetails
	}
	return s.details
}

// HasDetails reports whether the site has details of its own.
func (s *Site) HasDetails() bool { return s.details != nil }

// SetDetails returns the details of the site, which the caller may change.
func (s *Site) SetDetails() *Details {
	if s.details == nil {
		s.details = new(Details)
	}
	return s.details
}

// Keep sets the reason why the references of the site must stay, unless why is zero.
func (s *Site) Keep(why reason.Reason) {
	if why != none {
		s.SetDetails().Keep = why
	}
}

// A Form is the way in which a value is written. The first forms are the values of [markup.Quote].
type Form uint8

// The forms of values that are not attributes.
const (
	RawText  = Form(markup.XMLDoubleQuoted) + 1 + iota // raw text: CSS, JSON or JavaScript in HTML
	CDATA                                              // a CDATA section, which "]]>" ends
	CharData                                           // character data with character references
	Whole                                              // the whole text of a document: a style sheet
	Base64                                             // base64, in a feed
)

// URL returns the URL in the value of an attribute, which is in text.
func (s *Site) URL(text []byte) string {
	return view.AttrURL(text, s.Value.Start, s.Value.End, markup.Quote(s.Form))
}

// Views are the views of a value, one of each kind.
type Views struct {
	Ident  view.Identity
	Chars  view.CharRefs
	base64 view.Base64
}

// View returns the view of the value, which is in text. It reuses a view in v if it can.
func (s *Site) View(text []byte, v *Views) view.View {
	if pieces := s.Details().Pieces; pieces != nil {
		return joined(text, pieces)
	}
	switch s.Form {
	case RawText, CDATA, Whole:
		v.Ident.Reset(text, s.Value.Start, s.Value.End)
		return &v.Ident
	case Base64:
		if err := v.base64.Reset(text, s.Value.Start, s.Value.End); err != nil {
			s.Keep(reason.Transfer.With(err.Error()))
		}
		v.base64.Unbroken()
		return &v.base64
	case CharData:
		v.Chars.Reset(text, s.Value.Start, s.Value.End, markup.XMLDoubleQuoted)
		if v.Chars.IsOpen() && s.Syntax == syntax.Markup {
			s.Keep(new(entities).in(text[s.Value.Start:s.Value.End]))
		}
	default:
		v.Chars.Reset(text, s.Value.Start, s.Value.End, markup.Quote(s.Form))
	}
	return &v.Chars
}

// joined returns the view of content in pieces.
func joined(text []byte, pieces []Piece) view.View {
	var views []view.View
	for _, p := range pieces {
		if p.Form == CDATA {
			views = append(views, view.NewIdentity(text, p.Start, p.End))
		} else {
			views = append(views, view.NewCharRefs(text, p.Start, p.End, markup.XMLDoubleQuoted))
		}
	}
	return view.NewJoined(views)
}
