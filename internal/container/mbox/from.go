package mbox

import "bytes"

const (
	maxLine = 1 << 10 // bytes of a From_ line that are looked at
	maxName = 1 << 7  // bytes of the name of a field in the line after it
)

// lookahead is how many bytes from the beginning of a line on can matter to
// whether it is a separator. After a name stands "://" or not.
const lookahead = maxLine + maxName + len("://")

const fromPrefix = "From "

// IsFrom reports whether line is a From_ line with a date: "From ", a sender or
// what stands in its place, and a date. It may have its line ending. Only the
// first KiB is looked at.
//
// Such a line is a separator wherever it stands in a mailbox. One without a date
// can be one too; that depends on the lines around it, see the package.
func IsFrom(line []byte) bool {
	line = line[:min(len(line), maxLine)]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	rest, ok := bytes.CutPrefix(line, []byte(fromPrefix))
	return ok && hasDate(bytes.TrimSuffix(rest, []byte("\r")))
}

// Detect reports whether text begins as a mailbox: with a separator, which no
// more than a byte order mark and empty lines stand before, and with a header
// field, a >From_ line, an empty line or nothing at all behind that. head is
// the beginning of the text: some KiB, or all of it.
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

// separates reports whether a separator begins at data[at:], which begins a
// line: a From_ line with a date, or one without that looks like what programs
// write, and has a header behind it. empty says that an empty line, or nothing,
// stands before it.
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

// beginsField reports whether text begins with a header field. The name has
// fewer characters than RFC 5322 section 3.6.8 allows, but all that are in use.
// A URL is no field.
func beginsField(text []byte) bool {
	n := 0
	for n < len(text) && n <= maxName && isNameChar(text[n]) {
		n++
	}
	return 0 < n && n <= maxName && n < len(text) && text[n] == ':' && !bytes.HasPrefix(text[n:], []byte("://"))
}

func isNameChar(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '-' || c == '_' || c == '.'
}
