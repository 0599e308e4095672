package units

import "io"

// A Cursor reads the file. It takes only as many bytes as it is asked for, so that Pos is
// exact: when a Decoder has read a unit, it is the offset after the unit.
type Cursor struct {
	tape *tape
	buf  []byte
	rest []byte // of buf: bytes that were not taken yet
	next int64  // offset of the byte after rest
}

// NewCursor returns a Cursor at the start of a file.
func NewCursor(file io.Reader) *Cursor { return newCursor(&tape{src: file}) }

func newCursor(t *tape) *Cursor {
	return &Cursor{tape: t, buf: make([]byte, 32<<10)}
}

// Pos returns the offset of the next byte.
func (c *Cursor) Pos() int64 { return c.next - int64(len(c.rest)) }

// seek goes to off, which must be in rest or kept by the tape.
func (c *Cursor) seek(off int64) {
	if skip := off - c.Pos(); skip >= 0 && skip <= int64(len(c.rest)) {
		c.rest = c.rest[skip:]
		return
	}
	c.rest, c.next = nil, off
}

// fill makes sure that rest is not empty.
func (c *Cursor) fill() error {
	if len(c.rest) > 0 {
		return nil
	}
	n, err := c.tape.read(c.buf, c.next)
	c.rest = c.buf[:n]
	c.next += int64(n)
	return err
}

// take returns the next bytes up to end, as many as rest has, but at least one.
// They are valid until the next call.
func (c *Cursor) take(end int64) ([]byte, error) {
	if err := c.fill(); err != nil {
		return nil, err
	}
	p := c.rest[:min(int64(len(c.rest)), end-c.Pos())]
	c.rest = c.rest[len(p):]
	return p, nil
}

// Read implements io.Reader.
func (c *Cursor) Read(p []byte) (int, error) {
	if err := c.fill(); err != nil {
		return 0, err
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// ReadByte implements io.ByteReader.
func (c *Cursor) ReadByte() (byte, error) {
	if len(c.rest) == 0 {
		if err := c.fill(); err != nil {
			return 0, err
		}
	}
	b := c.rest[0]
	c.rest = c.rest[1:]
	return b, nil
}
