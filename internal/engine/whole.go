package engine

import (
	"bufio"
	"bytes"
	"io"

	"github.com/hrefix/hrefix/internal/engine/detect"
)

// sniff returns the type of the source in r by its content, and a reader of the whole source. src is r
// itself if r is a [bytes.Reader] or a [bufio.Reader] of at least 64 KiB. If reading fails, src is
// another reader, which fails at the same byte.
func (o *Options) sniff(r io.Reader) (t detect.Type, src io.Reader) {
	if r, ok := r.(*bytes.Reader); ok {
		text := unread(r)
		return o.Detect("", text[:min(len(text), detect.HeadSize)]).Type, r
	}
	buf := bufio.NewReaderSize(r, detect.HeadSize)
	head, err := buf.Peek(detect.HeadSize)
	t = o.Detect("", head).Type
	if unlessEnd(err) != nil { // the buffer would return the error only once
		return t, io.MultiReader(bytes.NewReader(bytes.Clone(head)), fault{err})
	}
	return t, buf
}

// A fault is a reader that fails.
type fault struct{ err error }

// Read implements [io.Reader].
func (f fault) Read([]byte) (int, error) { return 0, f.err }

// whole reads r to its end. If most is not 0 and r has more bytes, it reads only some bytes, and
// more is true.
func whole(r io.Reader, most int) (text []byte, more bool, err error) {
	if text, all, err := buffered(r); all {
		return text, false, err
	}
	if r, ok := r.(*bytes.Reader); ok && (most == 0 || r.Len() <= most) {
		text = unread(r)
		_, err = r.Seek(0, io.SeekEnd)
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

// readAll reads r to its end. size is the expected number of bytes, or 0.
//
// It makes each slice at its full size, and never grows a slice. Fresh memory of the operating system
// needs no clearing, while append clears a large slice in one step, which can delay a garbage collection.
func readAll(r io.Reader, size int) ([]byte, error) {
	const least, most = 64 << 10, 16 << 20
	var all [][]byte
	n, next := 0, least
	if size > 0 {
		next = size + 1 // read one more byte, to find the end
	}
	var err error
	for k := 0; err == nil; next = min(max(2*next, least), most) {
		b := make([]byte, next)
		k, err = fill(r, b)
		all, n = append(all, b[:k]), n+k
	}
	if len(all) == 1 {
		return all[0], unlessEnd(err)
	}
	text := make([]byte, 0, n)
	for i, part := range all {
		text = append(text, part...)
		all[i] = nil // the part is copied, and its memory can be used again
	}
	return text, unlessEnd(err)
}

// fill reads from r until b is full or r returns an error. It returns the error of r unchanged. [io.ReadFull]
// returns [io.ErrUnexpectedEOF] at the end of a short source, which is also the error of a download that was
// cut off.
func fill(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var k int
		k, err = r.Read(b[n:])
		n += k
	}
	return n, err
}

// unlessEnd returns err, or nil if err is io.EOF.
func unlessEnd(err error) error {
	if err == io.EOF { // not wrapped: see [io.Reader]
		return nil
	}
	return err
}

// A patient reads from r, and fails after 100 reads in a row without a byte.
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

// buffered returns the rest of the source if the buffer of r has all of it, up to its end
// or an error.
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

// unread returns the unread bytes of r, without copying or reading them.
func unread(r *bytes.Reader) []byte {
	var text captured
	at := r.Size() - int64(r.Len())
	_, _ = r.WriteTo(&text) // neither Writer nor Reader fails
	_, _ = r.Seek(at, io.SeekStart)
	return text[:len(text):len(text)]
}

// captured is the slice of the latest Write, without a copy.
type captured []byte

// Write implements [io.Writer].
func (c *captured) Write(b []byte) (int, error) {
	*c = b
	return len(b), nil
}
