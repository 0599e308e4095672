package job

import "sync"

// A Queue is a series of items to work on and to finish. Only one goroutine may call its
// methods.
type Queue[T any] struct {
	pool    *Pool
	work    func(item T, inTurn bool)
	finish  func(item T) error
	first   *entry[T]   // waits until there is a second item
	begun   bool        // a second item was added
	entries []*entry[T] // items that are worked on, or wait to be finished
	err     error
}

// An entry is an item in a queue.
type entry[T any] struct {
	item T
	size int
	done chan struct{} // closed when the item has been worked on
}

// NewQueue returns a queue. A goroutine of the pool calls work for each item. If inTurn is true, all
// earlier items are finished, and work runs in the goroutine that uses the queue. That goroutine calls
// finish for each item in order.
func NewQueue[T any](pool *Pool, work func(item T, inTurn bool), finish func(item T) error) *Queue[T] {
	return &Queue[T]{pool: pool, work: work, finish: finish}
}

// Add adds an item that takes size bytes of memory. It waits while too much memory is taken. The
// error is the first error that finish returned.
func (q *Queue[T]) Add(item T, size int) error {
	switch {
	case q.err != nil:
		return q.err
	case q.pool.size == 1:
		q.first = &entry[T]{item: item}
		return q.Wait()
	}
	e := &entry[T]{item: item, size: size, done: make(chan struct{})}
	if q.first == nil && !q.begun {
		q.first = e
		return nil
	}
	if q.first != nil {
		q.start(q.first)
		q.first, q.begun = nil, true
	}
	for q.full(size) {
		if err := q.next(); err != nil {
			return err
		}
	}
	q.start(e)
	return q.ready()
}

// Wait finishes all items. The error is the first error that finish returned.
func (q *Queue[T]) Wait() error {
	if e := q.first; e != nil {
		q.first = nil
		q.work(e.item, true)
		q.err = q.finish(e.item)
		return q.err
	}
	for len(q.entries) > 0 {
		if err := q.next(); err != nil {
			return err
		}
	}
	return q.err
}

// start makes a goroutine of the pool work on an item.
func (q *Queue[T]) start(e *entry[T]) {
	q.entries = append(q.entries, e)
	q.pool.run(func() {
		defer close(e.done)
		q.work(e.item, false)
	})
}

// full reports whether the first entry must be finished before an item of size bytes is added. The
// largest item does not count: while one goroutine works on it, the others go on with later items.
func (q *Queue[T]) full(size int) bool {
	if len(q.entries) < q.pool.size {
		return false
	}
	total, largest := size, size
	for _, e := range q.entries {
		total, largest = total+e.size, max(largest, e.size)
	}
	return len(q.entries) >= ahead*q.pool.size || total-largest > small*q.pool.size
}

// ready finishes the items that can be finished without waiting.
func (q *Queue[T]) ready() error {
	for len(q.entries) > 0 {
		select {
		case <-q.entries[0].done:
		default:
			return nil
		}
		if err := q.next(); err != nil {
			return err
		}
	}
	return nil
}

// next waits for the first entry and finishes it.
func (q *Queue[T]) next() error {
	e := q.entries[0]
	<-e.done
	q.entries[0] = nil // release the memory of the item
	q.entries = q.entries[1:]
	if q.err = q.finish(e.item); q.err != nil {
		for _, e := range q.entries {
			<-e.done
		}
		q.entries = nil
	}
	return q.err
}

// A Pool is a fixed number of goroutines that work on the items of queues.
type Pool struct {
	size    int
	tasks   chan func()
	started int
	ended   sync.WaitGroup
}

// NewPool returns a pool of size goroutines, at least 1. Each is started when it is needed.
func NewPool(size int) *Pool {
	return &Pool{size: size, tasks: make(chan func(), ahead*size)}
}

// Size returns the number of goroutines.
func (p *Pool) Size() int { return p.size }

// run makes a goroutine of the pool call task.
func (p *Pool) run(task func()) {
	if p.started < p.size {
		p.started++
		p.ended.Go(func() {
			for task := range p.tasks {
				task()
			}
		})
	}
	p.tasks <- task
}

// Close waits for the work that was begun, and ends the goroutines.
func (p *Pool) Close() {
	close(p.tasks)
	p.ended.Wait()
}

// ahead is the maximum number of items for each goroutine of a pool. small is the maximum number of
// bytes for each goroutine that the items may have together, without the largest item, if there are
// more items than goroutines.
const (
	ahead = 2
	small = 512 << 10
)
