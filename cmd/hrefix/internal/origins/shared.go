package origins

import (
	"cmp"
	"slices"
	"time"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// Shared is a URL that several files have.
type Shared struct {
	URL   string
	Names []string // links lead to the first name
	Rule  string   // why the first entry counts: the words after "which"
}

// A date is what decides between files with the same URL.
type date struct {
	inFolder bool
	modified time.Time
}

// share decides which file links lead to if several have the same URL.
func (c *collector) share() {
	byURL := make(map[string][]int, len(c.Entries))
	var keys []string // the keys with several files
	for i, e := range c.Entries {
		key := savedfrom.SameURL(e.URL)
		if byURL[key] = append(byURL[key], i); len(byURL[key]) == 2 {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		all := byURL[key]
		slices.SortStableFunc(all, func(a, b int) int {
			order, _ := c.compare(a, b)
			return order
		})
		_, rule := c.compare(all[0], all[1])
		s := Shared{URL: c.Entries[all[0]].URL, Rule: rule}
		for n, i := range all {
			c.Entries[i].Later = n > 0
			s.Names = append(s.Names, c.Entries[i].Name)
		}
		c.Shared = append(c.Shared, s)
	}
}

// compare compares two entries with the same URL. It returns a negative number if links lead to
// the first, and the rule that decides.
func (c *collector) compare(a, b int) (order int, rule string) {
	x, y := c.dates[a], c.dates[b]
	switch {
	case x.inFolder != y.inFolder && y.inFolder:
		return -1, "is not in the folder of a saved page"
	case x.inFolder != y.inFolder:
		return 1, "is not in the folder of a saved page"
	}
	if order = y.modified.Compare(x.modified); order != 0 {
		return order, "was saved later"
	}
	return cmp.Compare(c.Entries[a].Name, c.Entries[b].Name), "comes first"
}
