package ranges

import (
	"cmp"
	"slices"
)

// A Span is a part that was read: where it began, and where the next part begins.
type Span struct{ Start, End int64 }

// Chain finds the spans that are parts of a file: the span at its start, then each span that begins where the
// span before it ends. It returns their indexes in this order, and the end of the last span. If that is not
// the size of the file, the rest of the file has to be read, with [Until]; then Chain is called again.
func Chain(spans []Span) (right []int, end int64) {
	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(spans[a].Start, spans[b].Start) })
	for _, i := range order {
		if s := spans[i]; s.Start == end && s.End > s.Start {
			right, end = append(right, i), s.End
		}
	}
	return right, end
}

// Until returns a function for [File.Part] with which a part ends where one of the spans begins.
func Until(spans []Span) (more func(at int64) bool) {
	starts := make(map[int64]bool, len(spans))
	for _, s := range spans {
		starts[s.Start] = true
	}
	return func(at int64) bool { return !starts[at] }
}
