package pack

import (
	"bytes"
	"io"
)

// In a web archive, most units begin with a record. So the units after a damaged unit can be found.

const (
	// recordHead is the number of bytes that show whether a text is a web archive.
	recordHead = 16
	// maxCandidates is how many false beginnings of units a Reader looks at. Each false beginning
	// costs more than a byte, and a hostile file has many.
	maxCandidates = 4096
	// candidateSize is how many encoded bytes of a unit are decoded to find its first bytes of text.
	candidateSize = 4096
)

// isArchive reports whether a text begins as a web archive does: WARC or ARC.
func isArchive(text []byte) bool {
	return bytes.HasPrefix(text, []byte("WARC/")) || bytes.HasPrefix(text, []byte("filedesc:"))
}

// beginsRecord reports whether the text of a unit begins with a record of WARC, or of ARC: with a URL.
func beginsRecord(text []byte) bool {
	text = bytes.TrimLeft(text, "\r\n")
	return isArchive(text) || bytes.HasPrefix(text, []byte("http://")) || bytes.HasPrefix(text, []byte("https://"))
}

// resumes goes from a unit that failed with err to the next unit. It returns false if the file is no web
// archive, if no unit follows, or if err is an error of reading the file.
func (r *Reader) resumes(err error) bool {
	if !isArchive(r.first) || !isFault(err) {
		return false
	}
	failed := &Error{Unit: r.start, Offset: r.cur.pos(), Err: err, form: r.form}
	if err == errChecksum && r.form.magic != "" { // the whole unit was read
		r.end(failed.Offset)
		r.lose(failed, 0)
		return true
	}
	next, ok := r.find(max(r.start+1, r.tape.base))
	begin := failed.Offset
	if !r.inside {
		begin = r.start // no text of the unit was read, so all of its bytes are lost
	}
	r.lose(failed, max(0, next-begin))
	if !ok {
		return false
	}
	if r.inside {
		r.end(min(failed.Offset, next))
	}
	r.cur.seek(next)
	return true
}

// lose records that n bytes of the file could not be read because of err. Only the first such error is
// reported.
func (r *Reader) lose(err *Error, n int64) {
	if r.lost == nil {
		r.lost = err
	}
	r.lost.Lost += n
}

// find returns the first offset, from the offset from on, of a unit that begins with a record. Without such
// a unit, it returns the end of the file, and false.
func (r *Reader) find(from int64) (at int64, ok bool) {
	r.cur.seek(from)
	for {
		p, _ := r.cur.Peek(candidateSize)
		n := -1
		if r.form.magic != "" && r.candidates < maxCandidates {
			n = bytes.Index(p, []byte(r.form.magic))
		}
		switch {
		case n == 0:
			if r.candidates++; r.isUnit(p) {
				return r.cur.pos(), true
			}
			n = 1
		case n < 0 && len(p) < candidateSize:
			_, _ = r.cur.Discard(len(p))
			return r.cur.pos(), false
		case n < 0:
			n = max(1, len(p)-len(r.form.magic)+1)
		}
		_, _ = r.cur.Discard(n)
	}
}

// isUnit reports whether p is the beginning of a unit whose text begins with a record.
func (r *Reader) isUnit(p []byte) bool {
	d := r.form.decoder(newCursor(&tape{src: bytes.NewReader(p)}))
	if _, err := d.start(); err != nil {
		return false
	}
	text := make([]byte, recordHead)
	n, _ := io.ReadFull(d, text) // the unit may be cut
	return beginsRecord(text[:n])
}

// skipZeros skips the zeros that begin at r.start, which some programs pad files with. It reports whether it
// skipped any, and whether the file ends after them.
func (r *Reader) skipZeros() (skipped, ended bool) {
	r.cur.seek(r.start)
	for {
		p, _ := r.cur.Peek(1)
		if len(p) == 0 || p[0] != 0 {
			return r.cur.pos() > r.start, len(p) == 0
		}
		_, _ = r.cur.Discard(1)
	}
}
