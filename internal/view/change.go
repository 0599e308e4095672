package view

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/internal/edit"
)

// A change replaces the text [start, end), which begins and ends at units, by text. In the outer text
// it replaces [from, to) by enc, which the view encodes. The view may also widen [from, to).
type change struct {
	start, end int
	text       []byte

	before   unit // the unit before start, if there is one
	kept     int  // the end of the unit before, or of the part of that unit that stays
	from, to int  // the start of the first unit that the change touches, and the end of the last
	next     int  // the outer text between to and next stays; the next change begins at next or later
	last     bool // no change follows
	enc      []byte
}

// newChange returns the change of the text [start, end), as if no change followed.
func (t *table) newChange(start, end int, text []byte) change {
	c := change{start: start, end: end, text: text, next: t.end, last: true}
	if t.plain {
		c.kept, c.from, c.to = t.start+start, t.start+start, t.start+end
		return c
	}
	c.from = t.source(start)
	c.before, c.kept = t.before(start)
	if c.to = c.from; start < end {
		c.to = t.sourceEnd(end)
	}
	return c
}

// following returns the byte of the output that follows the unit before c: the first byte of c.enc or,
// if that is empty, the byte after c. At the end of the span it returns 0, which is part of no escape.
func (t *table) following(c *change) byte {
	switch {
	case len(c.enc) > 0:
		return c.enc[0]
	case c.to < t.end:
		return t.outer[c.to]
	}
	return 0
}

// changes widens edits to whole units and joins changes that touch, so that
// there is at least one unit between two changes. Edits that do nothing are
// left out. The changes are valid until the next call.
func (d *decoded) changes(edits []edit.Edit) []change {
	edits = effective(edits)
	out := d.changed[:0]
	for i := 0; i < len(edits); {
		start, end := d.widen(edits[i])
		j := i + 1
		for ; j < len(edits); j++ {
			s, e := d.widen(edits[j])
			if s > end {
				break
			}
			end = max(end, e)
		}
		out = append(out, d.newChange(start, end, splice(d.text, start, end, edits[i:j])))
		if n := len(out) - 1; n > 0 {
			out[n-1].next, out[n-1].last = out[n].kept, false
		}
		i = j
	}
	d.changed = out
	return out
}

// carry appends to dst the edits of the outer text with the effect of edits. encode sets enc of each change, and
// may widen the change.
func (d *decoded) carry(dst, edits []edit.Edit, encode func(c *change)) []edit.Edit {
	changes := d.changes(edits)
	for i := range changes {
		c := &changes[i]
		encode(c)
		dst = append(dst, edit.Edit{Start: c.from, End: c.to, New: c.enc})
	}
	return dst
}

// effective returns the edits that change something.
func effective(edits []edit.Edit) []edit.Edit {
	if slices.ContainsFunc(edits, isIdle) {
		return slices.DeleteFunc(slices.Clone(edits), isIdle)
	}
	return edits
}

// isIdle reports whether e does nothing.
func isIdle(e edit.Edit) bool { return e.Start == e.End && len(e.New) == 0 }

// widen returns the range of e, which is not idle, extended to whole units.
func (t *table) widen(e edit.Edit) (start, end int) {
	start, end = e.Start, e.End
	if start < t.size {
		if u, at := t.locate(start); u.whole() && at < start {
			start, end = at, max(end, at+u.n)
		}
	}
	if e.Start < e.End {
		if u, at := t.locate(e.End - 1); u.whole() {
			end = max(end, at+u.n)
		}
	}
	return start, end
}

// between returns the outer bytes between the units that the edit a touches and the units that b touches.
func (t *table) between(a, b edit.Edit) []byte {
	_, end := t.widen(a)
	start, _ := t.widen(b)
	if start <= end {
		return nil
	}
	return t.outer[t.source(end):t.sourceEnd(start)]
}

// distance is the maximum number of bytes before or after a change that a view looks at, unless its
// comment says otherwise.
const distance = len("</script")

// splice returns text[start:end] with edits applied. The edits lie inside of this range.
func splice(text []byte, start, end int, edits []edit.Edit) []byte {
	if e := edits[0]; len(edits) == 1 && e.Start == start && e.End == end {
		return e.New
	}
	return edit.ApplyIn(text, start, end, edits)
}

// A writer collects edits of the outer text from left to right. Edits that touch become one edit.
type writer struct {
	*table
	out  []edit.Edit
	base int // out[:base] belongs to the caller
	pos  int // the outer text before pos is done
}

func (t *table) writer(dst []edit.Edit) writer {
	return writer{table: t, out: dst, base: len(dst), pos: t.start}
}

// add adds the edit of the outer text [start, end).
func (w *writer) add(start, end int, text []byte) {
	w.pos = end
	text = slices.Clip(text) // so that appending to the edit does not overwrite bytes of the caller
	if n := len(w.out); n > w.base && w.out[n-1].End == start {
		last := &w.out[n-1]
		last.End, last.New = end, append(last.New, text...)
		return
	}
	w.out = append(w.out, edit.Edit{Start: start, End: end, New: text})
}

// keep leaves the outer text up to end. It escapes the bytes for which escape, which may be nil, returns
// an escape.
func (w *writer) keep(end int, escape func(c byte) string) {
	for i := w.pos; escape != nil && i < end; i++ {
		if s := escape(w.outer[i]); s != "" {
			w.add(i, i+1, []byte(s))
		}
	}
	w.pos = end
}

// escaped returns text with escape(c) in place of each byte c, unless escape(c) is "". If no byte has an
// escape, it returns text itself.
func escaped(text []byte, escape func(c byte) string) []byte {
	i := slices.IndexFunc(text, func(c byte) bool { return escape(c) != "" })
	if i < 0 {
		return text
	}
	out := append(make([]byte, 0, len(text)+16), text[:i]...)
	for _, c := range text[i:] {
		if s := escape(c); s != "" {
			out = append(out, s...)
		} else {
			out = append(out, c)
		}
	}
	return out
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
