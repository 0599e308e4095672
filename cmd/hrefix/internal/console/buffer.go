package console

import (
	"bytes"
	"errors"
	"io"
)

// MaxBuffered is the number of bytes of standard output that a [Buffer] holds. It is a
// variable for tests.
var MaxBuffered = 16 << 20

// maxReused is the capacity up to which Reset keeps the memory of a buffer.
const maxReused = 1 << 20

// ErrFull is the error of writing more to the standard output of a [Buffer] than it
// holds.
var ErrFull = errors.New("buffer is full")

// A Buffer holds what a job prints until the jobs before it have finished.
type Buffer struct {
	stdout, stderr bytes.Buffer
	notes          Notes
	full           bool
}

// Console returns a console that prints to the buffer. to is the console that the buffer is
// copied to later. The result sums up notes if to does.
func (b *Buffer) Console(to *Console) Console {
	c := Console{Stdout: limited{b}, Stderr: &b.stderr, JSON: to.JSON, Quiet: to.Quiet}
	if to.Notes != nil {
		c.Notes = &b.notes
	}
	return c
}

// IsFull reports whether standard output did not fit into the buffer. Then everything
// has to be printed again, to the console itself.
func (b *Buffer) IsFull() bool { return b.full }

// Large reports whether the buffer needs so much memory that it is better not reused.
func (b *Buffer) Large() bool { return b.stdout.Cap() > maxReused }

// Reset empties the buffer. It releases the memory of a large one.
func (b *Buffer) Reset() {
	b.full, b.notes.kinds = false, nil
	for _, text := range []*bytes.Buffer{&b.stdout, &b.stderr} {
		if text.Cap() > maxReused {
			*text = bytes.Buffer{}
		}
		text.Reset()
	}
}

// Stdout writes the buffered standard output to w.
func (b *Buffer) Stdout(w io.Writer) error { return drain(&b.stdout, w) }

// Messages writes the buffered standard error to c, and adds the notes to those of c.
func (b *Buffer) Messages(c *Console) error {
	err := drain(&b.stderr, c.Stderr)
	if c.Notes != nil {
		c.Notes.merge(&b.notes)
	}
	return err
}

// drain writes all that the buffer holds to w.
func drain(b *bytes.Buffer, w io.Writer) error {
	if b.Len() == 0 {
		return nil
	}
	_, err := b.WriteTo(w)
	return err
}

// limited is the standard output of a buffer. Write fails with ErrFull if the buffer
// has no room.
type limited struct{ *Buffer }

func (l limited) Write(p []byte) (int, error) {
	if l.stdout.Len()+len(p) > MaxBuffered {
		l.full = true
		return 0, ErrFull
	}
	return l.stdout.Write(p)
}
