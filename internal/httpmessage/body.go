package httpmessage

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/hrefix/hrefix/internal/container/format"
)

// maxCodings is the largest number of codings of one body.
const maxCodings = 8

// A Body reads the text of a stored body: it removes the codings. It must be closed.
type Body struct {
	src     source
	out     io.Reader
	limits  format.Limits
	chunks  *chunks // nil if the body is not in chunks
	layers  []*layer
	unknown bool // a content coding is unknown, so no content coding was decoded
	buffers []*bufio.Reader
	defects []error
}

// Body returns the text of the stored body that r reads to its end. The limits bound the text of
// each coding. The error comes from reading r.
func (h *Head) Body(r io.Reader, limits format.Limits) (*Body, error) {
	b := &Body{src: source{r: r}, limits: limits.WithDefaults()}
	b.out = &b.src
	b.transfer(h.tokens("Transfer-Encoding"))
	b.content(h.tokens("Content-Encoding"))
	if err := b.src.failed(); err != nil {
		return nil, fmt.Errorf("reading a body: %w", err)
	}
	return b, nil
}

// transfer adds the readers of the transfer codings, the last coding first.
func (b *Body) transfer(names []string) {
	for _, name := range slices.Backward(names) {
		c := codings[name]
		switch {
		case name == "chunked":
			b.dechunk()
		case isIdentity(name):
		case c == nil || len(b.layers) >= maxCodings:
			b.defect(name, ErrUnknown)
			return
		default:
			b.decode(c)
		}
	}
}

// content adds the readers of the content codings, the last coding first.
func (b *Body) content(names []string) {
	names = slices.DeleteFunc(names, isIdentity)
	for _, name := range names {
		if codings[name] == nil || len(b.layers)+len(names) > maxCodings {
			b.unknown = true
			b.defect(name, ErrUnknown)
			return
		}
	}
	for _, name := range slices.Backward(names) {
		b.decode(codings[name])
	}
}

func isIdentity(name string) bool { return name == "identity" || name == "none" }

// dechunk adds a reader of chunks. A body has chunks once at most.
func (b *Body) dechunk() {
	if b.chunks != nil {
		return
	}
	in := b.buffer()
	b.out = in
	if _, err := in.Peek(1); err != nil {
		return
	}
	if !isChunked(in) {
		b.defect("chunked", ErrAbsent)
		return
	}
	b.chunks = newChunks(in, func(err error) { b.defect("chunked", err) })
	b.out = b.chunks
}

// decode adds a reader of the coding c.
func (b *Body) decode(c *coding) {
	in := b.buffer()
	b.out = in
	if _, err := in.Peek(1); err != nil {
		return
	}
	if !c.has(in) {
		b.defect(c.name, ErrAbsent)
		return
	}
	l := &layer{body: b, coding: c, in: in}
	head, _ := in.Peek(2)
	l.head = [2]byte(append(slices.Clone(head), 0, 0))
	l.dec = c.pool.Get().(decoder)
	l.fault = l.dec.Reset(in)
	b.layers = append(b.layers, l)
	b.out = l
}

// buffers has readers for the layers of bodies.
var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 32<<10) }}

// buffer returns a buffered reader of b.out.
func (b *Body) buffer() *bufio.Reader {
	in := buffers.Get().(*bufio.Reader)
	in.Reset(b.out)
	b.buffers = append(b.buffers, in)
	return in
}

// Read reads text. The error is io.EOF, or an error of reading the stored body.
func (b *Body) Read(p []byte) (int, error) {
	n, err := b.out.Read(p)
	if n == 0 && err != nil {
		if failed := b.src.failed(); failed != nil {
			err = fmt.Errorf("reading a body: %w", failed)
		}
		return 0, err
	}
	return n, nil
}

// Defects returns what is wrong with the codings of the body, as far as Read has found it. Each error names a coding,
// and its cause is one of the errors below.
func (b *Body) Defects() []error { return b.defects }

// defect adds a defect, unless it comes from an error of reading.
func (b *Body) defect(name string, err error) {
	if b.src.failed() == nil {
		b.defects = append(b.defects, fmt.Errorf("coding %s: %w", name, err))
	}
}

// Close releases memory. It does not close the reader of the stored body. [Body.Encode] can be
// called after it.
func (b *Body) Close() {
	b.out = bytes.NewReader(nil)
	for _, l := range b.layers {
		l.coding.pool.Put(l.dec)
		l.dec, l.in = nil, nil
	}
	for _, in := range b.buffers {
		in.Reset(nil)
		buffers.Put(in)
	}
	b.buffers = nil
}

// A source counts what it reads, and remembers the error.
type source struct {
	r    io.Reader
	size int64
	err  error
}

func (s *source) Read(p []byte) (n int, err error) {
	if s.err == nil {
		n, s.err = s.r.Read(p)
		s.size += int64(n)
	}
	return n, s.err
}

// failed returns the error of reading, if it is not the end.
func (s *source) failed() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// A layer decodes a content coding. Its errors are defects of the body and io.EOF.
type layer struct {
	body   *Body
	coding *coding
	in     *bufio.Reader
	head   [2]byte // the first bytes of the encoded data
	dec    decoder
	size   int64 // the size of the text
	fault  error // an error of dec: Read reports it once, and then returns io.EOF
	ended  bool
}

// Read implements io.Reader.
func (l *layer) Read(p []byte) (n int, err error) {
	if l.ended {
		return 0, io.EOF
	}
	if l.fault == nil {
		n, l.fault = l.dec.Read(p)
		limits := &l.body.limits
		if left := limits.Text(l.body.src.size) - l.size; int64(n) > left {
			n, l.fault = int(left), limits.Exceeded()
		}
		l.size += int64(n)
	}
	if l.fault == nil {
		return n, nil
	}
	l.ended = true
	switch err := l.fault; {
	case err == io.EOF:
		if _, err := l.in.Peek(1); err == nil {
			l.body.defect(l.coding.name, ErrTrailing)
		}
	case err == io.ErrUnexpectedEOF:
		l.body.defect(l.coding.name, ErrCut)
	case exceedsWindow(err):
		l.body.defect(l.coding.name, ErrWindow)
	case errors.Is(err, format.ErrTooLarge):
		l.body.defect(l.coding.name, err)
	default:
		l.body.defect(l.coding.name, fmt.Errorf("%w: %w", ErrCorrupt, err))
	}
	return n, io.EOF
}

// What can be wrong with a body, for errors.Is. If there is more text than the limits allow,
// the cause is format.ErrTooLarge.
var (
	ErrUnknown  = errors.New("not known")
	ErrAbsent   = errors.New("the header names it, but the body does not have it")
	ErrCut      = errors.New("the body is cut short")
	ErrCorrupt  = errors.New("the body is corrupt")
	ErrWindow   = errors.New("the body needs a window of more than 8 MiB, the limit for Zstandard in HTTP")
	ErrTrailing = errors.New("there is data after the end")
)
