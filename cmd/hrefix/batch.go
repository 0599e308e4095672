package main

import (
	"bytes"
	"errors"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/engine"
)

// A batch is pieces that are worked on by one goroutine: the only one of a source,
// or messages of a mailbox, which it keeps the bytes of. It keeps what they tell.
type batch struct {
	console.Console
	engine.Batch
	buffer  console.Buffer
	left    *leftovers // of these pieces
	pieces  []piece
	spliced bool
	changed bool         // something is, if it is spliced
	result  bytes.Buffer // what becomes of it then
}

// newBatch returns a batch: one that was used before, if there is one.
func (p *pass) newBatch() *batch {
	b := new(batch)
	if n := len(p.spare); n > 0 {
		b, p.spare = p.spare[n-1], p.spare[:n-1]
	}
	b.Console = b.buffer.Console(&p.j.Console)
	if p.left != nil {
		b.left = p.left.like(&b.Console)
	}
	return b
}

// maxSpare is how many bytes a buffer of a batch may have to be used again.
const maxSpare = 1 << 20

// reuse keeps a batch that is finished for others, unless its buffers are large. Of its
// messages it lets go.
func (p *pass) reuse(b *batch) {
	b.Release()
	if b.result.Cap() > maxSpare || b.buffer.Large() {
		return
	}
	b.buffer.Reset()
	b.result.Reset()
	clear(b.pieces)
	b.pieces, b.spliced, b.changed = b.pieces[:0], false, false
	p.spare = append(p.spare, b)
}

// work works on the pieces.
func (b *batch) work(p *pass) {
	b.spliced = p.splice && len(b.Source) <= maxSpare // what is larger is better not copied
	at := 0
	for i := range b.pieces {
		one := &b.pieces[i]
		p.work(one)
		switch {
		case b.spliced:
			b.splice(one, at)
		case p.put == nil:
			one.plan.Release()
		}
		at += len(one.Source)
	}
}

// splice adds a message, which stands at so many bytes of the text, to the result, so
// that nothing is left but to write it.
func (b *batch) splice(one *piece, at int) {
	if !b.changed && one.plan.Changes() {
		b.changed = true
		b.result.Grow(len(b.Source) + len(b.Source)/8)
		b.result.Write(b.Source[:at])
	}
	if b.changed {
		if _, err := one.plan.WriteTo(&b.result); err != nil {
			one.err = err // of a bug: see [engine.Plan.Bytes]
		}
	}
	one.plan.Release()
}

// again works on the pieces again when it is their turn, because what they print does not
// fit into the buffer.
func (b *batch) again(p *pass) {
	b.buffer.Reset()
	b.Console = p.j.Console
	if p.left != nil {
		b.left = p.left.like(&b.Console)
	}
	b.result.Reset()
	b.changed = false
	for i := range b.pieces {
		one := &b.pieces[i]
		one.plan.Release()
		*one = piece{Piece: one.Piece, batch: b, lines: lineCounter{piece: one.Piece, before: one.lines.before}}
	}
	b.work(p)
}

// finish prints what was buffered, and writes the pieces.
func (b *batch) finish(p *pass) error {
	if b.buffer.IsFull() {
		b.again(p)
	}
	err := errors.Join(b.buffer.Stdout(p.j.Stdout), b.buffer.Messages(&p.j.Console))
	for i := range b.pieces {
		err = errors.Join(err, b.pieces[i].err)
	}
	if err == nil && p.put != nil {
		err = p.put(b)
	}
	if err != nil {
		return err
	}
	for i := range b.pieces {
		b.pieces[i].plan.Release()
	}
	if b.left != p.left {
		p.left.add(&b.left.tally)
	}
	return nil
}
