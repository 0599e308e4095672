package summary

import (
	"iter"
	"maps"
	"slices"
)

// CountNeeded notes that a link of the new tree leads to a file there.
func (t *Tally) CountNeeded(name string) {
	if t.needed == nil {
		t.needed = make(map[string]bool)
	}
	t.needed[name] = true
}

// Needed yields the files that CountNeeded was called with, sorted: links of the new tree lead to them.
func (t *Tally) Needed() iter.Seq[string] {
	return slices.Values(slices.Sorted(maps.Keys(t.needed)))
}
