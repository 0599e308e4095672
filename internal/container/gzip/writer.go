package gzip

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
)

// A Writer writes the file that a [Reader] reads, with changes of its text. Its
// methods must be called in the order of the text. Errors are those of writing, of
// reading the file, and of wrong usage. After an error, all methods return it.
type Writer struct {
	r    *Reader
	out  *bufio.Writer
	z    inflater // reads the file a second time
	d    deflater
	anew bool  // the first of r.members is being replaced by a new member
	done int64 // offset in the file up to which everything was written or replaced
	text int64 // bytes of text that were kept or replaced
	buf  []byte
	err  error

	broken error // of a member for which a new one was started
}

// NewWriter returns a Writer to w of the file that r reads. It must be called
// before r.Read, and once for each Reader.
func NewWriter(w io.Writer, r *Reader) *Writer {
	z := &Writer{r: r, out: bufio.NewWriterSize(w, 64<<10), buf: make([]byte, 32<<10)}
	z.z.cur = newCursor(&r.tape)
	z.d.out = z.out
	if r.tape.hold || r.tape.head > 0 || r.err != nil {
		z.err = errors.New("gzip: a Writer for a Reader that was used already")
		return z
	}
	r.tape.hold = true
	return z
}

// Keep keeps the next n bytes of text, which must have been read.
func (w *Writer) Keep(n int) error {
	if w.ready(n) == nil {
		w.fail(w.pass(int64(n), false))
	}
	return w.err
}

// Replace replaces the next old bytes of text, which must have been read, by p. If
// old is 0 and p is empty, nothing changes.
func (w *Writer) Replace(old int, p []byte) error {
	if w.ready(old) == nil && (old > 0 || len(p) > 0) {
		w.fail(w.replace(int64(old), p))
	}
	return w.err
}

// Close writes the rest of the file, flushes, and closes the Reader. Text that was
// neither kept nor replaced is kept, even if it was not read.
func (w *Writer) Close() error {
	if w.err == errClosed {
		return nil
	}
	if w.ready(0) == nil {
		w.fail(w.rest())
	}
	err := errors.Join(w.err, w.r.Close())
	w.err = errClosed
	return err
}

// Broken returns the [Error] of a member that turned out to be broken after the Writer had
// started a new one, or nil. It may be called after Close. All of the member's text is in
// the output, but some programs return less of it than of the old member: gzip drops up to
// 32 KiB before invalid data, and nothing before the end of a file that is cut off.
func (w *Writer) Broken() error { return w.broken }

// ready returns an error unless n bytes of text were read and neither kept nor
// replaced.
func (w *Writer) ready(n int) error {
	switch left := w.r.text - w.text; {
	case w.err != nil:
	case w.r.err == errClosed:
		w.err = errors.New("gzip: the Reader is closed")
	case n < 0 || int64(n) > left:
		w.err = fmt.Errorf("gzip: %d bytes of text to keep or replace at %d, but only %d were read", n, w.text, left)
	}
	return w.err
}

func (w *Writer) fail(err error) {
	if err != nil {
		w.err = fmt.Errorf("gzip: writing, at byte %d of the text: %w", w.text, err)
	}
}

// replace starts a new member for the one that the text is in, writes p to it, and
// drops old bytes of text.
func (w *Writer) replace(old int64, p []byte) error {
	if len(w.r.members) == 0 {
		return errors.New("no member was read")
	}
	if old > 0 {
		if err := w.advance(); err != nil {
			return err
		}
	}
	if err := w.begin(); err != nil {
		return err
	}
	if _, err := w.d.Write(p); err != nil {
		return err
	}
	return w.pass(old, true)
}

// pass moves n bytes forward in the text. It writes these bytes unless drop is true.
func (w *Writer) pass(n int64, drop bool) error {
	dst := io.Writer(&w.d)
	if drop {
		dst = io.Discard
	}
	for n > 0 {
		if err := w.advance(); err != nil {
			return err
		}
		if drop {
			if err := w.begin(); err != nil {
				return err
			}
		}
		k := min(n, w.r.members[0].textEnd-w.text)
		if w.anew {
			if err := w.inflate(k, dst); err != nil {
				return err
			}
		}
		w.text += k
		n -= k
	}
	return nil
}

// advance ends members until the first one has text that was neither kept nor
// replaced.
func (w *Writer) advance() error {
	for {
		m := w.r.members[0]
		if m.end == 0 || w.text < m.textEnd {
			return nil
		}
		if err := w.leave(m); err != nil {
			return err
		}
		w.r.members = w.r.members[1:]
	}
}

// leave moves past the member m: it copies m, or ends the new member that replaces m.
func (w *Writer) leave(m member) error {
	if !w.anew {
		return w.copy(m.end)
	}
	w.anew, w.done = false, m.end
	return w.d.end()
}

// begin starts a new member that replaces the first of r.members, and writes the text that
// was kept so far to it. It does nothing if the new member has been started already.
func (w *Writer) begin() error {
	if w.anew {
		return nil
	}
	m := w.r.members[0]
	if err := w.copy(m.start); err != nil {
		return err
	}
	if err := w.z.start(); err != nil {
		return err
	}
	if err := w.d.begin(&w.z.head); err != nil {
		return err
	}
	w.anew = true
	return w.inflate(w.text-m.text, &w.d)
}

// inflate decompresses the next n bytes of the old member and writes them to dst.
func (w *Writer) inflate(n int64, dst io.Writer) error {
	for n > 0 {
		k, err := w.z.Read(w.buf[:min(n, int64(len(w.buf)))])
		if err != nil {
			return err
		}
		if _, err := dst.Write(w.buf[:k]); err != nil {
			return err
		}
		if err := w.r.tape.release(w.z.cur.pos()); err != nil {
			return err
		}
		n -= int64(k)
	}
	return nil
}

// copy copies the file, unchanged, up to the offset end.
func (w *Writer) copy(end int64) error {
	w.z.cur.seek(w.done)
	for w.done < end {
		p, err := w.z.cur.take(end)
		if err != nil {
			return err
		}
		if _, err := w.out.Write(p); err != nil {
			return err
		}
		w.done += int64(len(p))
		if err := w.r.tape.release(w.done); err != nil {
			return err
		}
	}
	return nil
}

// rest writes the rest of the file, as far as it can be read.
func (w *Writer) rest() error {
	if w.anew {
		if err := w.restOfMember(); err != nil {
			return err
		}
	}
	err := w.copy(w.r.tape.head)
	if err == nil {
		w.r.tape.hold = false // what follows is read only once
		err = w.copy(math.MaxInt64)
	}
	if flush := w.out.Flush(); flush != nil || err == io.EOF {
		return flush
	}
	return err
}

// restOfMember ends the new member as the old one ends. If the file cannot be read,
// copy returns the error.
func (w *Writer) restOfMember() error {
	start := w.r.members[0].start
	err := w.inflate(math.MaxInt64, &w.d)
	w.anew, w.done = false, w.z.cur.pos()
	if err == io.EOF {
		return w.d.end()
	}
	w.broken = &Error{Member: start, Offset: w.done, Err: err}
	return w.d.leaveBroken()
}
