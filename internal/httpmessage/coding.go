package httpmessage

import (
	"bufio"
	"bytes"
	"io"
	"sync"
)

// A coding is a content coding.
type coding struct {
	name string
	// begins reports whether data has the coding. It is called with the first bytes, and may
	// return true for other data if trial is set.
	begins func(head []byte) bool
	trial  bool
	pool   *sync.Pool // decoders for reuse
	// encoder returns a writer to w of data that begins as head.
	encoder func(w io.Writer, head []byte) (io.WriteCloser, error)
}

// A decoder decodes the data that in has from Reset on.
type decoder interface {
	io.Reader
	Reset(in *bufio.Reader) error
}

// trialSize is how much data a trial decodes.
const trialSize = 4 << 10

// has reports whether the data at in is encoded with c.
func (c *coding) has(in *bufio.Reader) bool {
	head, err := in.Peek(trialSize)
	if !c.trial || !c.begins(head) {
		return c.begins(head)
	}
	return c.try(head, err != nil)
}

// try reports whether the beginning of data, or all of it if whole is set, can be decoded. If it looks
// like text, one error is enough to take it as not encoded: compressed data nearly always has bytes
// that text does not have.
func (c *coding) try(head []byte, whole bool) bool {
	d := c.pool.Get().(decoder)
	defer c.pool.Put(d)
	err := d.Reset(bufio.NewReader(bytes.NewReader(head)))
	decoded, text := 0, looksLikeText(head)
	buf := make([]byte, trialSize)
	for err == nil && decoded < 16*trialSize && (text || decoded == 0) {
		var n int
		n, err = d.Read(buf)
		decoded += n
	}
	switch {
	case err == nil || err == io.EOF:
		return true
	case err == io.ErrUnexpectedEOF && !whole:
		return true
	}
	return !text && (decoded > 0 || err == io.ErrUnexpectedEOF)
}

// looksLikeText reports whether p has no binary data bytes (MIME Sniffing Standard section 3).
func looksLikeText(p []byte) bool {
	for _, b := range p {
		if b < 0x20 && (b < '\t' || b == 0x0b || b > '\r' && b != 0x1b) {
			return false
		}
	}
	return true
}
