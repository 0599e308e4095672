package source

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReserve checks that at most the whole memory is taken, except by a goroutine that wants
// more than that, alone, and that every goroutine gets its memory.
func TestReserve(t *testing.T) {
	m := ShareMemory()
	defer debug.SetMemoryLimit(math.MaxInt64)
	m.total = 100
	var taken, holders atomic.Int64
	var wait sync.WaitGroup
	for i := range 200 {
		wait.Go(func() {
			n := int64(1 + i*7%150)
			giveBack := m.reserve(n)
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
	require.Zero(t, m.taken)
	m.reserve(0)()
	m.total = 0
	m.reserve(1 << 62)()
}

func TestAvailable(t *testing.T) {
	n, limited := available()
	if runtime.GOOS == "linux" {
		require.Greater(t, n, int64(64<<20))
	}
	if n == 0 {
		require.False(t, limited)
	}
}
