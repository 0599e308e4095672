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

// Set makes e the edit that replaces [start, end) by text. It sets the fields one by one, which is
// faster than copying an Edit.
func Set(e *Edit, start, end int, text []byte) {
	e.Start, e.End, e.New, e.many = start, end, text, nil
}

// IsGroup reports whether e is a group.
func (e *Edit) IsGroup() bool { return e.many != nil }

// HasGroup reports whether there is a group among edits.
func HasGroup(edits []Edit) bool {
	for i := range edits {
		if edits[i].many != nil {
			return true
		}
	}
	return false
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

// Fold calls do for each of edits, including those in groups, until do returns false. It passes
// state to the first call, and to each later call the result of the call before. It returns the
// last result. Unlike a loop over [All], Fold allocates only for groups.
func Fold[S any](edits []Edit, state S, do func(S, Edit) (S, bool)) S {
	for i := range edits {
		more := true
		if m := edits[i].many; m != nil {
			state, more = foldGroup(m, state, do)
		} else {
			state, more = do(state, edits[i])
		}
		if !more {
			break
		}
	}
	return state
}

// foldGroup is Fold for the edits of a group.
func foldGroup[S any](m *many, state S, do func(S, Edit) (S, bool)) (S, bool) {
	more := true
	for e := range m.all {
		if state, more = do(state, e); !more {
			break
		}
	}
	return state, more
}

// Count returns the number of edits, including the edits in groups.
func Count(edits []Edit) int {
	n := len(edits)
	for i := range edits {
		if m := edits[i].many; m != nil {
			n += m.n - 1
		}
	}
	return n
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
		w := appender{dst}
		_, err := write(&w, src, edits)
		return w.b, err
	}
	pos := 0
	for i := range edits {
		e := &edits[i]
		dst = append(append(dst, src[pos:e.Start]...), e.New...)
		pos = e.End
	}
	return append(dst, src[pos:]...), nil
}

// An appender is an io.Writer that appends to b.
type appender struct{ b []byte }

// Write implements [io.Writer].
func (a *appender) Write(b []byte) (int, error) {
	a.b = append(a.b, b...)
	return len(b), nil
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

// write is Write without the check before the first byte.
func write(w io.Writer, src []byte, edits []Edit) (int64, error) {
	s := splicer{w: w, src: src, checker: checker{last: -1, size: len(src)}}
	if HasGroup(edits) {
		s = Fold(edits, s, splicer.edit)
	} else { // the usual case, without a copy of the splicer for each edit
		for i := 0; i < len(edits) && s.apply(&edits[i]); i++ {
		}
	}
	s.put(src[s.pos:])
	return s.total, s.err
}

// A splicer writes a source to w, with edits applied.
type splicer struct {
	w     io.Writer
	src   []byte
	pos   int   // the offset in src of the first byte not written yet
	total int64 // bytes written
	err   error // the first error
	checker
}

// apply writes the source up to the end of e, with e applied. It reports false if that
// failed: e must follow the edits before it.
func (s *splicer) apply(e *Edit) bool {
	if err := s.check(e); err != nil {
		s.err = err
		return false
	}
	s.put(s.src[s.pos:e.Start])
	s.put(e.New)
	s.pos = e.End
	return s.err == nil
}

// edit is apply as a function for [Fold].
func (s splicer) edit(e Edit) (splicer, bool) {
	more := s.apply(&e)
	return s, more
}

// put writes b, unless there was an error before.
func (s *splicer) put(b []byte) {
	if len(b) == 0 || s.err != nil {
		return
	}
	n, err := s.w.Write(b)
	s.total += int64(n)
	if n < len(b) && err == nil {
		err = io.ErrShortWrite
	}
	if err != nil {
		s.err = err
	}
}
