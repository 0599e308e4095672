package warc

import (
	"errors"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/units"
)

// plain is the form of a file without a coding: its units are the pieces in which it is held
// and copied.
var plain = units.Form{
	Name:    "web archive",
	Unit:    "piece",
	Decoder: func(c *units.Cursor) units.Decoder { return &piece{c: c} },
	Encoder: func(w io.Writer) units.Encoder { return copier{w} },
}

// A plainReader reads a file without a coding that is rewritten.
type plainReader struct{ *units.Reader }

func newPlainReader(file io.Reader) plainReader {
	return plainReader{units.NewReader(file, format.Limits{Size: math.MaxInt64}, &plain)}
}

// Read implements [io.Reader]. The error is that of reading the file.
func (r plainReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if e := new(units.Error); errors.As(err, &e) {
		err = e.Err
	}
	return n, err
}

// pieceSize is the size of a piece. The last one is shorter.
const pieceSize = 64 << 10

// A piece reads one piece after the other.
type piece struct {
	c     *units.Cursor
	left  int
	first []byte // the first byte, if it was not read
}

// Start implements [units.Decoder].
func (p *piece) Start() (hasText bool, err error) {
	b, err := p.c.ReadByte()
	p.first, p.left = []byte{b}, pieceSize
	return err == nil, err
}

// Read implements [units.Decoder].
func (p *piece) Read(b []byte) (n int, err error) {
	switch {
	case p.left == 0:
		return 0, io.EOF
	case len(p.first) > 0:
		n = copy(b, p.first)
		p.first = p.first[n:]
	default:
		n, err = p.c.Read(b[:min(len(b), p.left)])
	}
	p.left -= n
	return n, err
}

// A copier writes pieces.
type copier struct{ io.Writer }

// Begin implements [units.Encoder].
func (copier) Begin(units.Decoder) error { return nil }

// BeginNew implements [units.Encoder].
func (copier) BeginNew(any) error { return nil }

// End implements [units.Encoder].
func (copier) End() error { return nil }

// LeaveBroken implements [units.Encoder].
func (copier) LeaveBroken() error { return nil }
