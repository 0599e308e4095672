package fieldref

import "unicode/utf8"

const reasonBreak = "a line break in the field that only some readers see"

// HasStrayBreak reports whether the body of a field has a character that ends a line for
// some readers only: a CR without LF, NUL, VT, FF, FS, GS, RS, NEL, or a line or
// paragraph separator of Unicode. Those readers may take what follows for another field.
func HasStrayBreak(body []byte) bool {
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\r':
			if i+1 == len(body) || body[i+1] != '\n' {
				return true
			}
		case c == 0, '\v' <= c && c <= '\f', 0x1c <= c && c <= 0x1e:
			return true
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(body[i:])
			if r == 0x85 || r == '\u2028' || r == '\u2029' || size == 1 && c == 0x85 {
				return true
			}
			i += size - 1
		}
	}
	return false
}
