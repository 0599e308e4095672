package fieldref

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
)

const (
	// maxLine is the longest line: RFC 5322 section 2.1.1.
	maxLine = 998
	// maxWordLine is that of a line with encoded words: RFC 2047 section 2.
	maxWordLine = 76
)

// A folder folds the lines into which a reference is written.
type folder struct {
	*Reference
	cursor
	out  []edit.Edit
	next bool // there is a fold behind the reference
}

// fold returns edits of the field, which write a reference, with folds where a
// line would get too long. It returns where the cursor is then, and the reason
// if it cannot be done.
func (r *Reference) fold(edits []edit.Edit) (out []edit.Edit, c cursor, reason string) {
	f := folder{Reference: r, cursor: r.field.cursor}
	for i, e := range edits {
		if reason = f.put(e, edits[i+1:]); reason != "" {
			return nil, c, reason
		}
	}
	if f.next {
		f.advance(r.behind)
		f.col = 1
		f.out = append(f.out, r.field.fold(r.behind))
	}
	return f.out, f.cursor, ""
}

// fold returns the edit that folds the field at pos.
func (f *field) fold(pos int) edit.Edit {
	return edit.Edit{Start: pos, End: pos, New: []byte(f.ending() + "\t")}
}

// put appends e, and what folds the line that it is in. rest are the edits
// behind it. A line that was too long before is not folded.
func (f *folder) put(e edit.Edit, rest []edit.Edit) (reason string) {
	f.advance(e.Start)
	at := f.cursor
	longest := f.skip(e)
	tail := f.tail(rest)
	f.col = at.col + len(e.New)
	switch {
	case at.isBlank(at.pos) && len(bytes.TrimSpace(e.New)) == 0 && len(bytes.TrimSpace(f.text[f.pos:f.end])) == 0:
		return reasonBlank
	case longest > maxLine:
	case f.inside && !f.within(&e, at, longest, tail), !f.inside && !f.around(e, at, tail):
		return reasonLine
	}
	f.out = append(f.out, e)
	return ""
}

// within folds what e writes. longest is the longest of the lines that e
// changes.
func (f *folder) within(e *edit.Edit, at cursor, longest, tail int) bool {
	w := newWrapper(f.Reference, *e, at, tail)
	if f.words && longest <= maxWordLine && w.wrap(maxWordLine) || w.wrap(maxLine) {
		e.New, f.col = w.text, w.col
		return true
	}
	return false
}

// around folds the line before the reference, or before the next one, or both.
// Where that can be done does not depend on other references: what has to be
// left would have to be left once they are written, too.
func (f *folder) around(e edit.Edit, at cursor, tail int) bool {
	next := e.End <= f.behind && f.behind <= f.end
	short := tail
	if next {
		short -= f.end - f.behind
	}
	if f.next {
		tail = short
	}
	before := at.start <= f.before && !at.isBlank(f.before)
	col := 1 + at.pos - f.before + len(e.New)
	switch {
	case f.col+tail <= maxLine:
		return true
	case before && col+tail <= maxLine:
		next = false
	case next && f.col+short <= maxLine:
		before = false
	case !before || !next || col+short > maxLine:
		return false
	}
	if before {
		f.col, f.out = col, append(f.out, f.field.fold(f.before))
	}
	f.next = next
	return true
}
