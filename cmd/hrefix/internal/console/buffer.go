package console

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"sync"
)

// MaxBuffered is the number of bytes of standard output that a [Buffer] holds. It is a
// variable for tests.
var MaxBuffered = 16 << 20

// ErrFull is the error of writing more to the standard output of a [Buffer] than it
// holds.
var ErrFull = errors.New("buffer is full")

// A Buffer holds what a job prints until the jobs before it have finished.
type Buffer struct {
	stdout []*chunk
	size   int // the number of bytes in stdout
	stderr bytes.Buffer
	notes  Notes
	full   bool
}

// A chunk is a part of standard output. Chunks are used again by other buffers, so that a buffer need not allocate,
// clear and copy memory while it grows.
type chunk struct {
	bytes [32 << 10]byte
	n     int // bytes in use
}

var chunks = sync.Pool{New: func() any { return new(chunk) }}

// Console returns a console that prints to the buffer. The buffer is copied to the console to later: if
// to sums up notes, so does the new console.
func (b *Buffer) Console(to *Console) Console {
	c := Console{Stdout: limited{b}, Stderr: &b.stderr, JSON: to.JSON, Quiet: to.Quiet, Hint: to.Hint}
	if to.Notes != nil {
		c.Notes = &b.notes
	}
	return c
}

// DropNotes removes the notes, but not the errors.
func (b *Buffer) DropNotes() {
	b.notes.kinds = slices.DeleteFunc(b.notes.kinds, func(k kind) bool { return k.code != errorCode })
}

// IsFull reports whether standard output did not fit into the buffer. In that case everything has
// to be printed again, to the console itself.
func (b *Buffer) IsFull() bool { return b.full }

// Reset empties the buffer.
func (b *Buffer) Reset() {
	_ = b.Stdout(io.Discard) // io.Discard returns no errors
	b.full, b.notes.kinds, b.stderr = false, nil, bytes.Buffer{}
}

// Stdout writes the buffered standard output to w, and empties it.
func (b *Buffer) Stdout(w io.Writer) (err error) {
	for _, c := range b.stdout {
		if err == nil {
			_, err = w.Write(c.bytes[:c.n])
		}
		c.n = 0
		chunks.Put(c)
	}
	clear(b.stdout)
	b.stdout, b.size = b.stdout[:0], 0
	return err
}

// Messages writes the buffered standard error to c, and adds the notes to the notes of c.
func (b *Buffer) Messages(c *Console) (err error) {
	if b.stderr.Len() > 0 {
		_, err = b.stderr.WriteTo(c.Stderr)
	}
	if c.Notes != nil {
		c.Notes.merge(&b.notes)
	}
	return err
}

// limited is the standard output of a buffer. Write fails with ErrFull if the buffer
// has no room.
type limited struct{ *Buffer }

func (l limited) Write(p []byte) (int, error) {
	if l.size+len(p) > MaxBuffered {
		l.full = true
		return 0, ErrFull
	}
	l.size += len(p)
	for rest := p; len(rest) > 0; {
		last := len(l.stdout) - 1
		if last < 0 || l.stdout[last].n == len(l.stdout[last].bytes) {
			l.stdout = append(l.stdout, chunks.Get().(*chunk))
			last++
		}
		c := l.stdout[last]
		n := copy(c.bytes[c.n:], rest)
		c.n += n
		rest = rest[n:]
	}
	return len(p), nil
}
