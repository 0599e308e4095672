package unified

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/internal/edit"
)

// context is how many unchanged lines stand around a change.
const context = 3

// Write writes to w what the edits change of src: nothing, if that is nothing.
// The edits are sorted and disjoint. before and after are the names of the two
// texts. The error is that of w.
func Write(w io.Writer, before, after string, src []byte, edits []edit.Edit) error {
	out := bufio.NewWriter(w)
	d := differ{out: out, src: src}
	for changes := d.changes(edits); len(changes) > 0; {
		n := 1
		for n < len(changes) && changes[n].line-changes[n-1].end() <= 2*context {
			n++
		}
		if d.hunks == 0 {
			fmt.Fprintf(out, "--- %s\n+++ %s\n", before, after)
		}
		d.hunk(changes[:n])
		changes = changes[n:]
	}
	return out.Flush()
}

// A change replaces whole lines by others.
type change struct {
	offset   int    // in the source, of the first line
	line     int    // its number, from 0
	old, new []byte // the lines
	oldLines int
	newLines int
}

// end returns the number of the first line after the change.
func (c *change) end() int { return c.line + c.oldLines }

// A differ writes one diff.
type differ struct {
	out   *bufio.Writer
	src   []byte
	hunks int
	grown int // lines that the hunks before have added
}

// changes turns edits into changes: all edits that touch a line make one.
func (d *differ) changes(edits []edit.Edit) []change {
	var changes []change
	line, counted := 0, 0
	for len(edits) > 0 {
		start := bytes.LastIndexByte(d.src[:edits[0].Start], '\n') + 1
		text, pos, end, n := []byte(nil), start, start, 0
		for n < len(edits) && (n == 0 || d.touches(edits[n].Start, end)) {
			text = append(append(text, d.src[pos:edits[n].Start]...), edits[n].New...)
			pos = edits[n].End
			if pos >= end {
				end = d.lineEnd(pos)
			}
			n++
		}
		line += bytes.Count(d.src[counted:start], newline)
		counted = start
		c := change{offset: start, line: line, old: d.src[start:end], new: append(text, d.src[pos:end]...)}
		if c.trim() {
			changes = append(changes, c)
		}
		edits = edits[n:]
	}
	return changes
}

var newline = []byte("\n")

// touches reports whether an edit at pos belongs to lines that end at end.
func (d *differ) touches(pos, end int) bool {
	return pos < end || end == len(d.src) && end > 0 && d.src[end-1] != '\n'
}

// lineEnd returns where the line ends that pos is in.
func (d *differ) lineEnd(pos int) int {
	if i := bytes.IndexByte(d.src[pos:], '\n'); i >= 0 {
		return pos + i + 1
	}
	return len(d.src)
}

// trim takes the lines off a change that are the same before and after, and
// counts the others. It reports whether there are any.
func (c *change) trim() bool {
	for {
		i := bytes.IndexByte(c.old, '\n') + 1
		if i == 0 || !bytes.HasPrefix(c.new, c.old[:i]) {
			break
		}
		c.old, c.new = c.old[i:], c.new[i:]
		c.offset += i
		c.line++
	}
	for {
		i := lastLine(c.old)
		if i == len(c.old) || !bytes.Equal(c.old[i:], c.new[lastLine(c.new):]) {
			break
		}
		c.new = c.new[:len(c.new)-len(c.old[i:])]
		c.old = c.old[:i]
	}
	c.oldLines, c.newLines = lines(c.old), lines(c.new)
	return c.oldLines+c.newLines > 0
}

// lastLine returns where the last line of text begins.
func lastLine(text []byte) int {
	return bytes.LastIndexByte(text[:max(len(text)-1, 0)], '\n') + 1
}

// lines returns how many lines text has, the last one with a line feed or
// without.
func lines(text []byte) int {
	n := bytes.Count(text, newline)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// hunk writes changes that stand close together.
func (d *differ) hunk(changes []change) {
	first, last := &changes[0], &changes[len(changes)-1]
	before := d.before(first.offset)
	after := d.after(last.offset + len(last.old))
	old := lines(before) + last.end() - first.line + lines(after)
	grown := 0
	for i := range changes {
		grown += changes[i].newLines - changes[i].oldLines
	}
	from := first.line - lines(before)
	fmt.Fprintf(d.out, "@@ -%s +%s @@\n", span(from, old), span(from+d.grown, old+grown))
	d.put(' ', before)
	for i := range changes {
		c := &changes[i]
		d.put('-', c.old)
		d.put('+', c.new)
		if i+1 < len(changes) {
			d.put(' ', d.src[c.offset+len(c.old):changes[i+1].offset])
		}
	}
	d.put(' ', after)
	d.hunks++
	d.grown += grown
}

// span says where lines stand, from 0, and how many they are. Of no lines, it
// names the line before.
func span(from, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, n)
}

// before returns the lines of context before pos, where a line begins.
func (d *differ) before(pos int) []byte {
	start := pos
	for range context {
		start = lastLine(d.src[:start])
	}
	return d.src[start:pos]
}

// after returns the lines of context from pos on, where a line begins.
func (d *differ) after(pos int) []byte {
	end := pos
	for range context {
		end = d.lineEnd(end)
	}
	return d.src[pos:end]
}

// put writes lines with a mark in front of each.
func (d *differ) put(mark byte, text []byte) {
	for len(text) > 0 {
		n := len(text)
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			n = i + 1
		}
		d.out.WriteByte(mark)
		d.out.Write(text[:n])
		if text[n-1] != '\n' {
			d.out.WriteString("\n\\ No newline at end of file\n")
		}
		text = text[n:]
	}
}
