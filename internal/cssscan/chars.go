package cssscan

import "bytes"

// Classes of bytes (CSS Syntax Level 3 section 4.2).
const (
	nameStart = 1 << iota
	nameRest
	digit
	hexDigit
	whiteSpace
	badInURL
	apart // white space and punctuation that is always a token of its own
	dull  // other bytes of tokens that cannot contain a URL
)

var classes = func() (t [256]uint8) {
	for i := range t {
		c := byte(i)
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if letter || c == '_' || c >= 0x80 || c == 0 {
			t[i] |= nameStart | nameRest
		}
		if '0' <= c && c <= '9' {
			t[i] |= digit | hexDigit | nameRest
		}
		if letter && c|0x20 <= 'f' {
			t[i] |= hexDigit
		}
		if c > 0 && c < ' ' || c == 0x7F {
			t[i] |= badInURL
		}
	}
	for _, c := range []byte(" \t\n\r\f") {
		t[c] = whiteSpace
	}
	for _, c := range []byte(`"'(\`) {
		t[c] |= badInURL
	}
	t['-'] |= nameRest
	for _, c := range []byte(" \t\n\r\f:;,>*~=|%!") {
		t[c] |= apart
	}
	for i := range t {
		if c := byte(i); t[c]&nameRest != 0 || bytes.IndexByte([]byte("#@.+$^"), c) >= 0 {
			t[c] |= dull
		}
	}
	return t
}()

func isNameStart(c byte) bool { return classes[c]&nameStart != 0 }
func isName(c byte) bool      { return classes[c]&nameRest != 0 }
func isDigit(c byte) bool     { return classes[c]&digit != 0 }
func isHex(c byte) bool       { return classes[c]&hexDigit != 0 }
func isSpace(c byte) bool     { return classes[c]&whiteSpace != 0 }
func isBadInURL(c byte) bool  { return classes[c]&badInURL != 0 }
func isNewline(c byte) bool   { return c == '\n' || c == '\r' || c == '\f' }

// isNamed reports whether ident, which may contain escapes, equals name. name is in lower
// case; ASCII case is ignored.
func isNamed(ident []byte, name string) bool {
	if len(ident) < len(name) || len(ident) > len(name) && bytes.IndexByte(ident, '\\') < 0 {
		return false
	}
	l := lexer{src: ident}
	for i := range len(name) {
		if l.pos >= len(ident) {
			return false
		}
		c := l.char()
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != rune(name[i]) {
			return false
		}
	}
	return l.pos == len(ident)
}

// isNamedAny reports whether ident is one of the names: see isNamed.
func isNamedAny(ident []byte, names ...string) bool {
	for _, name := range names {
		if isNamed(ident, name) {
			return true
		}
	}
	return false
}

// char reads a character of a name. For a character beyond ASCII it returns any value that
// is not ASCII.
func (l *lexer) char() rune {
	c := l.src[l.pos]
	if c != '\\' {
		l.pos++
		return rune(c)
	}
	start := l.pos + 1
	l.pos = l.escape(l.pos)
	if c = l.at(start); !isHex(c) || start >= len(l.src) {
		return rune(c)
	}
	var r rune
	for i := start; i < l.pos && isHex(l.src[i]); i++ {
		if c := rune(l.src[i]); isDigit(byte(c)) {
			r = r<<4 + c - '0'
		} else {
			r = r<<4 + c&^0x20 - 'A' + 10
		}
	}
	return r
}
