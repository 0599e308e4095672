package pack

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"

	"github.com/hrefix/hrefix/internal/tempfile"
)

const (
	// heldInMemory is how many bytes a tape keeps in memory before it creates a temporary file.
	heldInMemory = 8 << 20
	// recentSize is the number of the latest bytes that a tape always keeps.
	recentSize = 64 << 10
)

// A tape reads a file once, and keeps bytes of it, so that they can be read again.
type tape struct {
	src    io.Reader
	err    error // an error of src: src is not read after it
	dead   error // an error of storing bytes or reading stored bytes: nothing can be read after it
	head   int64 // the number of bytes that were read from src
	hold   bool  // all bytes from base on are kept, not only the latest
	base   int64 // the offset of the first byte that is kept
	memory int   // the maximum size of mem
	start  int64 // the offset of the first byte of mem or spill, at or before base
	mem    []byte
	spill  *tempfile.File // has the bytes if they are too many for mem, or is nil
}

// read reads into p from the offset off, which is between base and head.
func (t *tape) read(p []byte, off int64) (int, error) {
	switch {
	case t.dead != nil:
		return 0, t.dead
	case off == t.head:
		return t.next(p)
	case t.spill == nil:
		return copy(p, t.mem[off-t.start:]), nil
	}
	p = p[:min(int64(len(p)), t.head-off)]
	if err := t.unspill(p, off); err != nil {
		return 0, err
	}
	return len(p), nil
}

// next reads new bytes from src. It returns either bytes or an error.
func (t *tape) next(p []byte) (n int, err error) {
	for range 100 {
		if t.err != nil {
			return 0, t.err
		}
		if n, t.err = t.src.Read(p); n == 0 {
			continue
		}
		if err := t.keep(p[:n]); err != nil {
			t.dead = fmt.Errorf("holding compressed data: %w", err)
			return 0, t.dead
		}
		t.head += int64(n)
		return n, nil
	}
	t.err = io.ErrNoProgress
	return 0, t.err
}

// keep stores p, the bytes at head.
func (t *tape) keep(p []byte) (err error) {
	if !t.hold {
		t.base = max(t.base, t.head-recentSize)
	}
	if t.spill == nil && t.hold && t.head-t.base+int64(len(p)) > int64(t.memory) {
		kept := t.mem[t.base-t.start:]
		t.mem, t.start = nil, t.base
		if t.spill, err = tempfile.New(); err != nil {
			return err
		}
		if _, err := t.spill.WriteAt(kept, 0); err != nil {
			return err
		}
	}
	if t.spill != nil {
		_, err := t.spill.WriteAt(p, t.head-t.start)
		return err
	}
	if len(t.mem)+len(p) > cap(t.mem) {
		kept, to := t.mem[t.base-t.start:], t.mem[:0]
		if size := 2 * (len(kept) + len(p)); size > cap(to) {
			to = make([]byte, 0, size)
		}
		t.mem, t.start = append(to, kept...), t.base
	}
	t.mem = append(t.mem, p...)
	return nil
}

// unspill reads all of p at off from the temporary file.
func (t *tape) unspill(p []byte, off int64) error {
	if n, err := t.spill.ReadAt(p, off-t.start); n < len(p) {
		t.dead = fmt.Errorf("compressed data that was held: %w", noEOF(err))
	}
	return t.dead
}

// release drops the bytes before off. If little is left in the temporary file, it is moved to memory.
func (t *tape) release(off int64) error {
	t.base = max(t.base, off)
	if t.spill == nil || t.head-t.base > int64(t.memory/2) {
		return nil
	}
	rest := make([]byte, t.head-t.base)
	if err := t.unspill(rest, t.base); err != nil {
		return err
	}
	t.mem, t.start = rest, t.base
	return t.closeSpill()
}

// close drops all data. Nothing can be read after it.
func (t *tape) close() error {
	t.dead, t.mem = fs.ErrClosed, nil
	return t.closeSpill()
}

func (t *tape) closeSpill() error {
	f := t.spill
	if f == nil {
		return nil
	}
	t.spill = nil
	if err := f.Close(); err != nil {
		return fmt.Errorf("holding compressed data: %w", err)
	}
	return nil
}

// A tapeReader reads a tape from an offset on.
type tapeReader struct {
	tape *tape
	off  int64
}

// Read implements [io.Reader].
func (r *tapeReader) Read(p []byte) (int, error) {
	n, err := r.tape.read(p, r.off)
	r.off += int64(n)
	return n, err
}

// A cursor reads a file through a buffer. It is a [bufio.Reader], which libraries for inflating read
// fastest, and from which they take no more bytes than they need.
type cursor struct {
	*bufio.Reader
	src *tapeReader
}

func newCursor(t *tape) *cursor {
	src := &tapeReader{tape: t}
	return &cursor{bufio.NewReaderSize(src, 32<<10), src}
}

// pos returns the offset of the next byte.
func (c *cursor) pos() int64 { return c.src.off - int64(c.Buffered()) }

// seek goes to off, which must be in the buffer or kept by the tape.
func (c *cursor) seek(off int64) {
	if skip := off - c.pos(); skip >= 0 && skip <= int64(c.Buffered()) {
		_, _ = c.Discard(int(skip)) // the bytes are in the buffer
		return
	}
	c.src.off = off
	c.Reset(c.src)
}

// A Held has the content of a file that can be read only once, such as a pipe: up to 8 MiB in memory,
// more in a temporary file. It has to be closed.
type Held struct{ tape tape }

// Hold reads a file to its end. If the content cannot be stored, Hold returns the error, and so do
// all readers. If the file cannot be read, only the readers return the error, after the content that
// was read before it.
func Hold(file io.Reader) (*Held, error) {
	h := &Held{tape{src: file, memory: heldInMemory, hold: true}}
	buf := make([]byte, 32<<10)
	for h.tape.err == nil && h.tape.dead == nil {
		_, _ = h.tape.next(buf) // the errors are in the tape
	}
	return h, h.tape.dead
}

// Reader returns a reader of the file from its start. Several may be used alternately.
func (h *Held) Reader() io.Reader { return &tapeReader{tape: &h.tape} }

// Close releases memory and the temporary file.
func (h *Held) Close() error { return h.tape.close() }
