package view

import "github.com/hrefix/hrefix/internal/edit"

// A View is text decoded from the bytes of an outer text (a file, or the text
// of another view), together with the way back.
//
// All offsets into the outer text are absolute in it: a view of the span
// [start, end) maps its first byte to an offset at or after start.
type View interface {
	// Text returns the decoded text. It must not be changed, and it is valid
	// until the view is Reset.
	Text() []byte
	// Source returns the offset in the outer text of the first byte of the
	// unit (a byte, an escape, a character reference, a base64 quantum) that
	// text offset off was decoded from. off may be len(Text()): that is the
	// end of the last unit.
	Source(off int) int
	// Carry appends to dst the edits of the outer text after which the view
	// of it reads as Text() with edits applied. edits must be as edit.Check
	// wants them. Untouched units keep their bytes.
	Carry(dst, edits []edit.Edit) []edit.Edit
}

// A Stack is a chain of views, outermost first: each view is of the text of
// the one before it. The empty stack is the file itself.
type Stack []View

// Source returns the offset in the file of offset off of the innermost text.
func (s Stack) Source(off int) int {
	for i := len(s) - 1; i >= 0; i-- {
		off = s[i].Source(off)
	}
	return off
}

// Carry carries edits of the innermost text out to edits of the file.
func (s Stack) Carry(edits []edit.Edit) []edit.Edit {
	for i := len(s) - 1; i >= 0; i-- {
		edits = s[i].Carry(nil, edits)
	}
	return edits
}
