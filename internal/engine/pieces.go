package engine

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A Piece is a part of a source that can be rewritten by itself: a message of a
// mailbox with the line before it, or any other source as a whole. All pieces,
// one after the other, are the source.
type Piece struct {
	// Message is the number of the message in its mailbox, from 1. It is 0
	// outside of mailboxes.
	Message int
	// Offset is where in the source the piece begins.
	Offset int64
	// Source holds the bytes of the piece. They are valid until the next piece
	// is asked for.
	Source []byte

	// Large says that the piece is part of a document that is larger than
	// Options.MaxDocument: it is not rewritten. See [Rewriter.Pieces].
	Large bool
	// Continued says that it is not the first part of such a document.
	Continued bool

	member *format.Member // nil outside of containers
}

// Pieces yields the pieces of the source in r, whose type is t. A mailbox takes the memory
// of its largest message, and what is no document ([Other]) comes in pieces of 64 KiB. t
// must not be [Auto]; see [Sniff]. An error is that of r. It comes with what was read
// before it, or, in a mailbox, after that: its piece is empty and has the offset. If r has
// a method Len, that is taken for the number of bytes that are left. If it has the methods
// of a [bufio.Reader], a source that fits into its buffer is not copied, nor is a mailbox
// in a [bytes.Reader].
func Pieces(r io.Reader, t Type) iter.Seq2[Piece, error] { return pieces(r, t, 0) }

// Pieces yields the pieces of the source in r, whose type is Options.Type, as the function
// of that name does. A document or message that has more than Options.MaxDocument bytes
// comes in parts, of which the first may have as many: [Piece.Large]. No more of it is
// held at once.
func (rw *Rewriter) Pieces(r io.Reader) iter.Seq2[Piece, error] {
	return pieces(r, rw.opts.Type, rw.opts.MaxDocument)
}

// pieces is Pieces for documents of at most so many bytes, or any number if that is 0.
func pieces(r io.Reader, t Type, most int) iter.Seq2[Piece, error] {
	switch {
	case t.HasMembers():
		return members(r, t.format(), most)
	case t == Other:
		return chunks(r)
	}
	return func(yield func(Piece, error) bool) {
		text, more, err := whole(r, most)
		if err != nil {
			err = fmt.Errorf("reading, after %d bytes: %w", len(text), err)
		}
		if !yield(Piece{Source: text, Large: more}, err) || !more || err != nil {
			return
		}
		at := int64(len(text))
		text = nil // it may be most of the memory that there is
		for p, err := range chunks(r) {
			p.Offset += at
			if p.Large, p.Continued = true, true; !yield(p, err) {
				return
			}
		}
	}
}

// whole reads all that there is, unless it is more than so many bytes, if that is not 0:
// then it reads some of it, and reports that there is more.
func whole(r io.Reader, most int) (text []byte, more bool, err error) {
	if text, all, err := buffered(r); all {
		return text, false, err
	}
	size := 0
	if l, ok := r.(interface{ Len() int }); ok {
		size = l.Len()
	}
	if most > 0 {
		if size > most {
			return nil, true, nil
		}
		r = io.LimitReader(r, int64(most)+1)
	}
	text, err = readAll(&patient{r: r}, size)
	return text, most > 0 && len(text) > most, err
}

// readAll reads all that r has, of which there are about so many bytes, or any number if
// that is 0.
func readAll(r io.Reader, size int) ([]byte, error) {
	if size > 0 {
		var src bytes.Buffer
		src.Grow(size + bytes.MinRead)
		_, err := src.ReadFrom(r)
		return src.Bytes(), err
	}
	// Buffers that grow by copying would be held together with what they grow to.
	const least, most = 64 << 10, 16 << 20
	var all [][]byte
	n, next := 0, least
	for {
		b := make([]byte, next)
		k, err := io.ReadFull(r, b)
		all, n = append(all, b[:k]), n+k
		if err != nil {
			if err == io.ErrUnexpectedEOF {
				err = io.EOF
			}
			return joinParts(all, n), unlessEnd(err)
		}
		next = min(2*next, most)
	}
}

// joinParts returns the n bytes of parts, which it lets go of.
func joinParts(parts [][]byte, n int) []byte {
	if len(parts) == 1 {
		return parts[0]
	}
	out := make([]byte, 0, n)
	for i, p := range parts {
		out = append(out, p...)
		parts[i] = nil
	}
	return out
}

// unlessEnd returns an error that is not the end of what is read.
func unlessEnd(err error) error {
	if err == io.EOF { // as [io.Reader] has it: others may wrap it
		return nil
	}
	return err
}

// A patient reads what r does, but gives up if that is nothing many times in a row.
type patient struct {
	r     io.Reader
	empty int // reads in a row without a byte
}

// Read implements [io.Reader].
func (p *patient) Read(b []byte) (int, error) {
	const most = 100
	n, err := p.r.Read(b)
	if p.empty++; n > 0 {
		p.empty = 0
	}
	if p.empty == most && err == nil {
		err = io.ErrNoProgress
	}
	return n, err
}

// buffered returns what is left of the source if the buffer of r holds all of it, up to
// its end or a fault, which is the error.
func buffered(r io.Reader) (text []byte, all bool, err error) {
	b, ok := r.(interface {
		Peek(n int) ([]byte, error)
		Size() int
	})
	if !ok {
		return nil, false, nil
	}
	if text, err = b.Peek(b.Size()); err == nil {
		return nil, false, nil
	}
	return text[:len(text):len(text)], true, unlessEnd(err)
}

// PiecesTo is like Pieces, for a source that is rewritten to w. If the documents in the
// source are encoded ([Type.IsEncoded]), back is not nil: it takes the changes of all
// pieces, one after the other, and writes to w.
func (rw *Rewriter) PiecesTo(w io.Writer, r io.Reader) (pieces iter.Seq2[Piece, error], back format.MemberWriter) {
	if !rw.opts.Type.IsEncoded() {
		return rw.Pieces(r), nil
	}
	box, back := rw.opts.open(w, r)
	return membersOf(box), back
}

// open opens a container. If the documents in it are encoded, and w is not nil, back writes
// the container to w, with the changes that it is given.
func (o *Options) open(w io.Writer, r io.Reader) (box format.Reader, back format.MemberWriter) {
	box = o.Type.format().Open(r, format.Options{MaxMember: o.MaxDocument})
	if encoded, ok := box.(format.Encoded); ok && w != nil {
		back = encoded.Rewrite(w)
	}
	return box, back
}

// members yields the members of a container.
func members(r io.Reader, f *format.Format, most int) iter.Seq2[Piece, error] {
	if r, ok := r.(*bytes.Reader); ok && f.Split != nil {
		return func(yield func(Piece, error) bool) {
			_, _ = r.WriteTo(&inMemory{f, yield}) // the error is only errEnough
		}
	}
	return func(yield func(Piece, error) bool) {
		membersOf(f.Open(r, format.Options{MaxMember: most}))(yield)
	}
}

// membersOf yields the members that box reads.
func membersOf(box format.Reader) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		next := Piece{Message: 1} // for an error
		var m format.Member
		for {
			err := box.Next(&m)
			if err != nil {
				if err != io.EOF {
					yield(next, err)
				}
				return
			}
			this := pieceOf(&m)
			next = this.next()
			if !yield(this, nil) {
				return
			}
		}
	}
}

// An inMemory yields the members of a container that is written to it as a whole. They
// need not be copied.
type inMemory struct {
	format *format.Format
	yield  func(Piece, error) bool
}

var errEnough = errors.New("no more is wanted")

// Write implements [io.Writer].
func (in *inMemory) Write(text []byte) (n int, err error) {
	for m := range in.format.Split(text) {
		n += len(m.Text)
		if !in.yield(pieceOf(m), nil) {
			return n, errEnough
		}
	}
	return n, nil
}

// pieceOf returns the piece of a member.
func pieceOf(m *format.Member) Piece {
	return Piece{Message: m.Number, Offset: m.Offset, Source: m.Text, Large: m.Large, Continued: m.Continued, member: m}
}

// isMember reports whether the piece is still the member that it was read as.
func (p *Piece) isMember() bool { return p.member != nil && len(p.member.Text) == len(p.Source) }

// next returns the empty piece after p.
func (p *Piece) next() Piece {
	return Piece{Message: p.Message + 1, Offset: p.Offset + int64(len(p.Source))}
}

// sniffed is how much of a source [Sniff] looks at.
const sniffed = 64 << 10

// Sniff returns the type of the source in r, by its name and content as
// [DetectType] has it, whether anything tells that it is a document at all, and a
// reader of the whole source, which fails where r fails. A [bufio.Reader] of at
// least 64 KiB is that reader itself, unless r fails.
func Sniff(name string, r io.Reader) (t Type, known bool, src io.Reader) {
	return SniffIn("", name, r)
}

// SniffIn is [Sniff] for a source whose charset is known: see [DetectTypeIn].
func SniffIn(charset, name string, r io.Reader) (t Type, known bool, src io.Reader) {
	buf := bufio.NewReaderSize(r, sniffed)
	head, err := buf.Peek(sniffed)
	t, known = DetectTypeIn(charset, name, head)
	if unlessEnd(err) != nil { // the buffer tells of it once, and then goes on
		return t, known, io.MultiReader(bytes.NewReader(bytes.Clone(head)), fault{err})
	}
	return t, known, buf
}

// A fault is a reader that fails.
type fault struct{ err error }

// Read implements [io.Reader].
func (f fault) Read([]byte) (int, error) { return 0, f.err }
