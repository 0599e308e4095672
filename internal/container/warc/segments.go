package warc

import (
	"fmt"
	"strconv"
	"strings"
)

// A record that is larger than a file may be is stored as several records: segments (WARC 1.1 section 7). The first
// segment has the type of the record and the number 1, and the others, of type "continuation", name it. If they
// follow each other in a file, their blocks are read as one block.

// segments is the state of the record that is read, if it is in segments.
type segments struct {
	id     string // the WARC-Record-ID of the first segment, or "" if the record has only one
	number int    // the number of the last segment that was read
	ended  bool   // that segment is the last of the record
	total  string // the length of all segments, as the last segment gives it
}

// begin begins the segments of a record.
func (s *segments) begin(h *header) {
	*s = segments{}
	if h.Type != "continuation" && h.ID != "" && isFirst(h.segment) {
		*s = segments{id: h.ID, number: 1}
	}
}

// isFirst reports whether a value of WARC-Segment-Number is 1.
func isFirst(number string) bool {
	n, err := strconv.Atoi(number)
	return err == nil && n == 1
}

// nextSegment reads the header of the segment that continues the record, and begins its block. It returns false
// if something else follows.
func (r *reader) nextSegment() bool {
	s := &r.segments
	if s.id == "" || s.ended {
		return false
	}
	const blank = 8 // more line ends than come between records
	text := r.in.Peek(blank + maxLine)
	start := 0
	for start < min(blank, len(text)) && (text[start] == '\r' || text[start] == '\n') {
		start++
	}
	if text = text[start:]; !isWARC(text) {
		return false
	}
	n, _ := headerEnd(text, 0)
	h := parseWARC(text[:n])
	number, err := strconv.Atoi(h.segment)
	if h.Type != "continuation" || h.length == unknown || h.Field("WARC-Segment-Origin-ID") != s.id || err != nil || number != s.number+1 {
		return false
	}
	r.in.Skip(start + n)
	s.number, s.total = number, h.Field("WARC-Segment-Total-Length")
	s.ended = s.total != ""
	r.block.left, r.block.records = h.length, 0
	r.block.exceeds = r.exceeds(h.length)
	return true
}

// finish ends the record, and adds what is wrong with its segments to h. size is the length of their blocks.
func (s *segments) finish(h *header, size int64) {
	total, err := strconv.ParseInt(s.total, 10, 64)
	switch {
	case s.id == "" && h.Type == "continuation":
		h.fault("the record continues another record, which does not come before it: it is not read")
	case s.id == "" && h.segment != "":
		h.fault("the record is a segment of a longer one: only the segment is read")
	case s.id == "":
	case !s.ended && s.number == 1:
		h.fault("the record is the first segment of a longer one, and the next segment does not follow: only the first is read")
	case !s.ended:
		h.fault(fmt.Sprintf("the record has more than the %d segments that follow each other: only these are read", s.number))
	case err != nil || total != size:
		h.fault(fmt.Sprintf("the segments of the record have %d bytes, and not %s", size, strings.ToValidUTF8(short(s.total), "?")))
	}
	*s = segments{}
}
