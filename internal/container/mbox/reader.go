package mbox

import (
	"fmt"
	"io"
	"sync"

	"github.com/hrefix/hrefix/internal/container/format"
)

const (
	chunk    = 256 << 10 // bytes of one read, and of the first buffer of a Reader
	minRead  = 64 << 10  // bytes that must be free in the buffer before a read
	maxKept  = 4 << 20   // bytes up to which a buffer is never replaced by a smaller buffer
	maxOwn   = 512 << 10 // bytes of memory that a Batch keeps when it is released
	maxLarge = 16 << 20  // bytes of the largest buffer that a released Batch leaves to other batches
	maxEmpty = 100       // reads in a row that may return nothing
)

// A Reader reads a mailbox message by message. It is a [format.BatchReader].
type Reader struct {
	// Max is the size in bytes of the largest message that is returned as a whole.
	// Larger messages are returned in parts. 0 means no limit.
	Max int

	src    io.Reader
	err    error  // the error of the last read: no more can be read
	buf    []byte // buf[start:end] is what was read and not yet returned
	start  int
	end    int
	offset int64      // the offset of buf[start] in the mailbox
	number int        // the number of the last message
	within bool       // the next part belongs to the same message
	used   int64      // the last offset in the mailbox at which more than an eighth of the buffer was in use
	at     splitter   // the splitter of the message at start
	need   int        // bytes from start on that the splitter needs to continue
	rest   []byte     // if buf is nil, between batches: the bytes that were read and not yet returned
	large  *sync.Pool // holds *[]byte, for large batches: see Batch
}

// NewReader returns a Reader of the mailbox in r.
func NewReader(r io.Reader) *Reader {
	return &Reader{src: r, need: 1, large: new(sync.Pool)}
}

// Next implements [format.Reader].
//
// If reading fails, the messages before the error are returned first, as if the
// mailbox ended there. The last of them may be cut short. The next call returns
// the error, with the offset in the mailbox.
func (r *Reader) Next(m *format.Member) error {
	// A large buffer of n bytes is replaced by a smaller buffer if at most an eighth of it was in use while the
	// last n bytes of the mailbox were read.
	if len(r.buf) > maxKept && r.isIdle() {
		r.resize(max(maxKept, len(r.buf)/4))
	}
	for !r.complete() {
		r.fill(r.need)
		if r.start == r.end {
			return r.err
		}
	}
	r.use(len(r.buf) / 8)
	r.take(m)
	return nil
}

// complete reports whether the next message has been read to its end.
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

// take sets m to the message that is complete, and moves past it.
func (r *Reader) take(m *format.Member) {
	if !r.within {
		r.number++
	}
	r.at.message(m, r.number, r.offset)
	r.start += r.at.end
	r.offset += int64(r.at.end)
	m.Continued = r.within
	r.at, r.need, r.within = r.at.following(), 1, r.at.more
}

// fill reads until need bytes are available, or reading ends.
func (r *Reader) fill(need int) {
	for r.end-r.start < need && r.err == nil {
		r.grow()
		r.read()
	}
}

// read reads into the free end of the buffer. It reads bytes, or sets the error.
func (r *Reader) read() {
	n, err := 0, error(nil)
	for range maxEmpty {
		if n, err = r.src.Read(r.buf[r.end:min(len(r.buf), r.end+chunk)]); n > 0 || err != nil {
			break
		}
	}
	if r.end += n; n == 0 && err == nil {
		err = io.ErrNoProgress
	}
	if r.err = err; err != nil && err != io.EOF {
		r.err = fmt.Errorf("mbox: read at offset %d: %w", r.offset+int64(r.end-r.start), err)
	}
}

// grow makes room in the buffer. If the bytes in it take at most seven eighths, grow moves them
// to the front; otherwise it doubles the buffer. A large message is moved when little of it
// has been read, so its bytes are moved about three times at most. In the worst case, seven
// bytes are moved for each byte read: if messages are small and have a Content-Length that
// points nearly as far as the buffer reaches.
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

// use records the current offset as the last use of the whole buffer, if the buffer holds more than limit bytes.
func (r *Reader) use(limit int) {
	if r.end-r.start > limit {
		r.used = r.offset + int64(r.at.end)
	}
}

// isIdle reports whether little of the buffer was in use while as many bytes of the mailbox were
// read as the buffer holds.
func (r *Reader) isIdle() bool { return r.offset-r.used > int64(len(r.buf)) }

// resize copies the bytes in the buffer to a new buffer.
func (r *Reader) resize(size int) {
	buf := make([]byte, size)
	n := copy(buf, r.buf[r.start:r.end])
	r.buf, r.start, r.end = buf, 0, n
}
