package units

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
)

// A Writer writes the file that a [Reader] reads, with changes of its text. Its methods must be
// called in the order of the text. Errors are those of writing, of reading the file, and of
// wrong usage. After an error, all methods return it.
type Writer struct {
	r         *Reader
	out       *bufio.Writer
	cur       *Cursor
	dec       Decoder // reads the file a second time
	enc       Encoder
	replacing bool  // the first of r.units is being replaced by a new unit
	done      int64 // offset in the file up to which everything was written or replaced
	text      int64 // bytes of text that were kept or replaced
	buf       []byte
	model     any // of the last unit that was written, see Modeler
	err       error

	broken error // of a unit for which a new one was started
	closed bool
}

// NewWriter returns a Writer to w of the file that r reads. It must be called before r.Read, and
// once for each Reader.
func NewWriter(w io.Writer, r *Reader) *Writer {
	z := &Writer{r: r, out: bufio.NewWriterSize(w, 64<<10), buf: make([]byte, 32<<10), cur: newCursor(&r.tape)}
	z.dec, z.enc = r.form.Decoder(z.cur), r.form.Encoder(z.out)
	if r.tape.hold || r.tape.head > 0 || r.err != nil {
		z.err = fmt.Errorf("%s: a Writer for a Reader that was used already", r.form.Name)
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

// Replace replaces the next old bytes of text, which must have been read, by p. If old is 0 and
// p is empty, nothing changes.
func (w *Writer) Replace(old int, p []byte) error {
	if w.ready(old) == nil && (old > 0 || len(p) > 0) {
		w.fail(w.replace(int64(old), p))
	}
	return w.err
}

// Insert puts p, which is not empty, into a unit of its own, if a unit ends here, or the next one
// begins here, or the file has no units. Otherwise it does what Replace(0, p) does.
func (w *Writer) Insert(p []byte) error {
	if w.ready(0) == nil && len(p) > 0 {
		w.fail(w.insert(p))
	}
	return w.err
}

// Close writes the rest of the file, flushes, and closes the Reader. Text that was neither kept
// nor replaced is kept, even if it was not read.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	if w.ready(0) == nil {
		w.fail(w.rest())
	}
	err := errors.Join(w.err, w.r.Close())
	w.err, w.closed = w.r.form.closed(), true
	return err
}

// Broken returns the [Error] of a unit that turned out to be broken after the Writer had started
// a new one, or nil. It may be called after Close. All of the unit's text is in the output, but
// some programs return less of it than of the old unit: gzip drops up to 32 KiB before invalid
// data, and nothing before the end of a file that is cut off.
func (w *Writer) Broken() error { return w.broken }

// ready returns an error unless n bytes of text were read and neither kept nor replaced.
func (w *Writer) ready(n int) error {
	name := w.r.form.Name
	switch left := w.r.text - w.text; {
	case w.err != nil:
	case w.r.closed:
		w.err = fmt.Errorf("%s: the Reader is closed", name)
	case n < 0 || int64(n) > left:
		w.err = fmt.Errorf("%s: %d bytes of text to keep or replace at %d, but only %d were read", name, n, w.text, left)
	}
	return w.err
}

func (w *Writer) fail(err error) {
	if err != nil {
		w.err = fmt.Errorf("%s: writing, at byte %d of the text: %w", w.r.form.Name, w.text, err)
	}
}

// replace starts a new unit for the one that the text is in, writes p to it, and drops old bytes
// of text.
func (w *Writer) replace(old int64, p []byte) error {
	if len(w.r.units) == 0 {
		return w.insert(p) // old is 0
	}
	if old > 0 {
		if err := w.advance(); err != nil {
			return err
		}
	}
	if err := w.begin(); err != nil {
		return err
	}
	if _, err := w.enc.Write(p); err != nil {
		return err
	}
	return w.pass(old, true)
}

// insert writes a unit with the text p between two units, or does what replace does.
func (w *Writer) insert(p []byte) error {
	if w.r.text == w.text {
		if w.r.cur.Pos() == 0 {
			w.r.begin()
		}
		w.r.settle()
	}
	if len(w.r.units) == 0 {
		return w.addUnit(w.r.boundary(), p)
	}
	switch u := w.r.units[0]; {
	case u.end > 0 && w.text == u.textEnd:
		if err := w.leave(u); err != nil {
			return err
		}
		w.drop()
		return w.addUnit(w.done, p)
	case w.text == u.text && !w.replacing:
		if w.model == nil {
			w.model = u.model
		}
		return w.addUnit(u.start, p)
	}
	return w.replace(0, p)
}

// addUnit copies the file up to the offset at, and writes a new unit with the text p.
func (w *Writer) addUnit(at int64, p []byte) error {
	if err := w.copy(at); err != nil {
		return err
	}
	if err := w.enc.BeginNew(w.model); err != nil {
		return err
	}
	if _, err := w.enc.Write(p); err != nil {
		return err
	}
	return w.enc.End()
}

// pass moves n bytes forward in the text. It writes these bytes unless drop is true.
func (w *Writer) pass(n int64, drop bool) error {
	dst := io.Writer(w.enc)
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
		k := min(n, w.r.units[0].textEnd-w.text)
		if w.replacing {
			if err := w.decode(k, dst); err != nil {
				return err
			}
		}
		w.text += k
		n -= k
	}
	return nil
}

// advance ends units until the first one has text that was neither kept nor replaced.
func (w *Writer) advance() error {
	for {
		u := w.r.units[0]
		if u.end == 0 || w.text < u.textEnd {
			return nil
		}
		if err := w.leave(u); err != nil {
			return err
		}
		w.drop()
	}
}

// drop drops the first of r.units, which was written.
func (w *Writer) drop() {
	w.model = w.r.units[0].model
	w.r.units = w.r.units[1:]
}

// leave moves past the unit u: it copies u, or ends the new unit that replaces u.
func (w *Writer) leave(u unit) error {
	if !w.replacing {
		return w.copy(u.end)
	}
	w.replacing, w.done = false, u.end
	return w.enc.End()
}

// begin starts a new unit that replaces the first of r.units, and writes the text that was kept
// so far to it. It does nothing if the new unit has been started already.
func (w *Writer) begin() error {
	if w.replacing {
		return nil
	}
	u := w.r.units[0]
	if err := w.copy(u.start); err != nil {
		return err
	}
	if _, err := w.dec.Start(); err != nil {
		return err
	}
	if err := w.enc.Begin(w.dec); err != nil {
		return err
	}
	w.replacing = true
	return w.decode(w.text-u.text, w.enc)
}

// decode decodes the next n bytes of the old unit and writes them to dst.
func (w *Writer) decode(n int64, dst io.Writer) error {
	for n > 0 {
		k, err := w.dec.Read(w.buf[:min(n, int64(len(w.buf)))])
		if err != nil {
			return err
		}
		if _, err := dst.Write(w.buf[:k]); err != nil {
			return err
		}
		if err := w.r.tape.release(w.read()); err != nil {
			return err
		}
		n -= int64(k)
	}
	return nil
}

// read returns the offset in the file up to which the old unit was read. A broken unit may have been read past
// the start of the next one.
func (w *Writer) read() int64 {
	if end := w.r.units[0].end; end > 0 {
		return min(end, w.cur.Pos())
	}
	return w.cur.Pos()
}

// copy copies the file, unchanged, up to the offset end, but not past the place where StopAt has
// ended it.
func (w *Writer) copy(end int64) error {
	if w.r.stopped >= 0 {
		end = min(end, w.r.stopped)
	}
	w.cur.seek(w.done)
	for w.done < end {
		p, err := w.cur.take(end)
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
	if w.replacing {
		if err := w.restOfUnit(); err != nil {
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

// restOfUnit ends the new unit as the old one ends. If the file cannot be read, copy returns the
// error.
func (w *Writer) restOfUnit() error {
	if u := w.r.units[0]; u.end > 0 && w.text == u.textEnd {
		return w.leave(u)
	}
	start := w.r.units[0].start
	err := w.decode(math.MaxInt64, w.enc)
	w.replacing, w.done = false, w.cur.Pos()
	if err == io.EOF {
		return w.enc.End()
	}
	w.broken = &Error{Unit: start, Offset: w.done, Err: err, form: w.r.form}
	return w.enc.LeaveBroken()
}
