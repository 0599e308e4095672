package engine

import (
	"bytes"
	"fmt"
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/reason"
)

// A Piece is a part of a source that can be rewritten by itself: a member of a
// container, such as a message of a mailbox with its From_ line, or another source
// as a whole. All pieces, one after the other, are the source.
type Piece struct {
	// Message is the number of the member in its container, from 1. It is 0
	// outside of containers.
	Message int
	// Offset is the offset of the piece in the source.
	Offset int64
	// Source holds the bytes of the piece. They are valid until the next piece
	// is read.
	Source []byte

	// Large reports whether the piece is a part of a document that is larger
	// than Options.MaxDocument. Such a piece is not rewritten.
	Large bool
	// Continued reports whether the piece is a part of such a document, but not the first part.
	Continued bool

	member *format.Member // nil outside of containers
	keep   Reason         // why nothing in the piece may change
	faults []string       // the faults of the member that contains the document
}

// A Reader reads the pieces of a source. [Rewriter.Open] returns a Reader.
type Reader struct {
	// Rewriter is the Rewriter for the pieces. Its type is the type of the source.
	Rewriter *Rewriter

	opts  *Options
	from  io.Reader
	box   format.Reader       // nil outside of containers
	back  format.MemberWriter // see Back
	at    format.Member       // the member that was read last
	next  Piece               // the piece that is read next: its number and its offset, which an error names
	begun bool                // the document was read, or its first bytes
	ended bool
	buf   []byte // for the parts of a large document, and of a source that is no document
}

// Open returns a Reader of the source in r. If the source is rewritten, the result is written to w; otherwise
// w is nil. A container takes the memory of its largest member. A source that is not a document
// ([detect.Other]) is read in pieces of 64 KiB. So is a document or member that has more than
// Options.MaxDocument bytes: see [Piece.Large].
//
// If r has a method Len, its result is used as the number of bytes that are left. A source that is
// in a [bytes.Reader], or fits into the buffer of a [bufio.Reader], is not copied.
func (rw *Rewriter) Open(r io.Reader, w io.Writer) *Reader {
	if rw.opts.Type == detect.Auto {
		as := *rw
		as.opts.Type, r = rw.opts.sniff(r)
		rw = &as
	}
	if w != nil && rw.opts.Type.HasRecords() && rw.opts.Archive.Changes == format.ReadRecords {
		as := *rw
		as.opts.Archive.Changes = format.AddConversions
		rw = &as
	}
	in := &Reader{Rewriter: rw, opts: &rw.opts, from: r}
	decoded, isDecoded := r.(Decoded)
	if rw.opts.Type.HasMembers() {
		o := format.Options{MaxMember: rw.opts.MaxDocument, Archive: rw.opts.Archive, Signed: rw.opts.Signed}
		if isDecoded {
			o.Units, o.Back = decoded.Units(), decoded.Back()
		}
		if rw.opts.Type.IsBundle() {
			o.Document = rw.opts.isDocument
		}
		in.next.Message = 1
		in.box = rw.opts.Type.Container().Open(r, o)
	}
	if w == nil {
		return in
	}
	if encoded, ok := in.box.(format.Encoded); ok {
		in.back = encoded.Rewrite(w)
	} else if isDecoded && decoded.Back() != nil {
		in.back = textWriter{decoded.Back()}
	}
	return in
}

// A Decoded is a reader of text that a [format.Decoder] has decoded. The readers of sources
// in the command implement it.
type Decoded interface {
	io.Reader
	// Units returns the units of the Decoder, for the offsets of records in the file. It may
	// be nil.
	Units() format.Units
	// Back returns the Writer of the Decoder, or nil unless the file is rewritten.
	Back() format.UnitWriter
}

// A textWriter is the Writer of a source with a coding whose members are bytes of its text.
type textWriter struct{ format.UnitWriter }

// Next implements [format.MemberWriter].
func (textWriter) Next() error { return nil }

// Back returns the Writer that takes the changes of all pieces, one after the other, and writes the
// result. It is nil if the source is only read, or if its bytes are the bytes of its pieces.
func (r *Reader) Back() format.MemberWriter { return r.back }

// Next reads the next piece into p. After the last piece the error is [io.EOF]. Any other error comes
// from the source: p then has the bytes that were read before the error, or in a container it is empty
// and has the offset of the error.
func (r *Reader) Next(p *Piece) error {
	*p = r.next
	switch {
	case r.box != nil:
		err := r.box.Next(&r.at)
		if err == nil {
			*p = pieceOf(&r.at)
			r.next = p.next()
		}
		return err
	case r.ended:
		return io.EOF
	case !r.begun && r.opts.Type != detect.Other:
		var err error
		if p.Source, p.Large, err = whole(r.from, r.opts.MaxDocument); err != nil {
			err = fmt.Errorf("reading, after %d bytes: %w", len(p.Source), err)
		}
		r.begun, r.ended = true, !p.Large || err != nil
		r.next = Piece{Offset: int64(len(p.Source)), Large: true, Continued: true}
		return err
	case r.buf == nil:
		r.buf, r.from = make([]byte, detect.HeadSize), &patient{r: r.from}
	}
	n, err := fill(r.from, r.buf)
	if r.begun && n == 0 && err == io.EOF {
		return err
	}
	p.Source, r.begun, r.ended = r.buf[:n], true, err != nil
	r.next.Offset += int64(n)
	return unlessEnd(err)
}

// Close closes the container. It has to be called if not all pieces are read.
func (r *Reader) Close() error {
	if c, ok := r.box.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// All yields the pieces. An error is yielded with the piece that Next reads then, and ends them.
func (r *Reader) All() iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		if src, ok := r.from.(*bytes.Reader); ok && r.box != nil && r.opts.Type.Container().Split != nil {
			for m := range r.opts.Type.Container().Split(unread(src)) { // members in memory need not be copied
				_, _ = src.Seek(int64(len(m.Text)), io.SeekCurrent)
				if !yield(pieceOf(m), nil) {
					return
				}
			}
			return
		}
		defer r.Close() // the file was only read
		for {
			var p Piece
			err := r.Next(&p)
			if err == io.EOF || !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// Pieces yields the pieces of the source in r.
func (rw *Rewriter) Pieces(r io.Reader) iter.Seq2[Piece, error] { return rw.Open(r, nil).All() }

// A Batch is consecutive members of a container in memory of its own. The zero value is
// ready.
type Batch struct {
	// Pieces are the members.
	Pieces []Piece
	// Source holds the bytes of all members.
	Source []byte

	members []format.Member
}

// The size from which on a batch takes no more members.
const (
	enoughText    = 256 << 10 // bytes of text
	enoughMembers = 1 << 10   // number of members: some may have no text
)

// NextBatch reads members of a container into b, for rewriting them in several goroutines: at least
// one, and no more once it has 256 KiB. It overwrites the previous content of b. The errors are the errors
// of Next, which must not be called for the same source. In case of an error that is not [io.EOF], b
// has one piece.
func (r *Reader) NextBatch(b *Batch) error {
	b.Release()
	if b.Source == nil {
		b.Source = make([]byte, 0, enoughText+enoughText/2)
	}
	for len(b.Source) < enoughText && len(b.members) < enoughMembers {
		var m format.Member
		if err := r.box.Next(&m); err != nil {
			if len(b.members) > 0 {
				break // the next call returns the error
			}
			if err != io.EOF {
				b.Pieces = append(b.Pieces, r.next)
			}
			return err
		}
		b.members, b.Source = append(b.members, m), append(b.Source, m.Text...)
	}
	at := 0
	for i := range b.members { // appending may have moved b.Source
		m := &b.members[i]
		end := at + len(m.Text)
		m.Text, at = b.Source[at:end:end], end
		b.Pieces = append(b.Pieces, pieceOf(m))
	}
	r.next = b.Pieces[len(b.Pieces)-1].next()
	return nil
}

// Release drops the members of b, and very large memory. The members and their plans must not be used after that.
// Calling Release is optional.
func (b *Batch) Release() {
	clear(b.Pieces)
	clear(b.members)
	b.Pieces, b.members, b.Source = b.Pieces[:0], b.members[:0], b.Source[:0]
	const most = 16 << 20 // to get memory again for each member of some MiB takes longer than to read the member
	if cap(b.Source) > most {
		b.Source = nil
	}
}

// pieceOf returns the piece of a member.
func pieceOf(m *format.Member) Piece {
	p := Piece{Message: m.Number, Offset: m.Offset, Source: m.Text, Large: m.Large, Continued: m.Continued, member: m}
	if m.ReadOnly != "" {
		p.keep = reason.ReadOnly.With(m.ReadOnly)
	}
	return p
}

// Record returns the record of a web archive that contains the piece, or nil.
func (p *Piece) Record() *format.Record {
	if p.member == nil {
		return nil
	}
	return p.member.Record
}

// IsBroken reports whether the source is damaged in the piece or after it, so the rest is not read.
func (p *Piece) IsBroken() bool { return p.member != nil && p.member.Broken }

// Document returns the offset of the document in the source of a record of a web archive. The header
// of an HTTP response comes before it. Otherwise Document returns 0.
func (p *Piece) Document() int {
	if p.Record() == nil {
		return 0
	}
	return p.member.Start
}

// HasDocument reports whether the piece has a document. Records of a web archive may have no
// document.
func (p *Piece) HasDocument() bool {
	return p.member == nil || !p.member.NoDocument && p.member.Defect == ""
}

// Has returns a function that reports whether the file around the document has something with a URL.
// Links of the document look there first. Has returns nil if there is no such file.
func (p *Piece) Has() func(url string) bool {
	if p.member == nil {
		return nil
	}
	return p.member.Has
}

// MessageText returns the message in the piece of a source of type t, or nil: a piece of a mailbox,
// a message, or the document in a record of a web archive.
func (p *Piece) MessageText(t detect.Type) []byte {
	switch {
	case p.Record() == nil && (t == detect.Message || t.Members() == format.Messages):
		return p.Source
	case p.Record() != nil && p.member.MediaType == detect.Message.MediaType():
		return p.member.Document()
	}
	return nil
}

// isMember reports whether the piece is still the member that it was read as.
func (p *Piece) isMember() bool { return p.member != nil && len(p.member.Text) == len(p.Source) }

// next returns the empty piece after p.
func (p *Piece) next() Piece {
	return Piece{Message: p.Message + 1, Offset: p.Offset + int64(len(p.Source))}
}
