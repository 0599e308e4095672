package warc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/httpmessage"
)

// A reader reads a file record by record.
type reader struct {
	in       input
	size     int64 // the size of the text, or 0 if it is not known
	block    block
	segments segments
	options  format.Options
	number   int
	offset   int64 // the offset of the next member in the texts of all members
	begun    bool
	faults   []string // the faults of the next member
	cut      bool     // the file ends within the last record
	lines    int      // line ends after the block of the last record

	text []byte // the text of the member
	http *bufio.Reader
	head httpmessage.Head
	from origin  // the origin of the member
	back *writer // nil unless the file is rewritten
}

// newReader returns a reader of a file.
func newReader(file io.Reader, o format.Options) *reader {
	r := &reader{options: o}
	r.in = input{Buffer: format.Buffer{Source: file}, units: o.Units}
	if f, ok := file.(interface{ Len() int }); ok {
		r.size = int64(f.Len())
	}
	r.block.in, r.block.next = &r.in, r.nextSegment
	r.http = bufio.NewReaderSize(nil, 16<<10)
	return r
}

// Next implements [format.Reader].
func (r *reader) Next(m *format.Member) error {
	*m = format.Member{}
	if !r.more() {
		if r.number > 0 || len(r.faults) == 0 || r.in.Err() != io.EOF {
			return r.in.Err()
		}
		// A file without a record, unless it is empty, is one member with a defect.
		r.number, r.from = 1, origin{}
		*m = format.Member{Number: 1, Defect: "the file has no record of a web archive"}
		r.pass(m)
		return nil
	}
	h := r.header()
	h.Offset = r.in.file(h.At)
	r.member(m, &h)
	r.finish(m, &h)
	return nil
}

// more begins the next record. It returns false if there are no more records.
func (r *reader) more() bool {
	if !r.begun {
		r.begun = true
		if string(r.in.Peek(len(mark))) == mark { // some editors add a byte order mark
			r.in.Skip(len(mark))
		}
		r.block.arc = IsARC(r.in.Peek(maxLine))
		if n := r.between(); n > 0 {
			r.faults = []string{"skipped: " + bytesThat(n, "before the first record")}
		}
	}
	if r.in.ended() {
		return false
	}
	r.number++
	const largest = 4 << 20
	if cap(r.text) > largest || r.back != nil { // the writer needs the buffer
		r.text = nil
	}
	r.text, r.from = r.text[:0], origin{}
	return true
}

// mark is the byte order mark of UTF-8.
const mark = "\xef\xbb\xbf"

// header reads the header of the next record, and begins its block.
func (r *reader) header() header {
	at := r.in.Offset()
	var h header
	if r.block.arc { // one line
		text := r.in.Peek(maxLine)
		n := lineLength(text)
		if r.back != nil {
			r.from.header = bytes.Clone(text[:n])
		}
		h, _ = parseARC(text[:n])
		r.in.Skip(n)
	} else {
		h = r.warcHeader()
	}
	h.At = at
	r.block.open(h.length)
	r.block.exceeds = r.exceeds(h.length)
	r.segments.begin(&h)
	return h
}

// exceeds reports whether the file ends before the next n bytes do, if that shows.
func (r *reader) exceeds(n int64) bool {
	switch {
	case n == unknown:
		return false
	case r.size > 0:
		return n > r.size-r.in.Offset()
	}
	const near = 128 << 10 // the size of the file is not known: it shows only if the end of the file is near
	return n > int64(len(r.in.Peek(int(min(n, near))))) && r.in.Err() != nil
}

// warcHeader reads the header of a WARC record. If the header is too large or not complete, the
// record has no block.
func (r *reader) warcHeader() header {
	n, from := 0, 0
	for size := 2 << 10; n == 0; size *= 2 {
		text := r.in.Peek(min(size, maxHeader))
		if n, from = headerEnd(text, from); n == 0 && len(text) < size {
			return r.brokenHeader(len(text) == maxHeader)
		}
	}
	if before := r.beforeRecord(n); before < n {
		return r.cutHeader(before)
	}
	text := r.in.Peek(n)
	if r.back != nil {
		r.from.header = bytes.Clone(text)
	}
	h := parseWARC(text)
	r.in.Skip(n)
	return h
}

// beforeRecord returns the number of the next n bytes that come before the first unit that begins with
// a record.
func (r *reader) beforeRecord(n int) int {
	for from := r.in.Offset() + 1; ; {
		at, ok := r.in.unit(from, r.in.Offset()+int64(n))
		if !ok {
			return n
		}
		before := int(at - r.in.Offset())
		if text := r.in.Peek(before + maxLine)[before:]; isRecord(text, false) {
			return before
		}
		from = at + 1
	}
}

// brokenHeader reads a header whose end was not found: it is too large, or the file ends.
func (r *reader) brokenHeader(tooLarge bool) header {
	if !tooLarge {
		r.cut = r.in.Err() == io.EOF
		return r.cutHeader(len(r.in.View()))
	}
	r.in.Skip(r.beforeRecord(maxHeader))
	h := header{length: unknown}
	h.fault(fmt.Sprintf("the header of the record is larger than %d bytes: the record is skipped", maxHeader))
	return h
}

// cutHeader reads a header that is cut off after n bytes.
func (r *reader) cutHeader(n int) header {
	h := parseWARC(r.in.Peek(n))
	r.in.Skip(n)
	h.length, h.faults = 0, nil
	h.fault("the record is cut within its header")
	return h
}

// finish ends a record: it skips what the member has not read, and finds the next record.
func (r *reader) finish(m *format.Member, h *header) {
	r.block.discard()
	if r.block.cut {
		h.fault(fmt.Sprintf("the record is cut: its block has %d bytes of %d", r.block.size, h.length))
		r.cut = r.in.ended() && r.in.Err() == io.EOF
	}
	r.segments.finish(h, r.block.size)
	h.Cut = r.cut
	end := r.in.Offset()
	h.end(end, r.in.units == nil)
	r.lines = r.blank()
	h.end(r.in.file(r.in.Offset()), true)
	if n := r.between(); n > 0 {
		h.fault("skipped: " + bytesThat(n, "after the record"))
		h.end(r.in.file(r.in.Offset()), true)
	}
	if h.Length == 0 && !r.in.ended() {
		h.Offset = -1 // the unit has the next record, too
	}
	h.Size = r.in.Offset() - h.At
	m.Number, m.Offset, m.Text, m.Record = r.number, r.offset, r.text, &h.Record
	r.offset += int64(len(r.text))
	r.protect(m, h, r.lines)
	o := &r.from
	o.size, o.record, o.start, o.http, o.stored = end-h.At, &h.Record, m.Start, m.HTTP, r.block.stored
	if r.lines < 2 && !r.atUnit() {
		o.blank = "\r\n\r\n"[2*r.lines:]
	}
	m.Faults, r.faults = append(r.faults, h.faults...), nil
	r.pass(m)
}

// end sets the length of the record by the offset in the file at which the record ends. It does
// nothing if the length is known already, if at is -1 (not known), or if ok is false.
func (h *header) end(at int64, ok bool) {
	if ok && h.Length == 0 && h.Offset >= 0 && at >= 0 {
		h.Length = at - h.Offset
	}
}

// bytesThat describes n bytes that belong to no record, for a message. where says where they are.
func bytesThat(n int64, where string) string {
	if n == 1 {
		return "1 byte " + where + " that belongs to no record"
	}
	return fmt.Sprintf("%d bytes %s that belong to no record", n, where)
}

// between skips what comes before the next record. It returns the number of bytes that are not
// blank lines.
func (r *reader) between() int64 {
	r.blank()
	if r.in.ended() || r.atRecord() {
		return 0
	}
	r.block.open(unknown)
	r.block.discard()
	r.blank()
	return r.block.size
}

// blank skips line ends. It returns the number of lines.
func (r *reader) blank() (lines int) {
	for {
		v := r.in.View()
		n := 0
		for n < len(v) && (v[n] == '\n' || v[n] == '\r') {
			n++
		}
		lines += bytes.Count(v[:n], []byte("\n"))
		r.in.Skip(n)
		if n < len(v) || n == 0 {
			return lines
		}
	}
}

// atRecord reports whether a record begins at the position, where one is expected. Elsewhere,
// isRecord is stricter.
func (r *reader) atRecord() bool {
	text := r.in.Peek(maxLine)
	if !r.block.arc {
		return isWARC(text)
	}
	_, ok := parseARC(text[:lineLength(text)])
	return ok
}

// lineLength returns the length of the first line of text with its line end.
func lineLength(text []byte) int {
	for i, c := range text {
		if c == '\n' {
			return i + 1
		}
	}
	return len(text)
}

// An input is the text of a file, with a buffer. Its offsets are offsets in the text.
type input struct {
	format.Buffer
	units format.Units // nil if there are no units
}

// ended reports whether no more bytes can be read.
func (in *input) ended() bool { return len(in.View()) == 0 }

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
