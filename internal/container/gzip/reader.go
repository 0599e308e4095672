package gzip

import "io"

// A Reader reads the text of a gzip file.
type Reader struct {
	tape     tape
	z        inflater
	limits   Limits
	start    int64    // the offset in the file of the current member
	inside   bool     // a member has begun and not ended
	members  []member // the members that the Writer has not finished
	text     int64    // the number of bytes that Read has returned
	trailing int64    // see Trailing
	err      error
}

// A member has the offsets of a member in the file and in the text.
type member struct {
	start, end int64 // in the file; end is 0 until it is known
	text       int64 // the start of its text
	textEnd    int64 // the end of its text, as far as it was read
}

// NewReader returns a Reader of the file in r. Close must be called.
func NewReader(r io.Reader, limits Limits) *Reader {
	z := &Reader{limits: limits.WithDefaults(), trailing: -1}
	z.tape = tape{src: r, memory: heldInMemory}
	z.z.cur = newCursor(&z.tape)
	return z
}

// Read reads the text of all members, one after the other. At the end of the file,
// or before bytes that are no member, the error is io.EOF. Otherwise it is an
// [Error], after all text that can be read. If there is more text than the limits
// allow, Read returns as much as they allow, and the cause is ErrTooLarge.
func (r *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for r.err == nil {
		if !r.inside {
			r.begin()
			continue
		}
		n, err := r.z.Read(p)
		switch {
		case n > 0:
			if n = r.count(n); n > 0 {
				return n, nil
			}
		case err == io.EOF:
			r.end()
		case err != nil:
			r.fail(err)
		}
	}
	return 0, r.err
}

// begin reads the header of the next member. At the end of the members it sets r.err.
func (r *Reader) begin() {
	r.start = r.z.cur.pos()
	err := r.z.start()
	switch {
	case err == nil:
		r.inside = true
		if r.tape.hold {
			r.members = append(r.members, member{start: r.start, text: r.text, textEnd: r.text})
		}
	case err == io.EOF:
		r.err = io.EOF
	case err == errNoHeader && r.start > 0:
		r.trailing, r.err = r.start, io.EOF
	default:
		r.fail(err)
	}
}

// count counts n bytes of text and returns how many of them are allowed.
func (r *Reader) count(n int) int {
	if left := r.limits.Text(r.z.cur.pos()) - r.text; int64(n) > left {
		n = int(left)
		r.fail(r.limits.Exceeded())
	}
	r.text += int64(n)
	if r.tape.hold {
		r.members[len(r.members)-1].textEnd = r.text
	}
	return n
}

// end ends a member. A member without text is dropped, because it cannot change,
// except the first one of the file, if there is no other.
func (r *Reader) end() {
	r.inside = false
	if !r.tape.hold {
		return
	}
	last := len(r.members) - 1
	if m := &r.members[last]; m.textEnd > m.text || m.start == 0 {
		m.end = r.z.cur.pos()
		return
	}
	r.members = r.members[:last]
}

func (r *Reader) fail(err error) {
	r.err = &Error{Member: r.start, Offset: r.z.cur.pos(), Err: err}
}

// Trailing returns the offset in the file of bytes after the last member that are
// no member, or -1 if Read has not reached any.
func (r *Reader) Trailing() int64 { return r.trailing }

// Close drops the data kept for a Writer. After it, Read and the methods of the
// Writer fail. It does not close the file.
func (r *Reader) Close() error {
	r.err = errClosed
	return r.tape.close()
}
