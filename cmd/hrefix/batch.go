package main

import (
	"bytes"
	"errors"
	"io"

	"github.com/hrefix/hrefix/rewrite"
)

// batchSize is how many bytes of a mailbox are handed to a goroutine at once, if
// they are more than one message.
const batchSize = 128 << 10

// A batch is messages of a mailbox that are worked on by one goroutine. It keeps
// their bytes, and what they tell.
type batch struct {
	console
	left   *report // of these messages
	text   []byte
	pieces []*piece
	told   []told
	kept   kept
}

// told is how much was told once a piece was done, in bytes.
type told struct{ stdout, stderr int }

// newBatch returns a batch with room for a message of so many bytes.
func newBatch(p *pass, size int) *batch {
	b := &batch{text: make([]byte, 0, max(batchSize, size))}
	b.console = b.kept.console()
	if p.left != nil {
		b.left = newReport(p.s, &b.console, p.left.json)
	}
	return b
}

// fits reports whether there is room for another message.
func (b *batch) fits(next rewrite.Piece) bool { return len(b.text)+len(next.Source) <= cap(b.text) }

// take adds a message.
func (b *batch) take(next rewrite.Piece, before int) {
	n := len(b.text)
	b.text = append(b.text, next.Source...)
	next.Source = b.text[n:len(b.text):len(b.text)]
	b.pieces = append(b.pieces, &piece{Piece: next, batch: b, lines: lineCounter{piece: next, before: before}})
}

// work works on the messages.
func (b *batch) work(p *pass) {
	for _, one := range b.pieces {
		p.work(one)
		b.told = append(b.told, told{b.kept.stdout.Len(), b.kept.stderr.Len()})
	}
}

// finish gives out what the messages tell, and puts them.
func (b *batch) finish(p *pass) error {
	var before told
	for i, one := range b.pieces {
		now := b.told[i]
		one.err = errors.Join(
			pour(p.j.console.stdout, &b.kept.stdout, now.stdout-before.stdout),
			pour(p.j.console.stderr, &b.kept.stderr, now.stderr-before.stderr),
		)
		if err := p.finish(one); err != nil {
			return err
		}
		before = now
	}
	if p.left != nil {
		p.left.add(b.left)
	}
	return nil
}

// pour writes the next n bytes of what is kept to w.
func pour(w io.Writer, from *bytes.Buffer, n int) error {
	if n == 0 {
		return nil
	}
	_, err := w.Write(from.Next(n))
	return err
}
