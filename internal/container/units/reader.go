package units

import (
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A Reader reads the text of a file.
type Reader struct {
	form     *Form
	tape     tape
	cur      *Cursor
	dec      Decoder
	limits   format.Limits
	start    int64  // the offset in the file of the current unit
	inside   bool   // a unit has begun and not ended
	units    []unit // the units that the Writer has not finished
	marks    marks
	text     int64                 // the number of bytes that Read has returned
	ahead    []byte                // text that was read and not returned: see settle
	trailing int64                 // see Trailing
	stop     func(unit int64) bool // see StopAt; may be nil
	stopped  int64                 // the offset in the file at which stop has ended it, or -1
	err      error
	closed   bool
	dense    bool // see Dense

	first      []byte // of the text
	isPart     bool   // first is that of another file: see PartOf
	lost       *Error // of the first part of a web archive that was not read; may be nil
	candidates int    // see search
}

// A unit has the offsets of a unit in the file and in the text.
type unit struct {
	start, end int64 // in the file; end is 0 until it is known
	text       int64 // the start of its text
	textEnd    int64 // the end of its text, as far as it was read
	model      any   // see Modeler
}

// NewReader returns a Reader of the file in r. Close must be called.
func NewReader(r io.Reader, limits format.Limits, form *Form) *Reader {
	z := &Reader{form: form, limits: limits.WithDefaults(), trailing: -1, stopped: -1}
	z.tape = tape{src: r, memory: heldInMemory}
	z.cur = newCursor(&z.tape)
	z.dec = form.Decoder(z.cur)
	return z
}

// HoldInMemory sets how many bytes of the file are kept in memory before a temporary file is
// created. The default is 8 MiB.
func (r *Reader) HoldInMemory(n int) { r.tape.memory = n }

// Read reads the text of all units, one after the other. At the end of the file, or before
// bytes that are no unit, the error is io.EOF. Otherwise it is an [Error], after all text that
// can be read. In a web archive, that includes the units after one that is broken, and after bytes
// that are no unit, if they begin with a record. If there is more text than the limits allow, Read returns as much as they allow,
// and the cause is format.ErrTooLarge.
func (r *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(r.ahead) > 0 {
		n := copy(p, r.ahead)
		r.ahead = r.ahead[n:]
		r.count(n)
		return n, nil
	}
	for r.err == nil {
		if !r.inside {
			r.begin()
			continue
		}
		if n := r.decode(p); n > 0 {
			r.see(p[:n])
			r.count(n)
			return n, nil
		}
	}
	return 0, r.err
}

// Dense reports whether there was at any time more text than [format.Limits].Ratio allows for the bytes
// of the file, although it was less than Above.
func (r *Reader) Dense() bool { return r.dense }

// PartOf implements [format.Stopper].
func (r *Reader) PartOf(start []byte) { r.first, r.isPart = start[:min(len(start), recordHead)], true }

// StopAt implements [format.Stopper].
func (r *Reader) StopAt(stop func(unit int64) bool) { r.stop = stop }

// begin reads the header of the next unit. At the end of the units it sets r.err.
func (r *Reader) begin() {
	r.start = r.cur.Pos()
	if r.stop != nil && r.start > 0 && r.stop(r.start) {
		r.stopped = r.start
		r.finish(-1)
		return
	}
	hasText, err := r.dec.Start()
	switch {
	case err == nil:
		r.inside = true
		r.marks.add(r.text, r.start)
		if r.tape.hold && hasText {
			r.units = append(r.units, unit{start: r.start, text: r.text, textEnd: r.text, model: r.model()})
		}
	case err == io.EOF:
		r.finish(-1)
	case isNone(err) && r.start > 0:
		r.other(err)
	default:
		r.broken(err)
	}
}

// model returns the model of the current unit, or nil.
func (r *Reader) model() any {
	if m, ok := r.dec.(Modeler); ok {
		return m.Model()
	}
	return nil
}

// other handles bytes that are no unit. They end the text, unless the file is a web archive, where units
// may follow.
func (r *Reader) other(err error) {
	if !IsArchive(r.first) {
		r.finish(r.start)
		return
	}
	skipped, ended := r.skipZeros()
	if ended || !skipped && !r.resumes(err) {
		r.finish(r.start)
	}
}

// broken handles an error of a unit. It ends the text, unless the next unit of a web archive is found.
func (r *Reader) broken(err error) {
	switch {
	case r.resumes(err):
	case r.lost != nil && r.isFault(err):
		r.err = r.lost
	default:
		r.fail(err)
	}
}

// finish ends the text before the end of the file, or before bytes that are no unit.
func (r *Reader) finish(trailing int64) {
	r.trailing, r.err = trailing, io.EOF
	if r.lost != nil {
		r.trailing, r.err = -1, r.lost
	}
	r.marks.add(r.text, r.start)
	r.marks.ended = true
}

// decode decodes text of the current unit, and returns how many bytes there are within the
// limits. At the end of the unit, or for an error, it returns 0.
func (r *Reader) decode(p []byte) int {
	n, err := r.dec.Read(p)
	switch {
	case n > 0:
		r.dense = r.dense || (r.text+int64(n))/int64(r.limits.Ratio) > r.cur.Pos()
		if left := r.limits.Text(r.cur.Pos()) - r.text; int64(n) > left {
			n = int(left)
			r.fail(r.limits.Exceeded())
		}
		return n
	case err == io.EOF:
		r.end()
	case err != nil:
		r.broken(err)
	}
	return 0
}

// count counts n bytes of text that Read returns.
func (r *Reader) count(n int) {
	r.text += int64(n)
	if r.tape.hold {
		r.units[len(r.units)-1].textEnd = r.text
	}
}

// end ends a unit. A unit without text is dropped, because it cannot change, except the first
// one of the file, if there is no other.
func (r *Reader) end() { r.endAt(r.cur.Pos()) }

// endAt ends a unit at an offset in the file.
func (r *Reader) endAt(end int64) {
	r.inside = false
	last := len(r.units) - 1
	if last < 0 || r.units[last].start != r.start {
		return
	}
	if u := &r.units[last]; u.textEnd > u.text || u.start == 0 {
		u.end = end
		return
	}
	r.units = r.units[:last]
}

// settle finds out whether the current unit ends here. If it does not, it holds a byte of text
// for the next Read.
func (r *Reader) settle() {
	for r.err == nil && r.inside && len(r.ahead) == 0 {
		var p [1]byte
		if r.decode(p[:]) > 0 {
			r.see(p[:])
			r.ahead = p[:]
		}
	}
}

// boundary returns the offset in the file of the end of the units that were read. It must not be
// called inside a unit with text.
func (r *Reader) boundary() int64 {
	if r.inside || r.err != nil {
		return r.start
	}
	return r.cur.Pos()
}

func (r *Reader) fail(err error) {
	r.err = &Error{Unit: r.start, Offset: r.cur.Pos(), Err: err, form: r.form}
}

// Unit implements [format.Units]. For the end of the text that was read, it begins the next unit
// that has text.
func (r *Reader) Unit(text int64) (file int64, ok bool) {
	for text == r.text && r.err == nil && len(r.ahead) == 0 {
		if !r.inside {
			r.begin()
		}
		r.settle()
	}
	return r.marks.find(text)
}

// NextUnit implements [format.Units].
func (r *Reader) NextUnit(text int64) (next int64, ok bool) { return r.marks.next(text) }

// Trailing returns the offset in the file of bytes after the last unit that are no unit, or -1
// if Read has not reached any.
func (r *Reader) Trailing() int64 { return r.trailing }

// Rewrite returns a Writer to w of what r reads, as [NewWriter] does.
func (r *Reader) Rewrite(w io.Writer) format.Writer { return NewWriter(w, r) }

// Close drops the data kept for a Writer. After it, Read and the methods of the Writer fail. It
// does not close the file.
func (r *Reader) Close() error {
	r.err, r.ahead, r.closed = r.form.closed(), nil, true
	return r.tape.close()
}
