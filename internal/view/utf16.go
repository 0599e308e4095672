package view

import (
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/edit"
)

// UTF16 is the view of UTF-16 text of either byte order as UTF-8 (Encoding Standard section
// 14.2.1). A unit is a code unit, or a surrogate pair. Lone surrogates and an odd byte at
// the end decode to U+FFFD. A byte order mark at the start is not part of the text; U+FEFF
// anywhere else is.
//
// New text is written in UTF-16 of the same byte order. Bytes that are not UTF-8 are
// written as U+FFFD, and a character that an edit cuts through is written again. Bytes that
// decode to U+FFFD are written as U+FFFD if they would decode differently next to an edit:
// an odd byte at the end if text follows it, or a lone surrogate next to its other half. If
// the new text begins with U+FEFF, a byte order mark is written before it, since U+FEFF
// would look like one.
type UTF16 struct {
	decoded // the span of the table excludes the byte order mark
	big     bool
	bom     bool
}

var _ View = (*UTF16)(nil)

// byteOrderMark is U+FEFF, in UTF-8.
const byteOrderMark = "\ufeff"

// NewUTF16 returns the view of outer[start:end].
func NewUTF16(outer []byte, start, end int, bigEndian bool) *UTF16 {
	v := new(UTF16)
	v.big = bigEndian
	if v.bom = end-start >= 2 && utf16Unit(outer, start, bigEndian) == 0xfeff; v.bom {
		start += 2
	}
	step := utf16LEStep
	if bigEndian {
		step = utf16BEStep
	}
	v.begin(step, outer, start, end)
	v.text = sized(v.text, (end-start)/2+1)
	for pos := start; pos < end; {
		v.note(len(v.text), pos)
		r, n := utf16Rune(outer, pos, end, bigEndian)
		v.text = utf8.AppendRune(v.text, r)
		pos += n
	}
	v.size = len(v.text)
	return v
}

func utf16Unit(src []byte, pos int, big bool) uint16 {
	if big {
		return uint16(src[pos])<<8 | uint16(src[pos+1])
	}
	return uint16(src[pos]) | uint16(src[pos+1])<<8
}

// utf16Rune reads the character at src[pos:end], and returns its length.
func utf16Rune(src []byte, pos, end int, big bool) (r rune, n int) {
	if pos+1 == end {
		return utf8.RuneError, 1
	}
	r = rune(utf16Unit(src, pos, big))
	if !utf16.IsSurrogate(r) {
		return r, 2
	}
	if pos+4 <= end {
		if pair := utf16.DecodeRune(r, rune(utf16Unit(src, pos+2, big))); pair != utf8.RuneError {
			return pair, 4
		}
	}
	return utf8.RuneError, 2
}

func utf16LEStep(src []byte, pos, end int) unit { return utf16Step(src, pos, end, false) }

func utf16BEStep(src []byte, pos, end int) unit { return utf16Step(src, pos, end, true) }

func utf16Step(src []byte, pos, end int, big bool) unit {
	r, n := utf16Rune(src, pos, end, big)
	return unit{start: pos, end: pos + n, n: utf8.RuneLen(r), char: opaque}
}

// Carry implements [View].
func (v *UTF16) Carry(dst, edits []edit.Edit) []edit.Edit {
	return v.carry(dst, v.closed(effective(edits)), func(c *change) {
		c.enc = v.encode(c.text)
		v.part(c)
		v.mark(c)
	})
}

// isApart implements divisible.
func (v *UTF16) isApart(a, b edit.Edit) bool { return len(v.between(a, b)) >= distance }

// closed returns edits, changed so that text after an odd byte at the end replaces
// that byte. edits must have no idle edits: see isIdle.
func (v *UTF16) closed(edits []edit.Edit) []edit.Edit {
	n := len(edits) - 1
	if n < 0 || (v.end-v.start)%2 == 0 || edits[n].Start < v.size {
		return edits
	}
	out, last := slices.Clone(edits[:n]), edits[n]
	odd := []byte(string(utf8.RuneError))
	start := v.size - len(odd)
	if n = len(out) - 1; n >= 0 && out[n].End > start {
		return append(out, last) // the previous edit replaces the byte
	}
	last.Start, last.New = start, append(odd, last.New...)
	if n >= 0 && out[n].Start == start { // two insertions at one offset
		last.New = append(slices.Clone(out[n].New), last.New...)
		out = out[:n]
	}
	return append(out, last)
}

// part keeps two lone surrogates around c from becoming a pair: it writes the second of
// them as U+FFFD.
func (v *UTF16) part(c *change) {
	if len(c.enc) > 0 || c.from-v.start < 2 || v.end-c.to < 2 {
		return
	}
	high, low := rune(utf16Unit(v.outer, c.from-2, v.big)), rune(utf16Unit(v.outer, c.to, v.big))
	if utf16.DecodeRune(high, low) != utf8.RuneError {
		c.to += 2
		c.enc = v.encode([]byte(string(utf8.RuneError)))
	}
}

// mark puts a byte order mark before U+FEFF at the start of the text.
func (v *UTF16) mark(c *change) {
	if v.bom || c.from > v.start {
		return
	}
	next := c.enc
	if len(next) == 0 {
		next = v.outer[c.to:v.end]
	}
	if len(next) >= 2 && utf16Unit(next, 0, v.big) == 0xfeff {
		c.enc = append(v.encode([]byte(byteOrderMark)), c.enc...)
	}
}

// encode returns text as UTF-16.
func (v *UTF16) encode(text []byte) []byte {
	out := make([]byte, 0, 2*len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		text = text[n:]
		if r > 0xffff {
			high, low := utf16.EncodeRune(r)
			out = v.appendUnit(out, high)
			r = low
		}
		out = v.appendUnit(out, r)
	}
	return out
}

func (v *UTF16) appendUnit(out []byte, r rune) []byte {
	if v.big {
		return append(out, byte(r>>8), byte(r))
	}
	return append(out, byte(r), byte(r>>8))
}
