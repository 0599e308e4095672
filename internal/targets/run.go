package targets

import (
	"bufio"
	"bytes"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/tempfile"
)

// maxRuns is the number of runs of a level.
const maxRuns = 16

// bufferSize is the size of the buffer of a run that is read or written.
const bufferSize = 64 << 10

// A run is a temporary file with targets in their order, each once. Each target is the length of the
// beginning that its key has in common with the key before it, the length of the rest, the rest, and the
// count. Numbers are as in [binary.AppendUvarint].
type run struct {
	file  *tempfile.File
	level int // how many times the targets were merged

	// The target that was read last. key is valid until the next call of next.
	from  *bufio.Reader
	key   []byte
	count int64
}

// writeRun writes targets to a new run. each calls add for them in the order of their keys.
func writeRun(level int, each func(add func(key []byte, count int64) error) error) (*run, error) {
	f, err := tempfile.New()
	if err != nil {
		return nil, fmt.Errorf("counting targets: %w", err)
	}
	r := &run{file: f, level: level}
	w := bufio.NewWriterSize(f, bufferSize)
	var last, numbers []byte // last is the key before
	add := func(key []byte, count int64) error {
		same := 0
		for same < len(key) && same < len(last) && key[same] == last[same] {
			same++
		}
		rest := key[same:]
		last = append(last[:same], rest...)
		numbers = binary.AppendUvarint(numbers[:0], uint64(same))
		numbers = binary.AppendUvarint(numbers, uint64(len(rest)))
		_, _ = w.Write(numbers) // the last Write returns the error, too
		_, _ = w.Write(rest)
		_, err := w.Write(binary.AppendUvarint(numbers[:0], uint64(count)))
		return err
	}
	if err := errors.Join(each(add), w.Flush()); err != nil {
		return nil, errors.Join(fmt.Errorf("counting targets: %w", tempfile.Cause(err)), r.close())
	}
	return r, nil
}

// close closes and removes the file.
func (r *run) close() error {
	if err := r.file.Close(); err != nil {
		return fmt.Errorf("counting targets: %w", tempfile.Cause(err))
	}
	return nil
}

func closeAll(runs []*run) (err error) {
	for _, r := range runs {
		err = errors.Join(err, r.close())
	}
	return err
}

// next reads the next target. It returns false at the end.
func (r *run) next() (bool, error) {
	same, err := binary.ReadUvarint(r.from)
	if err == io.EOF {
		return false, nil
	}
	rest, failed := binary.ReadUvarint(r.from)
	if err = errors.Join(err, failed); err == nil {
		r.key = append(r.key[:same], make([]byte, rest)...)
		_, err = io.ReadFull(r.from, r.key[same:])
	}
	count, failed := binary.ReadUvarint(r.from)
	if err = errors.Join(err, failed); err != nil {
		return false, fmt.Errorf("counting targets: %w", tempfile.Cause(err))
	}
	r.count = int64(count)
	return true, nil
}

// A queue is a heap of runs, each at a target. The least key comes first.
type queue []*run

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return bytes.Compare(q[i].key, q[j].key) < 0 }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push implements [heap.Interface]. Nothing is added to a queue.
func (q *queue) Push(any) {}

// Pop implements [heap.Interface].
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// merge calls yield for the targets of all runs in the order of their keys, each once, with the
// sum of its counts. It stops at the first error.
func merge(runs []*run, yield func(key []byte, count int64) error) error {
	var q queue
	for _, r := range runs {
		r.from = bufio.NewReaderSize(io.NewSectionReader(r.file, 0, math.MaxInt64), bufferSize)
		switch more, err := r.next(); {
		case err != nil:
			return err
		case more:
			q = append(q, r)
		}
	}
	heap.Init(&q)
	var key []byte
	for len(q) > 0 {
		key = append(key[:0], q[0].key...)
		var count int64
		for len(q) > 0 && bytes.Equal(q[0].key, key) {
			count += q[0].count
			switch more, err := q[0].next(); {
			case err != nil:
				return err
			case more:
				heap.Fix(&q, 0)
			default:
				heap.Pop(&q)
			}
		}
		if err := yield(key, count); err != nil {
			return err
		}
	}
	return nil
}
