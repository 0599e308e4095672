package tar

import (
	"fmt"
	"io"
)

const (
	bufferSize = 256 << 10
	maxKept    = 4 << 20 // the size of a buffer that is not replaced by a smaller one
	maxEmpty   = 100     // reads in a row that may return nothing
)

// An input is an archive with a buffer.
type input struct {
	src    io.Reader
	seeker io.Seeker // of src, or nil
	buf    []byte
	start  int // buf[start:end] was read, but not skipped
	end    int
	at     int64 // the offset of buf[start]
	err    error // of the last read: no more can be read
}

// peek returns the next n bytes without skipping them, or fewer before an error. They are valid
// until the next call. The buffer grows as bytes are read, not before.
func (in *input) peek(n int) []byte {
	for in.end-in.start < n && in.err == nil {
		in.fill()
	}
	return in.buf[in.start:min(in.start+n, in.end)]
}

// skip skips bytes that peek has returned.
func (in *input) skip(n int) {
	in.start += n
	in.at += int64(n)
}

// fill reads once.
func (in *input) fill() {
	in.room()
	for range maxEmpty {
		n, err := in.src.Read(in.buf[in.end:min(len(in.buf), in.end+bufferSize)])
		in.end += n
		if err != nil && err != io.EOF {
			err = fmt.Errorf("tar: read at offset %d: %w", in.at+int64(in.end-in.start), err)
		}
		if in.err = err; n > 0 || err != nil {
			return
		}
	}
	in.err = io.ErrNoProgress
}

// room makes room for a read. If less than a quarter of the buffer is free at its end, it moves the
// bytes to the start of the buffer. If they take more than half of the buffer, it doubles the
// buffer instead.
func (in *input) room() {
	n := in.end - in.start
	switch {
	case in.buf == nil:
		in.resize(in.firstSize())
	case len(in.buf)-in.end >= len(in.buf)/4:
	case n <= len(in.buf)/2:
		copy(in.buf, in.buf[in.start:in.end])
		in.start, in.end = 0, n
	default:
		in.resize(2 * len(in.buf))
	}
}

// firstSize returns the size of the first buffer, which is small for a small archive.
func (in *input) firstSize() int {
	if r, ok := in.src.(interface{ Len() int }); ok && r.Len() > 0 {
		return min(r.Len()+blockSize, bufferSize)
	}
	return bufferSize
}

// shrink replaces a large buffer by a small one, if the bytes in it leave room for others.
func (in *input) shrink() {
	if len(in.buf) > maxKept && in.end-in.start <= bufferSize/2 {
		in.resize(bufferSize)
	}
}

// resize copies the bytes in the buffer to a new one.
func (in *input) resize(size int) {
	buf := make([]byte, size)
	in.start, in.end, in.buf = 0, copy(buf, in.buf[in.start:in.end]), buf
}

// pass skips n bytes, which need not have been read. It seeks over many of them, if it can.
func (in *input) pass(n int64) {
	for {
		have := int(min(n, int64(in.end-in.start)))
		in.skip(have)
		n -= int64(have)
		switch {
		case n == 0 || in.err != nil:
			return
		case n >= bufferSize && in.seek(n):
			return
		}
		in.fill()
	}
}

// seek skips n bytes after those that were read. It returns false if the file cannot seek, such as a
// pipe.
func (in *input) seek(n int64) bool {
	if in.seeker == nil {
		return false
	}
	if _, err := in.seeker.Seek(n, io.SeekCurrent); err != nil {
		in.seeker = nil
		return false
	}
	in.at += n
	return true
}
