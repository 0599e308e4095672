package view

import "github.com/hrefix/hrefix/internal/edit"

// A View is text decoded from bytes of an outer text, which is a file or the text of
// another view. It maps offsets and edits of the text back to the outer text.
//
// Offsets into the outer text count from its start, not from the start of the view's span.
type View interface {
	// Text returns the decoded text. The caller must not change it. It is valid until the
	// view is Reset.
	Text() []byte
	// Source returns the offset in the outer text of the unit (a byte, an escape, a
	// character reference, a base64 quantum) that text offset off was decoded from. If off
	// is len(Text()), it returns the end of the last unit.
	Source(off int) int
	// Carry appends to dst edits of the outer text. With them applied, the view of the
	// outer text decodes to Text() with edits applied. edits must pass [edit.Check].
	// Untouched units keep their bytes.
	Carry(dst, edits []edit.Edit) []edit.Edit
}

// A Stack is a chain of views, outermost first: each view decodes the text of the view before it.
// The empty stack is the file itself.
type Stack []View

// Source returns the offset in the file for offset off of the innermost text.
func (s Stack) Source(off int) int {
	for i := len(s) - 1; i >= 0; i-- {
		off = s[i].Source(off)
	}
	return off
}

// Carry carries edits of the innermost text to edits of the file.
func (s Stack) Carry(edits []edit.Edit) []edit.Edit {
	for i := len(s) - 1; i >= 0; i-- {
		edits = s[i].Carry(nil, edits)
	}
	return edits
}
