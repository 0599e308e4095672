package units

import (
	"bufio"
	"io"
)

// A Cursor reads the file. It is a bufio.Reader, which libraries for inflating read fastest. Pos
// is exact, so a Decoder must take only as many bytes as it needs: when it has read a unit, Pos
// is the offset after the unit.
type Cursor struct {
	*bufio.Reader
	src *tapeReader
}

// NewCursor returns a Cursor at the start of a file.
func NewCursor(file io.Reader) *Cursor { return newCursor(&tape{src: file}) }

func newCursor(t *tape) *Cursor {
	src := &tapeReader{tape: t}
	return &Cursor{bufio.NewReaderSize(src, 32<<10), src}
}

// Pos returns the offset of the next byte.
func (c *Cursor) Pos() int64 { return c.src.off - int64(c.Buffered()) }

// seek goes to off, which must be in the buffer or kept by the tape.
func (c *Cursor) seek(off int64) {
	if skip := off - c.Pos(); skip >= 0 && skip <= int64(c.Buffered()) {
		_, _ = c.Discard(int(skip)) // it is in the buffer
		return
	}
	c.src.off = off
	c.Reset(c.src)
}

// take returns the next bytes up to end, as many as are in the buffer, but at least one. They
// are valid until the next call.
func (c *Cursor) take(end int64) ([]byte, error) {
	if _, err := c.Peek(1); err != nil {
		return nil, err
	}
	n := int(min(int64(c.Buffered()), end-c.Pos()))
	p, _ := c.Peek(n)
	_, err := c.Discard(n)
	return p, err
}

// A tapeReader reads a tape from an offset on.
type tapeReader struct {
	tape *tape
	off  int64
}

// Read implements io.Reader.
func (r *tapeReader) Read(p []byte) (int, error) {
	n, err := r.tape.read(p, r.off)
	r.off += int64(n)
	return n, err
}
