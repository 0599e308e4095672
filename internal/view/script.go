package view

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A scriptWriter writes the edits of a string in a script element. Its pos is the end of a unit.
type scriptWriter struct{ writer }

// mark returns the offset of a kept "<" before end that has to be escaped, or -1. It has to be escaped if
// the kept bytes up to end, with the bytes that follow in the output, form "<!--", "<script" or
// "</script". If the kept bytes alone form one of these, the "<" is left as it is.
func (w *scriptWriter) mark(end int) int {
	outer, from := w.outer, max(w.pos, end-len("</script"))
	lt := from + bytes.LastIndexByte(outer[from:end], '<')
	if lt < from {
		return -1
	}
	after := string(outer[lt+1 : end])
	for _, m := range [...]string{"!--", "/script", "script"} {
		switch {
		case len(after) < len(m) && strings.EqualFold(after, m[:len(after)]):
			return lt
		case m != "!--" && strings.EqualFold(after, m) && !isTagNameEnd(outer, end):
			return lt
		}
	}
	return -1
}

// isTagNameEnd reports whether a tag name ends before outer[pos].
func isTagNameEnd(outer []byte, pos int) bool {
	return pos < len(outer) && strings.IndexByte(" \t\n\f\r/>", outer[pos]) >= 0
}

// commentEnd returns the offset of a kept ">" after c that may follow two hyphens once c is
// written, or -1.
func (w *scriptWriter) commentEnd(c *change) int {
	gt, before := c.to, c.enc
	if len(before) == 0 {
		before = w.outer[w.start:c.from]
	}
	if !bytes.HasSuffix(before, []byte("-")) {
		return -1
	}
	if gt < c.next && w.outer[gt] == '-' {
		gt++
	}
	if gt < c.next && w.outer[gt] == '>' {
		return gt
	}
	return -1
}

// joins reports whether c only deletes, and the escapes before and after it would become a
// surrogate pair.
func (w *scriptWriter) joins(c *change) bool {
	if len(c.enc) > 0 || !c.before.whole() {
		return false
	}
	n, high := hexEscape(w.outer[c.before.start:c.before.end])
	if n < c.before.end-c.before.start {
		return false // before is a pair already
	}
	_, low := hexEscape(w.outer[c.to:w.end])
	return utf16.DecodeRune(high, low) != utf8.RuneError
}

// run returns the number of consecutive kept backslashes that end at last.
func (w *scriptWriter) run(last int) int {
	first := last
	for first >= w.pos && w.outer[first] == '\\' {
		first--
	}
	return last - first
}
