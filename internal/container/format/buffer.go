package format

import (
	"fmt"
	"io"
	"os"
)

const (
	// BufferSize is the size of the first buffer of a [Buffer], and the maximum number of bytes that one read
	// asks for.
	BufferSize = 256 << 10

	maxKept  = 4 << 20  // bytes up to which Shrink does not replace a buffer
	minRead  = 64 << 10 // bytes that must be free in the buffer before a read
	maxEmpty = 100      // reads in a row that may return nothing
)

// A Buffer reads Source. The bytes that it returns are valid until the next call that reads. It grows as far
// as its user looks ahead: readers of formats need all bytes of a member, or of a line, however many there are.
type Buffer struct {
	Source io.Reader // the source, which may be replaced before the first read

	buf   []byte
	start int // buf[start:end] was read, but not skipped
	end   int
	at    int64 // the offset of buf[start]
	used  int64 // the last offset in the stream up to which more than an eighth of the buffer was in use
	err   error // the error of the last read
}

// Held returns the bytes that were read, but not skipped. It reads nothing.
func (b *Buffer) Held() []byte { return b.buf[b.start:b.end] }

// Offset returns the offset in the stream of the first byte that was not skipped.
func (b *Buffer) Offset() int64 { return b.at }

// Err returns the error of the last read, such as io.EOF. After an error, nothing more is read.
func (b *Buffer) Err() error { return b.err }

// ErrAt returns the error of the last read of a file of the format called name. Unless it is io.EOF, it has the
// offset.
func (b *Buffer) ErrAt(name string) error {
	if b.err == nil || b.err == io.EOF {
		return b.err
	}
	return fmt.Errorf("%s: read at offset %d: %w", name, b.at+int64(b.end-b.start), b.err)
}

// Cap returns the size of the buffer.
func (b *Buffer) Cap() int { return len(b.buf) }

// Peek returns the next n bytes without skipping them, or fewer before an error. The buffer grows
// as bytes are read, not before.
func (b *Buffer) Peek(n int) []byte {
	for b.end-b.start < n && b.err == nil {
		b.Fill()
	}
	return b.buf[b.start:min(b.start+n, b.end)]
}

// View returns the bytes that are held. If there are none, it reads some first. It returns no bytes only if
// reading gave an error.
func (b *Buffer) View() []byte {
	b.Peek(1)
	return b.Held()
}

// Skip skips n bytes that are held.
func (b *Buffer) Skip(n int) {
	b.start += n
	b.at += int64(n)
}

// Fill reads once. This adds bytes to the buffer, or sets the error.
func (b *Buffer) Fill() {
	b.room()
	for range maxEmpty {
		n, err := b.Source.Read(b.buf[b.end:min(len(b.buf), b.end+BufferSize)])
		if b.end += n; b.end-b.start > len(b.buf)/8 {
			b.used = b.at + int64(b.end-b.start)
		}
		if b.err = err; n > 0 || err != nil {
			return
		}
	}
	b.err = io.ErrNoProgress
}

// room makes room for a read. If the bytes take at most seven eighths of the buffer, it moves them to the
// start; otherwise it doubles the buffer. A large member is moved when little of it has been read, so its bytes
// are moved about three times at most. In the worst case, seven bytes are moved for each byte read: if members
// are small, and the user looks ahead nearly as far as the buffer reaches.
func (b *Buffer) room() {
	n, free := b.end-b.start, min(minRead, len(b.buf)/4)
	switch {
	case b.buf == nil:
		const least = 512
		size := BufferSize
		if r, ok := b.Source.(interface{ Len() int }); ok && r.Len() > 0 { // Source is in memory
			size = min(r.Len()+least, BufferSize)
		}
		b.resize(size)
	case n == 0:
		b.start, b.end = 0, 0
	case len(b.buf)-b.end >= free:
	case n <= len(b.buf)-max(len(b.buf)/8, free):
		b.start, b.end = 0, copy(b.buf, b.Held())
	default:
		b.resize(2 * len(b.buf))
	}
}

// Shrink replaces a large buffer of n bytes by a smaller one if at most an eighth of it was in use while the last
// n bytes of the stream were read.
func (b *Buffer) Shrink() {
	if len(b.buf) > maxKept && b.at-b.used > int64(len(b.buf)) {
		b.resize(max(maxKept, len(b.buf)/4))
	}
}

// resize copies the bytes that are held to a new buffer.
func (b *Buffer) resize(size int) {
	buf := make([]byte, size)
	b.start, b.end, b.buf = 0, copy(buf, b.Held()), buf
}

// Pass skips n bytes, which need not be held. It seeks over many of them, if Source can.
func (b *Buffer) Pass(n int64) {
	for {
		held := int(min(n, int64(b.end-b.start)))
		b.Skip(held)
		n -= int64(held)
		switch {
		case n == 0 || b.err != nil:
			return
		case n >= BufferSize && b.seek(n):
			return
		}
		b.Fill()
	}
}

// seek skips n bytes after the bytes that were read. It returns false if Source cannot seek, such
// as a pipe.
func (b *Buffer) seek(n int64) bool {
	s, ok := b.Source.(io.Seeker)
	if !ok {
		return false
	}
	if _, err := s.Seek(n, io.SeekCurrent); err != nil {
		return false
	}
	b.at += n
	return true
}

// A RandomReader is a Reader of a file that can also be read at any offset.
type RandomReader interface {
	io.Reader
	io.ReaderAt
	// Size returns the size of the file in bytes. Offsets of ReadAt count from the start of the
	// file, not from the position of Read.
	Size() int64
}

// Random returns a reader at any offset of the content of file from its current position on. ok is
// true if file is a [RandomReader] or a regular [os.File]. It is false if file can be read only once,
// such as a pipe. The current position comes from Seek if file is an [io.Seeker], and is 0 otherwise.
func Random(file io.Reader) (r *io.SectionReader, ok bool) {
	at, size := io.ReaderAt(nil), int64(0)
	switch f := file.(type) {
	case *os.File:
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return nil, false
		}
		at, size = f, info.Size()
	case RandomReader:
		at, size = f, f.Size()
	default:
		return nil, false
	}
	start := int64(0)
	if s, ok := file.(io.Seeker); ok {
		var err error
		if start, err = s.Seek(0, io.SeekCurrent); err != nil {
			return nil, false
		}
	}
	return io.NewSectionReader(at, start, max(0, size-start)), true
}
