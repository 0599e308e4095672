package engine

import (
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
)

// withoutBases is siteEdits for a document whose BASE elements are dropped.
func (w *walk) withoutBases(edits []edit.Edit, sc *scope, bases *spareEdits) []edit.Edit {
	for i := range w.collector.Sites {
		s := &w.collector.Sites[i]
		if s.Details().Removable == nil || w.endsSection(sc, s) {
			edits = w.site(edits, sc, s)
			continue
		}
		kept := w.outcomes.relative
		bases.kept = w.site(bases.kept, sc, s)
		w.outcomes.relative = kept
		for _, d := range s.Details().Removable {
			bases.dropped = append(bases.dropped, edit.Edit{Start: d.Start, End: d.End})
		}
	}
	return edits
}

// endsSection reports whether "]]>" could arise in the XML text around the document if the BASE
// element of a site were removed.
func (w *walk) endsSection(sc *scope, s *sites.Site) bool {
	at := s.Details().Removable[0].Start
	return w.excluded&syntax.NoSectionEnd != 0 && at > 0 && sc.bytes[at-1] == ']'
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
	case w.outcomes.relative > 0 || sc.keep != none || sc.doc.Base.String() == "":
		w.note(KeptBase, sc.doc.Part, at, "BASE is kept: references stay relative to it")
		return bases.kept
	}
	return bases.dropped
}
