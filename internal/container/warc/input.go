package warc

import (
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

const (
	bufferSize = 256 << 10
	maxEmpty   = 100 // reads in a row that may return nothing
)

// An input is the text of a file, with a buffer. Its offsets are those of the text.
type input struct {
	src   io.Reader
	units format.Units // may be nil
	buf   []byte
	start int   // buf[start:end] was read, but not skipped
	end   int   //
	at    int64 // the offset of buf[start]
	err   error // of the last read: no more can be read
}

// peek returns the next n bytes without skipping them, or fewer before an error. n is
// bufferSize at most. The bytes are valid until the next call.
func (in *input) peek(n int) []byte {
	for in.end-in.start < n && in.err == nil {
		in.fill()
	}
	return in.buf[in.start:min(in.start+n, in.end)]
}

// view returns bytes that were read already, or at least one more byte, or nothing before an
// error.
func (in *input) view() []byte {
	in.peek(1)
	return in.buf[in.start:in.end]
}

// skip skips n bytes that view or peek has returned.
func (in *input) skip(n int) {
	in.start += n
	in.at += int64(n)
}

// ended reports whether no more bytes can be read.
func (in *input) ended() bool { return len(in.view()) == 0 }

// fill reads once.
func (in *input) fill() {
	if in.buf == nil {
		in.buf = make([]byte, bufferSize)
	}
	if in.start > 0 {
		in.end = copy(in.buf, in.buf[in.start:in.end])
		in.start = 0
	}
	for range maxEmpty {
		n, err := in.src.Read(in.buf[in.end:])
		in.end += n
		if in.err = err; n > 0 || err != nil {
			return
		}
	}
	in.err = io.ErrNoProgress
}

// unit returns the first offset from which a unit begins, up to the offset limit. ok is false
// if there is no such unit.
func (in *input) unit(from, limit int64) (at int64, ok bool) {
	if in.units == nil {
		return 0, false
	}
	at, ok = in.units.NextUnit(from - 1)
	return at, ok && at < limit
}

// file returns the offset in the file for the offset at of the text, or -1 if it is not known.
func (in *input) file(at int64) int64 {
	if in.units == nil {
		return at
	}
	if file, ok := in.units.Unit(at); ok {
		return file
	}
	return -1
}
