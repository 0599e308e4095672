package memsize

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBudget checks that at most the whole budget is taken, except by a goroutine that wants
// more than that, alone, and that every goroutine gets its memory.
func TestBudget(t *testing.T) {
	b := NewBudget(100)
	var taken, holders atomic.Int64
	var wait sync.WaitGroup
	for i := range 200 {
		wait.Go(func() {
			n := int64(1 + i*7%150)
			giveBack := b.Take(n)
			if now := taken.Add(n); holders.Add(1) > 1 && now > 100 {
				panic("too much is taken")
			}
			runtime.Gosched()
			holders.Add(-1)
			taken.Add(-n)
			giveBack()
			giveBack() // is of no use, and does no harm
		})
	}
	wait.Wait()
	require.Zero(t, b.taken)
	b.Take(0)()
	NewBudget(0).Take(1 << 62)()
	(*Budget)(nil).Take(1)()
}

func TestAvailable(t *testing.T) {
	n, limited := Available()
	if runtime.GOOS == "linux" {
		require.Greater(t, n, int64(64<<20))
	}
	if n == 0 {
		require.False(t, limited)
	}
}
