package ordered

import "sync"

// A Pool is the goroutines that work is done in: that which uses the queues, when it
// would have to wait, and others.
type Pool struct {
	size   int
	tasks  chan func()
	others int
	ended  sync.WaitGroup
}

// NewPool returns a pool of so many goroutines, at least 1. They are started when
// they are wanted.
func NewPool(size int) *Pool {
	return &Pool{size: size, tasks: make(chan func(), ahead*size)}
}

// Size returns how many goroutines the pool has.
func (p *Pool) Size() int { return p.size }

// run sees to it that task is called.
func (p *Pool) run(task func()) {
	if !p.offer(task) {
		task()
	}
}

// offer hands task to another goroutine, if there is room for it.
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

// await waits until done is closed, and does what there is to do meanwhile.
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

// Close ends the goroutines, once they have done what was begun.
func (p *Pool) Close() {
	close(p.tasks)
	p.ended.Wait()
}
