package view

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"math"

	"github.com/hrefix/hrefix/internal/edit"
)

// Reasons why the view of a base64 body cannot carry edits. The text is still what common mail
// readers show, but the mapping to the outer text would be a guess.
var (
	// ErrGarbage means bytes that are neither in the alphabet nor white
	// space. The view skips them.
	ErrGarbage = errors.New("base64: bytes outside of the alphabet")
	// ErrPadding means padding before the end, or padding of the wrong length.
	// After the padding, decoding starts with a new quantum.
	ErrPadding = errors.New("base64: misplaced padding")
	// ErrTruncated means a last quantum of one character. The view skips it.
	ErrTruncated = errors.New("base64: incomplete last quantum")
)

// Base64 is the view of a base64 body (RFC 2045 section 6.8). White space
// between characters is skipped, and missing padding at the end is accepted.
//
// An edit that does not change the length of the text changes only the quanta that it
// touches. Any other edit encodes everything again, from the first quantum that it touches
// to the end. The new lines are as long as the first line of the body (or 76 characters, if
// the body has only one line, of at most 76), and have the body's line ending. White space
// after the last quantum stays, and if the padding was missing, it stays missing.
type Base64 struct {
	decoded
	bare bool // the padding is missing
	err  error

	unbroken bool // see Unbroken
}

var _ View = (*Base64)(nil)

// NewBase64 returns the view of outer[start:end]. The error is [ErrGarbage], [ErrPadding],
// [ErrTruncated] or nil. With an error the view still has a text, but its Carry returns no edits.
func NewBase64(outer []byte, start, end int) (*Base64, error) {
	v := new(Base64)
	return v, v.Reset(outer, start, end)
}

// Reset makes v the view of outer[start:end] and overwrites the text that v had before. The
// error comes from [NewBase64].
func (v *Base64) Reset(outer []byte, start, end int) error {
	v.begin(base64Step, outer, start, end)
	v.bare, v.unbroken, v.err = false, false, nil
	v.text = sized(v.text, (end-start)/4*3+3)
	v.decode()
	v.size = len(v.text)
	return v.err
}

// Unbroken makes Carry write a body of one line as one line again, however long it is, until the next
// Reset. Only mail has a limit for lines.
func (v *Base64) Unbroken() { v.unbroken = true }

// Kinds of bytes in a base64 body other than characters of the alphabet.
const (
	b64White = 0xFD
	b64Pad   = 0xFE
	b64Other = 0xFF
)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

var base64Value = func() (t [256]byte) {
	for i := range t {
		t[i] = b64Other
	}
	for _, c := range []byte(" \t\r\n") {
		t[c] = b64White
	}
	t['='] = b64Pad
	for i := range alphabet {
		t[alphabet[i]] = byte(i)
	}
	return t
}()

// notBase64 is set in base64Bits for bytes outside the alphabet.
const notBase64 = 1

// base64Bits has the bits that a character adds to its quantum, by its position in the
// quantum (first to fourth). The upper three bytes are the decoded bytes.
var base64Bits = func() (t [4][256]uint32) {
	for k := range t {
		for c, v := range base64Value {
			if t[k][c] = notBase64; v < 64 {
				t[k][c] = uint32(v) << (26 - 6*k)
			}
		}
	}
	return t
}()

// decode decodes the body: whole quanta and line breaks in tight loops, all other
// bytes unit by unit.
func (v *Base64) decode() {
	padded := false
	for pos := v.start; pos < v.end; {
		v.note(len(v.text), pos)
		if from := pos; !padded {
			pos = v.quanta(pos)
			if pos += lineBreak(v.outer, pos, v.end); pos > from {
				continue
			}
		}
		q := readQuantum(v.outer, pos, v.end)
		v.text = append(v.text, q.bytes[:q.n]...)
		switch {
		case q.chars > 0 && padded:
			v.fail(ErrPadding)
		case q.garbage:
			v.fail(ErrGarbage)
		case q.pads > 0 && (q.chars < 2 || q.chars+q.pads != 4):
			v.fail(ErrPadding)
		case q.chars == 1:
			v.fail(ErrTruncated)
		}
		v.bare = v.bare || q.n > 0 && q.n < 3 && q.pads == 0
		padded = padded || q.pads > 0
		pos = q.end
	}
}

// quanta decodes quanta that have only line breaks between their characters, up to about
// the next mark. It returns the offset where it stopped.
func (v *Base64) quanta(pos int) int {
	src := v.outer[pos:min(v.end, pos+spacing)]
	n := len(v.text)
	dst := v.text[n:cap(v.text)] // Reset allocated all of this room
	for len(src) >= 4 && len(dst) >= 4 {
		bits := base64Bits[0][src[0]] | base64Bits[1][src[1]] | base64Bits[2][src[2]] | base64Bits[3][src[3]]
		if bits&notBase64 != 0 {
			break
		}
		binary.BigEndian.PutUint32(dst, bits)
		src, dst = src[4:], dst[3:]
		pos, n = pos+4, n+3
	}
	v.text = v.text[:n]
	return pos
}

// fail records the first error.
func (v *Base64) fail(err error) {
	if v.err == nil {
		v.err = err
	}
}

// A quantum is the unit of a base64 body: two to four characters, and the padding if there
// is any. Bytes between quanta are read as a quantum without characters.
type quantum struct {
	unit
	chars, pads int
	garbage     bool
	bytes       [3]byte
}

// readQuantum reads the quantum at src[pos:end], or the bytes before it.
func readQuantum(src []byte, pos, end int) quantum {
	if base64Value[src[pos]] > 63 {
		return readBetween(src, pos, end)
	}
	q := quantum{unit: unit{start: pos, char: opaque}}
	bits, garbage := uint32(0), false
	for i := pos; i < end && q.chars+q.pads < 4; i++ {
		c := base64Value[src[i]]
		switch {
		case c == b64White:
			continue
		case c == b64Other:
			garbage = true
			continue
		case c == b64Pad:
			q.pads++
		case q.pads > 0:
			i = end // the rest belongs to the next quantum
			continue
		default:
			bits |= uint32(c) << (18 - 6*q.chars)
			q.chars++
		}
		q.end, q.garbage = i+1, garbage
	}
	q.n = q.chars * 6 / 8
	q.bytes = [3]byte{byte(bits >> 16), byte(bits >> 8), byte(bits)}
	return q
}

// readBetween reads up to the next character of the alphabet.
func readBetween(src []byte, pos, end int) quantum {
	q := quantum{unit: unit{start: pos}}
	i := pos
	for ; i < end && base64Value[src[i]] > 63; i++ {
		switch base64Value[src[i]] {
		case b64Pad:
			q.pads++
		case b64Other:
			q.garbage = true
		}
	}
	q.end = i
	return q
}

func base64Step(src []byte, pos, end int) unit {
	if pos+4 <= end {
		s := src[pos : pos+4]
		if base64Value[s[0]]|base64Value[s[1]]|base64Value[s[2]]|base64Value[s[3]] < 64 {
			return unit{start: pos, end: pos + 4, n: 3, char: opaque}
		}
	}
	return readQuantum(src, pos, end).unit
}

// Room returns the number of bytes of text that v has memory for. Reset reuses this memory.
func (v *Base64) Room() int { return cap(v.text) }

// Carry implements [View]. It returns dst if the view was made with an error.
func (v *Base64) Carry(dst, edits []edit.Edit) []edit.Edit {
	if v.err != nil {
		return dst
	}
	collect := func(e edit.Edit) bool {
		dst = append(dst, e)
		return true
	}
	w := base64Writer{v: v, yield: collect, most: math.MaxInt, size: edit.Size(v.text, edits)}
	for _, e := range edits {
		w.add(e)
	}
	w.finish()
	return dst
}

// written is the number of bytes of base64 that are collected before they become an edit. Tests set
// it to less.
var written = 32 << 10

// stream yields the edits that Carry returns. But where Carry returns one large edit of base64 that is
// encoded again, stream yields several edits.
func (v *Base64) stream(all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		if v.err != nil {
			return
		}
		own := *v
		w := base64Writer{v: &own, yield: yield, most: written, size: written}
		for e := range all {
			if w.add(e); w.stopped {
				return
			}
		}
		w.finish()
	}
}

// A base64Writer makes the edits of a base64 body.
type base64Writer struct {
	v          *Base64
	yield      func(edit.Edit) bool
	stopped    bool        // yield returned false
	group      []edit.Edit // edits of the quanta in [start, end) that do not change the number of bytes
	start, end int
	encoder    io.WriteCloser // writes to lines; once it is set, all text that follows is encoded again
	lines      base64Lines
	most       int // bytes of base64 that become an edit
	size       int // the length of the new text, if it is known: how much memory is allocated at once
	pos        int // an offset in the text; the text before it is encoded
	from       int // an offset in the outer text; the edits before it are made
}

// put yields the edit of the outer text [start, end).
func (w *base64Writer) put(start, end int, text []byte) {
	w.stopped = w.stopped || !w.yield(edit.Edit{Start: start, End: end, New: text})
}

// add adds an edit.
func (w *base64Writer) add(e edit.Edit) {
	if w.encoder != nil {
		w.replace(e)
		return
	}
	start := e.Start / 3 * 3 // the start of the quanta that e touches
	end := start
	if e.Start < e.End {
		end = min(len(w.v.text), (e.End+2)/3*3)
	}
	if len(w.group) > 0 && start >= w.end {
		w.overwrite()
	}
	if len(w.group) == 0 {
		w.start, w.end = start, end
	}
	w.group, w.end = append(w.group, e), max(w.end, end)
	if len(e.New) != e.End-e.Start {
		w.begin()
		for _, e := range w.group {
			w.replace(e)
		}
	}
}

// overwrite makes the edit of the group, which replaces characters in place, and empties the group.
func (w *base64Writer) overwrite() {
	if w.start < w.end {
		v := w.v
		a, b := v.source(w.start), v.sourceEnd(w.end)
		chars := base64.RawStdEncoding.AppendEncode(nil, splice(v.text, w.start, w.end, w.group))
		out := bytes.Clone(v.outer[a:b])
		for i, c := range out {
			if base64Value[c] < 64 {
				out[i], chars = chars[0], chars[1:]
			}
		}
		w.put(a, b, out)
	}
	w.group = w.group[:0]
}

// begin starts to encode everything again, beginning with the group.
func (w *base64Writer) begin() {
	v, enc := w.v, base64.StdEncoding
	if v.bare {
		enc = base64.RawStdEncoding
	}
	w.pos, w.from = w.start, v.source(w.start)
	before := v.outer[v.start:w.from]
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	w.lines = base64Lines{eol: lineEnding(v.outer, v.start, v.end), width: v.width(), col: len(bytes.TrimLeft(before, " \t"))}
	n := enc.EncodedLen(max(0, w.size-w.start))
	if w.lines.width > 0 {
		n += (n/w.lines.width + 2) * len(w.lines.eol)
	}
	w.lines.out = make([]byte, 0, n)
	w.encoder = base64.NewEncoder(enc, &w.lines)
}

// replace encodes the text up to e, and the new text of e.
func (w *base64Writer) replace(e edit.Edit) {
	w.keep(e.Start)
	w.encode(e.New)
	w.pos = e.End
}

// keep encodes the text up to end.
func (w *base64Writer) keep(end int) {
	for w.pos < end && !w.stopped {
		n := min(end-w.pos, w.most)
		w.encode(w.v.text[w.pos : w.pos+n])
		w.pos += n
	}
}

// encode encodes text, and makes an edit once there are enough bytes.
func (w *base64Writer) encode(text []byte) {
	_, _ = w.encoder.Write(text) // base64Lines returns no error
	if len(w.lines.out) < w.most {
		return
	}
	if to := w.v.source(w.pos); to > w.from { // otherwise the edit would be an insertion where the next edit begins
		w.put(w.from, to, w.lines.out)
		w.from, w.lines.out = to, make([]byte, 0, len(w.lines.out))
	}
}

// finish makes the remaining edits.
func (w *base64Writer) finish() {
	v := w.v
	if w.encoder == nil {
		w.overwrite()
		return
	}
	w.keep(len(v.text))
	_ = w.encoder.Close()
	if len(w.lines.out) == 0 && w.from == v.source(w.start) { // leave no empty line
		w.from = v.sourceEnd(w.start)
	}
	if end := v.sourceEnd(len(v.text)); w.from < end || len(w.lines.out) > 0 {
		w.put(w.from, end, w.lines.out)
	}
}

// base64Lines is an [io.Writer] that breaks base64 into lines.
type base64Lines struct {
	out   []byte
	eol   []byte
	width int // the width of a line, or 0 for a single line of any length
	col   int // the column of the next character
}

// Write implements [io.Writer].
func (l *base64Lines) Write(b []byte) (int, error) {
	size := len(b)
	for l.width > 0 && l.col+len(b) > l.width {
		n := max(0, l.width-l.col)
		l.out = append(append(l.out, b[:n]...), l.eol...)
		b, l.col = b[n:], 0
	}
	l.out, l.col = append(l.out, b...), l.col+len(b)
	return size, nil
}

// width returns the length of the lines to write, or 0 for a single line of any length.
func (v *Base64) width() int {
	body := bytes.TrimSpace(v.outer[v.start:v.end])
	line, _, more := bytes.Cut(body, []byte("\n"))
	n := len(bytes.TrimRight(line, " \t\r"))
	switch {
	case more:
		return n
	case n > 76 || v.unbroken:
		return 0
	}
	return 76
}
