// Package logqueue keeps a program from waiting for the reader of its log.
package logqueue

import (
	"bytes"
	"io"
	"sync/atomic"
	"time"
)

// room is the number of lines that wait for the writer. Lines beyond it are lost.
const room = 1000

// A Queue is a writer of lines that never blocks. Another goroutine writes the lines.
type Queue struct {
	to     io.Writer
	report func(lost int64)
	lines  chan []byte
	lost   atomic.Int64
	stop   chan struct{}
	ended  chan struct{}
}

// New returns a Queue that writes to w, and ignores its errors. It calls report with the number of lost lines, once
// lines can be written again.
func New(w io.Writer, report func(lost int64)) *Queue {
	q := &Queue{to: w, report: report, lines: make(chan []byte, room), stop: make(chan struct{}), ended: make(chan struct{})}
	go q.run()
	return q
}

// Write adds a line, or counts it as lost.
func (q *Queue) Write(line []byte) (int, error) {
	select {
	case q.lines <- bytes.Clone(line):
	default:
		q.lost.Add(1)
	}
	return len(line), nil
}

func (q *Queue) run() {
	defer close(q.ended)
	for {
		select {
		case line := <-q.lines:
			q.write(line)
		case <-q.stop:
			for len(q.lines) > 0 {
				q.write(<-q.lines)
			}
			return
		}
	}
}

// write writes a line, and reports lost lines after the last line that came before them.
func (q *Queue) write(line []byte) {
	q.to.Write(line)
	if len(q.lines) > 0 {
		return
	}
	if n := q.lost.Swap(0); n > 0 {
		q.report(n)
	}
}

// Close waits until the lines are written, but no longer than d. It must be called once. Lines that come later may be
// lost.
func (q *Queue) Close(d time.Duration) {
	close(q.stop)
	select {
	case <-q.ended:
	case <-time.After(d):
	}
}
