package job_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
)

// TestOrder checks that items are finished in order, one at a time, in the goroutine that adds
// them, however long the work takes; that none is left out, and that none is finished after an
// error.
func TestOrder(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	broken := errors.New("broken")
	for _, size := range []int{1, 2, 3, 8} {
		for range 30 {
			n := rnd.IntN(100)
			fail := rnd.IntN(2 * (n + 1)) // mostly none
			pool := job.NewPool(size)
			worked := make([]atomic.Int32, n)
			var finished []int
			q := job.NewQueue(pool, func(i int, inTurn bool) {
				for range i * 7919 % 50 {
					runtime.Gosched()
				}
				if inTurn && len(finished) != i { // read by the goroutine that writes it
					panic("not its turn")
				}
				worked[i].Add(1)
			}, func(i int) error {
				finished = append(finished, i)
				if i == fail {
					return broken
				}
				return nil
			})
			var err error
			for i := range n {
				if e := q.Add(i, rnd.IntN(1<<20)); e != nil {
					err = e
				}
			}
			if e := q.Wait(); e != nil {
				err = e
			}
			pool.Close()
			want := n
			if fail < n {
				require.ErrorIs(t, err, broken)
				want = fail + 1
			} else {
				require.NoError(t, err)
			}
			require.Len(t, finished, want)
			require.True(t, slices.IsSorted(finished))
			for i := range want {
				require.EqualValues(t, 1, worked[i].Load())
			}
		}
	}
}

// TestBound checks that at most as many large items as goroutines are in memory, and that the
// number of small ones is bounded.
func TestBound(t *testing.T) {
	const size = 3
	for _, c := range []struct{ bytes, most int }{{1, 2 * size}, {10 << 20, size}} {
		pool := job.NewPool(size)
		held, most := 0, 0
		q := job.NewQueue(pool, func(int, bool) {}, func(int) error {
			held--
			return nil
		})
		for i := range 100 {
			held++
			require.NoError(t, q.Add(i, c.bytes))
			most = max(most, held)
		}
		require.NoError(t, q.Wait())
		pool.Close()
		require.Zero(t, held)
		require.LessOrEqual(t, most, c.most)
	}
}

// TestSmall checks that a single item needs no other goroutine.
func TestSmall(t *testing.T) {
	pool := job.NewPool(8)
	defer pool.Close()
	before := runtime.NumGoroutine()
	done := false
	q := job.NewQueue(pool, func(_ int, inTurn bool) { done = inTurn && runtime.NumGoroutine() == before }, func(int) error { return nil })
	require.NoError(t, q.Add(0, 1))
	require.NoError(t, q.Wait())
	require.True(t, done)
}

// TestNested checks that finish may use a queue with the same pool.
func TestNested(t *testing.T) {
	for _, size := range []int{1, 2, 5} {
		pool := job.NewPool(size)
		var got, want []int
		outer := job.NewQueue(pool, func(int, bool) {}, func(i int) error {
			inner := job.NewQueue(pool, func(int, bool) { runtime.Gosched() }, func(k int) error {
				got = append(got, k)
				return nil
			})
			for k := range 40 {
				if err := inner.Add(100*i+k, 1); err != nil {
					return err
				}
			}
			return inner.Wait()
		})
		for i := range 20 {
			for k := range 40 {
				want = append(want, 100*i+k)
			}
			require.NoError(t, outer.Add(i, 1))
		}
		require.NoError(t, outer.Wait())
		pool.Close()
		require.Equal(t, want, got)
	}
}

// TestLetsGo checks that an item that is finished does not stay in memory.
func TestLetsGo(t *testing.T) {
	type large [1 << 20]byte
	const n = 20
	pool := job.NewPool(2)
	var items []weak.Pointer[large]
	finished, kept := 0, 0 // as most, beside those that are not finished
	q := job.NewQueue(pool, func(*large, bool) {}, func(*large) error {
		finished++
		return nil
	})
	for range n {
		runtime.GC()
		alive := 0
		for _, p := range items {
			if p.Value() != nil {
				alive++
			}
		}
		kept = max(kept, alive-(len(items)-finished))
		item := new(large)
		items = append(items, weak.Make(item))
		require.NoError(t, q.Add(item, 1))
	}
	require.NoError(t, q.Wait())
	pool.Close()
	require.Equal(t, n, finished)
	require.LessOrEqual(t, kept, 2) // what the goroutines have at hand
}
