package gzip

// A cursor reads a tape. It takes only as many bytes as it is asked for, so that
// pos is exact: when the inflater is done, it is the offset after the deflated
// data.
type cursor struct {
	tape *tape
	buf  []byte
	rest []byte // of buf: bytes that were not taken yet
	next int64  // offset of the byte after rest
}

func newCursor(t *tape) cursor {
	return cursor{tape: t, buf: make([]byte, 32<<10)}
}

// pos returns the offset of the next byte.
func (c *cursor) pos() int64 { return c.next - int64(len(c.rest)) }

// seek goes to off, which must be in rest or kept by the tape.
func (c *cursor) seek(off int64) {
	if skip := off - c.pos(); skip >= 0 && skip <= int64(len(c.rest)) {
		c.rest = c.rest[skip:]
		return
	}
	c.rest, c.next = nil, off
}

// fill makes sure that rest is not empty.
func (c *cursor) fill() error {
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
func (c *cursor) take(end int64) ([]byte, error) {
	if err := c.fill(); err != nil {
		return nil, err
	}
	p := c.rest[:min(int64(len(c.rest)), end-c.pos())]
	c.rest = c.rest[len(p):]
	return p, nil
}

// Read implements io.Reader.
func (c *cursor) Read(p []byte) (int, error) {
	if err := c.fill(); err != nil {
		return 0, err
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// ReadByte implements io.ByteReader.
func (c *cursor) ReadByte() (byte, error) {
	if len(c.rest) == 0 {
		if err := c.fill(); err != nil {
			return 0, err
		}
	}
	b := c.rest[0]
	c.rest = c.rest[1:]
	return b, nil
}
