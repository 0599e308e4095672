// Package edit splices edits into a source without touching any other byte.
//
// Other packages describe the change of a reference as an [Edit], in offsets of the source.
// Only this package copies the source and applies edits to it.
//
// A few edits are kept in a slice. Many edits would take more memory in a slice than the source: a
// [List] stores each in a few bytes, and a [Group] computes them each time they are ranged over. A
// group is one element of a slice of edits.
package edit

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"slices"
)

// An Edit replaces the bytes [Start, End) of a source by New. Offsets are
// bytes of the source; Start == End inserts. An Edit that [Group] returns represents
// many edits, which [All] yields.
type Edit struct {
	Start, End int
	New        []byte

	many *many // the edits of a group; nil for a single edit
}

// many has the edits of a group.
type many struct {
	all   iter.Seq[Edit]
	n     int // edits
	grown int // bytes that they add
}

// Group returns an Edit that represents the edits that all yields. all must yield the same
// edits each time, in order. ok is false without edits.
func Group(all iter.Seq[Edit]) (group Edit, ok bool) {
	m := &many{all: all}
	for e := range all {
		if m.n == 0 {
			group.Start = e.Start
		}
		group.End = e.End
		m.n++
		m.grown += len(e.New) - (e.End - e.Start)
	}
	group.many = m
	return group, m.n > 0
}

// HasGroup reports whether there is a group among edits.
func HasGroup(edits []Edit) bool {
	return slices.ContainsFunc(edits, func(e Edit) bool { return e.many != nil })
}

// All yields the edits, and the edits of groups one by one. Their bytes stay valid as long as
// edits do.
func All(edits []Edit) iter.Seq[Edit] {
	return func(yield func(Edit) bool) {
		for i := range edits {
			if edits[i].many == nil {
				if !yield(edits[i]) {
					return
				}
				continue
			}
			for e := range edits[i].many.all {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Check reports the first edit that is not in order: edits must be sorted by
// Start, must not overlap, and must lie inside a source of size bytes. Two
// insertions at one offset are an overlap too, since their order would be a
// guess. The edits of a group are checked when they are applied.
func Check(edits []Edit, size int) error {
	c := checker{last: -1, size: size}
	for i := range edits {
		if err := c.check(&edits[i]); err != nil {
			return err
		}
	}
	return nil
}

// A checker checks edits one after the other.
type checker struct {
	n, size   int
	end, last int // the end and index of the edit checked last
}

// check reports whether e can follow the edits before it.
func (c *checker) check(e *Edit) error {
	switch {
	case e.Start > e.End || e.Start < 0 || e.End > c.size:
		return fmt.Errorf("edit %d: [%d,%d) is not inside the source of %d bytes", c.n, e.Start, e.End, c.size)
	case e.Start < c.end || e.Start == c.last:
		return fmt.Errorf("edit %d: [%d,%d) overlaps the edit before it, which ends at %d", c.n, e.Start, e.End, c.end)
	}
	c.n, c.end, c.last = c.n+1, e.End, e.Start
	return nil
}

// Grown returns how many bytes edits add to their source. It is negative if they remove
// more.
func Grown(edits []Edit) (n int) {
	for i := range edits {
		e := &edits[i]
		if e.many != nil {
			n += e.many.grown
			continue
		}
		n += len(e.New) - (e.End - e.Start)
	}
	return n
}

// Size returns the length in bytes of src once edits are applied.
func Size(src []byte, edits []Edit) int { return len(src) + Grown(edits) }

// Apply returns src with edits applied. Without edits it returns src itself.
// The error comes from [Check].
func Apply(src []byte, edits []Edit) ([]byte, error) {
	if len(edits) == 0 {
		return src, nil
	}
	if err := Check(edits, len(src)); err != nil {
		return nil, err
	}
	return splice(make([]byte, 0, Size(src, edits)), src, edits)
}

// Append appends src with edits applied to dst, which must not overlap src. The
// error comes from [Check]: dst comes back as it was.
func Append(dst, src []byte, edits []Edit) ([]byte, error) {
	if err := Check(edits, len(src)); err != nil {
		return dst, err
	}
	out, err := splice(slices.Grow(dst, Size(src, edits)), src, edits)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// splice appends src with edits applied to dst. It returns an error if the edits of a group
// are not in order.
func splice(dst, src []byte, edits []Edit) ([]byte, error) {
	if HasGroup(edits) {
		b := bytes.NewBuffer(dst)
		_, err := write(b, src, edits)
		return b.Bytes(), err
	}
	pos := 0
	for i := range edits {
		e := &edits[i]
		dst = append(append(dst, src[pos:e.Start]...), e.New...)
		pos = e.End
	}
	return append(dst, src[pos:]...), nil
}

// ApplyIn returns src[start:end] with edits applied. The edits must be in order, and inside this range.
func ApplyIn(src []byte, start, end int, edits []Edit) []byte {
	out := make([]byte, 0, end-start+Grown(edits))
	for e := range All(edits) {
		out = append(append(out, src[start:e.Start]...), e.New...)
		start = e.End
	}
	return append(out, src[start:end]...)
}

// Head returns the first n bytes of src with edits applied, or all of them if there are
// fewer.
func Head(src []byte, edits []Edit, n int) []byte {
	var out []byte
	pos := 0
	for e := range All(edits) {
		if len(out) >= n {
			break
		}
		out = append(append(out, src[pos:e.Start]...), e.New...)
		pos = e.End
	}
	if len(out) < n {
		out = append(out, src[pos:min(len(src), pos+n-len(out))]...)
	}
	return out[:min(n, len(out))]
}

// Write writes src with edits applied to w, as ranges of src with the new
// bytes between them: no copy of src is made. It returns the number of bytes
// written, and the error of [Check] or of w. Nothing is written if Check fails, unless
// the error is in a group. If w writes less without an error, the error is
// [io.ErrShortWrite].
func Write(w io.Writer, src []byte, edits []Edit) (int64, error) {
	if err := Check(edits, len(src)); err != nil {
		return 0, err
	}
	return write(w, src, edits)
}

// write does what Write does, but does not check the edits before it writes.
func write(w io.Writer, src []byte, edits []Edit) (total int64, err error) {
	put := func(b []byte) {
		if len(b) == 0 || err != nil {
			return
		}
		var n int
		n, err = w.Write(b)
		total += int64(n)
		if n < len(b) && err == nil {
			err = io.ErrShortWrite
		}
	}
	c, pos := checker{last: -1, size: len(src)}, 0
	for e := range All(edits) {
		if err == nil {
			err = c.check(&e)
		}
		if err != nil {
			return total, err
		}
		put(src[pos:e.Start])
		put(e.New)
		pos = e.End
	}
	put(src[pos:])
	return total, err
}
