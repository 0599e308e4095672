package format

import (
	"bufio"
	"bytes"
	"io"
	"iter"
)

// NDJSON is the row, in the table of package container, for files with one JSON text in each line,
// also called JSON Lines. JSON text sequences (RFC 7464), in which a record separator begins each
// line, are read, too.
//
// A member is a line with its end, LF or CR LF. The last line may lack an end. The document is the
// line without its end, and without a record separator. Empty lines have no document. The encoding
// must be one in which LF is one byte, such as UTF-8.
var NDJSON = Format{
	Name:       "ndjson",
	Kind:       Lines,
	Extensions: []string{".ndjson", ".jsonl"},
	Open:       openLines,
	Split:      splitLines,
	Cuts:       &Cuts{Head: 1, Begins: beginsLine, Find: findLine, Places: linePlaces},
}

// setLine sets m to a line with its end. number and offset are the number and the offset of the
// line in the file.
func setLine(m *Member, number int, offset int64, line []byte) {
	*m = Member{Number: number, Offset: offset, Text: line, MediaType: "application/json"}
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

// splitLines yields the lines of a file.
func splitLines(file []byte) iter.Seq[*Member] {
	return func(yield func(*Member) bool) {
		var m Member
		offset := 0
		for number := 1; offset < len(file); number++ {
			line := file[offset:]
			if n := bytes.IndexByte(line, '\n'); n >= 0 {
				line = line[: n+1 : n+1]
			}
			setLine(&m, number, int64(offset), line)
			if offset += len(line); !yield(&m) {
				return
			}
		}
	}
}

// A lineReader reads a file line by line.
type lineReader struct {
	in     Buffer
	most   int  // see [Options].MaxMember
	number int  // the number of the last line
	cut    bool // the last member was a part of a line, and more of the line follows
}

func openLines(file io.Reader, o Options) Reader {
	return &lineReader{in: Buffer{Source: file}, most: o.MaxMember}
}

// Next implements [Reader].
func (r *lineReader) Next(m *Member) error {
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
	if setLine(m, r.number, offset, line); wasCut || r.cut {
		*m = Member{Number: r.number, Offset: offset, Text: line, Large: true, Continued: wasCut}
	}
	r.in.Skip(len(line))
	return nil
}

// line returns the next line, or as much of it as may be held. whole reports whether that is the whole
// line, with its end. It is false for a line that is too large, and before the end of the file or an error.
func (r *lineReader) line() (line []byte, whole bool) {
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

// beginsLine reports whether a part of a file can begin with text: whether a line begins there.
func beginsLine(_, text []byte) (ok, more bool) { return len(text) > 0, true }

// findLine returns the first offset in text, at or after from, at which a line begins, or -1.
func findLine(_, text []byte, from int) int {
	at := max(0, from-1)
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return -1
}

// linePlaces yields the offsets at which lines begin, except the first.
func linePlaces(text io.Reader, _ []byte, _ Options) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		r := bufio.NewReaderSize(text, 64<<10)
		for at, ended := int64(0), false; ; {
			line, err := r.ReadSlice('\n')
			switch {
			case err != nil && err != bufio.ErrBufferFull && err != io.EOF:
				yield(0, err)
				return
			case len(line) == 0:
				return
			case ended && !yield(at, nil):
				return
			}
			at, ended = at+int64(len(line)), err == nil
		}
	}
}
