package httpmessage

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"sync"
)

// A coding is a content coding.
type coding struct {
	name string
	// begins reports whether data that begins with head has the coding. It is nil if only a trial can tell.
	begins func(head []byte) bool
	pool   *sync.Pool // decoders for reuse
	// encoder returns a writer to w of data that begins as head.
	encoder func(w io.Writer, head []byte) (io.WriteCloser, error)
}

// A decoder decodes data. Reset makes it read the encoded data from in.
type decoder interface {
	io.Reader
	Reset(in *bufio.Reader) error
}

// trialSize is how much data a trial decodes.
const trialSize = 4 << 10

// has reports whether the data at in is encoded with c. Without a magic number, a trial decodes the beginning of the
// data. If the data looks like text, any error means that it is not encoded: compressed data nearly always has bytes
// that text does not have.
func (c *coding) has(in *bufio.Reader) bool {
	head, end := in.Peek(trialSize)
	if c.begins != nil {
		return c.begins(head)
	}
	d := c.pool.Get().(decoder)
	defer c.pool.Put(d)
	err := d.Reset(bufio.NewReader(bytes.NewReader(head)))
	decoded, text := 0, !slices.ContainsFunc(head, isBinary)
	buf := make([]byte, trialSize)
	for err == nil && decoded < 16*trialSize && (text || decoded == 0) {
		var n int
		n, err = d.Read(buf)
		decoded += n
	}
	switch {
	case err == nil || err == io.EOF:
		return true
	case err == io.ErrUnexpectedEOF && end == nil: // only the part for the trial ended, and there is more data
		return true
	}
	return !text && (decoded > 0 || err == io.ErrUnexpectedEOF)
}

// isBinary reports whether b is a binary data byte (MIME Sniffing Standard section 3).
func isBinary(b byte) bool { return b < 0x20 && (b < '\t' || b == 0x0b || b > '\r' && b != 0x1b) }
