package ordered

import (
	"runtime"
	"sync"
)

// Steps are the functions that [Each] calls. size is the number of bytes of memory that an
// item takes. Any goroutine of the pool calls Next and Finish, but only one at a time.
type Steps[T any] struct {
	Next   func() (item T, size int, more bool)
	Work   func(item T)
	Finish func(item T) error // in the order of Next
}

// Each lets the goroutines of a pool take items until Next returns false or Finish fails, and
// returns the error of Finish. The goroutine that takes an item works on it, so that what Next
// has read is in the cache of its processor.
func Each[T any](pool *Pool, steps Steps[T]) error {
	s := &series[T]{Steps: steps, pool: pool}
	s.changed.L = &s.mu
	s.mu.Lock()
	defer s.mu.Unlock()
	first := s.take()
	if pool.size > 1 {
		s.second = s.take()
	}
	if s.second != nil {
		for range pool.size - 1 {
			pool.offer(s.join)
		}
	}
	s.draw(first)
	for s.others > 0 {
		s.changed.Wait()
	}
	return s.err
}

// A series is a run of [Each].
type series[T any] struct {
	Steps[T]
	pool *Pool

	mu      sync.Mutex
	changed sync.Cond   // signals changes of the fields below
	taken   []*drawn[T] // items that are not finished, in order
	load    load        // of taken
	second  *drawn[T]   // the second item, taken to find out whether there is one; no goroutine works on it yet
	others  int         // goroutines that take part, without the one that called Each
	ended   bool        // no more items are taken
	err     error       // of Finish
}

// A drawn item is an item that a goroutine works on.
type drawn[T any] struct {
	item T
	done bool
}

// join starts another goroutine that takes part.
func (s *series[T]) join() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.others++
	s.draw(s.take())
	s.others--
	s.changed.Broadcast()
}

// draw works on an item, and on others, until there are no more. The caller holds the lock.
func (s *series[T]) draw(d *drawn[T]) {
	for ; d != nil; d = s.take() {
		s.work(d)
		d.done = true
		s.finish()
	}
}

// work works on an item without the lock. It takes the lock again even if Work panics.
func (s *series[T]) work(d *drawn[T]) {
	s.mu.Unlock()
	defer s.lock()
	s.Work(d.item)
}

// lock takes the lock. It tries for a short time before it sleeps: the goroutine that has the
// lock reads or writes some hundred kilobytes, which takes less time than to sleep and wake
// up.
func (s *series[T]) lock() {
	for try := range awake {
		if s.mu.TryLock() {
			return
		}
		if try%16 == 15 {
			runtime.Gosched() // the goroutine that has the lock may need this processor
		}
		for range 2000 { // spin for about a microsecond
		}
	}
	s.mu.Lock()
}

// awake is how often lock tries before it sleeps.
const awake = 100

// take takes an item when there is room for it. It returns nil if there are no more.
func (s *series[T]) take() *drawn[T] {
	if d := s.second; d != nil {
		s.second = nil
		return d
	}
	for !s.ended && s.load.full(s.pool.size, 0) {
		s.changed.Wait()
	}
	if s.ended {
		return nil
	}
	item, size, more := s.Next()
	if !more {
		s.ended = true
		s.changed.Broadcast()
		return nil
	}
	d := &drawn[T]{item: item}
	s.taken = append(s.taken, d)
	s.load.add(size)
	return d
}

// finish finishes the items at the front that are done.
func (s *series[T]) finish() {
	for s.err == nil && len(s.taken) > 0 && s.taken[0].done {
		d := s.taken[0]
		s.taken[0] = nil // release the memory of the item
		s.taken = s.taken[1:]
		s.load.drop()
		if s.err = s.Finish(d.item); s.err != nil {
			s.ended = true
		}
		s.changed.Broadcast()
	}
}
