package session

import "sync/atomic"

// A budget counts memory in use, and refuses more than it has.
type budget struct {
	free atomic.Int64
}

func newBudget(n int64) *budget {
	b := new(budget)
	b.free.Store(n)
	return b
}

// take reports whether n bytes were free, and takes them.
func (b *budget) take(n int) bool {
	if b.free.Add(-int64(n)) >= 0 {
		return true
	}
	b.give(n)
	return false
}

func (b *budget) give(n int) { b.free.Add(int64(n)) }
