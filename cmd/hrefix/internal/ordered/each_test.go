package ordered_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/ordered"
)

// TestEach checks that every item is worked on once and finished in order, that items are
// taken and finished one at a time, and that neither happens after an error.
func TestEach(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	broken := errors.New("broken")
	for _, size := range []int{1, 2, 3, 8} {
		for range 50 {
			n := rnd.IntN(100)
			fail := rnd.IntN(2 * (n + 1)) // mostly none
			bytes := []int{1, 600 << 10, 5 << 20}[rnd.IntN(3)]
			pool := ordered.NewPool(size)
			worked := make([]atomic.Int32, n)
			var alone, now, most atomic.Int32
			exclusive := func() func() {
				if alone.Add(1) != 1 {
					panic("two at a time")
				}
				return func() { alone.Add(-1) }
			}
			taken, finished, held := 0, 0, 0
			err := ordered.Each(pool, ordered.Steps[int]{
				Next: func() (int, int, bool) {
					defer exclusive()()
					if finished > fail {
						panic("taken after an error")
					}
					if taken == n {
						return 0, 0, false
					}
					taken++
					if held++; held > 4*size || bytes > 1<<20 && held > size {
						panic("too many are held")
					}
					return taken - 1, bytes, true
				},
				Work: func(i int) {
					most.Store(max(most.Load(), now.Add(1)))
					for range i * 7919 % 50 {
						runtime.Gosched()
					}
					worked[i].Add(1)
					now.Add(-1)
				},
				Finish: func(i int) error {
					defer exclusive()()
					if i != finished || worked[i].Load() != 1 {
						panic("not its turn")
					}
					finished++
					held--
					if i == fail {
						return broken
					}
					return nil
				},
			})
			pool.Close()
			require.LessOrEqual(t, int(most.Load()), size)
			if fail < n {
				require.ErrorIs(t, err, broken)
				require.Equal(t, fail+1, finished)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, n, finished)
		}
	}
}

// TestEachSmall checks that a single item needs no other goroutine.
func TestEachSmall(t *testing.T) {
	pool := ordered.NewPool(8)
	defer pool.Close()
	before, during, taken := runtime.NumGoroutine(), 0, 0
	require.NoError(t, ordered.Each(pool, ordered.Steps[int]{
		Next: func() (int, int, bool) {
			taken++
			return taken, 1, taken == 1
		},
		Work:   func(int) { during = runtime.NumGoroutine() },
		Finish: func(int) error { return nil },
	}))
	require.Equal(t, before, during)
}

// TestEachShared checks that two goroutines work on two items at once.
func TestEachShared(t *testing.T) {
	pool := ordered.NewPool(2)
	defer pool.Close()
	met := make(chan struct{})
	taken := 0
	require.NoError(t, ordered.Each(pool, ordered.Steps[int]{
		Next: func() (int, int, bool) {
			taken++
			return taken, 1, taken <= 2
		},
		Work: func(i int) {
			if i == 1 {
				met <- struct{}{}
			} else {
				<-met
			}
		},
		Finish: func(int) error { return nil },
	}))
}

// TestEachInQueue checks that finish of a queue may use Each with the same pool.
func TestEachInQueue(t *testing.T) {
	for _, size := range []int{1, 2, 5} {
		pool := ordered.NewPool(size)
		var got, want []int
		q := ordered.NewQueue(pool, func(int, bool) {}, func(i int) error {
			k := 0
			return ordered.Each(pool, ordered.Steps[int]{
				Next: func() (int, int, bool) {
					k++
					return 100*i + k, 1, k <= 40
				},
				Work: func(int) { runtime.Gosched() },
				Finish: func(k int) error {
					got = append(got, k)
					return nil
				},
			})
		})
		for i := range 20 {
			for k := range 40 {
				want = append(want, 100*i+k+1)
			}
			require.NoError(t, q.Add(i, 1))
		}
		require.NoError(t, q.Wait())
		pool.Close()
		require.Equal(t, want, got)
	}
}

// TestEachPanic checks that the pool can still be used after a panic of Work.
func TestEachPanic(t *testing.T) {
	pool := ordered.NewPool(1)
	defer pool.Close()
	taken := 0
	steps := ordered.Steps[int]{
		Next: func() (int, int, bool) {
			taken++
			return taken, 1, taken <= 3
		},
		Work:   func(int) { panic("work") },
		Finish: func(int) error { return nil },
	}
	require.PanicsWithValue(t, "work", func() { _ = ordered.Each(pool, steps) })
	steps.Work = func(int) {}
	require.NoError(t, ordered.Each(pool, steps))
	require.Equal(t, 4, taken)
}

// TestLetsGo checks that an item that is finished does not stay in memory.
func TestLetsGo(t *testing.T) {
	type large [1 << 20]byte
	const n = 20
	for name, run := range map[string]func(pool *ordered.Pool, next func() *large, finish func(*large) error){
		"Each": func(pool *ordered.Pool, next func() *large, finish func(*large) error) {
			_ = ordered.Each(pool, ordered.Steps[*large]{
				Next: func() (*large, int, bool) {
					item := next()
					return item, 1, item != nil
				},
				Work:   func(*large) {},
				Finish: finish,
			})
		},
		"Queue": func(pool *ordered.Pool, next func() *large, finish func(*large) error) {
			q := ordered.NewQueue(pool, func(*large, bool) {}, finish)
			for item := next(); item != nil; item = next() {
				_ = q.Add(item, 1)
			}
			_ = q.Wait()
		},
	} {
		pool := ordered.NewPool(2)
		var items []weak.Pointer[large]
		finished, kept := 0, 0 // as most, beside those that are not finished
		run(pool, func() *large {
			if len(items) == n {
				return nil
			}
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
			return item
		}, func(*large) error {
			finished++
			return nil
		})
		pool.Close()
		require.Equal(t, n, finished, name)
		require.LessOrEqual(t, kept, 2, name) // what the goroutines have at hand
	}
}
