package units

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

const (
	// recordHead is how many bytes of a text show whether it is that of a web archive.
	recordHead = 16
	// maxCandidates is how many false beginnings of units a Reader looks at. Each of them costs more
	// than a byte does, and a hostile file has many.
	maxCandidates = 4096
	// candidateSize is how many bytes of a unit are decoded to find its first bytes of text.
	candidateSize = 4096
)

// errOther is the error of bytes that are neither a unit nor zeros.
var errOther = errors.New("the data there is not compressed")

// IsArchive reports whether a text begins as that of a web archive does: WARC or ARC. Each unit of
// such a file mostly begins with a record, so the units after a bad one can be found.
func IsArchive(text []byte) bool {
	return bytes.HasPrefix(text, []byte("WARC/")) || bytes.HasPrefix(text, []byte("filedesc:"))
}

// beginsRecord reports whether the text of a unit begins with a record of WARC, or of ARC: with a URL.
func beginsRecord(text []byte) bool {
	text = bytes.TrimLeft(text, "\r\n")
	return IsArchive(text) || bytes.HasPrefix(text, []byte("http://")) || bytes.HasPrefix(text, []byte("https://"))
}

// see stores the first bytes of the text.
func (r *Reader) see(text []byte) {
	if len(r.first) < recordHead && !r.isPart {
		r.first = append(r.first, text[:min(len(text), recordHead-len(r.first))]...)
	}
}

// resumes ends the unit that failed with err, and goes to the next one, if the file is a web archive. It
// returns false if no unit follows, or if err is an error of reading the file.
func (r *Reader) resumes(err error) bool {
	if !IsArchive(r.first) || !r.isFault(err) {
		return false
	}
	failed := &Error{Unit: r.start, Offset: r.cur.Pos(), Err: err, form: r.form}
	if isNone(err) {
		failed.Offset, failed.Err = r.start, errOther
	}
	if slices.ContainsFunc(r.form.Passed, func(fault error) bool { return errors.Is(err, fault) }) {
		r.end()
		r.lose(failed, 0)
		return true
	}
	next, ok := r.search(max(r.start+1, r.tape.oldest()))
	begin := failed.Offset
	if !r.inside {
		begin = r.start // the header has no text
	}
	r.lose(failed, max(0, next-begin))
	if !ok {
		return false
	}
	if r.inside {
		r.endAt(min(failed.Offset, next))
	}
	r.cur.seek(next)
	return true
}

// isFault reports whether err is about invalid data.
func (r *Reader) isFault(err error) bool {
	return isNone(err) || errors.Is(err, io.ErrUnexpectedEOF) ||
		slices.ContainsFunc(r.form.Faults, func(fault error) bool { return errors.Is(err, fault) })
}

// lose records that n bytes of the file were not read. The first error is the one that is reported.
func (r *Reader) lose(err *Error, n int64) {
	if r.lost == nil {
		r.lost = err
	}
	r.lost.Lost += n
}

// search returns the offset from which a unit begins with a record of an archive. Without one, it
// returns the end of the file.
func (r *Reader) search(from int64) (at int64, ok bool) {
	r.cur.seek(from)
	for {
		p, _ := r.cur.Peek(candidateSize)
		n := -1
		if len(r.form.Magic) > 0 && r.candidates < maxCandidates {
			n = bytes.Index(p, r.form.Magic)
		}
		switch {
		case n == 0:
			if r.candidates++; r.isUnit(p) {
				return r.cur.Pos(), true
			}
			n = 1
		case n < 0 && len(p) < candidateSize:
			_, _ = r.cur.Discard(len(p))
			return r.cur.Pos(), false
		case n < 0:
			n = max(1, len(p)-len(r.form.Magic)+1)
		}
		_, _ = r.cur.Discard(n)
	}
}

// isUnit reports whether p is the beginning of a unit whose text begins with a record.
func (r *Reader) isUnit(p []byte) bool {
	d := r.form.Decoder(NewCursor(bytes.NewReader(p)))
	if _, err := d.Start(); err != nil {
		return false
	}
	text := make([]byte, recordHead)
	n := 0
	for n < len(text) {
		k, err := d.Read(text[n:])
		if n += k; err != nil {
			break
		}
	}
	return beginsRecord(text[:n])
}

// skipZeros skips the zeros that begin at r.start, which some programs pad files with. It reports whether it
// skipped any, and whether the file ends after them.
func (r *Reader) skipZeros() (skipped, ended bool) {
	r.cur.seek(r.start)
	for {
		p, _ := r.cur.Peek(1)
		if len(p) == 0 || p[0] != 0 {
			return r.cur.Pos() > r.start, len(p) == 0
		}
		_, _ = r.cur.Discard(1)
	}
}
