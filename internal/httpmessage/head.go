package httpmessage

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Errors of [Head.Read], for errors.Is.
var (
	// ErrNoHead means that a block does not begin with a status line. Nothing was read.
	ErrNoHead = errors.New("no status line")
	// ErrLongHead means that a head is larger than the maximum.
	ErrLongHead = errors.New("the header is too long")
)

// A Head is the head of a response. The zero Head is empty.
type Head struct {
	// Raw has all bytes, from the status line to the empty line.
	Raw []byte
	// Status is the status code, or 0 if there is no number.
	Status int
	// Fields are the fields of the header, in order.
	Fields []Field
	// Cut reports whether the block ended before the empty line.
	Cut bool
}

// ParseHead returns the head that raw consists of.
func ParseHead(raw []byte) Head {
	var h Head
	h.Parse(raw)
	return h
}

// Parse makes h the head that raw consists of. It uses the memory for the fields of h again.
func (h *Head) Parse(raw []byte) {
	*h = Head{Raw: raw, Fields: h.Fields[:0], Cut: true}
	h.parse()
}

// Read makes h the head at the beginning of a block, of at most max bytes. It uses the memory of h again.
// If the head is longer, the error is ErrLongHead, and h has the bytes that were read. If there is no head, the
// error is ErrNoHead, and nothing was read. Other errors come from reading.
func (h *Head) Read(block *bufio.Reader, max int) error {
	*h = Head{Raw: h.Raw[:0], Fields: h.Fields[:0]}
	begin, err := block.Peek(maxSlop + len(protocol))
	if err != nil && err != io.EOF {
		return err
	}
	first := statusLine(begin)
	if first < 0 {
		return ErrNoHead
	}
	if err := h.readLines(block, first, max); err != nil {
		return err
	}
	h.parse()
	return nil
}

// readLines reads lines into h.Raw, up to an empty line. The status line begins at the offset first of the block.
func (h *Head) readLines(block *bufio.Reader, first, max int) error {
	for start := 0; ; {
		part, err := block.ReadSlice('\n')
		if len(h.Raw)+len(part) > max {
			h.Raw = append(h.Raw, part[:max-len(h.Raw)]...)
			return ErrLongHead
		}
		h.Raw = append(h.Raw, part...)
		switch {
		case err == io.EOF:
			h.Cut = true
			return nil
		case err == bufio.ErrBufferFull:
		case err != nil:
			return err
		case start > first && isEmptyLine(h.Raw[start:]):
			return nil
		default:
			start = len(h.Raw)
		}
	}
}

const (
	protocol = "HTTP/"
	maxSlop  = 4 // Chromium has the same limit
)

// statusLine returns the offset of a status line in p, or -1.
func statusLine(p []byte) int {
	for i := 0; i <= maxSlop && i+len(protocol) <= len(p); i++ {
		if bytes.EqualFold(p[i:i+len(protocol)], []byte(protocol)) {
			return i
		}
	}
	return -1
}

// isEmptyLine reports whether a line with its end is empty. There may be several CR before the LF,
// in files that were copied as text.
func isEmptyLine(line []byte) bool {
	return len(line) > 0 && line[len(line)-1] == '\n' && len(bytes.TrimRight(line, "\r\n")) == 0
}

// parse finds the status and the fields in Raw.
func (h *Head) parse() {
	line := lineEnd(h.Raw, max(0, statusLine(h.Raw)))
	_, code, _ := bytes.Cut(h.Raw[:line], []byte(" "))
	for _, b := range bytes.TrimLeft(code, " ") {
		if b < '0' || b > '9' || h.Status > 1e6 { // the bound prevents an overflow
			break
		}
		h.Status = h.Status*10 + int(b-'0')
	}
	open := false // the next line may continue the last field
	for line < len(h.Raw) {
		start := line
		line = lineEnd(h.Raw, start)
		switch {
		case isEmptyLine(h.Raw[start:line]):
			h.Cut = false
			return
		case !isBlank(h.Raw[start]):
			open = h.field(start, line)
		case open:
			f := &h.Fields[len(h.Fields)-1]
			f.End = line
			f.ValueStart, f.ValueEnd = trim(h.Raw, f.ValueStart, line)
		}
	}
}

// lineEnd returns the offset after the line that begins at start.
func lineEnd(p []byte, start int) int {
	if i := bytes.IndexByte(p[start:], '\n'); i >= 0 {
		return start + i + 1
	}
	return len(p)
}
