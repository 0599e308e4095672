package mbox

import (
	"bytes"
	"iter"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/simd"
)

// Messages yields the messages of a mailbox in memory. Nothing is copied: their texts are parts of mailbox.
// An empty mailbox has no messages; any other mailbox has at least one message. A message is valid until the
// next one is yielded.
func Messages(mailbox []byte) iter.Seq[*format.Member] {
	return func(yield func(*format.Member) bool) {
		var m format.Member
		for n, offset := 1, 0; offset < len(mailbox); n++ {
			s := splitter{separated: n > 1}
			s.split(mailbox[offset:], true)
			s.message(&m, n, int64(offset))
			if !yield(&m) {
				return
			}
			offset += s.end
		}
	}
}

// A splitter finds the end of one message. It reads each byte once: if it needs more
// bytes, it continues where it stopped.
type splitter struct {
	data []byte // the bytes read so far, from the first byte of the message on
	eof  bool   // data is complete

	separated bool // data begins with a separator
	stage     stage
	pos       int // data[:pos] has been examined
	start     int // the start of the message, after its From_ line
	next      int // the first separator after start, or the end of the data
	counted   int // the length after start that Content-Length gives, or -1
	end       int // the end of the member: of the message and the bytes after it that belong to the mailbox

	part bool // data begins within a message that is larger than may be held
	more bool // the message goes on after end
}

// A stage is what a splitter looks for.
type stage uint8

const (
	wantFrom      stage = iota // the From_ line of the message
	wantStart                  // the start of the message, after its From_ line
	wantSeparator              // the separator after the message
	wantLength                 // what follows the end that Content-Length gives
	wantNothing
)

// split continues with data, which begins with the data of the last call. It returns how many bytes
// of data it needs; 0 means that the message is complete. With eof, data will not grow, and split
// returns 0.
func (s *splitter) split(data []byte, eof bool) (need int) {
	s.data, s.eof = data, eof
	for s.stage != wantNothing && need == 0 {
		switch s.stage {
		case wantFrom:
			need = s.findFrom()
		case wantStart:
			need = s.findStart()
		case wantSeparator:
			need = s.findSeparator()
		case wantLength:
			need = s.checkLength()
		}
	}
	return need
}

// lacks reports whether there are less than n bytes, and more may come.
func (s *splitter) lacks(n int) bool { return len(s.data) < n && !s.eof }

const (
	byteOrderMark = "\xEF\xBB\xBF" // the byte order mark of UTF-8
	quotedFrom    = ">" + fromPrefix
	lineFrom      = "\n" + fromPrefix
)

// findFrom looks for the From_ line of the message. Before the first message there
// may be a byte order mark and empty lines.
func (s *splitter) findFrom() (need int) {
	for !s.separated {
		if far := s.pos + lookahead; s.lacks(far) {
			return far
		}
		n := lineBreak(s.data[s.pos:])
		if s.pos == 0 && bytes.HasPrefix(s.data, []byte(byteOrderMark)) {
			n = len(byteOrderMark)
		}
		if n == 0 {
			break
		}
		s.pos += n
	}
	s.stage = wantSeparator
	if s.separated || separates(s.data, s.pos, true) {
		s.stage = wantStart
	}
	return 0
}

// findStart looks for the end of the From_ line, and of the >From_ lines after
// it: UUCP adds one for each host on the way of a mail.
func (s *splitter) findStart() (need int) {
	for more := true; more; {
		n := lineEnd(s.data[s.pos:])
		if n == 0 || s.data[s.pos+n-1] != '\n' {
			s.pos += n
			if !s.eof {
				return s.pos + 1
			}
			break
		}
		if far := s.pos + n + len(quotedFrom); s.lacks(far) {
			return far
		}
		s.pos += n
		more = bytes.HasPrefix(s.data[s.pos:], []byte(quotedFrom))
	}
	s.start = s.pos
	if s.data[s.pos-1] == '\n' {
		s.pos-- // the next separator may follow the line feed
	}
	s.stage = wantSeparator
	return 0
}

// findSeparator looks for the first line that would end the message.
func (s *splitter) findSeparator() (need int) {
	for {
		n := indexLineFrom(s.data[s.pos:])
		if n < 0 {
			if !s.eof {
				s.pos = max(s.pos, len(s.data)-len(lineFrom)+1)
				return len(s.data) + 1
			}
			s.next = len(s.data)
			break
		}
		s.pos += n
		s.next = s.pos + 1
		if far := s.next + lookahead; s.lacks(far) {
			return far
		}
		if separates(s.data, s.next, emptyBefore(s.data, s.next)) {
			break
		}
		s.pos++
	}
	if s.counted = -1; !s.part {
		s.counted = countedEnd(s.data[s.start:s.next])
	}
	s.stage = wantLength
	return 0
}

// indexLineFrom returns the offset in text of the first line break before "From ",
// or -1.
func indexLineFrom(text []byte) int {
	for pos := 0; ; pos++ {
		n := simd.IndexPair(text[pos:], '\n', fromPrefix[0])
		if n < 0 {
			return -1
		}
		if pos += n; bytes.HasPrefix(text[pos+1:], []byte(fromPrefix)) {
			return pos
		}
	}
}

// before is more than the number of bytes before a From_ line that decide whether it is a separator.
const before = 64

// cut ends a part of a message that is larger than allowed. No separator begins before the
// end of the part. cut reports false if the splitter is not looking for a separator, or has
// looked at too few bytes.
func (s *splitter) cut() bool {
	if s.stage != wantSeparator || s.pos < 2*before {
		return false
	}
	s.end, s.part, s.more, s.stage = s.pos-before, true, true, wantNothing
	return true
}

// following returns the splitter for the next message.
func (s *splitter) following() splitter {
	if s.more {
		return splitter{stage: wantSeparator, pos: before, part: true}
	}
	return splitter{separated: true}
}

// message sets m to the message, once it is complete.
func (s *splitter) message(m *format.Member, number int, offset int64) {
	*m = format.Member{Number: number, Offset: offset, Text: s.data[:s.end:s.end], MediaType: "message/rfc822"}
	if s.part {
		m.Large = true
		return
	}
	m.Start, m.Counted = s.start, s.counted >= 0
	if m.Counted {
		m.End = s.start + s.counted
	} else {
		m.End = s.start + withoutEmptyLine(s.data[s.start:s.end])
	}
}

// lineEnd returns the length of the first line of text, with its line ending.
func lineEnd(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n + 1
	}
	return len(text)
}

// lineBreak returns the length of the line ending that text begins with, or 0.
func lineBreak(text []byte) int {
	switch {
	case len(text) > 0 && text[0] == '\n':
		return 1
	case len(text) > 1 && text[0] == '\r' && text[1] == '\n':
		return 2
	}
	return 0
}

// emptyBefore reports whether the line before text[at:] is empty.
func emptyBefore(text []byte, at int) bool {
	return withoutEmptyLine(text[:at]) < at
}

// withoutEmptyLine returns the length of text without its last line, if that is
// empty.
func withoutEmptyLine(text []byte) int {
	n := len(text) - 1
	if n < 0 || text[n] != '\n' {
		return len(text)
	}
	if n > 0 && text[n-1] == '\r' {
		n--
	}
	if n > 0 && text[n-1] != '\n' {
		return len(text)
	}
	return n
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
