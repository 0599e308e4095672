package view

import (
	"bytes"
	"slices"
	"sort"

	"github.com/hrefix/hrefix/internal/edit"
)

const (
	// spacing is the minimum number of outer bytes between two marks.
	spacing = 256
	// maxRun is the maximum length of a run of literal bytes, so that the walk from a mark
	// to an offset is short.
	maxRun = 256
)

// A unit is the outer range [start, end), which decodes to n bytes. If whole is set, these bytes
// belong together; otherwise n == end-start and each byte is a unit of its own. n is zero for bytes
// between units.
type unit struct {
	start, end, n int
	whole         bool
}

// A stepFunc reads the unit at src[pos:end], which is not empty. It must not look at bytes
// before pos, so that a unit does not depend on edits that end before it.
type stepFunc func(src []byte, pos, end int) unit

// A mark records that the text from offset text on is decoded from pos or later.
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

func (t *table) reset(step stepFunc, outer []byte, start, end int) {
	*t = table{step: step, outer: outer, start: start, end: end, marks: t.marks[:0], changed: t.changed[:0]}
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

// near returns the nearest known place at or before a text offset. found reports whether the unit
// of the place has the byte at that offset.
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
	if u.whole {
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
	if u.whole {
		return u, u.end
	}
	return u, u.start + off - at
}

// A change replaces the text [start, end), which begins and ends at units.
type change struct {
	start, end int
	text       []byte
	spot       spot // the spot of start
	limit      int  // the end of the unit before end
}

// A spot is a text offset in the outer text.
type spot struct {
	at     int  // the start of the unit after the offset
	before unit // the unit before the offset, if the offset is not 0
	end    int  // the end of that unit
}

// spot returns the spot of a text offset. It is fast just after locate found that offset.
func (t *table) spot(off int) (s spot) {
	if t.plain {
		return spot{at: t.start + off, end: t.start + off}
	}
	s.at = t.source(off)
	s.before, s.end = t.before(off)
	return s
}

// newChange returns the change of the text [start, end).
func (t *table) newChange(start, end int, text []byte) change {
	c := change{start: start, end: end, text: text, spot: t.spot(start)}
	if c.limit = c.spot.at; start < end {
		c.limit = t.sourceEnd(end)
	}
	return c
}

// changes widens edits to whole units and joins changes that touch, so that
// there is at least one unit between two changes. Edits that do nothing are
// left out. The changes are valid until the next call.
func (t *table) changes(text []byte, edits []edit.Edit) []change {
	out := t.changed[:0]
	if slices.ContainsFunc(edits, isIdle) {
		edits = slices.DeleteFunc(slices.Clone(edits), isIdle)
	}
	for i := 0; i < len(edits); {
		start, end := t.widen(edits[i])
		j := i + 1
		for ; j < len(edits); j++ {
			s, e := t.widen(edits[j])
			if s > end {
				break
			}
			end = max(end, e)
		}
		out = append(out, t.newChange(start, end, splice(text, start, end, edits[i:j])))
		i = j
	}
	t.changed = out
	return out
}

// isIdle reports whether e does nothing.
func isIdle(e edit.Edit) bool { return e.Start == e.End && len(e.New) == 0 }

// widen returns the range of e, which is not idle, extended to whole units.
func (t *table) widen(e edit.Edit) (start, end int) {
	start, end = e.Start, e.End
	if start < t.size {
		if u, at := t.locate(start); u.whole && at < start {
			start, end = at, max(end, at+u.n)
		}
	}
	if e.Start < e.End {
		if u, at := t.locate(e.End - 1); u.whole {
			end = max(end, at+u.n)
		}
	}
	return start, end
}

// A piece is a change with its place in the source: enc replaces the source
// [start, end). The source stays from end to next at least. There the next
// piece may begin, or (after the last piece) the span ends.
type piece struct {
	start, end, next int
	last             bool
	enc              []byte
}

// piece returns the piece of changes[i], without enc. It begins with the first
// unit that the change touches.
func (t *table) piece(changes []change, i int) piece {
	return t.pieceBefore(&changes[i], nextOf(changes, i))
}

// nextOf returns the change after changes[i], or nil.
func nextOf(changes []change, i int) *change {
	if i+1 < len(changes) {
		return &changes[i+1]
	}
	return nil
}

// pieceBefore returns the piece of c, without enc. next is the change after c, or nil.
func (t *table) pieceBefore(c, next *change) piece {
	p := piece{start: c.spot.at, end: c.limit, next: t.end, last: next == nil}
	if !p.last {
		p.next = next.spot.end
	}
	return p
}

// splice returns text[start:end] with edits applied. The edits lie inside of this range.
func splice(text []byte, start, end int, edits []edit.Edit) []byte {
	if e := edits[0]; len(edits) == 1 && e.Start == start && e.End == end {
		return e.New
	}
	n := end - start
	for _, e := range edits {
		n += len(e.New) - (e.End - e.Start)
	}
	out := make([]byte, 0, n)
	for _, e := range edits {
		out = append(append(out, text[start:e.Start]...), e.New...)
		start = e.End
	}
	return append(out, text[start:end]...)
}

// lineEnding returns the first line ending in outer[start:end], or else in the first line of outer,
// or CR LF.
func lineEnding(outer []byte, start, end int) []byte {
	const longest = 1024 // the longest line; RFC 5322 section 2.1.1 allows 1,000 characters
	span := outer[start:end]
	i := bytes.IndexByte(span, '\n')
	if i < 0 {
		span = outer[:min(len(outer), longest)]
		i = bytes.IndexByte(span, '\n')
	}
	if i < 0 || i > 0 && span[i-1] == '\r' {
		return []byte("\r\n")
	}
	return []byte("\n")
}

// sized returns buf, empty, with room for n bytes.
func sized(buf []byte, n int) []byte {
	return slices.Grow(buf[:0], n)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
