// Package ascii classifies bytes as the WHATWG Infra Standard, section 4.6, classifies
// ASCII code points.
//
// Other specifications have their own white space: internal/fieldref has the white space of header
// fields, internal/jsscan the white space of JavaScript.
package ascii

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// Whitespace has the bytes that the Infra Standard calls ASCII whitespace.
const Whitespace = "\t\n\f\r "

// IsWhitespace reports whether c is ASCII whitespace. A vertical tab does not count.
func IsWhitespace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r' && c != '\v'
}

// IsDigit reports whether c is an ASCII digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsHexDigit reports whether c is an ASCII hex digit, in upper or lower case.
func IsHexDigit(c byte) bool {
	return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// IsAlpha reports whether c is an ASCII letter.
func IsAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsAlphanumeric reports whether c is an ASCII digit or letter.
func IsAlphanumeric(c byte) bool { return IsDigit(c) || IsAlpha(c) }

// HexValue returns the value of a hex digit, or -1 if c is not a hex digit.
func HexValue(c byte) int {
	switch {
	case IsDigit(c):
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// HexByte returns the byte that two hex digits denote. Both must be hex digits.
func HexByte(high, low byte) byte { return byte(HexValue(high)<<4 | HexValue(low)) }

// Lower returns c in lower case if it is an ASCII upper alpha, else c.
func Lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}

// AppendLower appends s to dst in ASCII lowercase. Bytes beyond ASCII are copied as they
// are.
func AppendLower(dst, s []byte) []byte {
	for _, c := range s {
		dst = append(dst, Lower(c))
	}
	return dst
}

// ContainsFold reports whether s contains lower when ASCII case is ignored. lower must be in ASCII
// lowercase, and not empty.
func ContainsFold(s []byte, lower string) bool {
	at := Rarest(lower)
	for _, c := range [2]byte{lower[at], lower[at] &^ 0x20} {
		for rest := s[min(at, len(s)):]; ; {
			n := bytes.IndexByte(rest, c)
			if n < 0 {
				break
			}
			start := len(s) - len(rest) + n - at
			if rest = rest[n+1:]; start+len(lower) <= len(s) && EqualFold(s[start:start+len(lower)], lower) {
				return true
			}
		}
	}
	return false
}

// Rarest returns the offset of the lower case letter in s that is rarest in English. To find s in a text is
// quickest by this letter.
func Rarest(s string) (at int) {
	const byFrequency = "etaoinshrdlucmfwypvbgkjqxz"
	for i := range len(s) {
		if strings.IndexByte(byFrequency, s[i]) > strings.IndexByte(byFrequency, s[at]) {
			at = i
		}
	}
	return at
}

// EqualFold reports whether s equals lower when ASCII case is ignored. lower must be in
// ASCII lowercase. Unlike [bytes.EqualFold] it does not fold characters beyond ASCII.
func EqualFold(s []byte, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i, c := range s {
		if c != lower[i] && Lower(c) != lower[i] {
			return false
		}
	}
	return true
}

// SkipWhitespace returns the offset of the first byte of s, from pos on, that is not ASCII
// whitespace. Without one it returns len(s).
func SkipWhitespace(s []byte, pos int) int {
	for pos < len(s) && IsWhitespace(s[pos]) {
		pos++
	}
	return pos
}

// Len returns the length of the ASCII text that b begins with.
func Len(b []byte) (n int) {
	for ; len(b)-n >= 8; n += 8 {
		if binary.LittleEndian.Uint64(b[n:])&0x8080808080808080 != 0 {
			break
		}
	}
	for n < len(b) && b[n] < 0x80 {
		n++
	}
	return n
}

// Is reports whether all bytes of text are ASCII.
func Is(text []byte) bool { return Len(text) == len(text) }

// CountHigh returns the number of bytes of text that are not ASCII.
func CountHigh(text []byte) (n int) {
	for _, c := range text {
		if c >= 0x80 {
			n++
		}
	}
	return n
}
