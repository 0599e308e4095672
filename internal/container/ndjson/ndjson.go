// Package ndjson reads files with one JSON text in each line: NDJSON, also called JSON Lines. JSON
// text sequences (RFC 7464), in which a record separator begins each line, are read, too.
//
// A member is a line with its end, LF or CR LF. The last line may lack it. The document is the line
// without its end, and without a record separator. Empty lines have no document.
//
// The encoding must be one in which LF is one byte, such as UTF-8.
package ndjson

import (
	"bytes"
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/container/format"
)

// Format is the row of NDJSON in the table of package container.
var Format = format.Format{
	Name:       "ndjson",
	Noun:       "line",
	Extensions: []string{".ndjson", ".jsonl"},
	JSON:       true,
	Open:       open,
	Split:      split,
}

// mediaType is that of the document in a line.
const mediaType = "application/json"

// set sets m to a line with its end. number and offset are those of the line in the file.
func set(m *format.Member, number int, offset int64, line []byte) {
	*m = format.Member{Number: number, Offset: offset, Text: line, MediaType: mediaType}
	end := bytes.TrimRight(line, " \t\r\n")
	m.End = len(end)
	if len(end) > 0 && end[0] == recordSeparator {
		m.Start = 1
	}
	if m.NoDocument = m.Start == m.End; m.NoDocument {
		m.MediaType, m.Start, m.End = "", 0, 0
	}
}

// recordSeparator begins each line of a JSON text sequence.
const recordSeparator = 0x1e

// split yields the lines of a file.
func split(file []byte) iter.Seq[*format.Member] {
	return func(yield func(*format.Member) bool) {
		var m format.Member
		offset := 0
		for number := 1; offset < len(file); number++ {
			line := file[offset:]
			if n := bytes.IndexByte(line, '\n'); n >= 0 {
				line = line[: n+1 : n+1]
			}
			set(&m, number, int64(offset), line)
			if offset += len(line); !yield(&m) {
				return
			}
		}
	}
}

// A reader reads a file line by line.
type reader struct {
	from   io.Reader
	most   int // see [format.Options].MaxMember
	buf    []byte
	start  int   // buf[start:] was not returned yet
	number int   // of the last line
	offset int64 // of buf[start]
	cut    bool  // the last member was a part of a line, and more of it follows
	err    error // of the last read
	empty  int   // reads in a row that returned no byte
}

func open(file io.Reader, o format.Options) format.Reader {
	return &reader{from: file, most: o.MaxMember}
}

// Next implements [format.Reader].
func (r *reader) Next(m *format.Member) error {
	end, whole := r.line()
	line := r.buf[r.start:end:end]
	if len(line) == 0 || !whole && end == len(r.buf) && r.err != io.EOF {
		return r.err // the line is not complete
	}
	wasCut := r.cut
	if r.cut = !whole && end < len(r.buf); !wasCut {
		r.number++
	}
	if set(m, r.number, r.offset, line); wasCut || r.cut {
		*m = format.Member{Number: r.number, Offset: r.offset, Text: line, Large: true, Continued: wasCut}
	}
	r.start, r.offset = end, r.offset+int64(len(line))
	return nil
}

// line reads the next line, or as much of it as may be held. It returns the offset of its end in the
// buffer. whole reports whether that is the end of the line. It is false for a line that is too
// large, and at the end of the file or a read error.
func (r *reader) line() (end int, whole bool) {
	for seen := r.start; ; {
		if n := bytes.IndexByte(r.buf[seen:], '\n'); n >= 0 && (r.most == 0 || seen+n+1-r.start <= r.most) {
			return seen + n + 1, true
		}
		if r.most > 0 && len(r.buf)-r.start > r.most {
			return r.start + r.most, false
		}
		if r.err != nil {
			return len(r.buf), false
		}
		held := len(r.buf) - r.start
		r.fill()
		seen = r.start + held
	}
}

// fill reads once. First, it moves the text that was not returned if the buffer has no room after it,
// or is much larger than needed.
func (r *reader) fill() {
	const least, mostEmpty = 64 << 10, 100
	held := r.buf[r.start:]
	size := max(least, 2*len(held))
	switch {
	case size > cap(r.buf), cap(r.buf) > 16*size:
		r.buf, r.start = append(make([]byte, 0, size), held...), 0
	case cap(r.buf)-len(r.buf) < least/2:
		r.buf, r.start = append(r.buf[:0], held...), 0
	}
	n, err := r.from.Read(r.buf[len(r.buf):cap(r.buf)])
	r.buf, r.err = r.buf[:len(r.buf)+n], err
	if r.empty++; n > 0 {
		r.empty = 0
	}
	if r.empty == mostEmpty && err == nil {
		r.err = io.ErrNoProgress
	}
}
