package engine

import (
	"bytes"
	"math"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/syntax"
)

// spareEdits are two sets of edits of the BASE elements that are dropped. Only one set is used.
type spareEdits struct {
	kept    []edit.Edit // edits that make the elements absolute
	dropped []edit.Edit // edits that remove the elements
}

// withoutBases is siteEdits for a document whose BASE elements are dropped.
func (w *walk) withoutBases(edits []edit.Edit, sc *scope, bases *spareEdits) []edit.Edit {
	for i := range w.collector.Sites {
		s := &w.collector.Sites[i]
		removable := s.Details().Removable
		if removable == nil || sc.excluded&syntax.NoSectionEnd != 0 && bytes.HasSuffix(sc.bytes[:removable[0].Start], []byte("]")) {
			edits = w.site(edits, sc, s) // without a BASE after "]", "]]>" could arise in the XML text around the document
			continue
		}
		kept := sc.outcomes.relative
		bases.kept = w.site(bases.kept, sc, s)
		sc.outcomes.relative = kept
		for _, d := range removable {
			bases.dropped = append(bases.dropped, edit.Edit{Start: d.Start, End: d.End})
		}
	}
	return edits
}

// baseEdits returns the edits of the BASE elements, after all references are decided. If no
// reference depends on the elements, they are removed. Otherwise they become absolute.
func (w *walk) baseEdits(sc *scope, bases *spareEdits) []edit.Edit {
	if len(bases.dropped) == 0 {
		return bases.kept
	}
	at := sc.views.Source(bases.dropped[0].Start)
	switch {
	case w.collector.HidesSites:
		w.note(KeptBase, sc.doc.Part, at, "BASE is kept: entities of the document type may hold references")
		return bases.kept
	case sc.outcomes.relative > 0 || sc.keep != none || sc.doc.Base.String() == "":
		w.note(KeptBase, sc.doc.Part, at, "BASE is kept: references stay relative to it")
		return bases.kept
	}
	return bases.dropped
}

// noteBaseOut notes a BASE element that leads out of the tree.
func (w *walk) noteBaseOut(ref *Reference) {
	if ref.Reason != reason.BaseOutside || !ref.IsBase() {
		return
	}
	text := "BASE leads out of the tree: it becomes ./, and links are relative to the document, or absolute"
	if ref.Status == Left {
		text = "BASE leads out of the tree and stays, because a link that needs it cannot change: links into the tree stay, too"
	}
	w.note(reason.BaseOutside.Code, ref.Part, ref.Offset(), text)
}

// mustKeepBase reports whether the BASE element of a document stays although it leads out of
// the tree, because a reference that needs it cannot change. It decides the references as a
// rehearsal.
func (w *walk) mustKeepBase(sc *scope) bool {
	b := sc.doc.Base
	if w.opts.Mode != MakeRelative || b.Layer != base.Embedded || sc.doc.Part != "" || decide.IsInnerBase(b) {
		return false
	}
	if !b.Resolves() || sc.keep != none || w.collector.HidesSites || w.collector.Passed.Note != "" {
		return true
	}
	if !w.opts.files.LeadsOut(b) {
		return false
	}
	found := w.rehearseEdits(sc, func() { w.limits.growth = &growth{limit: math.MaxInt} })
	return found.bound > 0
}
