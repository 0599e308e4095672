package fieldref

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
)

// A wrapper folds text that an edit writes.
type wrapper struct {
	text   []byte
	col    int // bytes in the line before text; once it is folded, before what is behind it
	tail   int // bytes in the line behind text
	blank  bool
	next   byte   // the byte behind text
	words  bool   // text is encoded words
	ending string // of lines
}

// newWrapper returns a wrapper for what e writes at the cursor.
func newWrapper(r *Reference, e edit.Edit, at cursor, tail int) *wrapper {
	w := &wrapper{text: e.New, col: at.col, tail: tail, blank: at.isBlank(at.pos), next: ' ', ending: r.field.ending()}
	w.words = r.words && bytes.Contains(e.New, []byte("=?"))
	if e.End < r.field.end {
		w.next = r.field.text[e.End]
	}
	return w
}

// wrap folds the text so that no line is longer than limit. It reports whether
// that can be done, else nothing changes.
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

// breakAt returns how much of text, which is at most room, comes before a fold:
// as much as can, but rather up to a slash. It returns -1 if there is no place
// for a fold.
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

// canBreak reports whether there can be a fold behind text[:n]: not before white
// space, which could be a line of its own, nor in an encoded word or a quoted
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
