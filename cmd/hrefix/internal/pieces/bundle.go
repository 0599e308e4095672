package pieces

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/unified"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
)

// The pieces of a bundle are its members. A document in a member is handled like a file with its
// path. Its plan is then carried back to the piece.

// enter replaces a piece of a bundle by the document in it. It does nothing for other pieces.
func (one *Piece) enter(s *source.Source) {
	if !s.Type.IsBundle() {
		return
	}
	of, doc, err := s.Member(one.whole)
	if err != nil {
		one.Err = errors.Join(one.Err, err)
		return
	}
	one.of, one.Piece, one.Lines = of, doc, linktext.NewLines(doc, 0)
	switch {
	case of.Rewriter == nil:
		one.plan = engine.Keep(doc)
	case !doc.HasDocument():
		one.plan = of.Rewriter.VisitPiece(doc, engine.Visitor{}) // visit the document for its notes
	}
}

// isPassed reports whether enter has set the plan, so nothing is left to do: the piece of a bundle
// has no document, or its document needs a path but has none.
func (one *Piece) isPassed() bool { return one.plan != nil }

// visitMembers visits the messages of a mailbox in a bundle, one by one, as Visit does. It returns false
// for other pieces.
func (one *Piece) visitMembers(visit func(*source.Source, *Piece) *engine.Plan) bool {
	if one.of.Bundle() == nil || !one.of.Type.HasMembers() {
		return false
	}
	lines := 0
	for next := range one.of.Rewriter.Pieces(bytes.NewReader(one.Source)) { // memory has no read errors
		message := *one
		message.Piece, message.Lines = next, linktext.NewLines(next, lines)
		message.plan = visit(one.of, &message)
		message.countRead()
		message.noteAll()
		message.plan.Release()
		one.Err = errors.Join(one.Err, message.Err)
		lines += bytes.Count(next.Source, []byte("\n"))
	}
	one.plan = engine.Keep(one.Piece)
	return true
}

// leave carries the plan of a document in a bundle back to the piece that enter replaced.
func (one *Piece) leave(s *source.Source) {
	if !s.Type.IsBundle() || one.plan == nil {
		return
	}
	if one.of != s {
		s.Rewriter.Carry(one.whole, one.plan)
	}
}

// diff writes the changes of a document in a bundle, with its path there. kind is what the names in the
// diff say of the text.
func (one *Piece) diff(w io.Writer, kind []string, edits []engine.Edit, style unified.Style) error {
	if len(edits) == 0 && one.texts.decoded.Len() == 0 {
		return nil
	}
	if noun := one.of.Type.Noun(); one.Message > 0 && noun != "" {
		kind = append([]string{fmt.Sprintf("%s %d", noun, one.Message)}, kind...)
	}
	old, new := diffNames(one.of, kind...)
	err := unified.Write(w, old, new, one.Source, edits, style)
	if err == nil {
		_, err = w.Write(one.texts.decoded.Bytes())
	}
	if err != nil {
		return one.of.Error(fmt.Errorf("writing: %w", cause.Of(err)))
	}
	return nil
}
