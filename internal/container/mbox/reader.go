package mbox

import (
	"fmt"
	"io"
	"sync"
)

const (
	chunk    = 256 << 10 // bytes that a Reader reads at once, and of its first buffer
	minRead  = 64 << 10  // bytes that a Reader has room for when it reads
	maxKept  = 4 << 20   // bytes of the largest buffer that is never given up
	maxOwn   = 512 << 10 // bytes of memory of a Batch that it keeps when it is released
	maxLarge = 16 << 20  // bytes that serve for another one then
	maxEmpty = 100       // reads in a row without a byte
)

// A Reader reads a mailbox message by message.
type Reader struct {
	// Max is how many bytes a message may have to be read as a whole, 0 for any
	// number. Larger ones come in parts: see [Message].
	Max int

	src    io.Reader
	err    error  // why no more can be read
	empty  int    // reads in a row without a byte
	buf    []byte // buf[start:end] is what was read and not yet returned
	start  int
	end    int
	offset int64      // of buf[start] in the mailbox
	number int        // of the last message
	within bool       // the next part belongs to it
	used   int64      // where in the mailbox much of the buffer was last in use
	at     splitter   // of the message at start
	need   int        // bytes of it that there have to be before the splitter goes on
	rest   []byte     // what was read and not yet returned, between batches, if buf is nil
	large  *sync.Pool // of *[]byte: see Batch. It outlives a collection, and the Reader need not
}

// NewReader returns a Reader of the mailbox in r.
func NewReader(r io.Reader) *Reader {
	return &Reader{src: r, need: 1, large: new(sync.Pool)}
}

// Next returns the next message. Its Bytes are valid until the next call. After
// the last one the error is io.EOF.
//
// When r fails, what was read before is returned first as if the mailbox ended
// there, so that its last message may be cut off. Then comes the error, with
// the offset in the mailbox.
func (r *Reader) Next() (Message, error) {
	r.shrink()
	for !r.complete() {
		r.fill(r.need)
		if r.start == r.end {
			return Message{}, r.err
		}
	}
	r.use(len(r.buf) / 8)
	return r.take(), nil
}

// complete reports whether all of the next message has been read, or of what is taken
// for one at the end.
func (r *Reader) complete() bool {
	if r.end-r.start < r.need && r.err == nil || r.start == r.end {
		return false
	}
	r.need = r.at.split(r.buf[r.start:r.end], r.err != nil)
	if r.need > 0 && r.Max > 0 && r.end-r.start > r.Max && r.at.cut() {
		r.need = 0
	}
	return r.need == 0
}

// take takes the message that is complete.
func (r *Reader) take() Message {
	if !r.within {
		r.number++
	}
	m := r.at.message(r.number, r.offset)
	r.start += r.at.end
	r.offset += int64(r.at.end)
	m.Follows = r.within
	r.at, r.need, r.within = r.at.following(), 1, r.at.more
	return m
}

// fill reads until there are need bytes that were not returned, or no more.
func (r *Reader) fill(need int) {
	for r.end-r.start < need && r.err == nil {
		r.grow()
		r.read()
	}
}

// read reads into the room behind what was read.
func (r *Reader) read() {
	n, err := r.src.Read(r.buf[r.end:min(len(r.buf), r.end+chunk)])
	r.end += n
	if r.empty++; n > 0 {
		r.empty = 0
	}
	if r.empty == maxEmpty && err == nil {
		err = io.ErrNoProgress
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("mbox: read at offset %d: %w", r.offset+int64(r.end-r.start), err)
	}
	r.err = err
}

// grow makes room in the buffer: by moving what is in it, if that leaves an eighth of it,
// else by doubling it. Where a message is that large and moved, it is much of the buffer and
// begins in front then, and the next one is moved when little of it has been read: no byte is
// moved more than about three times. Seven bytes are moved for each that is read at the most,
// where messages are small and have a Content-Length that leads nearly as far as the buffer.
func (r *Reader) grow() {
	n := r.end - r.start
	switch {
	case len(r.buf)-r.end >= minRead:
		return
	case n <= len(r.buf)-max(len(r.buf)/8, minRead):
		copy(r.buf, r.buf[r.start:r.end])
		r.start, r.end = 0, n
	default:
		r.resize(max(chunk, 2*len(r.buf)))
	}
}

// shrink gives up a large buffer of which no more than an eighth was in use for
// as many bytes of the mailbox as it has.
func (r *Reader) shrink() {
	if len(r.buf) > maxKept && r.isIdle() {
		r.resize(max(maxKept, len(r.buf)/4))
	}
}

// use notes whether more of the buffer than so many bytes is in use, with the message
// that is complete.
func (r *Reader) use(more int) {
	if r.end-r.start > more {
		r.used = r.offset + int64(r.at.end)
	}
}

// isIdle reports whether little of the buffer was in use for as many bytes of the mailbox
// as it has.
func (r *Reader) isIdle() bool { return r.offset-r.used > int64(len(r.buf)) }

// resize moves what is in the buffer to a new one.
func (r *Reader) resize(size int) {
	buf := make([]byte, size)
	n := copy(buf, r.buf[r.start:r.end])
	r.buf, r.start, r.end = buf, 0, n
}
