package engine

import (
	"fmt"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/mimebase"
)

// A sourceWalk walks a source: a container, a message or a document. Containers have messages
// and documents, and messages have documents: the walk over each has the next one walk them.
// Its memory is used again for the next source.
type sourceWalk struct {
	messages  messageWalk
	documents walk
	frame     framed      // around the member of a container
	edits     []edit.Edit // of the source
}

// newSourceWalk returns a walk that is ready for use.
func newSourceWalk() *sourceWalk {
	s := new(sourceWalk)
	s.messages.documents = &s.documents
	return s
}

// plan walks a piece, and makes p its plan, which is valid until the next.
func (s *sourceWalk) plan(p *Plan, rw *Rewriter, piece Piece, purpose purpose) {
	*p = Plan{Type: rw.opts.Type, src: piece.Source}
	if p.Type == Auto {
		p.Type, _ = rw.opts.detect("", p.src)
	}
	s.documents.begin(purpose.of(p, rw, &piece))
	most := rw.opts.MaxDocument
	switch {
	case p.Type == Other:
		if piece.Offset == 0 { // not for the following pieces of the source
			s.noteOther(p.src)
		}
	case piece.Large || most > 0 && len(p.src) > most:
		if !piece.Continued {
			s.documents.note(TooLarge, "", 0, fmt.Sprintf("left: larger than the limit for a document, %d bytes", most))
		}
	default:
		p.edits = s.piece(p.Type, &piece, rw.context)
		s.documents.reportText("", 0, p.src, p.edits)
		s.documents.end()
	}
}

// of returns a purpose with what the walk over a piece has to know.
func (p purpose) of(plan *Plan, rw *Rewriter, piece *Piece) purpose {
	p.opts, p.places, p.notes, p.limits.large = &rw.opts, rw.places, &plan.Notes, rw.large
	p.limits.room = rw.opts.mayGrow(len(piece.Source))
	p.number, p.pieceAt = piece.Message, piece.Offset
	if rw.opts.Decide != nil {
		p.limits.chosen = &growth{limit: p.limits.room}
	}
	if p.policy == nil {
		p.policy, p.prefixes = rw.policy, rw.opts.Mode == MakeAbsolute && rw.opts.Decide == nil
	}
	return p
}

// piece walks a piece of a source of that type. It returns the edits of the piece.
func (s *sourceWalk) piece(t Type, piece *Piece, ctx *base.Context) []edit.Edit {
	f, src := t.format(), piece.Source
	switch {
	case f != nil && piece.isMember():
		m := piece.member
		s.frame = framed{format: f, member: m, start: m.Start, end: m.End, depth: 1}
		s.edits = s.member(s.edits[:0], src, ctx)
		s.frame = framed{}
	case f != nil:
		s.edits = s.container(s.edits[:0], f, src, 0, ctx)
	case t == Message:
		s.edits = s.messages.walk(s.edits[:0], src, 0, ctx, framed{})
	default:
		c := content{bytes: src, charset: s.documents.opts.Charset, at: mimebase.Span{End: len(src)}}
		return s.documents.walk(&Document{MediaType: mediaTypes[t]}, c, ctx)
	}
	return s.edits
}
