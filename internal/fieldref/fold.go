package fieldref

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
)

const (
	// maxLine is the greatest length of a line (RFC 5322 section 2.1.1).
	maxLine = 998
	// maxWordLine is the greatest length of a line with encoded words (RFC 2047 section 2).
	maxWordLine = 76
)

// A folder writes the edits of one reference, and folds the lines that they change.
type folder struct {
	*Reference
	cursor
	out  []edit.Edit
	next bool // the line is folded at foldAfter
}

// fold returns the edits that write a reference, with folds where a line would become too
// long, and the cursor after them. If that is impossible, it returns the reason.
func (r *Reference) fold(edits []edit.Edit) (out []edit.Edit, c cursor, reason string) {
	f := folder{Reference: r, cursor: r.field.cursor}
	for i, e := range edits {
		if reason = f.put(e, edits[i+1:]); reason != "" {
			return nil, c, reason
		}
	}
	if f.next {
		f.advance(r.foldAfter)
		f.col = 1
		f.out = append(f.out, r.field.fold(r.foldAfter))
	}
	return f.out, f.cursor, ""
}

// fold returns the edit that folds the field at pos.
func (f *field) fold(pos int) edit.Edit {
	return edit.Edit{Start: pos, End: pos, New: []byte(f.ending() + "\t")}
}

// put appends e and the edits that fold its line. rest are the edits after it. It does not
// fold a line that was too long before.
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
	case f.foldInside && !f.within(&e, at, longest, tail), !f.foldInside && !f.around(e, at, tail):
		return reasonLine
	}
	f.out = append(f.out, e)
	return ""
}

// within folds the new bytes of e. longest is the length of the longest line that e
// changes.
func (f *folder) within(e *edit.Edit, at cursor, longest, tail int) bool {
	w := wrapper{text: e.New, col: at.col, tail: tail, blank: at.isBlank(at.pos), next: ' ', ending: f.field.ending()}
	w.words = f.words && bytes.Contains(e.New, []byte("=?"))
	if e.End < f.field.end {
		w.next = f.field.text[e.End]
	}
	if f.words && longest <= maxWordLine && w.wrap(maxWordLine) || w.wrap(maxLine) {
		e.New, f.col = w.text, w.col
		return true
	}
	return false
}

// around folds the line before the reference, or before the next reference, or both. The result
// does not depend on the other references, so a second run changes nothing.
func (f *folder) around(e edit.Edit, at cursor, tail int) bool {
	next := e.End <= f.foldAfter && f.foldAfter <= f.end
	short := tail
	if next {
		short -= f.end - f.foldAfter
	}
	if f.next {
		tail = short
	}
	before := at.start <= f.foldBefore && !at.isBlank(f.foldBefore)
	col := 1 + at.pos - f.foldBefore + len(e.New)
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
		f.col, f.out = col, append(f.out, f.field.fold(f.foldBefore))
	}
	f.next = next
	return true
}

// A wrapper folds lines inside the new bytes of an edit.
type wrapper struct {
	text   []byte // the new bytes
	col    int    // bytes before text in its line; after wrap, bytes in the last line up to its end
	tail   int    // bytes after text in its line
	blank  bool
	next   byte   // the byte after text
	words  bool   // text consists of encoded words
	ending string // the line ending
}

// wrap folds text so that no line is longer than limit. If that is impossible, it changes
// nothing and reports false.
func (w *wrapper) wrap(limit int) bool {
	text, col, blank := w.text, w.col, w.blank
	var out []byte
	for col+len(text)+w.tail > limit {
		n := w.breakAt(text, limit-col)
		if n < 0 || n == 0 && blank {
			return false
		}
		out = append(append(append(out, text[:n]...), w.ending...), '\t')
		text = bytes.TrimPrefix(text[n:], []byte(" "))
		col, blank = 1, true
	}
	w.text, w.col = append(out, text...), col+len(text)
	return true
}

// breakAt returns the number of bytes of text, at most room, to write before a fold: as many as
// possible, but preferably up to a slash. It returns -1 if text cannot be folded there.
func (w *wrapper) breakAt(text []byte, room int) int {
	best := -1
	for n := min(room, len(text)); n >= 0 && n >= best/2; n-- {
		if !w.canBreak(text, n) {
			continue
		}
		best = max(best, n)
		if n > 0 && text[n-1] == '/' && n < len(text) && text[n] != '/' {
			return n
		}
	}
	return best
}

// canBreak reports whether text can be folded after text[:n]. It cannot be folded before
// white space, which could become a line of its own, nor inside an encoded word or a quoted
// pair.
func (w *wrapper) canBreak(text []byte, n int) bool {
	if w.words {
		return n < len(text) && (n == 0 || text[n] == ' ')
	}
	next := w.next
	if n < len(text) {
		next = text[n]
	}
	return !isSpace(next) && (n == 0 || text[n-1] != '\\')
}
