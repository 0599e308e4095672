package engine

import (
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// Visit returns the plan of src, and calls the functions of v for its documents, references and
// texts.
func (rw *Rewriter) Visit(src []byte, v Visitor) *Plan { return rw.VisitPiece(Piece{Source: src}, v) }

// VisitPiece is Visit for the source of a piece, which may be a copy. Offsets are in the piece.
// It does not look for the ends of a message of a mailbox again.
func (rw *Rewriter) VisitPiece(p Piece, v Visitor) *Plan {
	return rw.run(p, purpose{reports: reports{visitor: v}})
}

// decodedText calls do for a text that is encoded in the span at of the text around it, and reports
// the text with the edits that do returns. If there is no encoding, it only calls do.
func (w *walk) decodedText(part, encoding string, at mimebase.Span, views view.Stack, text []byte, do func() []edit.Edit) []edit.Edit {
	if w.visitor.Text == nil || encoding == "" {
		return do()
	}
	outer := w.texts
	w.texts = texts{encodings: append(outer.encodings, encoding)}
	edits := do()
	w.reportText(part, views.Source(0), text, edits)
	w.texts = texts{encodings: outer.encodings, decoded: append(outer.decoded, at)}
	return edits
}

// reportText passes a text to the visitor if edits change it.
func (w *walk) reportText(part string, offset int, text []byte, edits []edit.Edit) {
	if w.visitor.Text == nil {
		return
	}
	if own := w.texts.own(edits); len(own) > 0 {
		w.visitor.Text(&Text{
			Part: part, Encoding: strings.Join(w.texts.encodings, ", "), Offset: offset, Content: text, Edits: own,
		})
	}
}

// own returns the edits that are not in a decoded text within the current text. Edits and texts are
// sorted.
func (t *texts) own(edits []edit.Edit) (own []edit.Edit) {
	inner := t.decoded
	for e := range edit.All(edits) {
		for len(inner) > 0 && inner[0].End < e.End {
			inner = inner[1:]
		}
		if len(inner) == 0 || e.Start < inner[0].Start {
			own = append(own, e)
		}
	}
	return own
}

// VisitReferences calls visit for every reference of a piece until visit returns false. It reports
// whether visit always returned true.
func (rw *Rewriter) VisitReferences(p Piece, visit func(*Reference) bool) (all bool) {
	var s stopper
	defer s.recover()
	rw.VisitPiece(p, Visitor{Reference: func(r *Reference) { s.stopUnless(visit(r)) }}).Release()
	return true
}

// VisitDocuments is [Rewriter.VisitReferences] for documents.
func (rw *Rewriter) VisitDocuments(p Piece, visit func(*Document) bool) (all bool) {
	var s stopper
	defer s.recover()
	rw.VisitPiece(p, Visitor{Document: func(d *Document) { s.stopUnless(visit(d)) }}).Release()
	return true
}

// A stopper ends a walk early, by a panic. The buffers of the walk are then lost.
type stopper struct{ stopped bool }

// stopUnless ends the walk that calls it, unless more is true.
func (s *stopper) stopUnless(more bool) {
	if !more {
		s.stopped = true
		panic(s)
	}
}

// recover must be deferred. It stops the panic of stopUnless, but no other panic.
func (s *stopper) recover() {
	if s.stopped {
		_ = recover()
	}
}
