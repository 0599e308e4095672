package memsize

import "sync"

// A Budget is memory that goroutines share. A nil Budget has no limit.
type Budget struct {
	mu    sync.Mutex
	freed sync.Cond
	total int64
	taken int64
}

// NewBudget returns a budget of total bytes, without a limit if total is 0.
func NewBudget(total int64) *Budget {
	b := &Budget{total: total}
	b.freed.L = &b.mu
	return b
}

// Take takes n bytes when they are free, or when no other goroutine has any. giveBack gives
// them back. A goroutine must give memory back before it takes more.
func (b *Budget) Take(n int64) (giveBack func()) {
	if b == nil || b.total <= 0 || n <= 0 {
		return func() {}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.taken > 0 && b.taken+n > b.total {
		b.freed.Wait()
	}
	b.taken += n
	return sync.OnceFunc(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.taken -= n
		b.freed.Broadcast()
	})
}
