package warc

import (
	"bytes"
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/container/format"
)

// Format is the row of WARC and ARC in the table of package container.
var Format = format.Format{
	Name:       "warc",
	Extensions: []string{".warc", ".arc"},
	Magic:      detect,
	Open:       func(file io.Reader, o format.Options) format.Reader { return newReader(file, o) },
	Encoded:    true,
	Kind:       format.Records,
	Cuts:       &format.Cuts{Head: maxLine, Begins: begins, Find: find, Places: places, Units: true},
}

// detect reports whether a file begins with a record. A byte order mark and blank lines may come first.
func detect(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte(mark)), "\r\n")
	return isWARC(head) || isFirstOfARC(head)
}

// isFirstOfARC reports whether head begins with the first record of an ARC file.
func isFirstOfARC(head []byte) bool { return bytes.HasPrefix(head, []byte("filedesc://")) }

// IsARC reports whether a web archive whose text begins with head is an ARC file. The first record of such a
// file may be missing or damaged.
func IsARC(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head[:min(len(head), maxLine)], []byte(mark)), "\r\n")
	if isFirstOfARC(head) || isWARC(head) {
		return isFirstOfARC(head)
	}
	_, ok := parseARC(head[:lineLength(head)])
	return ok || findRecord(head, false) < 0 && findRecord(head, true) >= 0
}

// begins reports whether a part of a file that begins with start can begin with text: with a record whose
// header is not larger than maxLine. A record "conversion" belongs to the record before it, because
// [writer.insert] compares the two.
func begins(start, text []byte) (ok, more bool) {
	text = text[:min(len(text), maxLine)]
	if IsARC(start) {
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
	return h.Type != "" && h.Type != "conversion" && h.Type != "continuation", false
}

// find returns the first offset in text, at or after from, at which a record may begin, or -1. It looks for
// a record as [findRecord] does after a fault.
func find(start, text []byte, from int) int {
	arc := IsARC(start)
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

// places yields the offsets of the records that follow a sound record with a blank line after it. What is
// written for any other record may depend on the bytes after it.
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
