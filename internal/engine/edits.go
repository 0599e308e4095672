package engine

import (
	"iter"
	"slices"

	"github.com/hrefix/hrefix/internal/edit"
)

// sorted sorts edits in place, and returns them. Most edits are in order already.
func sorted(edits []edit.Edit) []edit.Edit {
	if !inOrder(len(edits), func(i int) int { return edits[i].Start }) {
		slices.SortFunc(edits, func(a, b edit.Edit) int { return a.Start - b.Start })
	}
	return edits
}

// grouped returns the edits of all in dst, which is empty. If there are more than few, they
// become a group.
func grouped(dst []edit.Edit, all iter.Seq[edit.Edit], few int) []edit.Edit {
	for e := range all {
		if dst = append(dst, e); len(dst) > few {
			break
		}
	}
	if len(dst) <= few {
		return dst
	}
	clear(dst)
	group, _ := edit.Group(all)
	return append(dst[:0], group)
}

// merged yields the edits of a and b in order. Both are sorted.
func merged(a iter.Seq[edit.Edit], b []edit.Edit) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		rest := b
		for e := range a {
			for ; len(rest) > 0 && rest[0].Start < e.Start; rest = rest[1:] {
				if !yield(rest[0]) {
					return
				}
			}
			if !yield(e) {
				return
			}
		}
		for _, e := range rest {
			if !yield(e) {
				return
			}
		}
	}
}

// inOrder reports whether n offsets are in ascending order. Unlike [slices.IsSortedFunc], it
// does not copy the elements that have the offsets.
func inOrder(n int, offset func(i int) int) bool {
	last := 0
	for i := range n {
		at := offset(i)
		if at < last {
			return false
		}
		last = at
	}
	return true
}

// addEdit appends an edit. It sets the fields one by one, which is faster than a copy.
func addEdit(edits []edit.Edit, start, end int, text []byte) []edit.Edit {
	n := len(edits)
	if n == cap(edits) {
		edits = append(edits, edit.Edit{})
	}
	edits = edits[:n+1]
	edit.Set(&edits[n], start, end, text)
	return edits
}
