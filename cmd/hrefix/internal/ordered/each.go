package ordered

import (
	"runtime"
	"sync"
)

// Steps are what [Each] does with items, of which one takes size bytes of memory. Next
// and Finish are called by any goroutine of the pool, but only one of them at a time.
type Steps[T any] struct {
	Next   func() (item T, size int, more bool)
	Work   func(item T)
	Finish func(item T) error // in the order of Next
}

// Each lets the goroutines of a pool take items, until Next says that there are no more
// or Finish fails: the error is that. Who takes an item works on it, so that what Next
// has read is in the cache of that processor.
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
	changed sync.Cond   // there is less to wait for
	taken   []*drawn[T] // and not finished, in order
	load    load        // of those
	second  *drawn[T]   // taken to see whether there is one, and nobody works on it
	others  int         // goroutines that take part, but for that which called Each
	ended   bool        // nothing more is taken
	err     error       // of Finish
}

// A drawn item is one that somebody works on.
type drawn[T any] struct {
	item T
	done bool
}

// join has another goroutine take part.
func (s *series[T]) join() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.others++
	s.draw(s.take())
	s.others--
	s.changed.Broadcast()
}

// draw works on an item, and on others, until there are no more. It is called with the
// lock held.
func (s *series[T]) draw(d *drawn[T]) {
	for ; d != nil; d = s.take() {
		s.work(d)
		d.done = true
		s.finish()
	}
}

// work works on an item without the lock, which it has again even if Work panics.
func (s *series[T]) work(d *drawn[T]) {
	s.mu.Unlock()
	defer s.lock()
	s.Work(d.item)
}

// lock waits for the lock: for a moment awake, since who has it reads or writes some
// hundred kilobytes, which takes less time than to fall asleep and to be woken.
func (s *series[T]) lock() {
	for try := range awake {
		if s.mu.TryLock() {
			return
		}
		if try%16 == 15 {
			runtime.Gosched() // who has the lock may need this processor
		}
		for range 2000 { // half a microsecond, or one
		}
	}
	s.mu.Lock()
}

// awake is how often a lock is tried before a goroutine falls asleep.
const awake = 100

// take takes an item, once there is room for it. It returns nil if there are no more.
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

// finish finishes what is done, in order.
func (s *series[T]) finish() {
	for s.err == nil && len(s.taken) > 0 && s.taken[0].done {
		d := s.taken[0]
		s.taken[0] = nil // what it holds is large
		s.taken = s.taken[1:]
		s.load.drop()
		if s.err = s.Finish(d.item); s.err != nil {
			s.ended = true
		}
		s.changed.Broadcast()
	}
}
