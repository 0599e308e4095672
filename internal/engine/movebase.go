package engine

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
)

// Links below a base stay relative when a site moves, because the base moves, too. But the element
// or field that gives the base may have to stay, for example because it cannot be read for certain.
// So these elements and fields are decided first, as a trial. If one of them must stay and would
// lead elsewhere, the links whose base comes from the document or its header become absolute.

// A baseTrial decides only the elements and fields that give bases, and makes no edits.
type baseTrial struct {
	kept bool // an element or field stays that should have changed
}

// see looks at a decided reference.
func (b *baseTrial) see(r *Reference, o *Options) {
	b.kept = b.kept || r.Status == Left && o.mover.WouldMove(r)
}

// tryBases finds out whether an element in a document that gives a base must stay.
func (w *walk) tryBases(sc *scope) {
	if w.opts.Mode != MoveLinks || sc.keep != none || w.trial != nil || sc.doc.Base.Layer != base.Embedded && !w.collector.VariesBase {
		return
	}
	trial := new(baseTrial)
	w.try(sc, func() { w.trial = trial })
	sc.unsure = trial.kept
}

// isOutsideTrial reports whether a trial passes over a site.
func (w *walk) isOutsideTrial(s *sites.Site) bool {
	return w.trial != nil && s.Attr != "xml:base" && s.Attr != "codebase" && (s.Element != "base" || s.Attr != "href")
}

// tryFields finds out whether a field of a header that gives a base must stay.
func (w *walk) tryFields(h *fieldHeader) {
	if w.opts.Mode != MoveLinks {
		return
	}
	trial, l := new(baseTrial), &w.link
	for ref := range h.fields.References() {
		var written []edit.Edit
		w.fieldReference(&l.ref, h, ref, h.base(ref.Attr), &written)
		if l.ref.GivesBase(w.opts.mover.Fields) {
			l.decide(&l.ref, nil)
			trial.see(&l.ref, w.opts)
		}
	}
	h.fields.Rewind()
	w.unsure = w.unsure || trial.kept
}

// prepareMove sets the state that the policy of moving needs.
func (l *link) prepareMove(ref *Reference, doc *scope) {
	p := l.purpose
	ref.Moving = decide.Moving{Fixed: p.fixed && ref.Base.Layer <= base.Encapsulating || p.opts.entry.Fixed && ref.Base.Hint}
	if ref.Base.Layer >= base.Encapsulating {
		ref.Moving.Unsure = p.unsure || doc != nil && doc.unsure
	}
	if p.shows && ref.Rules.Keep == none && isShown(ref) && p.opts.mover.WouldMove(ref) {
		ref.Rules.Keep = reason.OwnFile
	}
}

// isShown reports whether a reference leads to something that is shown with its document.
func isShown(r *Reference) bool {
	use := r.Use()
	return use == Show || use == Apply
}

// movesBaseField reports whether the Base fields of messages are references: they are absolute,
// so that only a move changes them.
func (o *Options) movesBaseField() bool {
	return o.Mode == MoveLinks && slices.ContainsFunc(o.mover.Fields, messages.IsBaseField)
}
