package targets

import (
	"bytes"
	"container/heap"
)

// A source has targets in the order of their keys, each once.
type source interface {
	// next moves to the next target. It returns false at the end.
	next() (bool, error)
	// key and n return the key of the target, which is valid until the next call of next, and
	// its count.
	key() []byte
	n() int64
}

// A queue is a heap of sources, each at a target. The least key comes first.
type queue []source

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return bytes.Compare(q[i].key(), q[j].key()) < 0 }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push implements [heap.Interface]. Nothing is added to a queue.
func (q *queue) Push(any) {}

// Pop implements [heap.Interface].
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// merge calls yield for the targets of all sources in the order of their keys, each once, with the
// sum of its counts. It stops at the first error.
func merge(sources []source, yield func(key []byte, count int64) error) error {
	var q queue
	for _, s := range sources {
		switch more, err := s.next(); {
		case err != nil:
			return err
		case more:
			q = append(q, s)
		}
	}
	heap.Init(&q)
	var key []byte
	for len(q) > 0 {
		key = append(key[:0], q[0].key()...)
		var count int64
		for len(q) > 0 && bytes.Equal(q[0].key(), key) {
			count += q[0].n()
			if err := q.advance(); err != nil {
				return err
			}
		}
		if err := yield(key, count); err != nil {
			return err
		}
	}
	return nil
}

// advance moves the first source to its next target.
func (q *queue) advance() error {
	more, err := (*q)[0].next()
	switch {
	case err != nil:
		return err
	case more:
		heap.Fix(q, 0)
	default:
		heap.Pop(q)
	}
	return nil
}
