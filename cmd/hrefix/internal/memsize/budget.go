package memsize

import "sync"

// A Budget is memory that goroutines share. Nil bounds nothing.
type Budget struct {
	mu    sync.Mutex
	freed sync.Cond
	total int64
	taken int64
}

// NewBudget returns a budget of so many bytes; 0 stands for any number.
func NewBudget(total int64) *Budget {
	b := &Budget{total: total}
	b.freed.L = &b.mu
	return b
}

// Take takes n bytes, as soon as they are left or nobody has any. What it returns gives
// them back. A goroutine must not take twice without giving back.
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
