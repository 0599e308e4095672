package mbox

import (
	"bytes"
	"github.com/hrefix/hrefix/internal/ascii"
)

const (
	maxLine = 1 << 10 // bytes of a From_ line that are read
	maxName = 1 << 7  // bytes of the name of a field in the next line
)

// lookahead is how many bytes from the beginning of a line decide whether it is a separator: the
// bytes of the line, of a name in the next line, and of "://" after the name.
const lookahead = maxLine + maxName + len("://")

const fromPrefix = "From "

// IsFrom reports whether line is a From_ line with a date: "From ", a sender or
// other text, and a date. It may have its line ending. Only the first KiB is
// read.
//
// Such a line is a separator anywhere in a mailbox. A line without a date can also be a separator,
// depending on the lines around it: see the package documentation.
func IsFrom(line []byte) bool {
	line = line[:min(len(line), maxLine)]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	rest, ok := bytes.CutPrefix(line, []byte(fromPrefix))
	return ok && hasDate(bytes.TrimSuffix(rest, []byte("\r")))
}

// Detect reports whether a file begins as a mailbox does: with a separator, and
// after it a header field, a >From_ line, an empty line, or the end of the file. A
// byte order mark and empty lines may come first. head is the beginning of the
// file: some KiB, or all of it.
func Detect(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte(byteOrderMark))
	for lineBreak(head) > 0 {
		head = head[lineBreak(head):]
	}
	if !separates(head, 0, true) {
		return false
	}
	after := head[lineEnd(head):]
	return len(after) == 0 || lineBreak(after) > 0 || beginsField(after) || bytes.HasPrefix(after, []byte(quotedFrom))
}

// separates reports whether the line at data[at:] is a separator: a From_ line with a date, or a
// From_ line without a date that looks like lines of known programs and has a header after it.
// empty reports whether the line before is empty or does not exist.
func separates(data []byte, at int, empty bool) bool {
	text := data[at:min(len(data), at+lookahead)]
	if !bytes.HasPrefix(text, []byte(fromPrefix)) {
		return false
	}
	n := lineEnd(text)
	if IsFrom(text[:n]) {
		return true
	}
	if n > maxLine || !beginsField(text[n:]) {
		return false
	}
	switch sender := bytes.Trim(text[len(fromPrefix):n], " \t\r\n"); {
	case string(sender) == "-":
		return true
	case len(sender) == 0:
		return empty
	default:
		return empty && bytes.IndexByte(sender, '@') >= 0 && !bytes.ContainsAny(sender, " \t")
	}
}

// beginsField reports whether text begins with a header field. Of the characters
// that RFC 5322 section 3.6.8 allows in a name, only those in use count. A URL is
// no field.
func beginsField(text []byte) bool {
	n := 0
	for ; n < len(text) && n <= maxName; n++ {
		if c := text[n]; !ascii.IsAlphanumeric(c) && c != '-' && c != '_' && c != '.' {
			break
		}
	}
	return 0 < n && n <= maxName && n < len(text) && text[n] == ':' && !bytes.HasPrefix(text[n:], []byte("://"))
}
