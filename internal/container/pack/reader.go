package pack

import (
	"cmp"
	"io"
	"io/fs"
	"slices"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A Reader reads the text of a file. It implements [format.Decoder].
type Reader struct {
	form     *form
	tape     tape
	cur      *cursor
	dec      decoder
	limits   format.Limits
	start    int64                 // the offset in the file of the current unit; at the end, of what follows the units
	inside   bool                  // a unit has begun and not ended
	units    []unit                // the latest units that have text, in order
	finished int                   // how many of the first elements of units a Writer does not need any more
	joined   bool                  // the Writer joins all units into one unit
	text     int64                 // the number of bytes that Read has returned
	ahead    []byte                // text that was read and not returned: see settle
	trailing int64                 // see Trailing
	stop     func(unit int64) bool // see StopAt; nil never stops
	stopped  int64                 // the offset in the file at which stop has ended the text, or -1
	ended    bool                  // the units have ended
	err      error                 // the error of all further calls
	dense    bool                  // see Dense

	first      []byte // the first bytes of the text
	isPart     bool   // the Reader reads a part of the file, and first is from the whole file: see Part
	lost       *Error // the error of the first part of a web archive that could not be read, or nil
	candidates int    // how many false beginnings of units find has seen so far
}

// A unit has the offsets of a unit in the file, and of its text. The text ends where the next unit begins.
type unit struct {
	start, end int64 // offsets in the file; end is 0 until it is known
	text       int64
	level      byte // see decoder
}

// maxUnits is how many units a Reader keeps for [Reader.Unit]. The buffers that read ahead have the text of
// fewer units, unless most units have only a byte or two.
const maxUnits = 32 << 10

// newReader returns a Reader of the file in r.
func newReader(r io.Reader, limits format.Limits, f *form) *Reader {
	z := &Reader{form: f, limits: limits.WithDefaults(), trailing: -1, stopped: -1}
	z.tape = tape{src: r, memory: heldInMemory}
	z.cur = newCursor(&z.tape)
	z.dec = f.decoder(z.cur)
	return z
}

// Read reads the text of all units, one after the other. At the end of the file, or before bytes
// that are no unit, the error is io.EOF. Otherwise it is an [Error], after all text that can be
// read. In a web archive, that includes units after a broken unit, and after bytes that are no
// unit, if these units begin with a record. If there is more text than the limits allow, Read
// returns as much as is allowed, and the cause of the error is [format.ErrTooLarge].
func (r *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if n := copy(p, r.ahead); n > 0 {
		r.ahead = r.ahead[n:]
		r.text += int64(n)
		return n, nil
	}
	for r.err == nil {
		if n := r.step(p); n > 0 {
			r.text += int64(n)
			return n, nil
		}
	}
	return 0, r.err
}

// step reads the header of a unit, or some of its text, and returns how many bytes of text there are.
func (r *Reader) step(p []byte) int {
	if !r.inside {
		r.begin()
		return 0
	}
	n, err := r.dec.Read(p)
	switch {
	case n > 0:
		r.dense = r.dense || (r.text+int64(n))/int64(r.limits.Ratio) > r.cur.pos()
		if left := r.limits.Text(r.cur.pos()) - r.text; int64(n) > left {
			n = int(left)
			r.fail(r.limits.Exceeded())
		}
	case err == io.EOF:
		r.end(r.cur.pos())
	case err != nil:
		r.broken(err)
	}
	if len(r.first) < recordHead && !r.isPart {
		r.first = append(r.first, p[:min(n, recordHead-len(r.first))]...)
	}
	return n
}

// Dense implements [format.Decoder].
func (r *Reader) Dense() bool { return r.dense }

// Part implements [format.Decoder]. A part has the dictionary of the file, and the Reader goes on after a
// broken unit of the part if the file is a web archive.
func (r *Reader) Part(raw io.Reader) format.Decoder {
	z := newReader(raw, r.limits, r.form)
	z.first, z.isPart = r.first, true
	return z
}

// StopAt implements [format.Decoder].
func (r *Reader) StopAt(stop func(unit int64) bool) { r.stop = stop }

// begin reads the header of the next unit. At the end of the units it sets r.err.
func (r *Reader) begin() {
	r.start = r.cur.pos()
	if r.stop != nil && r.start > 0 && r.stop(r.start) {
		r.stopped = r.start
		r.finish(-1)
		return
	}
	hasText, err := r.dec.start()
	switch {
	case err == nil && hasText:
		r.inside = true
		r.add()
	case err == nil:
	case err == io.EOF:
		r.finish(-1)
	case err == errOther && r.start > 0: // bytes that are no unit end the text, unless units of a web archive follow
		ended := !isArchive(r.first)
		if !ended {
			skipped, atEnd := r.skipZeros()
			ended = atEnd || !skipped && !r.resumes(err)
		}
		if ended {
			r.finish(r.start)
		}
	default:
		r.broken(err)
	}
}

// add adds the current unit. It forgets the oldest units that are finished, but not the last of them.
func (r *Reader) add() {
	if r.joined && len(r.units) > 0 {
		return
	}
	if !r.tape.hold {
		r.finished = len(r.units)
	}
	if n := min(r.finished-1, len(r.units)-maxUnits); n > maxUnits/4 {
		r.units = slices.Delete(r.units, 0, n)
		r.finished -= n
	}
	r.units = append(r.units, unit{start: r.start, text: r.text, level: r.dec.level()})
}

// join joins all units into one unit, whose end is not known.
func (r *Reader) join() {
	r.joined = true
	if len(r.units) > 1 {
		r.units = r.units[:1]
	}
	if len(r.units) > 0 {
		r.units[0].end = 0
	}
}

// broken handles an error of a unit. It ends the text, unless the next unit of a web archive is found.
func (r *Reader) broken(err error) {
	switch {
	case r.resumes(err):
	case r.lost != nil && isFault(err):
		r.err = r.lost
	default:
		r.fail(err)
	}
}

// finish ends the text at the end of the file, or before bytes that are no unit. trailing is the offset of these
// bytes, or -1.
func (r *Reader) finish(trailing int64) {
	r.trailing, r.err, r.ended = trailing, io.EOF, true
	if r.lost != nil {
		r.trailing, r.err = -1, r.lost
	}
}

// end ends the current unit at an offset in the file. A unit without text is dropped.
func (r *Reader) end(at int64) {
	r.inside = false
	last := len(r.units) - 1
	switch u := &r.units[last]; {
	case r.joined:
	case u.text == r.text:
		r.units = r.units[:last]
	default:
		u.end = at
	}
}

// settle finds out whether the current unit ends at the position of Read. For that it may read a byte of
// text, which it keeps in r.ahead for the next Read.
func (r *Reader) settle() {
	for r.err == nil && r.inside && len(r.ahead) == 0 {
		var p [1]byte
		r.ahead = p[:r.step(p[:])]
	}
}

// boundary returns the offset in the file at which the units that were read end. It must not be called
// while the current unit has text.
func (r *Reader) boundary() int64 {
	if r.inside || r.err != nil {
		return r.start
	}
	return r.cur.pos()
}

// fail ends the text with an error. If there is no coding, it is the error of the file.
func (r *Reader) fail(err error) {
	if r.err = err; r.form != &plainForm {
		r.err = &Error{Unit: r.start, Offset: r.cur.pos(), Err: err, form: r.form}
	}
}

// Unit implements [format.Units]. If text is the end of the text that was read, it begins the next unit
// that has text.
func (r *Reader) Unit(text int64) (file int64, ok bool) {
	for text == r.text && r.err == nil && len(r.ahead) == 0 {
		if !r.inside {
			r.begin()
		}
		r.settle()
	}
	i, ok := r.search(text)
	switch {
	case ok:
		return r.units[i].start, true
	case r.ended && text == r.text:
		return r.start, true
	}
	return 0, false
}

// NextUnit implements [format.Units].
func (r *Reader) NextUnit(text int64) (next int64, ok bool) {
	i, _ := r.search(text + 1)
	if i == len(r.units) {
		return 0, false
	}
	return r.units[i].text, true
}

// search returns the index of the first unit whose text begins at the offset text or after it, and
// whether it begins there.
func (r *Reader) search(text int64) (i int, ok bool) {
	return slices.BinarySearchFunc(r.units, text, func(u unit, text int64) int { return cmp.Compare(u.text, text) })
}

// Trailing implements [format.Decoder].
func (r *Reader) Trailing() int64 { return r.trailing }

// Close drops the data kept for a Writer. After it, Read and the methods of the Writer fail. It
// does not close the file.
func (r *Reader) Close() error {
	r.err, r.ahead = fs.ErrClosed, nil
	return r.tape.close()
}
