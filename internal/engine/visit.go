package engine

import (
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// A Visitor has the functions that [Rewriter.Visit] calls. Each may be nil. What they
// are given is valid until they return, and must not be changed.
type Visitor struct {
	// Document is called for every document, the entities of a message among
	// them, in the order of the source. A document has its base by then. Its
	// references come after it; those in the header of an entity, before.
	Document func(*Document)
	// Reference is called for every reference, in the order of the source, with
	// what becomes of it.
	Reference func(*Reference)
	// Text is called for every text that is changed, when its last reference has
	// been visited: texts that stand encoded in the source first, the source
	// itself last.
	Text func(*Text)
}

// A Text is a text that is changed: what stands in the source in quoted-printable,
// base64 or UTF-16, or the source itself. All edits of a source are edits of its
// texts, of one each.
type Text struct {
	// Part is the entity of a message whose body holds the text, as in
	// [Reference].
	Part string
	// Encoding names the encodings that the text stands in, the outermost first,
	// such as "quoted-printable" or "base64, utf-16le". It is empty for the source
	// itself. Encodings of characters are not among them, but for UTF-16: the text
	// has them still.
	Encoding string
	// Offset is where in the source the text begins.
	Offset int
	// Content is the text, decoded.
	Content []byte
	// Edits are the edits of Content, sorted and disjoint, without those in a text
	// that stands encoded in it.
	Edits []Edit
}

// Visit calls the functions of v for what [Rewriter.Plan] finds in src, in one walk,
// and returns that plan.
func (rw *Rewriter) Visit(src []byte, v Visitor) *Plan { return rw.run(Piece{Source: src}, nil, v) }

// VisitPiece is Visit for the source of a piece: what is told are offsets in that. It is
// quicker for a message of a mailbox, of which it is known where it begins and ends. Its
// Source may have been replaced by a copy of it.
func (rw *Rewriter) VisitPiece(p Piece, v Visitor) *Plan { return rw.run(p, nil, v) }

// texts is what a walk knows of the texts that it tells of.
type texts struct {
	encodings []string        // around the text at hand
	decoded   []mimebase.Span // of the text at hand: what stands there is in texts of its own
}

// decodedText calls do for a text that stands encoded in the span at of the text
// around it, and tells of the edits that do returns. Without an encoding, it only
// calls do.
func (w *walk) decodedText(part, encoding string, at mimebase.Span, views view.Stack, text []byte, do func() []edit.Edit) []edit.Edit {
	if w.visitor.Text == nil || encoding == "" {
		return do()
	}
	outer := w.texts
	w.texts = texts{encodings: append(outer.encodings, encoding)}
	edits := do()
	w.tellText(part, views.Source(0), text, edits)
	w.texts = texts{encodings: outer.encodings, decoded: append(outer.decoded, at)}
	return edits
}

// tellText tells of the text at hand, if edits change it.
func (w *walk) tellText(part string, offset int, text []byte, edits []edit.Edit) {
	if w.visitor.Text == nil {
		return
	}
	if own := w.texts.own(edits); len(own) > 0 {
		w.visitor.Text(&Text{
			Part: part, Encoding: strings.Join(w.texts.encodings, ", "), Offset: offset, Content: text, Edits: own,
		})
	}
}

// own returns the edits of the text at hand that are in no other text. Both they and
// the spans of the others are sorted.
func (t *texts) own(edits []edit.Edit) (own []edit.Edit) {
	told := t.decoded
	for e := range edit.All(edits) {
		for len(told) > 0 && told[0].End < e.End {
			told = told[1:]
		}
		if len(told) == 0 || e.Start < told[0].Start {
			own = append(own, e)
		}
	}
	return own
}

// VisitReferences calls visit for every reference of a piece until visit returns false, and
// reports whether visit never did.
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

// A stopper ends a walk early, by a panic of its own. The buffers of the walk are lost then.
type stopper struct{ stopped bool }

// stopUnless ends the walk that calls it unless more is true.
func (s *stopper) stopUnless(more bool) {
	if !more {
		s.stopped = true
		panic(s)
	}
}

// recover is to be deferred. It stops the panic of stopUnless, but no other.
func (s *stopper) recover() {
	if s.stopped {
		_ = recover()
	}
}
