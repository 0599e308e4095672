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
	"github.com/hrefix/hrefix/internal/container/lookahead"
)

// Format is the row of NDJSON in the table of package container.
var Format = format.Format{
	Name:       "ndjson",
	Kind:       format.Lines,
	Extensions: []string{".ndjson", ".jsonl"},
	Open:       open,
	Split:      split,
	Cuts:       &format.Cuts{Head: 1, Begins: begins, Find: find, Places: places},
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
	in     lookahead.Buffer
	most   int  // see [format.Options].MaxMember
	number int  // of the last line
	cut    bool // the last member was a part of a line, and more of it follows
}

func open(file io.Reader, o format.Options) format.Reader {
	return &reader{in: lookahead.Buffer{Source: file}, most: o.MaxMember}
}

// Next implements [format.Reader].
func (r *reader) Next(m *format.Member) error {
	r.in.Shrink()
	line, whole := r.line()
	isAll := len(line) == len(r.in.Held())
	if len(line) == 0 || !whole && isAll && r.in.Err() != io.EOF {
		return r.in.Err() // the line is not complete
	}
	wasCut := r.cut
	if r.cut = !whole && !isAll; !wasCut {
		r.number++
	}
	offset := r.in.Offset()
	if set(m, r.number, offset, line); wasCut || r.cut {
		*m = format.Member{Number: r.number, Offset: offset, Text: line, Large: true, Continued: wasCut}
	}
	r.in.Skip(len(line))
	return nil
}

// line returns the next line, or as much of it as may be held. whole reports whether the line ends
// there. It is false for a line that is too large, and at the end of the file or a read error.
func (r *reader) line() (line []byte, whole bool) {
	for seen := 0; ; {
		held := r.in.Held()
		if n := bytes.IndexByte(held[seen:], '\n'); n >= 0 && (r.most == 0 || seen+n+1 <= r.most) {
			end := seen + n + 1
			return held[:end:end], true
		}
		if r.most > 0 && len(held) > r.most {
			return held[:r.most:r.most], false
		}
		if r.in.Err() != nil {
			return held[:len(held):len(held)], false
		}
		seen = len(held)
		r.in.Fill()
	}
}
