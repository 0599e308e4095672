package view

import (
	"iter"
	"slices"
	"sync"

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
	// Carry appends to dst edits of the outer text that have the effect of edits, which are
	// edits of Text(): the outer text with the new edits decodes to Text() with edits.
	// edits must pass [edit.Check]. Units that no edit touches keep their bytes.
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

// Carry appends to dst the edits that v.Carry appends. If there is a group among edits, it appends
// a group instead, which carries the edits each time it is ranged over. In this case v must not be
// Reset while the group is in use.
func Carry(v View, dst, edits []edit.Edit) []edit.Edit {
	if !edit.HasGroup(edits) {
		return v.Carry(dst, edits)
	}
	// The caller may reuse the memory of edits before the group is ranged over.
	if group, ok := edit.Group(stream(v, edit.All(slices.Clone(edits)))); ok {
		dst = append(dst, group)
	}
	return dst
}

// A divisible view can carry many edits in several batches.
type divisible interface {
	View
	// isApart reports whether the edits up to a are carried independently of the edits from b on.
	isApart(a, b edit.Edit) bool
}

// held is the least number of edits in a batch. Tests set it to less.
var held = 1024

// stream yields the edits that v.Carry would return for the edits of all, which must yield the same
// edits each time, in order. If v is divisible, stream holds only a batch of edits in memory. Where Carry
// returns one edit of base64, stream yields several adjacent edits.
func stream(v View, all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	if v, ok := v.(*Base64); ok {
		return v.stream(all)
	}
	divisible, _ := v.(divisible)
	var alone sync.Mutex // v changes when it is used (see place), and the stream may be ranged over concurrently
	return func(yield func(edit.Edit) bool) {
		isApart := func(a, b edit.Edit) bool {
			alone.Lock()
			defer alone.Unlock()
			return divisible.isApart(a, b)
		}
		var batch, out []edit.Edit
		flush := func() bool {
			alone.Lock()
			out = v.Carry(out[:0], batch)
			alone.Unlock()
			batch = batch[:0]
			for _, e := range out {
				if !yield(e) {
					return false
				}
			}
			return true
		}
		for e := range all {
			if divisible != nil && len(batch) >= held && isApart(batch[len(batch)-1], e) && !flush() {
				return
			}
			batch = append(batch, e)
		}
		flush()
	}
}

// isApart implements divisible.
func (v *Identity) isApart(_, _ edit.Edit) bool { return true }

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
