package job

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFull is on both sides of what may be held.
func TestFull(t *testing.T) {
	const most = 3 * small
	for _, c := range []struct {
		held []int // the sizes of entries
		size int
		want bool
	}{
		{[]int{10 * most, 10 * most}, most, false}, // one for each goroutine
		{[]int{0, 0, 0}, 100 * most, false},        // the largest does not count
		{[]int{100 * most, 0, 0}, most, false},
		{[]int{100 * most, 0, 0}, most + 1, true},
		{[]int{100 * most, most, 0}, 0, false},
		{[]int{100 * most, most, 0}, 1, true},
		{[]int{100 * most, 1, 0}, 100 * most, true},
		{make([]int, 5), 0, false},
		{make([]int, 6), 0, true},
	} {
		q := &Queue[int]{pool: NewPool(3)}
		for _, size := range c.held {
			q.entries = append(q.entries, &entry[int]{size: size})
		}
		require.Equal(t, c.want, q.full(c.size), c)
	}
}

// TestGoroutines checks that a pool has the given number of goroutines, and room for items that wait
// for them.
func TestGoroutines(t *testing.T) {
	for size := 1; size <= 5; size++ {
		pool := NewPool(size)
		require.Equal(t, ahead*size, cap(pool.tasks))
		var now, beyond atomic.Int32
		q := NewQueue(pool, func(int, bool) {
			if now.Add(1) > int32(size) {
				beyond.Add(1)
			}
			now.Add(-1)
		}, func(int) error { return nil })
		for i := range 100 {
			require.NoError(t, q.Add(i, 1))
		}
		require.NoError(t, q.Wait())
		require.Equal(t, size, max(1, pool.started))
		require.Zero(t, beyond.Load())
		require.Empty(t, q.entries)
		pool.Close()
	}
}

// TestAlone checks that in a pool of one an item is finished when it has been added.
func TestAlone(t *testing.T) {
	finished := 0
	q := NewQueue(NewPool(1), func(_ int, inTurn bool) { require.True(t, inTurn) }, func(int) error { finished++; return nil })
	for i := range 10 {
		require.NoError(t, q.Add(i, 1))
		require.Equal(t, i+1, finished)
	}
}

// TestReady checks that all items that were worked on are finished, up to an error.
func TestReady(t *testing.T) {
	broken := errors.New("broken")
	for _, fail := range []int{-1, 1} {
		pool := NewPool(4)
		hold := make(chan struct{})
		q := NewQueue(pool, func(int, bool) { <-hold }, func(i int) error {
			if i == fail {
				return broken
			}
			return nil
		})
		for i := range 3 {
			require.NoError(t, q.Add(i, 1))
		}
		require.Len(t, q.entries, 3)
		close(hold)
		for _, e := range q.entries {
			<-e.done
		}
		if fail < 0 {
			require.NoError(t, q.ready())
		} else {
			require.ErrorIs(t, q.ready(), broken)
		}
		require.Empty(t, q.entries)
		pool.Close()
	}
}
