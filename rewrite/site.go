package rewrite

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/cssscan"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
)

// A site is a value that holds references, found while the base of the
// document is not known yet.
type site struct {
	*place
	element string
	attr    string // empty for the content of the element
	value   htmlscan.Span
	form    form
	bars    alphabet // what its references must not hold
	xmlBase int32    // which of the walk's xmlBases governs it, from 1; 0 is none
	rare    *rare    // nil for most
}

// rare is what few sites have.
type rare struct {
	pieces   []piece         // of the value, if there are several
	codebase *htmlscan.Attr  // of the element, if the place needs it
	original *htmlscan.Attr  // of the element, if it tells the link's absolute form
	keep     string          // why its references must stay
	drops    []htmlscan.Span // what goes if BASE elements are to be dropped
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
func (s *site) keepFor(reason string) {
	if reason != "" {
		s.setExtra().keep = reason
	}
}

// A form is how a value is written. The first are the quotes of attributes.
type form uint8

const (
	rawText  = form(view.DoubleQuoted) + 1 + iota // as it is: no URL stands in it but in CSS or JSON
	cdata                                         // as it is, but "]]>" would end it
	charData                                      // with character references
	plain                                         // as it is: a text of its own
)

// The quotes of attributes are numbered alike everywhere.
var _ = [1]struct{}{}[int(htmlscan.NoValue)-int(view.NoValue)+int(htmlscan.Unquoted)-int(view.Unquoted)+
	int(htmlscan.SingleQuoted)-int(view.SingleQuoted)+int(htmlscan.DoubleQuoted)-int(view.DoubleQuoted)]

// alphabet returns what a URL must not hold for the form's sake. Raw text needs
// nothing: in CSS and in JSON, "<" is written as an escape.
func (f form) alphabet() alphabet {
	if f == cdata {
		return noBracket
	}
	return 0
}

// value returns the view of a value.
func (w *walk) value(text []byte, s *site) view.View {
	if pieces := s.extra().pieces; pieces != nil {
		return joined(text, pieces)
	}
	switch s.form {
	case rawText, cdata, plain:
		w.ident.Reset(text, s.value.Start, s.value.End)
		return &w.ident
	case charData:
		w.chars.Reset(text, s.value.Start, s.value.End, view.DoubleQuoted)
	default:
		w.chars.Reset(text, s.value.Start, s.value.End, view.Quote(s.form))
	}
	return &w.chars
}

// joined returns the view of content that comes in pieces of character data
// and CDATA.
func joined(text []byte, pieces []piece) view.View {
	var views []view.View
	for _, p := range pieces {
		if p.form == cdata {
			views = append(views, view.NewIdentity(text, p.Start, p.End))
		} else {
			views = append(views, view.NewCharRefs(text, p.Start, p.End, view.DoubleQuoted))
		}
	}
	return view.NewJoined(views)
}

// A scope is what the references of a document have in common.
type scope struct {
	doc      *Document
	fallback *base.Established // the base but for BASE elements
	sources  []base.Source     // that the document gives
	outer    *base.Context
	within   *base.Context // see inside
	whole    bool          // a message around tells where it came from: no file was saved beside it
	plain    plainBase
	prefixes bool // see mayPrefix
	content
}

// inside returns the context of what stands within the document.
func (sc *scope) inside() *base.Context {
	if sc.within != nil {
		return sc.within
	}
	sources := slices.Clone(sc.sources)
	for i := range sources {
		sources[i].Layer = base.Encapsulating
		sources[i].From += " of the document around"
	}
	sc.within = sc.outer.Enclose(sources...)
	return sc.within
}

// site hands the references of a value to the policy, and appends the edits
// of the text that make them what the policy wants.
func (w *walk) site(edits []edit.Edit, sc *scope, s *site) []edit.Edit {
	if edits, done := w.plainSite(edits, sc, s); done {
		return edits
	}
	outer := w.value(sc.bytes, s)
	value := outer.Text()
	if s.syntax == nested {
		return w.srcdoc(edits, sc, s, outer)
	}
	w.ref = Reference{Part: sc.doc.Part, Element: s.element, Attr: s.attr, Base: w.baseOf(sc, s), views: sc.views}
	w.ref.inner[0] = outer
	w.kept = cmp.Or(sc.keep, s.extra().keep)
	if w.kept == "" && s.form == form(view.Unquoted) && isTwiceEncoded(value) {
		w.kept, w.blind = "encoded in quoted-printable twice", true
	}
	if w.kept == "" && w.isForeign(sc, w.ref.Base) {
		w.kept = "the base has characters that cannot be written in " + sc.enc.Name()
	}
	w.carried = w.carried[:0]
	if s.syntax == single || s.syntax == local { // spares the iterator
		w.carried = w.reference(w.carried, value, found{end: len(value)}, sc, s)
		return outer.Carry(edits, w.carried)
	}
	masked := w.masked(sc, value)
	if ctx, ok := s.syntax.css(); ok { // so does this
		for r := range cssscan.Refs(masked, ctx) {
			f := found{start: r.Start, end: r.End, wrapping: cssWrapped, form: view.CSSForm(r.Form)}
			w.carried = w.reference(w.carried, value, f, sc, s)
		}
		return outer.Carry(edits, w.carried)
	}
	for f := range s.syntax.urls(masked) {
		w.carried = w.reference(w.carried, value, f, sc, s)
	}
	return outer.Carry(edits, w.carried)
}

// isTwiceEncoded reports whether a value without quotes is one with quotes whose
// equals sign was encoded in quoted-printable once too often: "=3D" reads as an
// equals sign before "3D" then. What is meant starts after the quote.
func isTwiceEncoded(value []byte) bool {
	rest := value
	for len(rest) > 2 && rest[0] == '3' && rest[1]|0x20 == 'd' {
		rest = rest[2:]
	}
	return len(rest) < len(value) && (rest[0] == '"' || rest[0] == '\'')
}

// isForeign reports whether a base from outside of the document holds bytes
// that mean something else in the document's encoding.
func (w *walk) isForeign(sc *scope, b *base.Established) bool {
	outside := b.Layer == base.Retrieval || b.Layer == base.Encapsulating && w.depth == 0
	return outside && sc.enc.Name() != charenc.UTF8 && strings.IndexFunc(b.String(), func(r rune) bool { return r >= 0x80 }) >= 0
}

// masked returns value as what splits it should see it: without bytes that
// only look like ASCII.
func (w *walk) masked(sc *scope, value []byte) []byte {
	masked := maskOf(sc.enc, &w.valueMask, value)
	w.blanked = len(value) > 0 && &masked[0] != &value[0]
	return masked
}

// maskOf returns the mask of text in encoding enc, which may be text itself.
// It reuses buf.
func maskOf(enc charenc.Encoding, buf *[]byte, text []byte) []byte {
	masked := enc.Mask(*buf, text)
	if len(text) > 0 && &masked[0] != &text[0] {
		*buf = masked
	}
	return masked
}

// baseOf returns the base of a site's references.
func (w *walk) baseOf(sc *scope, s *site) *base.Established {
	switch {
	case s.against == fallback:
		return sc.fallback
	case s.xmlBase > 0:
		return w.xmlBases[s.xmlBase-1].established
	case s.extra().codebase == nil:
		return sc.doc.Base
	}
	return w.codebase(sc, s)
}

// codebase returns the base that an element's codebase attribute gives to its
// other attributes: HTML 4.01 section 13.3.
func (w *walk) codebase(sc *scope, s *site) *base.Established {
	a := s.extra().codebase
	url := view.AttrURL(sc.bytes, a.Value.Start, a.Value.End, view.Quote(a.Quote))
	if s.against == directory && url != "" && url[len(url)-1] != '/' {
		url += "/"
	}
	return sc.inside().Establish(base.Source{Layer: base.Embedded, From: "codebase attribute", Value: url})
}

// reference hands a URL in a value to the policy and appends the edits of the
// value.
func (w *walk) reference(edits []edit.Edit, value []byte, f found, sc *scope, s *site) []edit.Edit {
	ref := &w.ref
	ref.layers = 1
	wrap := w.unwrap(value, f)
	if wrap != nil {
		ref.inner[ref.layers] = wrap
		ref.layers++
		w.url.Reset(wrap.Text(), 0, len(wrap.Text()))
	} else {
		w.url.Reset(value, f.start, f.end)
	}
	ref.inner[ref.layers] = &w.url
	ref.layers++
	ref.Text = w.url.Text()
	ref.place = s.place
	ref.allow = alphabets[s.syntax] | s.bars
	if s.syntax == refresh && f.start > 0 {
		ref.allow |= closing(value[f.start-1])
	}
	if ref.keep = w.kept; ref.keep == "" {
		ref.keep = keepText(ref.Text, sc, s.place)
	}
	if ref.keep == "" && wrap != nil && w.blanked && hidesEscape(value[f.start:f.end], w.valueMask[f.start:f.end]) {
		ref.keep = "characters written with the bytes of others (" + sc.enc.Name() + ")"
	}
	if ref.keep == "" {
		w.hint(ref, sc, s)
	}
	if !w.decide(ref) {
		return edits
	}
	if wrap == nil {
		return w.url.Carry(edits, w.one[:])
	}
	w.wrapped = w.url.Carry(w.wrapped[:0], w.one[:])
	return wrap.Carry(edits, w.wrapped)
}

// unwrap returns the view of a URL within a value, nil if nothing stands
// around it.
func (w *walk) unwrap(value []byte, f found) view.View {
	switch f.wrapping {
	case cssWrapped:
		w.css.Reset(value, f.start, f.end, f.form)
		return &w.css
	case jsonWrapped:
		w.json.Reset(value, f.start, f.end)
		return &w.json
	}
	return nil
}

// keepText says why a reference must stay for what it says.
func keepText(text []byte, sc *scope, p *place) string {
	switch {
	case len(text) == 0:
		if p.empty == emptyLeft {
			return reasonEmpty
		}
	case text[0] == '#' && p.syntax.isLocal():
		return reasonLocal
	}
	if sc.enc.Stateful() && bytes.IndexByte(text, 0x1b) >= 0 {
		return "characters written with the bytes of others (" + sc.enc.Name() + ")"
	}
	return ""
}

// hidesEscape reports whether a value holds a backslash that is none: a byte of
// a multibyte character, which is blank in the mask.
func hidesEscape(value, mask []byte) bool {
	for i, c := range value {
		if c == '\\' && mask[i] != '\\' {
			return true
		}
	}
	return false
}

// isLocal reports whether a fragment alone names a part of the document that
// it stands in, whatever the base: CSS Values 4 section 4.5.1, SVG 2 section
// 16.1.6.
func (s syntax) isLocal() bool {
	switch s {
	case local, declarations, cssValue, styleSheet:
		return true
	}
	return false
}
