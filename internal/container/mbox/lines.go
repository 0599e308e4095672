package mbox

import "bytes"

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

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
