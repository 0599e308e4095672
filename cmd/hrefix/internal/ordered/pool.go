package ordered

import "sync"

// A Pool is a fixed number of goroutines that do work. One of them is the goroutine that uses
// the queues: it works whenever it would have to wait.
type Pool struct {
	size   int
	tasks  chan func()
	others int
	ended  sync.WaitGroup
}

// NewPool returns a pool of size goroutines, at least 1. Each is started when it is needed.
func NewPool(size int) *Pool {
	return &Pool{size: size, tasks: make(chan func(), ahead*size)}
}

// Size returns the number of goroutines.
func (p *Pool) Size() int { return p.size }

// run has a goroutine of the pool call task.
func (p *Pool) run(task func()) {
	if !p.offer(task) {
		task()
	}
}

// offer hands task to another goroutine if one is free.
func (p *Pool) offer(task func()) bool {
	if p.others < p.size-1 {
		p.others++
		p.ended.Go(func() {
			for task := range p.tasks {
				task()
			}
		})
	}
	select {
	case p.tasks <- task:
		return true
	default:
		return false
	}
}

// await waits until done is closed, and works on tasks meanwhile.
func (p *Pool) await(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		default:
		}
		select {
		case <-done:
			return
		case task := <-p.tasks:
			task()
		}
	}
}

// Close waits for the work that was begun, and ends the goroutines.
func (p *Pool) Close() {
	close(p.tasks)
	p.ended.Wait()
}
