package unified

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
)

// A change replaces whole lines by others.
type change struct {
	offset   int    // of the first line, in the piece
	old, new []byte // lines
}

// changes turns edits of a piece into changes. All edits that touch a line make one change.
func changes(src []byte, edits []edit.Edit) []change {
	var all []change
	for len(edits) > 0 {
		start := bytes.LastIndexByte(src[:edits[0].Start], '\n') + 1
		text, pos, end, n := []byte(nil), start, start, 0
		for n < len(edits) && (n == 0 || touches(src, edits[n].Start, end)) {
			text = append(append(text, src[pos:edits[n].Start]...), edits[n].New...)
			pos = edits[n].End
			if pos >= end {
				end = lineEnd(src, pos)
			}
			n++
		}
		c := change{offset: start, old: src[start:end], new: append(text, src[pos:end]...)}
		if c.trim() {
			all = append(all, c)
		}
		edits = edits[n:]
	}
	return all
}

// touches reports whether an edit at pos belongs to lines that end at end.
func touches(src []byte, pos, end int) bool {
	return pos < end || end == len(src) && end > 0 && src[end-1] != '\n'
}

// trim removes lines from a change that are the same before and after. It reports whether any
// lines are left.
func (c *change) trim() bool {
	for {
		i := bytes.IndexByte(c.old, '\n') + 1
		if i == 0 || !bytes.HasPrefix(c.new, c.old[:i]) {
			break
		}
		c.old, c.new = c.old[i:], c.new[i:]
		c.offset += i
	}
	for {
		i := lastLine(c.old)
		if i == len(c.old) || !bytes.Equal(c.old[i:], c.new[lastLine(c.new):]) {
			break
		}
		c.new = c.new[:len(c.new)-len(c.old[i:])]
		c.old = c.old[:i]
	}
	return len(c.old)+len(c.new) > 0
}

var newline = []byte("\n")

// lines returns the number of lines of text. The last one may lack a line feed.
func lines(text []byte) int {
	n := bytes.Count(text, newline)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// lineEnd returns the end of the line that pos is in.
func lineEnd(text []byte, pos int) int {
	if i := bytes.IndexByte(text[pos:], '\n'); i >= 0 {
		return pos + i + 1
	}
	return len(text)
}

// lastLine returns the start of the last line of text.
func lastLine(text []byte) int {
	return bytes.LastIndexByte(text[:max(len(text)-1, 0)], '\n') + 1
}

// first returns the end of the first n lines of text.
func first(text []byte, n int) (end int) {
	for ; n > 0 && end < len(text); n-- {
		end = lineEnd(text, end)
	}
	return end
}

// last returns the start of the last n lines of text.
func last(text []byte, n int) int {
	start := len(text)
	for ; n > 0 && start > 0; n-- {
		start = lastLine(text[:start])
	}
	return start
}
