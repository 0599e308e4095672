package engine

import (
	"iter"
	"slices"

	"github.com/hrefix/hrefix/internal/edit"
)

// sorted sorts edits in place, and returns them. Most edits are in order already.
func sorted(edits []edit.Edit) []edit.Edit {
	for i := 1; i < len(edits); i++ {
		if edits[i].Start < edits[i-1].Start {
			slices.SortFunc(edits, func(a, b edit.Edit) int { return a.Start - b.Start })
			break
		}
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
