package gzip

import "io"

// A Reader reads the text of a gzip file.
type Reader struct {
	tape     tape
	z        inflater
	limits   Limits
	start    int64 // offset of the member that is read
	inside   bool  // there is one
	members  []member
	text     int64 // bytes returned
	trailing int64
	err      error
}

// A member is what a Writer has to know of a member. All in bytes.
type member struct {
	start, end int64 // in the file; the end is 0 as long as it is not known
	text       int64 // where its text begins
	textEnd    int64 // and ends, or how far it was read
}

// NewReader returns a Reader of the file in r. Close has to be called.
func NewReader(r io.Reader, limits Limits) *Reader {
	z := &Reader{limits: limits.WithDefaults(), trailing: -1}
	z.tape = tape{src: r, memory: heldInMemory}
	z.z.cur = newCursor(&z.tape)
	return z
}

// Read returns text of all members, one after the other. At the end of the
// file, or where bytes follow that are no member, the error is io.EOF; else it
// is an [Error], once all text was returned that could be read. With more text
// than the limits allow, what they allow is returned, and the cause is
// ErrTooLarge.
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

// begin begins with the next member.
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

// end ends a member. One without text is forgotten: it cannot change. Only the
// first of the file can, if there is nothing else.
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

// Trailing returns the offset in the file of the bytes behind the last member
// that are no member, or -1 as long as Read has not come to any.
func (r *Reader) Trailing() int64 { return r.trailing }

// Close lets go of what is held for a Writer. Read and the Writer's methods
// fail from then on. It does not close the file.
func (r *Reader) Close() error {
	r.err = errClosed
	return r.tape.close()
}
