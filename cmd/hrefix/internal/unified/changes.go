package unified

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
)

// A change replaces whole lines by other lines.
type change struct {
	offset         int    // the offset of the first line in the piece
	old, new       []byte // lines
	removed, added []span // the URLs that differ, in old and in new
}

// A span is a part of a text.
type span struct{ start, end int }

// changes turns edits of a piece into changes. All edits that touch a line make one change. If marked is
// true, it also finds the URLs that differ.
func changes(src []byte, edits []edit.Edit, marked bool) []change {
	var all []change
	for len(edits) > 0 {
		start := bytes.LastIndexByte(src[:edits[0].Start], '\n') + 1
		c := change{offset: start}
		pos, end, n := start, start, 0
		for n < len(edits) && (n == 0 || touches(src, edits[n].Start, end)) {
			e := &edits[n]
			c.new = append(c.new, src[pos:e.Start]...)
			if marked {
				before, after := around(src[pos:], e.Start-pos, e.End-pos, e.New)
				c.removed = append(c.removed, span{e.Start - before - start, e.End + after - start})
				c.added = append(c.added, span{len(c.new) - before, len(c.new) + len(e.New) + after})
			}
			c.new = append(c.new, e.New...)
			pos = e.End
			if pos >= end {
				end = lineEnd(src, pos)
			}
			n++
		}
		c.old, c.new = src[start:end], append(c.new, src[pos:end]...)
		if c.trim() {
			all = append(all, c)
		}
		edits = edits[n:]
	}
	return all
}

// delimiters are characters that end a URL in markup, and in the places of markup that hold URLs.
const delimiters = " \t\r\n\"'<>()"

// around returns the numbers of bytes before and after an edit that belong to the URL that the edit changes. They
// are 0 if the edit adds or removes delimiters, because it then changes more than a URL. At most 1 KiB of text is
// searched on each side.
func around(text []byte, start, end int, added []byte) (before, after int) {
	if bytes.ContainsAny(text[start:end], delimiters) || bytes.ContainsAny(added, delimiters) {
		return 0, 0
	}
	const most = 1 << 10
	left, right := text[max(0, start-most):start], text[end:min(len(text), end+most)]
	before = len(left) - 1 - bytes.LastIndexAny(left, delimiters+"=")
	ends := delimiters
	if quote := len(left) - before - 1; quote >= 0 && (left[quote] == '"' || left[quote] == '\'') {
		if value, _, closed := bytes.Cut(right, left[quote:quote+1]); closed && !bytes.ContainsRune(value, ',') {
			ends = string(left[quote]) // only the quote ends a URL in quotes, since the URL may have blanks
		}
	}
	if after = bytes.IndexAny(right, ends); after < 0 {
		after = len(right)
	}
	return before, after
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
		shift(c.removed, i)
		shift(c.added, i)
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

// shift moves spans by n bytes towards the start of their text.
func shift(spans []span, n int) {
	for i := range spans {
		spans[i].start -= n
		spans[i].end -= n
	}
}

var newline = []byte("\n")

// lines returns the number of lines of text. The last line may lack a line feed.
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
