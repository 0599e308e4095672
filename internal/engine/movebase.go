package engine

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/internal/engine/reason"
)

// Links below a base stay relative when a site moves, because the base moves, too. But the element
// or field that gives the base may have to stay, for example because it cannot be read for certain.
// So these elements and fields are decided first, as a rehearsal. If one of them must stay and would
// lead elsewhere, the links whose base comes from the document or its header become absolute.

// staysUnmoved reports whether a decided reference stays although it should have changed.
func (o *Options) staysUnmoved(r *Reference) bool { return r.Status == Left && o.mover.WouldMove(r) }

// checkBases finds out whether an element in a document that gives a base must stay.
func (w *walk) checkBases(sc *scope) {
	if w.opts.Mode != MoveLinks || sc.keep != none || w.stays != nil || sc.doc.Base.Layer != base.Embedded && !w.collector.VariesBase {
		return
	}
	stays := false
	w.rehearseEdits(sc, func() { w.stays = &stays })
	sc.unsure = stays
}

// checkFields finds out whether a field of a header that gives a base must stay.
func (w *walk) checkFields(h *fieldHeader) {
	if w.opts.Mode != MoveLinks {
		return
	}
	stays, l := false, &w.link
	for ref := range h.fields.References() {
		var written []edit.Edit
		w.fieldReference(&l.ref, h, ref, h.base(ref.Attr), &written)
		if l.ref.GivesBase(w.opts.mover.Fields) {
			l.decide(&l.ref, nil)
			stays = stays || w.opts.staysUnmoved(&l.ref)
		}
	}
	h.fields.Rewind()
	w.unsure = w.unsure || stays
}

// prepareMove sets the state that the policy of moving needs.
func (l *link) prepareMove(ref *Reference, doc *scope) {
	p := l.purpose
	ref.Moving = decide.Moving{Fixed: p.fixed && ref.Base.Layer <= base.Encapsulating || p.opts.entry.Fixed && ref.Base.Hint}
	if ref.Base.Layer >= base.Encapsulating {
		ref.Moving.Unsure = p.unsure || doc != nil && doc.unsure
	}
	if p.shows && ref.Rules.Keep == none && (ref.Use() == Show || ref.Use() == Apply) && p.opts.mover.WouldMove(ref) {
		ref.Rules.Keep = reason.OwnFile
	}
}

// movesBaseField reports whether the Base fields of messages are references: they are absolute,
// so that only a move changes them.
func (o *Options) movesBaseField() bool {
	return o.Mode == MoveLinks && slices.ContainsFunc(o.mover.Fields, messages.IsBaseField)
}
