package ordered

import "slices"

// ahead is how many items may wait for each goroutine of a pool, and small how
// many bytes they may have for each, but for the largest, if they are more than
// goroutines.
const (
	ahead = 4
	small = 1 << 20
)

// A load is the items that are held, by their sizes in bytes.
type load struct {
	sizes []int
	total int
}

func (l *load) add(size int) {
	l.sizes = append(l.sizes, size)
	l.total += size
}

// drop drops the first item.
func (l *load) drop() {
	l.total -= l.sizes[0]
	l.sizes = l.sizes[1:]
}

// full reports whether an item has to be dropped before so many goroutines have room
// for another of next bytes. The largest does not count: others are worked on meanwhile.
func (l *load) full(goroutines, next int) bool {
	n := len(l.sizes)
	if n < goroutines {
		return false
	}
	largest := max(next, slices.Max(l.sizes))
	return n >= ahead*goroutines || l.total+next-largest > small*goroutines
}
