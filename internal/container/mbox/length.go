package mbox

import (
	"bytes"
	"math"
	"strconv"
)

// maxAhead is how many bytes past the first separator the end by a Content-Length may lie. Checking that
// end takes as much memory.
const maxAhead = 16 << 20

// checkLength decides where the message ends: where its Content-Length says, if
// the next message begins or the mailbox ends there; otherwise at the first
// separator.
func (s *splitter) checkLength() (need int) {
	if s.counted >= 0 && s.counted <= s.next-s.start+maxAhead {
		at := s.start + s.counted
		if far := at + 2*len("\r\n") + lookahead; s.lacks(far) {
			return far
		}
		if end, ok := s.mailboxEnd(at); ok {
			s.end, s.stage = end, wantNothing
			return 0
		}
	}
	s.counted, s.end, s.stage = -1, s.next, wantNothing
	return 0
}

// mailboxEnd reports whether a message can end at data[at:]. end is where the
// next message begins: a line ending that the message lacks, and an empty line,
// may come before it.
func (s *splitter) mailboxEnd(at int) (end int, ok bool) {
	if at > len(s.data) {
		return 0, false
	}
	end = at
	if s.data[at-1] != '\n' {
		end += lineBreak(s.data[end:])
	}
	end += lineBreak(s.data[end:])
	if end == len(s.data) {
		return end, true
	}
	return end, s.data[end-1] == '\n' && separates(s.data, end, emptyBefore(s.data, end))
}

// countedEnd returns the end of the body of a message by its Content-Length, or -1 if the message
// has no usable Content-Length: it has no such field, two different fields, or a field that is not
// a number or has a CR that ends no line. The header ends at the first empty line.
func countedEnd(message []byte) int {
	length := -1
	for pos := 0; pos < len(message); {
		line := message[pos : pos+lineEnd(message[pos:])]
		pos += len(line)
		if lineBreak(line) > 0 {
			if length < 0 || length > math.MaxInt-pos {
				return -1
			}
			return pos + length
		}
		value, ok := contentLength(line)
		if !ok {
			continue
		}
		start := pos - len(value)
		for pos < len(message) && isBlank(message[pos]) {
			pos += lineEnd(message[pos:])
		}
		body := message[start:pos]
		n, err := strconv.ParseUint(string(bytes.Trim(body, " \t\r\n")), 10, strconv.IntSize-1)
		if err != nil || bytes.Count(body, []byte("\r")) != bytes.Count(body, []byte("\r\n")) || length >= 0 && length != int(n) {
			return -1
		}
		length = int(n)
	}
	return -1
}

// contentLength returns the part of the body of a Content-Length field that is on
// its first line.
func contentLength(line []byte) (value []byte, ok bool) {
	const name = "Content-Length"
	if len(line) < len(name) || line[0]|0x20 != 'c' || !bytes.EqualFold(line[:len(name)], []byte(name)) {
		return nil, false
	}
	return bytes.CutPrefix(bytes.TrimLeft(line[len(name):], " \t"), []byte(":"))
}
