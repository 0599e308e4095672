// Package edit splices edits into a source without touching any other byte.
//
// It is the last door on the way of the bytes: whoever finds a reference says
// what becomes of it as an [Edit] in offsets of the source, and only this
// package copies the source out.
package edit

import (
	"fmt"
	"io"
	"slices"
)

// An Edit replaces the bytes [Start, End) of a source by New. Offsets are
// bytes of the source; Start == End inserts.
type Edit struct {
	Start, End int
	New        []byte
}

// Check reports the first edit that is not in order: edits must be sorted by
// Start, must not overlap, and must lie inside a source of size bytes. Two
// insertions at one offset are an overlap too, since their order would be a
// guess.
func Check(edits []Edit, size int) error {
	end, last := 0, -1
	for i := range edits {
		e := &edits[i]
		switch {
		case e.Start > e.End || e.Start < 0 || e.End > size:
			return fmt.Errorf("edit %d: [%d,%d) is not inside the source of %d bytes", i, e.Start, e.End, size)
		case e.Start < end || e.Start == last:
			return fmt.Errorf("edit %d: [%d,%d) overlaps the edit before it, which ends at %d", i, e.Start, e.End, end)
		}
		end, last = e.End, e.Start
	}
	return nil
}

// Size returns the length in bytes of src once edits are applied.
func Size(src []byte, edits []Edit) int {
	n := len(src)
	for i := range edits {
		e := &edits[i]
		n += len(e.New) - (e.End - e.Start)
	}
	return n
}

// Apply returns src with edits applied. Without edits it returns src itself.
// The error is that of [Check].
func Apply(src []byte, edits []Edit) ([]byte, error) {
	if err := Check(edits, len(src)); err != nil {
		return nil, err
	}
	if len(edits) == 0 {
		return src, nil
	}
	return splice(make([]byte, 0, Size(src, edits)), src, edits), nil
}

// Append appends src with edits applied to dst, which must not overlap src. The
// error is that of [Check]: dst comes back as it was.
func Append(dst, src []byte, edits []Edit) ([]byte, error) {
	if err := Check(edits, len(src)); err != nil {
		return dst, err
	}
	return splice(slices.Grow(dst, Size(src, edits)), src, edits), nil
}

// splice appends src with edits applied to dst.
func splice(dst, src []byte, edits []Edit) []byte {
	pos := 0
	for i := range edits {
		e := &edits[i]
		dst = append(append(dst, src[pos:e.Start]...), e.New...)
		pos = e.End
	}
	return append(dst, src[pos:]...)
}

// Write writes src with edits applied to w, as ranges of src with the new
// bytes between them: no copy of src is made. It returns the number of bytes
// written, and the error of [Check] (before anything is written) or of w. If w
// writes less without an error, that is [io.ErrShortWrite].
func Write(w io.Writer, src []byte, edits []Edit) (int64, error) {
	if err := Check(edits, len(src)); err != nil {
		return 0, err
	}
	var total int64
	put := func(b []byte) error {
		if len(b) == 0 {
			return nil
		}
		n, err := w.Write(b)
		total += int64(n)
		if n < len(b) && err == nil {
			err = io.ErrShortWrite
		}
		return err
	}
	pos := 0
	for _, e := range edits {
		if err := put(src[pos:e.Start]); err != nil {
			return total, err
		}
		if err := put(e.New); err != nil {
			return total, err
		}
		pos = e.End
	}
	return total, put(src[pos:])
}
