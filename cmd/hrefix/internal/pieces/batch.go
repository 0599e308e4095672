package pieces

import (
	"bytes"
	"errors"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
)

// A batch is pieces that one goroutine works on: the only piece of a source, or messages
// of a mailbox with their bytes. It holds what they print.
type batch struct {
	console.Console
	engine.Batch
	buffer  console.Buffer
	left    *leftReferences // counts of these pieces
	seen    engine.SeenFields
	ends    []func() // see AtEnd
	pieces  []Piece
	spliced bool
	changed bool         // a piece changes, if spliced is set
	result  bytes.Buffer // the rewritten pieces, if changed is set
}

// newBatch returns a batch, reusing an old batch if possible.
func (p *pass) newBatch() *batch {
	b := new(batch)
	if n := len(p.spare); n > 0 {
		b, p.spare = p.spare[n-1], p.spare[:n-1]
	}
	b.Console = b.buffer.Console(&p.j.Console)
	b.left = p.left.like(&b.Console)
	return b
}

// maxSpare is the maximum size of a buffer of a batch that is reused.
const maxSpare = 1 << 20

// reuse releases the messages of a finished batch, and keeps the batch for reuse unless its buffers
// are large.
func (p *pass) reuse(b *batch) {
	b.Release()
	if b.result.Cap() > maxSpare {
		return
	}
	b.buffer.Reset()
	b.result.Reset()
	clear(b.pieces)
	b.seen = engine.SeenFields{}
	b.pieces, b.spliced, b.changed = b.pieces[:0], false, false
	p.spare = append(p.spare, b)
}

// work works on the pieces.
func (b *batch) work(p *pass) {
	b.spliced = p.splice && len(b.Source) <= maxSpare // larger ones are better not copied
	at := 0
	for i := range b.pieces {
		one := &b.pieces[i]
		one.enter(p.s)
		p.work(one)
		if !p.apart {
			one.leave(p.s)
		}
		switch {
		case b.spliced:
			b.splice(one, at)
		case p.put == nil:
			one.plan.Release()
		}
		at += len(one.whole.Source)
	}
}

// splice adds a rewritten message to the result, which is then only to be written. at is the
// offset of the message in the batch.
func (b *batch) splice(one *Piece, at int) {
	if !b.changed && one.plan.Changes() {
		b.changed = true
		b.result.Grow(len(b.Source) + len(b.Source)/8)
		b.result.Write(b.Source[:at])
	}
	if b.changed {
		if _, err := one.plan.WriteTo(&b.result); err != nil {
			one.Err = err // the error is a bug: see [engine.Plan.Bytes]
		}
	}
	one.plan.Release()
}

// AtEnd has end called when the pieces of the batch are done, in the order of the source. What is called
// while they are worked on may be called twice: see again.
func (b *batch) AtEnd(end func()) { b.ends = append(b.ends, end) }

// again processes the pieces again in turn, because their output does not fit into the buffer.
func (b *batch) again(p *pass) {
	b.buffer.Reset()
	b.Console = p.j.Console
	b.left = p.left.like(&b.Console)
	b.result.Reset()
	b.changed, b.ends = false, nil
	for i := range b.pieces {
		one := &b.pieces[i]
		one.plan.Release()
		*one = Piece{Piece: one.whole, batch: b, whole: one.whole, of: p.s, Lines: linktext.NewLines(one.whole, one.Lines.Before())}
	}
	b.work(p)
}

// finish prints what was buffered, and writes the pieces.
func (b *batch) finish(p *pass) error {
	if b.buffer.IsFull() {
		b.again(p)
	}
	p.seen.Add(b.seen)
	for _, end := range b.ends {
		end()
	}
	clear(b.ends)
	b.ends = b.ends[:0]
	err := errors.Join(b.buffer.Stdout(p.j.Stdout), b.buffer.Messages(&p.j.Console))
	for i := range b.pieces {
		err = errors.Join(err, b.pieces[i].Err)
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
		p.left.Add(&b.left.Tally)
	}
	return nil
}
