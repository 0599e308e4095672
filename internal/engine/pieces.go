package engine

import (
	"bytes"
	"errors"
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
	// is yielded.
	Source []byte

	// Large reports whether the piece is a part of a document that is larger
	// than Options.MaxDocument. Such a piece is not rewritten. See
	// [Rewriter.Pieces].
	Large bool
	// Continued reports whether the piece is a part of such a document, but not the first part.
	Continued bool

	member *format.Member // nil outside of containers
	keep   Reason         // why nothing in the piece may change
	faults []string       // the faults of the member that contains the document
}

// Pieces yields the pieces of the source in r, whose type is t. t must not be [detect.Auto]; see
// [Sniff]. A container takes the memory of its largest member. A source that is not a
// document ([detect.Other]) is yielded in pieces of 64 KiB.
//
// An error comes from r. Its piece has the bytes that were read before the error, except in a
// container, where the piece is empty and has the offset of the error.
//
// If r has a method Len, its result is used as the number of bytes that are left. A source that is
// in a [bytes.Reader], or fits into the buffer of a [bufio.Reader], is not copied.
func Pieces(r io.Reader, t detect.Type) iter.Seq2[Piece, error] { return pieces(r, &Options{Type: t}) }

// Pieces is the function [Pieces] for a source whose type is Options.Type. A document or member
// that has more than Options.MaxDocument bytes is yielded in parts that are not larger: see
// [Piece.Large].
func (rw *Rewriter) Pieces(r io.Reader) iter.Seq2[Piece, error] {
	return pieces(r, &rw.opts)
}

// pieces is Pieces with options.
func pieces(r io.Reader, o *Options) iter.Seq2[Piece, error] {
	switch {
	case o.Type.HasMembers():
		return members(r, o)
	case o.Type == detect.Other:
		return chunks(r)
	}
	return func(yield func(Piece, error) bool) {
		text, more, err := whole(r, o.MaxDocument)
		if err != nil {
			err = fmt.Errorf("reading, after %d bytes: %w", len(text), err)
		}
		if !yield(Piece{Source: text, Large: more}, err) || !more || err != nil {
			return
		}
		at := int64(len(text))
		text = nil // text may use most of the available memory
		for p, err := range chunks(r) {
			p.Offset += at
			if p.Large, p.Continued = true, true; !yield(p, err) {
				return
			}
		}
	}
}

// PiecesTo is like Pieces, for a source that is rewritten to w. If the documents in the source are
// encoded ([Type.IsEncoded]), back is not nil: back takes the changes of all pieces, one after the
// other, and writes to w.
func (rw *Rewriter) PiecesTo(w io.Writer, r io.Reader) (pieces iter.Seq2[Piece, error], back format.MemberWriter) {
	if !rw.opts.Type.IsEncoded() {
		return rw.Pieces(r), nil
	}
	box, back := rw.opts.open(w, r)
	return membersOf(box), back
}

// open opens a container. If the documents in it are encoded, and w is not nil, back takes changes,
// and writes the changed container to w.
func (o *Options) open(w io.Writer, r io.Reader) (box format.Reader, back format.MemberWriter) {
	box = o.Type.Container().Open(r, o.openOptions(r))
	if encoded, ok := box.(format.Encoded); ok && w != nil {
		back = encoded.Rewrite(w)
	}
	return box, back
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

// openOptions returns the options for a container in r.
func (opts *Options) openOptions(r io.Reader) format.Options {
	o := format.Options{MaxMember: opts.MaxDocument, Archive: opts.Archive, Signed: opts.Signed}
	if coded, ok := r.(Decoded); ok {
		o.Units, o.Back = coded.Units(), coded.Back()
	}
	if opts.Type.IsBundle() {
		o.Document = opts.isDocument
	}
	return o
}

// members yields the members of a container.
func members(r io.Reader, o *Options) iter.Seq2[Piece, error] {
	f := o.Type.Container()
	if r, ok := r.(*bytes.Reader); ok && f.Split != nil {
		return func(yield func(Piece, error) bool) {
			_, _ = r.WriteTo(&inMemory{f, yield}) // the only error is errEnough
		}
	}
	return func(yield func(Piece, error) bool) {
		membersOf(f.Open(r, o.openOptions(r)))(yield)
	}
}

// membersOf yields the members that box reads.
func membersOf(box format.Reader) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		if c, ok := box.(io.Closer); ok {
			defer c.Close() // the file was only read
		}
		next := Piece{Message: 1} // the piece that an error names
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

var errEnough = errors.New("the caller stopped")

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
