package warc

import (
	"bytes"
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/container/format"
)

// begins reports whether a part of a file that begins with start can begin with text: with a record whose
// header is not larger than maxLine. A record "conversion" belongs to the record before it, because
// [writer.insert] compares the two.
func begins(start, text []byte) (ok, more bool) {
	text = text[:min(len(text), maxLine)]
	if startsARC(start) {
		ended := bytes.IndexByte(text, '\n') >= 0
		return ended && isRecord(text, true), !ended
	}
	if !isWARC(text) {
		return false, len(text) < len("WARC/1.0")
	}
	n, _ := headerEnd(text, 0)
	if n == 0 {
		return false, true
	}
	h := parseWARC(text[:n])
	return h.Type != "" && h.Type != "conversion", false
}

// startsARC reports whether a file that begins with start is an ARC file.
func startsARC(start []byte) bool { return IsARC(bytes.TrimPrefix(start, []byte(mark))) }

// find returns the first offset in text, at or after from, at which a record may begin, or -1: as
// [findRecord] finds it after a fault.
func find(start, text []byte, from int) int {
	arc := startsARC(start)
	for at := max(0, from-len("\r\n\r\n")); ; at++ {
		n := findRecord(text[at:], arc)
		if n < 0 {
			return -1
		}
		at += n
		for text[at] == '\r' || text[at] == '\n' {
			at++
		}
		if at >= from {
			return at
		}
	}
}

// places yields the offsets at which records begin, if the record before is not broken and a blank line
// ends it. Otherwise, what is done with that record may depend on what follows it.
func places(text io.Reader, _ []byte, o format.Options) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		r := newReader(text, format.Options{Units: o.Units})
		sound := false
		for r.more() {
			if sound && !yield(r.in.Offset(), nil) {
				return
			}
			var m format.Member
			h := r.header()
			r.finish(&m, &h)
			sound = len(m.Faults) == 0 && (r.lines >= 2 || r.block.arc)
		}
		if err := r.in.Err(); err != io.EOF {
			yield(0, err)
		}
	}
}
