package view

import "github.com/hrefix/hrefix/internal/edit"

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
