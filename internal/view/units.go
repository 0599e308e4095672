package view

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf8"
)

const (
	// spacing is the minimum number of outer bytes between two marks.
	spacing = 256
	// maxRun is the maximum length of a run of literal bytes, so that the walk from a mark
	// to an offset is short.
	maxRun = 256
)

// A unit is the outer range [start, end), which decodes to n bytes. n is zero for bytes between units.
type unit struct {
	start, end, n int
	char          rune // what the bytes stand for
}

// Values of unit.char. A value c above literal stands for the character c-literal-1, and c below opaque for the byte
// opaque-1-c: see charUnit and byteUnit.
const (
	literal   rune = -iota // each byte is a unit of its own, and stands for itself
	malformed              // as literal, but the bytes are a malformed escape
	opaque                 // the bytes belong together, and only the view knows what they stand for
)

// charUnit returns the unit src[start:end] that stands for r.
func charUnit(start, end int, r rune) unit {
	return unit{start: start, end: end, n: utf8.RuneLen(r), char: literal + 1 + r}
}

// byteUnit returns the unit src[start:end] that stands for the byte c.
func byteUnit(start, end int, c byte) unit {
	return unit{start: start, end: end, n: 1, char: opaque - 1 - rune(c)}
}

// whole reports whether the bytes of u belong together.
func (u *unit) whole() bool { return u.char != literal && u.char != malformed }

// runTo returns the literal bytes of src[pos:end] before the next byte that is stop. The first byte is
// literal in any case.
func runTo(stop byte, src []byte, pos, end int) unit {
	end = min(end, pos+maxRun)
	if i := bytes.IndexByte(src[pos+1:end], stop); i >= 0 {
		end = pos + 1 + i
	}
	return unit{start: pos, end: end, n: end - pos}
}

// A stepFunc reads the unit at src[pos:end], which is not empty. It must not look at bytes
// before pos, so that a unit does not depend on edits that end before it.
type stepFunc func(src []byte, pos, end int) unit

// A mark records that the text from the offset text on comes from outer bytes at pos or later.
type mark struct{ text, pos int }

// A table finds the unit of a text offset.
type table struct {
	step       stepFunc
	outer      []byte
	start, end int
	size       int  // length of the text
	plain      bool // the text is outer[start:end]
	marks      []mark
	changed    []change // reused by changes
	recent     [4]place // the units that were located last
	oldest     int      // the index of the oldest place in recent
}

// A place is a unit and its offset in the text. The zero value is no place, because a located unit
// has bytes.
type place struct {
	unit
	at int
}

// note records a mark if the last mark is far enough away.
func (t *table) note(text, pos int) {
	last := t.start
	if n := len(t.marks); n > 0 {
		last = t.marks[n-1].pos
	}
	if pos-last >= spacing {
		t.marks = append(t.marks, mark{text, pos})
	}
}

// locate returns the unit that holds text byte off, and the text offset of the
// unit's first byte. off must be less than t.size.
func (t *table) locate(off int) (u unit, at int) {
	if t.plain {
		return unit{start: t.start, end: t.end, n: t.size}, 0
	}
	near, found := t.near(off)
	if found {
		return near.unit, near.at
	}
	at, pos := near.at, near.start
	var before place
	for pos < t.end {
		u = t.step(t.outer, pos, t.end)
		if at+u.n > off {
			t.remember(before)
			t.remember(place{u, at})
			return u, at
		}
		if u.n > 0 {
			before = place{u, at}
		}
		at, pos = at+u.n, u.end
	}
	return unit{start: t.end, end: t.end}, at
}

// near returns the last known place that begins at or before a text offset. found reports whether the
// byte at that offset belongs to the unit of the place.
func (t *table) near(off int) (best place, found bool) {
	best.start = t.start
	for i := range t.recent {
		switch r := &t.recent[i]; {
		case r.at > off || r.n == 0:
		case off < r.at+r.n:
			return *r, true
		case r.start > best.start:
			best.at, best.start = r.at, r.start
		}
	}
	if i := sort.Search(len(t.marks), func(i int) bool { return t.marks[i].text > off }); i > 0 && t.marks[i-1].pos > best.start {
		best.at, best.start = t.marks[i-1].text, t.marks[i-1].pos
	}
	return best, false
}

// remember makes p one of the recent places. Edits are carried in order, but carrying an edit also
// locates the units before it, and the next edit.
func (t *table) remember(p place) {
	if p.n > 0 {
		t.recent[t.oldest] = p
		t.oldest = (t.oldest + 1) % len(t.recent)
	}
}

// source is View.Source. The end of the text is the end of its last unit.
func (t *table) source(off int) int {
	off = min(max(off, 0), t.size)
	if off == t.size {
		return t.sourceEnd(off)
	}
	u, at := t.locate(off)
	if u.whole() {
		return u.start
	}
	return u.start + off - at
}

// sourceEnd returns the end of the unit of the text byte before off.
func (t *table) sourceEnd(off int) int {
	_, end := t.before(off)
	return end
}

// before returns the unit of the text byte before off, and where that byte ends in the source. At the
// start of the text there is no unit.
func (t *table) before(off int) (u unit, end int) {
	if off == 0 {
		return u, t.start
	}
	u, at := t.locate(off - 1)
	if u.whole() {
		return u, u.end
	}
	return u, u.start + off - at
}

// A decoded text is the text of a view, with the table of its units. Views embed it.
type decoded struct {
	table
	text []byte // bytes of outer, or buf
	buf  []byte
	bad  bool // a unit is malformed
}

// Text implements [View].
func (d *decoded) Text() []byte { return d.text }

// Source implements [View].
func (d *decoded) Source(off int) int { return d.source(off) }

// reset makes d the text of outer[start:end] and overwrites the text that d had before. If none of
// the bytes in special is there, the text is these bytes, and nothing is allocated.
func (d *decoded) reset(step stepFunc, outer []byte, start, end int, special string) {
	d.begin(step, outer, start, end)
	d.text, d.plain = outer[start:end:end], true
	for i := range len(special) {
		d.plain = d.plain && bytes.IndexByte(d.text, special[i]) < 0
	}
	if !d.plain {
		d.decode()
	}
	d.size = len(d.text)
}

// begin resets the table, for a text that the caller decodes.
func (d *decoded) begin(step stepFunc, outer []byte, start, end int) {
	d.table = table{step: step, outer: outer, start: start, end: end, marks: d.marks[:0], changed: d.changed[:0]}
	d.bad = false
}

// decode decodes unit by unit.
func (d *decoded) decode() {
	d.buf = sized(d.buf, d.end-d.start)
	for pos := d.start; pos < d.end; {
		d.note(len(d.buf), pos)
		u := d.step(d.outer, pos, d.end)
		switch {
		case u.char > literal:
			d.buf = utf8.AppendRune(d.buf, u.char-literal-1)
		case u.char < opaque:
			d.buf = append(d.buf, byte(opaque-1-u.char))
		default:
			d.buf = append(d.buf, d.outer[pos:pos+u.n]...)
			d.bad = d.bad || u.char == malformed
		}
		pos = u.end
	}
	d.text = d.buf
}

// sized returns buf, empty, with room for n bytes.
func sized(buf []byte, n int) []byte { return slices.Grow(buf[:0], n) }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
