package engine

import (
	"fmt"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/httpmessage"
	"github.com/hrefix/hrefix/mimebase"
)

// A sourceWalk walks a source: a container, a message or a document. It calls messages, the walk
// over a message, for a message, and documents, the walk over a document, for a document, also in a
// container. It reuses its memory for the next source.
type sourceWalk struct {
	messages  messageWalk
	documents walk
	json      jsonWalk
	http      httpmessage.Head // the head of the member, if it is an HTTP response
	edits     []edit.Edit      // the edits of a message or of a container
	broken    bool             // see Plan.Broken
}

// plan walks a piece, and sets p to its plan. The plan is valid until the next call.
func (s *sourceWalk) plan(p *Plan, rw *Rewriter, piece Piece, purpose purpose) {
	*p = Plan{Type: rw.opts.Type, src: piece.Source}
	if p.Type == detect.Auto {
		p.Type = rw.opts.Detect("", p.src).Type
	}
	s.documents.begin(purpose.of(p, rw, &piece))
	most := rw.opts.MaxDocument
	switch {
	case p.Type == detect.Other && piece.Offset > 0: // the source gets one note, not one for each piece
		return
	case p.Type == detect.Other:
		kind := filekind.Of("", p.src[:min(len(p.src), detect.HeadSize)])
		text := kind.Name + ", left as it is"
		if advice := kind.Advice(); advice != "" {
			text += ": " + advice
		}
		s.documents.note(reason.OtherFile.Code, "", 0, text)
		return
	case piece.Large || most > 0 && len(p.src) > most:
		if piece.HasDocument() && !piece.Continued {
			s.documents.note(TooLarge, "", 0, fmt.Sprintf("left: larger than the limit for a document, %d bytes", most))
		} else if !piece.HasDocument() && piece.isMember() {
			s.memberNotes(piece.member, 0)
		}
		return
	}
	for _, fault := range piece.faults {
		s.documents.note(RecordDefect, "", 0, fault)
	}
	s.json.seen, s.broken = SeenFields{}, false
	c := content{bytes: p.src, charset: rw.opts.Charset, at: mimebase.Span{End: len(p.src)}}
	switch f, m := p.Type.Container(), piece.member; {
	case f != nil && piece.isMember():
		in := framed{format: f, member: m, start: m.Start, end: m.End, depth: 1}
		s.edits = s.member(s.edits[:0], &in, p.src, rw.context)
		p.edits = s.edits
	case f != nil:
		s.edits = s.container(s.edits[:0], f, p.src, 0, 0, rw.context)
		p.edits = s.edits
	case p.Type == detect.Message:
		s.edits = s.messages.walk(s.edits[:0], p.src, 0, rw.context, framed{})
		p.edits = s.edits
	case p.Type == detect.JSON:
		p.edits = s.json.walk(c, rw.context)
	default:
		p.edits = s.documents.walk(&Document{MediaType: p.Type.MediaType()}, c, rw.context)
	}
	p.JSONFields, p.Broken = s.json.seen, s.broken
	if piece.keep != none {
		p.edits = nil // the edits may include a base for the whole document
	}
	s.documents.reportText("", 0, p.src, p.edits)
	s.documents.end()
}

// of returns p with the settings for a walk over piece.
func (p purpose) of(plan *Plan, rw *Rewriter, piece *Piece) purpose {
	p.opts, p.places, p.notes, p.limits.large = &rw.opts, rw.places, &plan.Notes, rw.large
	p.limits.room = rw.opts.mayGrow(len(piece.Source))
	p.number, p.pieceAt, p.keep = piece.Message, piece.Offset, piece.keep
	if rw.opts.Decide != nil {
		p.limits.chosen = &growth{limit: p.limits.room}
		p.answers = &answers{rw.opts.baseFields(), make(map[asked]Decision)}
	}
	if v := &p.visitor; v.Reference == nil && v.Document == nil && v.Text == nil && p.anchor == nil {
		v.Reference, v.Unread = rw.opts.Visit, rw.opts.Unread
	}
	if p.policy == nil {
		p.policy, p.prefixes = rw.policy, rw.opts.Mode == MakeAbsolute && rw.opts.Decide == nil && rw.opts.Tree == nil && !rw.opts.InnerLinks
	}
	return p
}
