package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/ordered"
	"github.com/hrefix/hrefix/internal/engine"
)

// A pass goes over the pieces of a source.
type pass struct {
	j       *job
	s       *source
	counted bool               // pieces are told the lines that they begin at
	work    func(*piece)       // by any goroutine
	splice  bool               // messages of a mailbox are spliced by that goroutine
	put     func(*batch) error // in order, may be nil
	left    *leftovers         // of all pieces, may be nil
	lines   int                // before the next piece
	spare   []*batch
}

// A piece is one of a source that is worked on.
type piece struct {
	engine.Piece
	*batch // where it tells
	lines  lineCounter
	plan   *engine.Plan
	texts  texts // for a diff
	err    error // of telling
}

// An unread is the error of a source that cannot be read to its end. It comes with
// what was read, as from [engine.Pieces].
type unread struct {
	engine.Piece
	error
}

func (u *unread) Unwrap() error { return u.error }

// run goes over all pieces. The error is an [*unread], or that of put or of telling:
// nothing more is done then.
func (p *pass) run() error {
	if p.s.typ == engine.Mbox && p.j.inTurn && p.j.pool.Size() > 1 {
		return p.mailbox()
	}
	p.splice = false // ranges of the source are written
	b := &batch{Console: p.j.Console, left: p.left, pieces: make([]piece, 1)}
	for next, err := range p.s.rw.Pieces(p.s.text) {
		if err != nil {
			return &unread{next, err}
		}
		b.pieces[0] = p.piece(b, next)
		b.work(p)
		if err := b.finish(p); err != nil {
			return err
		}
	}
	return nil
}

// mailbox goes over the messages of a mailbox with all goroutines.
func (p *pass) mailbox() error {
	r := p.s.rw.Batches(p.s.text)
	var unreadable error
	err := ordered.Each(p.j.pool, ordered.Steps[*batch]{
		Next: func() (b *batch, size int, more bool) {
			b = p.newBatch()
			switch err := r.Next(&b.Batch); {
			case err == io.EOF:
				return nil, 0, false
			case err != nil:
				unreadable = &unread{b.Pieces[0], err}
				return nil, 0, false
			}
			for _, one := range b.Pieces {
				b.pieces = append(b.pieces, p.piece(b, one))
			}
			return b, b.Size(), true
		},
		Work: func(b *batch) { b.work(p) },
		Finish: func(b *batch) error {
			defer p.reuse(b)
			return b.finish(p)
		},
	})
	return cmp.Or(err, unreadable)
}

// piece returns the next piece, which b works on.
func (p *pass) piece(b *batch, next engine.Piece) piece {
	one := piece{Piece: next, batch: b, lines: lineCounter{piece: next, before: p.lines}}
	if p.counted {
		p.lines += bytes.Count(next.Source, []byte("\n"))
	}
	return one
}

// reportNotes reports the notes on the piece.
func (one *piece) reportNotes(s *source, notes []engine.Note) {
	to := one.Note()
	for _, n := range notes {
		if s.typ == engine.Other {
			one.Report("%s: %s", s.called(), n.Text)
			continue
		}
		where := s.called()
		if one.Message > 0 {
			where += fmt.Sprintf(": message %d", one.Message)
		}
		if n.Part != "" {
			where += ": part " + n.Part
		}
		line := fmt.Sprintf("%s: byte %d: %s", where, one.Offset+int64(n.Offset), n.Text)
		if n.Kind == engine.NoBase {
			line += s.adviseBase()
		}
		to.Report(n.Kind, line)
	}
}
