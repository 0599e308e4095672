package engine

import (
	"io"

	"github.com/hrefix/hrefix/internal/container/mbox"
)

// A Batch is messages of a mailbox that stand one after the other in memory of its own.
// The zero value is ready.
type Batch struct {
	// Pieces are the messages.
	Pieces []Piece
	// Source holds the bytes of all of them.
	Source []byte

	box mbox.Batch
}

// Size returns how many bytes of memory b takes.
func (b *Batch) Size() int { return b.box.Size() }

// Release says that neither the messages nor plans of them are in use any more. It need not
// be called: with it, the memory of a large message serves for the next one of the mailbox,
// in whichever batch.
func (b *Batch) Release() {
	clear(b.Pieces)
	b.Pieces, b.Source = b.Pieces[:0], nil
	b.box.Release()
}

// A BatchReader reads a mailbox in batches: for those who rewrite its messages in several
// goroutines, so that only large messages are copied from where they were read to. See
// [Pieces] for one goroutine.
type BatchReader struct {
	box  *mbox.Reader
	next Piece // what an error is about
}

// NewBatchReader returns a reader of the mailbox in r.
func NewBatchReader(r io.Reader) *BatchReader {
	return &BatchReader{box: mbox.NewReader(r), next: Piece{Message: 1}}
}

// Batches returns a reader of the mailbox in r, in which messages that have more than
// Options.MaxDocument bytes come in parts: [Piece.Large].
func (rw *Rewriter) Batches(r io.Reader) *BatchReader {
	b := NewBatchReader(r)
	b.box.Max = rw.opts.MaxDocument
	return b
}

// Next reads messages into b: one at least, and no other once it has 256 KiB. What b held
// before is no longer valid, and its memory is used again. At the end the error is
// [io.EOF]. Another one is that of the reader: b has a piece then, which is empty and
// says where it stands.
func (r *BatchReader) Next(b *Batch) error {
	err := r.box.NextBatch(&b.box)
	b.Pieces, b.Source = b.Pieces[:0], b.box.Text
	for i := range b.box.Messages {
		b.Pieces = append(b.Pieces, pieceOf(&b.box.Messages[i]))
	}
	if n := len(b.Pieces); n > 0 {
		r.next = b.Pieces[n-1].next()
	}
	if err != nil && err != io.EOF {
		b.Pieces = append(b.Pieces, r.next)
	}
	return err
}
