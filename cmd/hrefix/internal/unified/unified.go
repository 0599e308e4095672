package unified

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/edit"
)

// context is the number of unchanged lines before and after a change.
const context = 3

// large is the size in bytes from which on a hunk ends at the end of a piece, so that it does not grow
// any more.
const large = 1 << 20

// Write writes the diff that the edits of src make. It writes nothing without changes. The
// edits are sorted and disjoint. before and after are the names of the two texts. The error
// comes from w.
func Write(w io.Writer, before, after string, src []byte, edits []edit.Edit, style Style) error {
	d := NewWriter(w, before, after, style)
	_ = d.Put(src, edits) // Close returns the same error
	return d.Close()
}

// A Writer writes the diff of a text that comes in pieces.
type Writer struct {
	out           *bufio.Writer
	before, after string
	large         int
	line          int    // the number of lines before the current line
	grown         int    // the number of lines that the hunks have added so far
	shift         int    // the value of grown when the names of the texts were last written
	named         bool   // the names of the texts were written, so hunks can follow
	recent        []byte // the last unchanged lines
	hunk          hunk
	between       []byte // text to write after the hunk: see Between
}

// NewWriter returns a Writer that writes to w. before and after are the names of the two
// texts.
func NewWriter(w io.Writer, before, after string, style Style) *Writer {
	return &Writer{out: bufio.NewWriter(w), before: before, after: after, large: large, hunk: hunk{most: context, style: style}}
}

// Put writes the changes that edits make in a piece. The edits are sorted and disjoint. A
// piece ends with a line, unless it is the last. The error comes from the underlying writer.
func (w *Writer) Put(src []byte, edits []edit.Edit) error {
	pos := 0
	for i, c := range changes(src, edits, bool(w.hunk.style.Colors)) {
		w.keep(src[pos:c.offset])
		if i == 0 && len(w.hunk.body)+len(w.between) > w.large {
			w.split()
		}
		w.change(&c)
		pos = c.offset + len(c.old)
	}
	w.keep(src[pos:])
	_, err := w.out.Write(nil)
	return err
}

// Between writes text that is not part of the diff, after the current hunk. If hunks follow, they
// begin a new diff: the names are written again, and the line numbers take the hunks before as applied.
func (w *Writer) Between(text []byte) {
	w.between = append(w.between, text...)
	if !w.hunk.open {
		w.flush()
	}
}

// Close ends the diff. The error comes from the underlying writer.
func (w *Writer) Close() error {
	if w.hunk.open {
		w.end(context)
	}
	return w.out.Flush()
}

// keep handles unchanged lines: it adds them to the hunk, or remembers them as context for the next.
func (w *Writer) keep(text []byte) {
	w.line += lines(text)
	if w.hunk.open {
		n := first(text, 2*context-lines(w.recent))
		w.recent = append(w.recent, text[:n]...)
		if text = text[n:]; len(text) == 0 {
			return
		}
		w.end(context)
	}
	if n := last(text, context); n > 0 {
		w.recent = w.recent[:0]
		text = text[n:]
	}
	w.recent = append(w.recent, text...)
	w.recent = append(w.recent[:0], w.recent[last(w.recent, context):]...)
}

// change adds a change to the hunk.
func (w *Writer) change(c *change) {
	h := &w.hunk
	if !h.open {
		*h = hunk{open: true, line: w.line - lines(w.recent), most: h.most, body: h.body[:0], style: h.style}
		h.put(' ', w.recent, nil)
		h.before = h.old
	} else {
		h.put(' ', w.recent, nil)
	}
	w.recent = w.recent[:0]
	h.put('-', c.old, c.removed)
	h.put('+', c.new, c.added)
	w.line += lines(c.old)
}

// split ends the hunk before a change that follows soon, if there is a line between them.
func (w *Writer) split() {
	n := lines(w.recent)
	if !w.hunk.open || n == 0 {
		return
	}
	behind := min(n/2, w.hunk.most)
	for h := &w.hunk; h.before > behind; h.before-- { // as many lines of context before the first change, at most
		h.body = h.body[bytes.IndexByte(h.body, '\n')+1:]
		h.line, h.old, h.new = h.line+1, h.old-1, h.new-1
	}
	w.end(behind)
	rest := first(w.recent, behind)
	rest = max(rest, last(w.recent, context))
	w.recent = append(w.recent[:0], w.recent[rest:]...)
	w.hunk.most = lines(w.recent)
}

// end writes the hunk, with at most after lines of context after the last change.
func (w *Writer) end(after int) {
	h := &w.hunk
	h.put(' ', w.recent[:first(w.recent, min(after, h.most))], nil)
	if !w.named {
		fmt.Fprintf(w.out, "%s\n%s\n", h.style.Colors.Paint(console.Bold, "--- "+w.before), h.style.Colors.Paint(console.Bold, "+++ "+w.after))
		w.named, w.shift = true, w.grown
	}
	place := fmt.Sprintf("@@ -%s +%s @@", lineRange(h.line+w.shift, h.old), lineRange(h.line+w.grown, h.new))
	fmt.Fprintln(w.out, h.style.Colors.Paint(console.Dim, place))
	_, _ = w.out.Write(h.body) // a later call returns the error
	w.grown += h.new - h.old
	h.open, h.most = false, context
	w.flush()
}

// flush writes the text of Between.
func (w *Writer) flush() {
	if len(w.between) > 0 {
		_, _ = w.out.Write(w.between) // a later call returns the error
		w.between, w.named = w.between[:0], false
	}
}
