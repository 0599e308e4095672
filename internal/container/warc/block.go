package warc

import (
	"bytes"
	"io"
)

// A block reads the block of a record, or the bytes between records. It ends after as many bytes as the
// record says, before a unit that begins with a record, or at the end of the file. If the record gives
// no length, or a length that exceeds the file, it ends before the next record.
type block struct {
	in      *input
	arc     bool  // records begin as in an ARC file
	left    int64 // bytes that were not read, or unknown
	exceeds bool  // the file ends before the block does
	size    int64 // bytes that were read
	cut     bool  // the block ended early: it has fewer bytes than the record says
	// Offsets up to which the text was searched, so that nothing is searched twice.
	units   int64 // no unit before this offset begins with a record
	records int64 // no record begins before this offset, if the length is not usable

	next func() bool // begins the next part of the block, if it has several: see segments.go

	keep   int    // the maximum number of bytes of stored
	stored []byte // the bytes that were read, or nil if they are more than keep
}

// open makes b a block of the next n bytes.
func (b *block) open(n int64) {
	b.left, b.exceeds, b.size, b.cut, b.records = n, false, 0, false, 0
	b.keep, b.stored = 0, nil
}

// view returns the next bytes of the block, or no bytes at its end. They are valid until the next
// call.
func (b *block) view() []byte {
	for b.left == 0 {
		if b.cut || !b.next() {
			return nil
		}
	}
	v := b.in.View()
	if b.left > 0 {
		v = v[:min(int64(len(v)), b.left)]
	}
	v = b.beforeUnit(v)
	if (b.left == unknown || b.exceeds) && len(v) > 0 {
		v = b.beforeRecord(v)
	}
	if len(v) == 0 {
		b.cut = b.left > 0
		b.left = 0
	}
	return v
}

// skip skips n bytes that view has returned.
func (b *block) skip(n int) {
	switch {
	case b.keep == 0:
	case len(b.stored)+n > b.keep:
		b.keep, b.stored = 0, nil
	default:
		b.stored = append(b.stored, b.in.Peek(n)...)
	}
	b.in.Skip(n)
	b.size += int64(n)
	if b.left > 0 {
		b.left -= int64(n)
	}
}

// beforeUnit returns the part of v that comes before a unit that begins with a record.
func (b *block) beforeUnit(v []byte) []byte {
	in := b.in
	for {
		at, ok := in.unit(max(in.Offset(), b.units), in.Offset()+int64(len(v)))
		if !ok {
			return v
		}
		if at > in.Offset() {
			return v[:at-in.Offset()]
		}
		if isRecord(in.Peek(maxLine), b.arc) {
			return nil
		}
		v = in.Peek(len(v)) // Peek may have moved the buffer
		b.units = at + 1
	}
}

// maxLine is the maximum length of a line of an ARC file that isRecord takes for the beginning of a record.
const maxLine = 16 << 10

// beforeRecord returns the part of v before the next record and the blank lines that precede the record.
// It returns less if a record may begin near the end of the buffer: the next call then has the whole
// line.
func (b *block) beforeRecord(v []byte) []byte {
	if b.records <= b.in.Offset() {
		b.in.Peek(4 * maxLine) // at least so many bytes, if the file has them
		text, complete := b.in.View(), b.in.Err() != nil
		if limit, ok := b.in.unit(max(b.in.Offset()+1, b.units), b.in.Offset()+int64(len(text))); ok {
			text, complete = text[:limit-b.in.Offset()], true
		}
		n := findRecord(text, b.arc)
		switch {
		case n < 0 && complete:
			n = len(text)
		case n < 0:
			n = len(text) - maxLine - 1
		}
		b.records = b.in.Offset() + int64(n)
		v = text
	}
	return v[:min(int64(len(v)), b.records-b.in.Offset())]
}

// isRecord reports whether text begins with a record.
func isRecord(text []byte, arc bool) bool {
	if !arc {
		return isWARC(text)
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	h, ok := parseARC(line)
	return ok && h.sure
}

// findRecord returns the offset of the blank lines before the first record in text, or -1. A record counts
// only at the beginning of a line and, in a WARC file, after a blank line.
func findRecord(text []byte, arc bool) int {
	if arc {
		return findARC(text)
	}
	for from := 0; ; {
		n := bytes.Index(text[from:], []byte("WARC/"))
		if n < 0 {
			return -1
		}
		at := from + n
		if start := blankLines(text[:at]); start >= 0 && isWARC(text[at:]) {
			return start
		}
		from = at + 1
	}
}

// blankLines returns the offset of the line end before the blank lines that text ends with, or
// -1 if it does not end with a blank line. It looks at no more than 8 bytes.
func blankLines(text []byte) int {
	first := len(text)
	lines := 0
	for first > 0 && len(text)-first < 8 && (text[first-1] == '\n' || text[first-1] == '\r') {
		first--
		if text[first] == '\n' {
			lines++
		}
	}
	if lines < 2 {
		return -1
	}
	return first
}

// findARC is findRecord for an ARC file.
func findARC(text []byte) int {
	for from := 0; ; {
		n := bytes.IndexByte(text[from:], '\n')
		if n < 0 {
			return -1
		}
		line := text[from+n+1:]
		if isRecord(line[:min(len(line), maxLine)], true) {
			return from + n
		}
		from += n + 1
	}
}

// Read implements [io.Reader]. The error is io.EOF, or comes from reading the file.
func (b *block) Read(p []byte) (int, error) {
	v := b.view()
	if len(v) == 0 {
		if err := b.in.Err(); err != nil && len(b.in.Held()) == 0 {
			return 0, err
		}
		return 0, io.EOF
	}
	n := copy(p, v)
	b.skip(n)
	return n, nil
}

// discard skips the rest of the block.
func (b *block) discard() {
	for {
		n := len(b.view())
		if n == 0 {
			return
		}
		b.skip(n)
	}
}
