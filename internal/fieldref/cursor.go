package fieldref

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
)

// A cursor moves through the lines of a field while edits are written.
type cursor struct {
	text       []byte
	last       int // the end of the field
	pos        int
	col        int // bytes written in the line before pos
	start, end int // the line of pos, before the edits
}

// newCursor returns a cursor at the start of the field whose body is
// text[start:end].
func newCursor(text []byte, start, end int) cursor {
	c := cursor{text: text, last: end, pos: start, start: bytes.LastIndexByte(text[:start], '\n') + 1}
	c.col = start - c.start
	c.end = c.lineEnd(start)
	return c
}

// lineEnd returns the end of the line of pos, without its line ending.
func (c *cursor) lineEnd(pos int) int {
	i := bytes.IndexByte(c.text[pos:c.last], '\n')
	if i < 0 {
		return c.last
	}
	return pos + len(bytes.TrimSuffix(c.text[pos:pos+i], []byte("\r")))
}

// next moves to the next line.
func (c *cursor) next() {
	c.start = c.end + bytes.IndexByte(c.text[c.end:], '\n') + 1
	c.pos, c.col, c.end = c.start, 0, c.lineEnd(c.start)
}

// advance moves forward to pos.
func (c *cursor) advance(pos int) {
	for c.end < pos {
		c.next()
	}
	c.col, c.pos = c.col+pos-c.pos, pos
}

// skip moves to the end of e, and returns the length of the longest line that e changes, before the change.
func (c *cursor) skip(e edit.Edit) (longest int) {
	longest = c.end - c.start
	for c.end < e.End {
		c.next()
		longest = max(longest, c.end-c.start)
	}
	c.pos = e.End
	return longest
}

// tail returns the number of bytes that are written in the line after the cursor. rest are
// the edits after the cursor.
func (c *cursor) tail(rest []edit.Edit) int {
	n := c.end - c.pos
	for _, e := range rest {
		if e.Start > c.end {
			break
		}
		n += len(e.New) - (min(e.End, c.end) - e.Start)
	}
	return n
}

// isBlank reports whether the line has only white space before pos.
func (c *cursor) isBlank(pos int) bool {
	return len(bytes.TrimSpace(c.text[c.start:pos])) == 0
}

// ending returns the line ending of the field: the first line ending inside the field, or else the
// line ending after it, or else the line ending before it.
func (f *field) ending() string {
	i := bytes.IndexByte(f.text[f.start:min(len(f.text), f.end+2)], '\n')
	if i < 0 {
		i = bytes.LastIndexByte(f.text[:f.start], '\n') - f.start
	}
	if i += f.start; i == 0 || i > 0 && f.text[i-1] != '\r' {
		return "\n"
	}
	return "\r\n"
}
