package summary

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// CountUnread counts a value that looks like a reference, and that is not read. in is the kind of its place.
func (t *Tally) CountUnread(in string) { addTo(&t.unread, in, 1) }

// addTo adds a number to a count.
func addTo(counts *map[string]int, key string, n int) {
	if *counts == nil {
		*counts = make(map[string]int)
	}
	(*counts)[key] += n
}

// ReportUnread reports the number of values that look like references, and that are not read.
func (t *Tally) ReportUnread(to *console.Console) {
	if n, kinds := byPlace(t.unread); n > 0 {
		looks, were := "looks like a link was", "1 value that"
		if n > 1 {
			looks, were = "look like links were", fmt.Sprintf("%d values that", n)
		}
		to.Report("%s %s not read: %s (\"hrefix links --unread\" lists them)", were, looks, kinds)
	}
}

// CountRemains counts a URL that should change, and that stays because its place is not read. in is the kind of the place.
func (t *Tally) CountRemains(in string) { addTo(&t.remains, in, 1) }

// ReportRemains reports the number of URLs that should change, and that stay. of says what their URLs are.
func (t *Tally) ReportRemains(to *console.Console, of string) {
	if n, kinds := byPlace(t.remains); n > 0 {
		remain := "remain"
		if n == 1 {
			remain = "remains"
		}
		to.Report("%s of %s %s: %s (\"hrefix links --unread\" lists what looks like a link)", console.Plural(n, "URL"), of, remain, kinds)
	}
}

// OfCopy says, for ReportRemains, which URLs remain where links become relative.
const OfCopy = "files of this copy"

// mostPlaces is how many kinds of places byPlace names.
const mostPlaces = 5

// byPlace returns the sum of counts by kind of place, and the most frequent kinds as text.
func byPlace(counts map[string]int) (sum int, text string) {
	kinds := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	var parts []string
	named := 0
	for i, kind := range kinds {
		if sum += counts[kind]; i < mostPlaces {
			named += counts[kind]
			parts = append(parts, fmt.Sprintf("%d in %s", counts[kind], kind))
		}
	}
	if sum > named {
		parts = append(parts, fmt.Sprintf("%d elsewhere", sum-named))
	}
	return sum, strings.Join(parts, ", ")
}
