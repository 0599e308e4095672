package engine

import (
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A Batch is consecutive members of a container in memory of its own. The zero value is
// ready.
type Batch struct {
	// Pieces are the members.
	Pieces []Piece
	// Source holds the bytes of all members.
	Source []byte

	held format.Batch // nil before the first use
}

// Size returns how many bytes of memory b takes.
func (b *Batch) Size() int {
	if b.held == nil {
		return 0
	}
	return b.held.Size()
}

// Release lets other batches use the memory of b. The members and their plans must not be used
// after that. Calling Release is optional: it lets the next member of the container use the memory
// of a large member.
func (b *Batch) Release() {
	clear(b.Pieces)
	b.Pieces, b.Source = b.Pieces[:0], nil
	if b.held != nil {
		b.held.Release()
	}
}

// A BatchReader reads a container in batches, for rewriting its members in several
// goroutines. See [Pieces] for one goroutine.
type BatchReader struct {
	box  format.BatchReader
	next Piece // the piece that an error names
}

// Batches returns a reader of the container in r, whose type is Options.Type. Members that have
// more than Options.MaxDocument bytes come in parts: see [Piece.Large]. [Type.HasMembers] must
// report true for the type.
func (rw *Rewriter) Batches(r io.Reader) *BatchReader {
	b, _ := rw.BatchesTo(nil, r)
	return b
}

// BatchesTo is like Batches, for a source that is rewritten to w, with back as in PiecesTo.
func (rw *Rewriter) BatchesTo(w io.Writer, r io.Reader) (b *BatchReader, back format.MemberWriter) {
	box, back := rw.opts.open(w, r)
	return &BatchReader{box: format.Batched(box), next: Piece{Message: 1}}, back
}

// Next reads members into b: at least one, and no more once it has 256 KiB. It overwrites the
// previous content of b. At the end the error is [io.EOF]. Any other error comes from the reader.
// In this case b has one empty piece, whose offset is the offset of the error.
func (r *BatchReader) Next(b *Batch) error {
	if b.held == nil {
		b.held = r.box.NewBatch()
	}
	err := r.box.NextBatch(b.held)
	b.Pieces, b.Source = b.Pieces[:0], b.held.Text()
	all := b.held.Members()
	for i := range all {
		b.Pieces = append(b.Pieces, pieceOf(&all[i]))
	}
	if n := len(b.Pieces); n > 0 {
		r.next = b.Pieces[n-1].next()
	}
	if err != nil && err != io.EOF {
		b.Pieces = append(b.Pieces, r.next)
	}
	return err
}
