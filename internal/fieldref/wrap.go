package fieldref

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
)

// A wrapper folds the new bytes of an edit.
type wrapper struct {
	text   []byte
	col    int // bytes before text in its line; after the last fold, bytes before the rest
	tail   int // bytes after text in its line
	blank  bool
	next   byte   // the byte after text
	words  bool   // text consists of encoded words
	ending string // the line ending
}

// newWrapper returns a wrapper for the new bytes of e at the cursor.
func newWrapper(r *Reference, e edit.Edit, at cursor, tail int) *wrapper {
	w := &wrapper{text: e.New, col: at.col, tail: tail, blank: at.isBlank(at.pos), next: ' ', ending: r.field.ending()}
	w.words = r.words && bytes.Contains(e.New, []byte("=?"))
	if e.End < r.field.end {
		w.next = r.field.text[e.End]
	}
	return w
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
