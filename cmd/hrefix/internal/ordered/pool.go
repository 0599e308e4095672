package ordered

import "sync"

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

// run has a goroutine of the pool call task.
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
