package ordered

import "slices"

// ahead is the number of items that may wait for each goroutine of a pool. small is the number
// of bytes that items may have for each goroutine, without the largest, if there are more
// items than goroutines.
const (
	ahead = 2
	small = 512 << 10
)

// A load is the sizes of the items in memory, in bytes.
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

// full reports whether an item has to be dropped before there is room for another item of next
// bytes, in a pool of that many goroutines. The largest item does not count, because the other
// goroutines work on other items meanwhile.
func (l *load) full(goroutines, next int) bool {
	n := len(l.sizes)
	if n < goroutines {
		return false
	}
	largest := max(next, slices.Max(l.sizes))
	return n >= ahead*goroutines || l.total+next-largest > small*goroutines
}
