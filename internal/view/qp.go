package view

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// QuotedPrintable is the view of a quoted-printable body (RFC 2045 section 6.7). It accepts
// what common readers accept: hexadecimal digits in lower case, an equals sign that begins
// no escape (it decodes to itself), white space between the equals sign of a soft line
// break and the end of the line, lines of any length, and bytes that should have been
// escaped. A CR without LF is an ordinary byte. White space at the end of a line is padding
// and not part of the text (rule 3).
//
// An edit changes the bytes that it touches. It adds soft line breaks only if it makes a
// line longer than 76 characters and longer than it was. The breaks go into the new bytes,
// or directly before or after them. So a line of the output is never longer than 76
// characters or the longest source line that it is made of, plus one for the equals sign. A
// source line of more than 64 KiB gets no soft line breaks. An insertion at a soft line
// break goes to the side that has room. A line break that an edit writes is a hard one if
// it is the body's line ending; otherwise it is escaped.
type QuotedPrintable struct {
	decoded
	eol     []byte // the line ending of the body, once Carry is called
	encoder qpWriter
}

var _ View = (*QuotedPrintable)(nil)

// NewQuotedPrintable returns the view of outer[start:end].
func NewQuotedPrintable(outer []byte, start, end int) *QuotedPrintable {
	v := new(QuotedPrintable)
	v.Reset(outer, start, end)
	return v
}

// Reset makes v the view of outer[start:end] and overwrites the text that v had before.
func (v *QuotedPrintable) Reset(outer []byte, start, end int) {
	v.begin(qpStep, outer, start, end)
	v.eol = nil
	v.text = sized(v.text, end-start)
	for pos := start; pos < end; {
		v.note(len(v.text), pos)
		if next := v.lines(pos); next > pos {
			pos = next
			continue
		}
		for more := true; more; more = pos < end && outer[pos-1] != '\n' {
			v.note(len(v.text), pos)
			u := qpStep(outer, pos, end)
			if u.whole() && u.end-pos == len("=XX") {
				v.text = append(v.text, ascii.HexByte(outer[pos+1], outer[pos+2]))
			} else {
				v.text = append(v.text, outer[pos:pos+u.n]...)
			}
			pos = u.end
		}
	}
	v.size = len(v.text)
}

// lines decodes short lines from pos on, and returns the start of the first line that it has not decoded.
// It stops when a mark is due (see spacing), and 16 bytes before the end. It makes no calls, so that its
// variables stay in registers.
func (v *QuotedPrintable) lines(pos int) int {
	src, text := v.outer[:v.end], v.text[:cap(v.text)] // there is room: see Reset
	n := len(v.text)
	begin, size := pos, n // the start of the line, and the length of the text there
loop:
	for stop := pos + spacing; pos >= 0 && pos <= len(src)-16 && n >= 0 && n <= len(text)-16; {
		x, y := binary.LittleEndian.Uint64(src[pos:pos+8]), binary.LittleEndian.Uint64(src[pos+8:pos+16])
		binary.LittleEndian.PutUint64(text[n:n+8], x)
		binary.LittleEndian.PutUint64(text[n+8:n+16], y)
		k := 0
		if found := qpMarks(x); found != 0 {
			k = bits.TrailingZeros64(found) / 8
		} else if found = qpMarks(y); found != 0 {
			k = 8 + bits.TrailingZeros64(found)/8
		} else {
			if pos, n = pos+16, n+16; pos-begin > maxRun {
				break
			}
			continue
		}
		pos, n = pos+k, n+k
		switch {
		case pos > len(src)-3 || n >= len(text):
			break loop
		case src[pos] == '\n':
			last := pos
			if last > begin && src[last-1] == '\r' {
				last--
			}
			if last > begin && isBlank(src[last-1]) { // padding
				hasCR := last < pos
				for last > begin && isBlank(src[last-1]) {
					last--
				}
				if n -= pos - last; hasCR {
					text[n] = '\r'
					n++
				}
			}
			text[n] = '\n'
			pos, n = pos+1, n+1
		case src[pos+1] == '\n':
			pos += 2
		case src[pos+1] == '\r' && src[pos+2] == '\n':
			pos += 3
		default:
			hi, lo := hexDigits[src[pos+1]], hexDigits[src[pos+2]]
			if hi|lo > 15 {
				break loop
			}
			text[n] = hi<<4 | lo
			pos, n = pos+3, n+1
			continue
		}
		if begin, size = pos, n; pos >= stop {
			break
		}
	}
	v.text = v.text[:size]
	return begin
}

// hexDigits has the values of hexadecimal digits. The value of any other byte is above 15.
var hexDigits = func() (t [256]uint8) {
	for c := range t {
		if t[c] = 0xFF; ascii.IsHexDigit(byte(c)) {
			t[c] = byte(ascii.HexValue(byte(c)))
		}
	}
	return t
}()

// Room returns the number of bytes of text that v has memory for. Reset reuses this memory.
func (v *QuotedPrintable) Room() int { return cap(v.text) }

// Carry implements [View].
func (v *QuotedPrintable) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.changes(edits)
	if len(changes) == 0 {
		return dst
	}
	if v.eol == nil {
		v.eol = lineEnding(v.outer, v.start, v.end)
	}
	w := &v.encoder
	*w = qpWriter{table: &v.table, eol: v.eol, pieces: changes[:0], arena: w.arena}
	for i := range changes {
		w.place(&changes[i])
	}
	return w.fold(dst)
}

// isApart implements divisible. The edits of one line are broken together, unless it is endless.
func (v *QuotedPrintable) isApart(a, b edit.Edit) bool {
	kept := v.between(a, b)
	return bytes.IndexByte(kept, '\n') >= 0 ||
		len(kept) >= distance && v.isEndless(v.source(a.End)) && v.isEndless(v.source(b.Start))
}

// qpStep reads an escape, a soft line break, padding, a hard line break or a run of literal
// bytes.
func qpStep(src []byte, pos, end int) unit {
	if src[pos] == '=' {
		return qpEquals(src, pos, end)
	}
	limit := min(end, pos+maxRun)
	i := pos + literals(src[pos:limit])
	switch {
	case i < limit && src[i] == '=':
		return unit{start: pos, end: i, n: i - pos}
	case i == limit && i < end:
		return qpLong(src, pos, i, end)
	}
	return qpLineEnd(src, pos, i, end)
}

// literals returns how many bytes come before the first equals sign or line feed of src.
func literals(src []byte) (n int) {
	for ; n <= len(src)-8; n += 8 {
		if found := qpMarks(binary.LittleEndian.Uint64(src[n : n+8])); found != 0 {
			return n + bits.TrailingZeros64(found)/8
		}
	}
	for n < len(src) && src[n] != '=' && src[n] != '\n' {
		n++
	}
	return n
}

// qpMarks sets the high bits of the bytes of x that are equals signs or line feeds. Only the lowest
// mark is reliable: marks above it may be wrong.
func qpMarks(x uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	equals, feeds := x^ones*'=', x^ones*'\n'
	return ((equals-ones)&^equals | (feeds-ones)&^feeds) & highs
}

// qpLineEnd reads src[pos:i] in a line that ends at i, before LF or at the end of the span. It
// reads literal bytes or, if there are none, padding (rule 3) or, if there is none, the line break
// (rule 4).
func qpLineEnd(src []byte, pos, i, end int) unit {
	eol := i
	if i < end && i > pos && src[i-1] == '\r' {
		eol--
	}
	j := eol
	for j > pos && isBlank(src[j-1]) {
		j--
	}
	switch {
	case j > pos:
		return unit{start: pos, end: j, n: j - pos}
	case eol > pos:
		return unit{start: pos, end: eol}
	}
	return unit{start: pos, end: i + 1, n: i + 1 - pos, char: opaque}
}

// qpLong reads a part of src[pos:i]. The bytes are literal, but the part may end within
// white space that is padding, or within a line break.
func qpLong(src []byte, pos, i, end int) unit {
	if src[i-1] == '\r' {
		i--
	}
	for i > pos && isBlank(src[i-1]) {
		i--
	}
	if i > pos {
		return unit{start: pos, end: i, n: i - pos}
	}
	for i < end && isBlank(src[i]) {
		i++
	}
	if i == end || lineBreak(src, i, end) > 0 {
		return unit{start: pos, end: i}
	}
	return unit{start: pos, end: i, n: i - pos}
}

// qpEquals reads a unit that begins with an equals sign (rules 1 and 5).
func qpEquals(src []byte, pos, end int) unit {
	if pos+2 < end && ascii.IsHexDigit(src[pos+1]) && ascii.IsHexDigit(src[pos+2]) {
		return unit{start: pos, end: pos + 3, n: 1, char: opaque}
	}
	i := pos + 1
	for i < end && isBlank(src[i]) {
		i++
	}
	if n := lineBreak(src, i, end); n > 0 {
		return unit{start: pos, end: i + n}
	}
	return unit{start: pos, end: pos + 1, n: 1}
}

// lineBreak returns the length of the line break at src[i:end], or 0.
func lineBreak(src []byte, i, end int) int {
	switch {
	case i < end && src[i] == '\n':
		return 1
	case i+1 < end && src[i] == '\r' && src[i+1] == '\n':
		return 2
	}
	return 0
}
