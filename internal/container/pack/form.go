package pack

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A form is a kind of file that consists of units.
type form struct {
	name, unit string // the names of the form and its units, such as "gzip" and "member"
	magic      string // begins each unit; "" if units of a web archive cannot be found by their beginnings
	advice     string // says what to do with a file that is cut short or corrupt
	decoder    func(*cursor) decoder
	encoder    func(io.Writer) encoder
}

// A decoder decodes the units at a cursor, from which it takes no more bytes than it needs.
type decoder interface {
	// start reads the header of the next unit, or all of a unit that can never have text: hasText is then false.
	// The error is io.EOF at the end of the file. It is errOther, and nothing is read, if something
	// else begins there.
	start() (hasText bool, err error)
	// Read returns text or an error: io.EOF after the end of the unit. The cursor is then after
	// the last byte of the unit.
	io.Reader
	// level returns the compression level of the unit that was started last. A new unit gets the same level.
	level() byte
}

// An encoder encodes one unit after the other: by begin, Write and Close.
type encoder interface {
	// begin begins a unit with a compression level. It replaces the unit that old has started, unless old
	// is nil.
	begin(old decoder, level byte) error
	io.WriteCloser
}

// A fault is the error of data that is not valid. If a file ends too early, the error is
// [io.ErrUnexpectedEOF] instead.
type fault string

const (
	errHeader     fault = "the header is not valid"
	errCorrupt    fault = "the compressed data is corrupt"
	errChecksum   fault = "the compressed data is corrupt: the checksum or length does not match"
	errOther      fault = "the data there is not compressed"
	errDictionary fault = "the compressed data needs a dictionary, which the file does not have"
	errWindow     fault = "the compressed data needs a window of more than 128 MiB"
)

// Error implements error.
func (f fault) Error() string { return string(f) }

// isFault reports whether err is about the data, not about reading it.
func isFault(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, new(fault))
}

// An Error is the error of a [Reader], with its place. Err is about invalid data, or an error of reading
// the file.
type Error struct {
	Unit   int64 // offset in the file of the unit's first byte
	Offset int64 // the offset in the file up to which the unit was read
	Err    error
	Lost   int64 // bytes of the file that were not read, in a web archive
	form   *form
}

// Error implements error.
func (e *Error) Error() string {
	err := e.Err
	if err == io.ErrUnexpectedEOF {
		err = errCut
	}
	text := fmt.Sprintf("%s %s at byte %d: read up to byte %d: %v", e.form.name, e.form.unit, e.Unit, e.Offset, err)
	switch {
	case e.Lost == 1:
		text += ": 1 byte of the file is left"
	case e.Lost > 1:
		text += fmt.Sprintf(": %d bytes of the file are left", e.Lost)
	}
	return text
}

// errCut is printed instead of io.ErrUnexpectedEOF.
var errCut = errors.New("the file is cut short")

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Advice implements [format.Broken].
func (e *Error) Advice() string {
	if isFault(e.Err) {
		return e.form.advice
	}
	return ""
}

// noEOF returns err, or io.ErrUnexpectedEOF if err is io.EOF.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// plainForm is the form of a file without a coding. Its units are pieces of pieceSize bytes, in which the file is
// held and copied.
var plainForm = form{
	name:    "file",
	unit:    "piece",
	decoder: func(c *cursor) decoder { return &pieces{in: c} },
	encoder: func(w io.Writer) encoder { return copier{w} },
}

// Plain returns a Reader of a file without a coding, for a format with [format.Format].Encoded. Its errors
// come from the file.
func Plain(file io.Reader) *Reader {
	return newReader(file, format.Limits{Size: math.MaxInt64}, &plainForm)
}

// pieceSize is the size of a piece. The last piece is shorter.
const pieceSize = 64 << 10

// pieces reads one piece after the other.
type pieces struct {
	in   *cursor
	left int
}

func (p *pieces) start() (hasText bool, err error) {
	p.left = pieceSize
	_, err = p.in.Peek(1)
	return true, err
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.left == 0 {
		return 0, io.EOF
	}
	n, err := p.in.Read(b[:min(len(b), p.left)])
	p.left -= n
	return n, err
}

func (*pieces) level() byte { return 0 }

// A copier writes pieces.
type copier struct{ io.Writer }

func (copier) begin(decoder, byte) error { return nil }
func (copier) Close() error              { return nil }
