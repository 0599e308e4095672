// Package syncbuffer has a buffer for what a program or goroutine prints while a test reads it.
package syncbuffer

import (
	"bytes"
	"sync"
)

// A Buffer is a [bytes.Buffer] for concurrent use.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements [io.Writer].
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

// String returns all that was written.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
