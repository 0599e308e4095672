package view

import (
	"github.com/hrefix/hrefix/internal/edit"
)

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

// Identity is the view of bytes that are not encoded (RFC 2045 section 6.2:
// 7bit, 8bit, binary). Its text is the span of the outer text itself.
type Identity struct {
	text  []byte
	start int
}

var _ View = (*Identity)(nil)

// NewIdentity returns the view of outer[start:end].
func NewIdentity(outer []byte, start, end int) *Identity {
	v := new(Identity)
	v.Reset(outer, start, end)
	return v
}

// Reset makes v the view of outer[start:end].
func (v *Identity) Reset(outer []byte, start, end int) {
	v.text, v.start = outer[start:end:end], start
}

// Text implements [View].
func (v *Identity) Text() []byte { return v.text }

// Source implements [View].
func (v *Identity) Source(off int) int {
	return v.start + min(max(off, 0), len(v.text))
}

// Carry implements [View]: edits are shifted.
func (v *Identity) Carry(dst, edits []edit.Edit) []edit.Edit {
	for _, e := range edits {
		dst = append(dst, edit.Edit{Start: v.start + e.Start, End: v.start + e.End, New: e.New})
	}
	return dst
}

// An Arena is memory for many slices with the same lifetime, such as the new bytes of
// edits. The zero value is ready to use.
type Arena []byte

// Sizes of the memory that an arena allocates at once.
const (
	minChunk = 4 << 10
	maxChunk = 256 << 10
)

// Take returns an empty slice with room for n bytes. A large slice gets its own allocation.
func (a *Arena) Take(n int) []byte {
	if n > maxChunk {
		return make([]byte, 0, n)
	}
	if cap(*a)-len(*a) < n {
		*a = make([]byte, 0, max(minChunk, n, min(2*cap(*a), maxChunk)))
	}
	at := len(*a)
	*a = (*a)[:at+n]
	return (*a)[at:at:len(*a)]
}

// Reset lets the arena use its latest block of memory again. Slices taken from that block must not
// be used after that.
func (a *Arena) Reset() { *a = (*a)[:0] }
