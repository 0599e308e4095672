package pack

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A Writer writes the file that a [Reader] reads, with changes of its text. It implements
// [format.UnitWriter]. Errors come from writing, from reading the file, and from wrong usage. After
// an error, all methods return that error.
type Writer struct {
	r         *Reader
	out       *bufio.Writer
	cur       *cursor
	dec       decoder // reads the file a second time
	enc       encoder
	byUnit    bool
	replacing bool  // the first unfinished unit is being replaced by a new unit
	done      int64 // offset in the file up to which everything was written or replaced
	text      int64 // bytes of text that were kept or replaced
	buf       []byte
	err       error // the error of all further calls
}

// Rewrite implements [format.Decoder].
func (r *Reader) Rewrite(w io.Writer) format.UnitWriter {
	z := &Writer{r: r, out: bufio.NewWriterSize(w, 64<<10), buf: make([]byte, 32<<10), cur: newCursor(&r.tape)}
	z.dec, z.enc = r.form.decoder(z.cur), r.form.encoder(z.out)
	if r.tape.hold || r.tape.head > 0 || r.err != nil {
		z.err = fmt.Errorf("%s: a Writer for a Reader that was used already", r.form.name)
		return z
	}
	r.tape.hold = true
	return z
}

// ByUnit implements [format.UnitWriter].
func (w *Writer) ByUnit() { w.byUnit = true }

// Keep implements [format.Writer].
func (w *Writer) Keep(n int) error {
	if w.ready(n) == nil {
		w.fail(w.pass(int64(n), false))
	}
	return w.err
}

// Replace implements [format.Writer]. Without ByUnit, all text from there on is encoded again. With ByUnit,
// only the units that have the old text are encoded again. The new bytes go into the unit in which the old
// text begins or, if old is 0 and a unit ends there, into that unit.
func (w *Writer) Replace(old int, p []byte) error {
	if w.ready(old) == nil && (old > 0 || len(p) > 0) {
		w.fail(w.replace(int64(old), p))
	}
	return w.err
}

// Insert implements [format.UnitWriter]. In a file without units, it writes a unit.
func (w *Writer) Insert(p []byte) error {
	if w.ready(0) == nil && len(p) > 0 {
		w.fail(w.insert(p))
	}
	return w.err
}

// Close implements [format.Writer]. If a unit is found to be broken after a new unit was started in its
// place, the error is an [Error], and the output is no valid file.
func (w *Writer) Close() error {
	if w.err == fs.ErrClosed {
		return nil
	}
	if w.ready(0) == nil {
		w.fail(w.rest())
	}
	err := errors.Join(w.err, w.r.Close())
	w.err = fs.ErrClosed
	return err
}

// ready returns an error unless Read has returned n more bytes of text than were kept or replaced.
func (w *Writer) ready(n int) error {
	name := w.r.form.name
	switch left := w.r.text - w.text; {
	case w.err != nil:
	case w.r.err == fs.ErrClosed:
		w.err = fmt.Errorf("%s: the Reader is closed", name)
	case n < 0 || int64(n) > left:
		w.err = fmt.Errorf("%s: %d bytes of text to keep or replace at %d, but only %d were read", name, n, w.text, left)
	case !w.byUnit && !w.r.joined:
		w.r.join()
	}
	return w.err
}

func (w *Writer) fail(err error) {
	if w.err = err; err != nil && !errors.As(err, new(*Error)) {
		w.err = fmt.Errorf("%s: writing, at byte %d of the text: %w", w.r.form.name, w.text, err)
	}
}

// unit returns the first unit that is not finished, or nil. It is the unit that the next methods are about.
func (w *Writer) unit() *unit {
	if w.r.finished == len(w.r.units) {
		return nil
	}
	return &w.r.units[w.r.finished]
}

// textEnd returns the end of the text of the first unit that is not finished, as far as it was read.
func (w *Writer) textEnd() int64 {
	if next := w.r.finished + 1; next < len(w.r.units) {
		return w.r.units[next].text
	}
	return w.r.text
}

// passed reports whether all text of the first unit that is not finished was kept or replaced.
func (w *Writer) passed() bool { return w.unit().end > 0 && w.text == w.textEnd() }

// replace starts a new unit in place of the unit that the text is in, writes p to it, and drops old
// bytes of text.
func (w *Writer) replace(old int64, p []byte) error {
	if w.unit() == nil {
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
		if w.r.cur.pos() == 0 {
			w.r.begin()
		}
		w.r.settle()
	}
	u := w.unit()
	switch {
	case u == nil:
		return w.addUnit(w.r.boundary(), p)
	case w.passed():
		if err := w.leave(); err != nil {
			return err
		}
		return w.addUnit(w.done, p)
	case w.text == u.text && !w.replacing:
		return w.addUnit(u.start, p)
	}
	return w.replace(0, p)
}

// addUnit copies the file up to the offset at, and writes a new unit with the text p. The unit gets the level of
// the unit before it or, at the start of the file, the level of the first unit.
func (w *Writer) addUnit(at int64, p []byte) error {
	if err := w.copy(at); err != nil {
		return err
	}
	level := byte(0)
	if len(w.r.units) > 0 {
		level = w.r.units[max(0, w.r.finished-1)].level
	}
	if err := w.enc.begin(nil, level); err != nil {
		return err
	}
	if _, err := w.enc.Write(p); err != nil {
		return err
	}
	return w.enc.Close()
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
		k := min(n, w.textEnd()-w.text)
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

// advance leaves units until it reaches text that was neither kept nor replaced.
func (w *Writer) advance() error {
	for w.passed() {
		if err := w.leave(); err != nil {
			return err
		}
	}
	return nil
}

// leave finishes the first unit: it copies the unit, or ends the new unit that replaces it.
func (w *Writer) leave() error {
	u := w.unit()
	w.r.finished++
	if !w.replacing {
		return w.copy(u.end)
	}
	w.replacing, w.done = false, u.end
	return w.enc.Close()
}

// begin starts a new unit that replaces the first unit, and writes the text that was kept so far to
// it. It does nothing if the new unit has been started already.
func (w *Writer) begin() error {
	if w.replacing {
		return nil
	}
	u := w.unit()
	if err := w.copy(u.start); err != nil {
		return err
	}
	if _, err := w.dec.start(); err != nil {
		return err
	}
	if err := w.enc.begin(w.dec, u.level); err != nil {
		return err
	}
	w.replacing = true
	return w.decode(w.text-u.text, w.enc)
}

// decode decodes the next n bytes of the old unit and writes them to dst.
func (w *Writer) decode(n int64, dst io.Writer) error {
	for n > 0 {
		k, err := w.dec.Read(w.buf[:min(n, int64(len(w.buf)))])
		if err == io.EOF && w.r.joined {
			err = w.next()
		}
		switch {
		case err == nil:
		case isFault(err):
			return &Error{Unit: w.unit().start, Offset: w.cur.pos(), Err: err, form: w.r.form}
		default:
			return err
		}
		if _, err := dst.Write(w.buf[:k]); err != nil {
			return err
		}
		read := w.cur.pos()
		if end := w.unit().end; end > 0 {
			read = min(read, end) // reading a broken unit may have gone past the start of the next unit
		}
		if err := w.r.tape.release(read); err != nil {
			return err
		}
		n -= int64(k)
	}
	return nil
}

// next starts the next old unit. Its text goes into the new unit that was started before. If the old unit can never
// have text, next ends the new unit and copies the old unit.
func (w *Writer) next() error {
	start := w.cur.pos()
	hasText, err := w.dec.start()
	if hasText || err != nil {
		return err
	}
	w.done = start
	return errors.Join(w.enc.Close(), w.copy(w.cur.pos()))
}

// copy copies the file, unchanged, up to the offset end, but not past the place where StopAt has
// ended it. After that, the cursor is at the first byte that was neither written nor replaced.
func (w *Writer) copy(end int64) error {
	if w.r.stopped >= 0 {
		end = min(end, w.r.stopped)
	}
	if w.cur.seek(w.done); end <= w.done {
		return nil
	}
	n, err := io.CopyN(w.out, w.cur, end-w.done)
	w.done += n
	if err != nil {
		return err
	}
	return w.r.tape.release(w.done)
}

// rest writes the rest of the file, as far as it can be read.
func (w *Writer) rest() error {
	if w.replacing && w.passed() {
		if err := w.leave(); err != nil {
			return err
		}
	}
	if w.replacing { // the new unit ends in the same way as the old unit
		err := w.decode(math.MaxInt64, w.enc)
		w.replacing, w.done = false, w.cur.pos()
		if err == io.EOF || errors.Is(err, errOther) {
			err = w.enc.Close()
		}
		if err != nil {
			return err
		}
	}
	err := w.copy(w.r.tape.head)
	if err == nil {
		w.r.tape.hold = false // the bytes from here on are read only once
		err = w.copy(math.MaxInt64)
	}
	if flush := w.out.Flush(); flush != nil || err == io.EOF {
		return flush
	}
	return err
}
