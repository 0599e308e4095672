package main

import (
	"bytes"
	"errors"
	"io"

	"github.com/hrefix/hrefix/rewrite"
)

// batchSize is how many bytes of a mailbox are handed to a goroutine at once, if
// they are more than one message.
const batchSize = 256 << 10

// A batch is pieces that are worked on by one goroutine: the only one of a source,
// or messages of a mailbox. Of these it keeps the bytes, and what they tell.
type batch struct {
	console
	kept    kept
	left    *leftovers // of these pieces
	pieces  []piece
	text    []byte       // of the messages
	result  bytes.Buffer // what becomes of it, if it is changed
	changed bool
}

// newBatch returns a batch with room for a message of so many bytes: one that was
// used before, if there is one.
func (p *pass) newBatch(size int) *batch {
	b := new(batch)
	if n := len(p.spare); n > 0 {
		b, p.spare = p.spare[n-1], p.spare[:n-1]
	}
	if cap(b.text) < size {
		b.text = make([]byte, 0, max(batchSize, size))
	}
	b.console = b.kept.console()
	if p.left != nil {
		b.left = p.left.like(&b.console)
	}
	return b
}

// reuse keeps the buffers of a batch that is finished, unless they are large.
func (p *pass) reuse(b *batch) {
	if b.large() || max(b.result.Cap(), b.kept.stdout.Cap()) > 2*batchSize {
		return
	}
	b.kept.reset()
	b.result.Reset()
	clear(b.pieces)
	b.pieces, b.text, b.changed = b.pieces[:0], b.text[:0], false
	p.spare = append(p.spare, b)
}

// fits reports whether there is room for another message.
func (b *batch) fits(next rewrite.Piece) bool { return len(b.text)+len(next.Source) <= cap(b.text) }

// take adds a message.
func (b *batch) take(next rewrite.Piece, before int) {
	n := len(b.text)
	b.text = append(b.text, next.Source...)
	next.Source = b.text[n:len(b.text):len(b.text)]
	b.pieces = append(b.pieces, piece{Piece: next, batch: b, lines: lineCounter{piece: next, before: before}})
}

// large reports whether the batch is one message that has no room beside others.
func (b *batch) large() bool { return cap(b.text) > batchSize }

// work works on the pieces.
func (b *batch) work(p *pass) {
	at := 0
	for i := range b.pieces {
		one := &b.pieces[i]
		p.work(one)
		if p.splice && !b.large() {
			b.splice(one, at)
		}
		at += len(one.Source)
	}
}

// splice adds a message, which stands at so many bytes of the text, to the result, so
// that nothing is left but to write it.
func (b *batch) splice(one *piece, at int) {
	if !b.changed && len(one.plan.Edits) > 0 {
		b.changed = true
		b.result.Write(b.text[:at])
	}
	if b.changed {
		if _, err := one.plan.WriteTo(&b.result); err != nil {
			one.err = err // of a bug: see [rewrite.Plan.Bytes]
		}
	}
	one.plan.Release()
}

// finish gives out what the pieces tell, and puts them.
func (b *batch) finish(p *pass) error {
	err := errors.Join(
		pour(p.j.console.stdout, &b.kept.stdout),
		pour(p.j.console.stderr, &b.kept.stderr),
	)
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

// pour writes what is kept to w.
func pour(w io.Writer, from *bytes.Buffer) error {
	if from.Len() == 0 {
		return nil
	}
	_, err := from.WriteTo(w)
	return err
}
