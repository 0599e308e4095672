package engine

import (
	"cmp"

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
	if edits, done := w.plainSite(edits, sc, s); done {
		return edits
	}
	large := w.holdsLarge(s)
	views := &w.value.views.Views
	if large { // the edits of a large document are carried later
		views = new(sites.Views)
	}
	outer := s.View(sc.bytes, views)
	value := outer.Text()
	if s.Syntax == syntax.Document || s.Syntax == syntax.Markup {
		return w.documentAt(edits, sc, s, outer)
	}
	w.link.ref = Reference{
		Part: sc.doc.Part, Element: s.Element, Attr: s.Attr, Base: sc.baseOf(s),
		At: decide.Position{Views: sc.views}, Facts: decide.Facts{InJSON: w.inJSON},
	}
	w.link.ref.At.Inner[0] = outer
	w.value.keep = cmp.Or(sc.keep, s.Details().Keep)
	w.siblings.unread = w.siblings.unread || s.Details().Keep.Is(reason.Entity)
	if w.value.keep == none && isTwiceEncoded(value, s.Form) {
		w.value.keep, w.siblings.unread = reason.TwiceEncoded, true
	}
	switch {
	case w.value.keep != none:
	case s.Form == sites.Form(markup.NoValue) && s.Empty == places.EmptyResolves:
		w.value.keep = reason.NoValue
	case s.Syntax.Splits() && w.opts.Also&places.Templates == 0 && syntax.HasPlaceholder(value):
		w.value.keep = reason.Placeholder
	}
	if w.value.keep == none && w.isForeign(sc, w.link.ref.Base) {
		w.value.keep = foreignBase(sc.enc)
	}
	w.buf.carried = w.buf.carried[:0]
	if s.Syntax == syntax.URL || s.Syntax == syntax.LocalURL { // faster than the iterator
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
		w.inValue(list, w.reference(w.buf.carried, value, f, sc, s))
	}
	return w.ofValue(edits, outer, list)
}

// holdsLarge reports whether a value, or a document in it, may be large once it is decoded. The
// limit is half of w.limits.large, since some character references decode to more bytes than their
// own length.
func (w *walk) holdsLarge(s *sites.Site) bool { return s.Value.End-s.Value.Start >= w.limits.large/2 }

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
	if list == nil || list.Len() == 0 {
		return outer.Carry(edits, w.buf.carried)
	}
	if group, ok := edit.Group(view.Stream(outer, list.All())); ok {
		edits = append(edits, group)
	}
	return edits
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
	wrap, defect := w.unwrap(value, f)
	if f.Wrapping == syntax.InScript && !microsyntax.IsSpecifierText(wrap.Text()) {
		return edits
	}
	if wrap != nil {
		ref.At.Inner[ref.At.Layers] = wrap
		ref.At.Layers++
		w.value.views.url.Reset(wrap.Text(), 0, len(wrap.Text()))
	} else {
		w.value.views.url.Reset(value, f.Start, f.End)
	}
	ref.At.Inner[ref.At.Layers] = &w.value.views.url
	ref.At.Layers++
	ref.Text = w.value.views.url.Text()
	ref.Rules.Place, ref.Facts.Imported, ref.Facts.Early = s.Place, f.Imported, s.Early
	ref.Rules.Excluded = s.Syntax.Excludes() | s.Excluded | w.excluded
	if s.Syntax == syntax.Refresh && f.Start > 0 {
		ref.Rules.Excluded |= syntax.ClosingQuote(value[f.Start-1])
	}
	if ref.Rules.Keep = w.value.keep; ref.Rules.Keep == none {
		ref.Rules.Keep = cmp.Or(defect, w.keepReference(ref, sc, s, wrap != nil && !f.Imported && len(wrap.Text()) > 0))
	}
	if ref.Rules.Keep == none {
		w.hint(ref, sc, s)
	}
	if !w.decide(ref) {
		return edits
	}
	if wrap == nil {
		return w.value.views.url.Carry(edits, w.link.change[:])
	}
	w.buf.wrapped = w.value.views.url.Carry(w.buf.wrapped[:0], w.link.change[:])
	return wrap.Carry(edits, w.buf.wrapped)
}

// decide lets the policy decide ref, and reports it. It reports whether the text of the reference
// is edited. If so, the edit is in w.link.change.
func (w *walk) decide(ref *Reference) bool {
	w.siblings.embedding.record(ref, w.scope.doc)
	w.link.decide(ref, &w.scope)
	switch {
	case w.trial != nil:
		w.trial.see(ref, w.opts)
		return false
	case ref.Status == Resolved && w.limits.growth != nil:
		w.limits.growth.add(ref.Text, w.link.target)
		return false
	case ref.Status == Resolved:
		w.outcomes.based = w.outcomes.based || ref.GivesOwnBase()
		if ref.Facts.Chosen && !ref.Base.IsAbsolute(w.link.target) {
			w.outcomes.relative++
			ref.Reason = reason.RelativeURL
		}
	case ref.NeedsBase():
		w.outcomes.relative++
		if ref.Status != Relative && ref.Base.Layer > base.Retrieval && !ref.Reason.Is(reason.InnerBase) && !ref.Reason.Is(reason.Rejected) {
			w.outcomes.bound++ // a rejected reference has no target by any base
		}
	}
	if w.opts.Mode == MakeRelative {
		w.local.see(ref)
		w.noteBaseOut(ref)
	}
	if ref.Facts.Early && w.scope.early.base != nil {
		w.noteEarly(ref)
	}
	return w.link.report(ref)
}

// unwrap returns the view of a URL in CSS, JSON or a script, or nil if the URL is written
// as it is. defect is the reason why the URL must stay, if there is one.
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
