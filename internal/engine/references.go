package engine

import (
	"cmp"
	"encoding/binary"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/cssscan"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/microsyntax"
	"github.com/hrefix/hrefix/internal/view"
)

// site finds the references in the value of a site, lets the policy decide
// each, and appends the resulting edits of the text.
func (w *walk) site(edits []edit.Edit, sc *scope, s *sites.Site) []edit.Edit {
	w.stop.tick()
	if w.limits.growth.isOver() {
		return edits
	}
	if s.Syntax.IsURL() || s.Syntax == syntax.Markup {
		s.SetRead()
	}
	if sc.prefixes {
		if edits, done := w.prefix(edits, sc, s); done {
			return edits
		}
	}
	large := s.Value.End-s.Value.Start >= w.limits.large/2 // half, since some character references decode to more bytes than they have
	views := &w.value.views.Views
	if large { // the edits of a large document are carried later
		views = new(sites.Views)
	}
	outer := s.View(sc.bytes, views)
	value := outer.Text()
	if s.Syntax == syntax.Document || s.Syntax == syntax.Markup {
		return w.documentAt(edits, sc, s, outer)
	}
	ref := &w.link.ref
	ref.Part, ref.Element, ref.Attr, ref.Base = sc.doc.Part, s.Element, s.Attr, sc.baseOf(s)
	ref.At.Views, ref.At.Inner[0] = sc.views, outer
	w.value.keep = w.keepValue(sc, s, value, ref.Base)
	w.buf.carried = w.buf.carried[:0]
	if s.Syntax.IsURL() { // faster than the iterator
		w.buf.carried = w.reference(w.buf.carried, value, syntax.Match{End: len(value)}, sc, s)
		return outer.Carry(edits, w.buf.carried)
	}
	var list *edit.List // the edits of a large value, instead of w.buf.carried
	if large {
		list = new(edit.List)
	}
	if ctx, ok := s.Syntax.CSS(); ok { // this loop avoids the iterator, too
		for r := range cssscan.Refs(value, ctx) {
			f := syntax.Match{Start: r.Start, End: r.End, Wrapping: syntax.InCSS, Form: view.CSSForm(r.Form), Imported: r.Import}
			w.inValue(list, w.reference(w.buf.carried, value, f, sc, s))
		}
		return w.ofValue(edits, outer, list)
	}
	if goal, ok := s.Syntax.Goal(); ok {
		w.script(list, value, goal, sc, s)
		return w.ofValue(edits, outer, list)
	}
	if s.Syntax == syntax.ImportMap {
		w.seeScopes(value, sc)
	}
	for f := range s.Syntax.Matches(value) {
		if f.Markup {
			s.SetRead()
			text := new(view.JSON)
			text.Reset(value, f.Start, f.End)
			w.inValue(list, w.documentAt(w.buf.carried, sc, s, outer, text))
			continue
		}
		w.inValue(list, w.reference(w.buf.carried, value, f, sc, s))
	}
	return w.ofValue(edits, outer, list)
}

// keepValue returns the reason why the references in the value of a site must stay, if there is one. b is
// their base.
func (w *walk) keepValue(sc *scope, s *sites.Site, value []byte, b *base.Result) Reason {
	if s.HasDetails() {
		w.siblings.unread = w.siblings.unread || s.Details().Keep.Is(reason.Entity)
	}
	switch {
	case sc.keep != none:
		return sc.keep
	case s.HasDetails() && s.Details().Keep != none:
		return s.Details().Keep
	case isTwiceEncoded(value, s.Form):
		w.siblings.unread = true
		return reason.TwiceEncoded
	case s.Form == sites.Form(markup.NoValue) && s.Empty == places.EmptyResolves:
		return reason.NoValue
	case s.Syntax.Splits() && w.opts.Also&places.Templates == 0 && syntax.HasPlaceholder(value):
		return reason.Placeholder
	case w.isForeign(sc, b):
		return foreignBase(sc.enc)
	}
	return none
}

// inValue keeps the edits of a value so far: in the list, or in w.buf.carried if list is nil.
func (w *walk) inValue(list *edit.List, edits []edit.Edit) {
	if list != nil {
		list.Add(edits)
		edits = edits[:0]
	}
	w.buf.carried = edits
}

// ofValue appends the edits of the text that carry the edits of a value whose view is outer.
func (w *walk) ofValue(edits []edit.Edit, outer view.View, list *edit.List) []edit.Edit {
	if list == nil {
		return outer.Carry(edits, w.buf.carried)
	}
	return view.Carry(outer, edits, list.Edits(nil, nil, 0))
}

// isTwiceEncoded reports whether a value was encoded in quoted-printable twice but is decoded once.
// Then href="x" has become href=3D"x", an unquoted value that begins with 3D and a quote. A program
// that parses and rewrites this puts quotes around the value: href="3D&quot;x&quot;".
func isTwiceEncoded(value []byte, f sites.Form) bool {
	rest := value
	for len(rest) > 2 && rest[0] == '3' && rest[1]|0x20 == 'd' {
		rest = rest[2:]
	}
	if len(rest) == len(value) || len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return false
	}
	return f == sites.Form(markup.Unquoted) || len(rest) > 1 && rest[len(rest)-1] == rest[0]
}

// reference lets the policy decide a URL in a value, and appends the resulting
// edits of the value.
func (w *walk) reference(edits []edit.Edit, value []byte, f syntax.Match, sc *scope, s *sites.Site) []edit.Edit {
	w.stop.tick()
	ref := &w.link.ref
	ref.At.Layers = 1
	var wrap view.View
	keep := w.value.keep
	if f.Wrapping == syntax.Bare {
		ref.Text = w.cleaned(ref, value, f.Start, f.End)
	} else {
		var defect Reason
		if wrap, defect = w.unwrap(value, f); f.Wrapping == syntax.InScript && !microsyntax.IsSpecifierText(wrap.Text()) {
			return edits
		}
		ref.At.Inner[ref.At.Layers] = wrap
		ref.At.Layers++
		ref.Text = w.cleaned(ref, wrap.Text(), 0, len(wrap.Text()))
		keep = cmp.Or(keep, defect)
	}
	s.SetRead()
	ref.Facts = decide.Facts{Imported: f.Imported, Early: s.Early, InJSON: sc.inJSON}
	ref.Rules = decide.Rules{Place: s.Place, Excluded: s.Syntax.Excludes() | s.Excluded | sc.excluded, Keep: keep}
	if s.Syntax == syntax.Refresh && f.Start > 0 {
		ref.Rules.Excluded |= syntax.ClosingQuote(value[f.Start-1])
	}
	if keep == none {
		ref.Rules.Keep = w.keepReference(ref, sc, s, wrap != nil && !f.Imported && len(wrap.Text()) > 0)
	}
	if ref.Rules.Keep == none {
		w.hint(ref, sc, s)
	}
	if !w.decide(ref, sc) {
		return edits
	}
	change := w.link.change[:]
	if ref.At.Inner[ref.At.Layers-1] == &w.value.views.url {
		w.buf.wrapped = w.value.views.url.Carry(w.buf.wrapped[:0], change)
		change = w.buf.wrapped
	}
	if wrap == nil {
		return append(edits, change...)
	}
	return wrap.Carry(edits, change)
}

// cleaned returns the URL in text[start:end] as browsers clean it. It adds the view of the URL to the views of
// ref, unless text is the URL.
func (w *walk) cleaned(ref *Reference, text []byte, start, end int) []byte {
	if start == 0 && end == len(text) {
		if plain, _ := isPlain(text); plain {
			return text
		}
	}
	url := &w.value.views.url
	url.Reset(text, start, end)
	ref.At.Inner[ref.At.Layers] = url
	ref.At.Layers++
	return url.Text()
}

// decide lets the policy decide ref, and reports it. It reports whether the text of the reference
// is edited. If so, the edit is in w.link.change.
func (w *walk) decide(ref *Reference, sc *scope) bool {
	w.siblings.embedding.record(ref, sc.doc)
	w.link.decide(ref, sc)
	switch {
	case w.stays != nil:
		*w.stays = *w.stays || w.opts.staysUnmoved(ref)
		return false
	case ref.Status == Resolved && w.limits.growth != nil:
		w.limits.growth.add(ref.Text, w.link.target)
		return false
	case ref.Status == Resolved:
		sc.outcomes.based = sc.outcomes.based || ref.GivesOwnBase()
		if ref.Facts.Chosen && !ref.Base.IsAbsolute(w.link.target) {
			sc.outcomes.relative++
			ref.Reason = reason.RelativeURL
		}
	case ref.NeedsBase():
		sc.outcomes.relative++
		if ref.Status != Relative && ref.Base.Layer > base.Retrieval && !ref.Reason.Is(reason.InnerBase) && !ref.Reason.Is(reason.Rejected) {
			sc.outcomes.bound++ // a rejected reference has no target by any base
		}
	}
	if w.opts.Mode == MakeRelative {
		sc.local.leads = sc.local.leads || ref.Facts.InTree && (ref.Status == Relative || ref.Status == Resolved)
		w.noteBaseOut(ref)
	}
	if ref.Facts.Early && sc.early.base != nil {
		w.noteEarly(ref, sc)
	}
	return w.link.report(ref)
}

// unwrap returns the view of a URL in CSS, JSON or a script. defect is the reason why the URL must stay, if there is one.
func (w *walk) unwrap(value []byte, f syntax.Match) (_ view.View, defect Reason) {
	switch f.Wrapping {
	case syntax.InCSS:
		w.value.views.css.Reset(value, f.Start, f.End, f.Form)
		return &w.value.views.css, none
	case syntax.InJSON:
		w.value.views.json.Reset(value, f.Start, f.End)
		return &w.value.views.json, none
	case syntax.InScript:
		if w.value.views.js.Reset(value, f.Start, f.End, f.Quote) != nil || hasOctalEscape(value[f.Start:f.End]) {
			defect = reason.BadEscape
		}
		return &w.value.views.js, defect
	}
	return nil, none
}

// isPlain reports whether a value has neither control characters nor white space, and whether
// it has ampersands.
func isPlain(value []byte) (plain, ampersands bool) {
	if len(value) < 8 {
		for _, c := range value {
			if c <= ' ' {
				return false, false
			}
			ampersands = ampersands || c == '&'
		}
		return true, ampersands
	}
	var spaces, amps uint64
	for i := 0; i < len(value)-8; i += 8 {
		s, a := plainMarks(binary.LittleEndian.Uint64(value[i : i+8]))
		spaces, amps = spaces|s, amps|a
	}
	s, a := plainMarks(binary.LittleEndian.Uint64(value[len(value)-8:])) // the last word may overlap the one before
	const highs = 0x8080808080808080
	return (spaces|s)&highs == 0, (amps|a)&highs != 0
}

// plainMarks returns words that have a high bit set if x has control characters or spaces,
// and if it has ampersands.
func plainMarks(x uint64) (spaces, amps uint64) {
	const ones = 0x0101010101010101
	y := x ^ ones*'&'
	return (x - ones*'!') &^ x, (y - ones) &^ y
}
