package main

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ordered"
	"github.com/hrefix/hrefix/rewrite"
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
	spare   []*batch
}

// A piece is one of a source that is worked on.
type piece struct {
	rewrite.Piece
	*batch // where it tells
	lines  lineCounter
	plan   *rewrite.Plan
	texts  texts // for a diff
	err    error // of telling
}

// An unread is the error of a source that cannot be read to its end. It comes with
// what was read, as from [rewrite.Pieces].
type unread struct {
	rewrite.Piece
	error
}

func (u *unread) Unwrap() error { return u.error }

// run goes over all pieces. The error is an [*unread], or that of put or of telling:
// nothing more is done then.
func (p *pass) run() error {
	if p.s.typ == rewrite.Mbox && p.j.inTurn && p.j.pool.Size() > 1 {
		return p.mailbox()
	}
	p.splice = false // ranges of the source are written
	b := &batch{console: p.j.console, left: p.left, pieces: make([]piece, 1)}
	return p.each(func(next rewrite.Piece, before int) error {
		b.pieces[0] = piece{Piece: next, batch: b, lines: lineCounter{piece: next, before: before}}
		b.work(p)
		return b.finish(p)
	})
}

// each calls do for all pieces, and tells how many lines there are before.
func (p *pass) each(do func(next rewrite.Piece, before int) error) error {
	lines := 0
	for next, err := range rewrite.Pieces(p.s.text, p.s.typ) {
		if err != nil {
			return &unread{next, err}
		}
		before := lines
		if p.counted {
			lines += bytes.Count(next.Source, []byte("\n"))
		}
		if err := do(next, before); err != nil {
			return err
		}
	}
	return nil
}

// mailbox goes over the messages of a mailbox with all goroutines.
func (p *pass) mailbox() error {
	q := ordered.NewQueue(p.j.pool, func(b *batch, _ bool) { b.work(p) }, func(b *batch) error {
		defer p.reuse(b)
		return b.finish(p)
	})
	var b *batch
	add := func() error {
		full := b
		b = nil
		return q.Add(full, len(full.text))
	}
	unread := p.each(func(next rewrite.Piece, before int) error {
		if b != nil && !b.fits(next) {
			if err := add(); err != nil {
				return err
			}
		}
		if b == nil {
			b = p.newBatch(len(next.Source))
		}
		b.take(next, before)
		return nil
	})
	if b != nil {
		if err := add(); err != nil {
			return err
		}
	}
	if err := q.Wait(); err != nil {
		return err
	}
	return unread
}
