package microsyntax

import (
	"encoding/json"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/jsonscan"
)

// A cursor moves through valid JSON.
type cursor struct {
	src []byte
	pos int
}

// open returns a cursor at the value of src. ok is false if src is not JSON by RFC 8259.
// All other methods rely on valid JSON and check nothing.
func open(src []byte) (c cursor, ok bool) {
	if !json.Valid(src) {
		return c, false
	}
	c.src = src
	c.space()
	return c, true
}

// isObject reports whether the value at c is an object.
func (c *cursor) isObject() bool { return c.src[c.pos] == '{' }

// isArray reports whether the value at c is an array.
func (c *cursor) isArray() bool { return c.src[c.pos] == '[' }

// isString reports whether the value at c is a string.
func (c *cursor) isString() bool { return c.src[c.pos] == '"' }

func (c *cursor) space() { c.pos = ascii.SkipWhitespace(c.src, c.pos) }

// enter enters the object or array at c. A loop over its members or elements follows:
//
//	for c.enter(); c.next(); { … }
func (c *cursor) enter() { c.pos++ }

// next moves to the next member or element, or leaves the object or array. The caller must have
// consumed the member or element before.
func (c *cursor) next() bool {
	c.space()
	switch c.src[c.pos] {
	case ',':
		c.pos++
		c.space()
	case ']', '}':
		c.pos++
		return false
	}
	return true
}

// key consumes the key at c and the colon, and returns the key's span.
func (c *cursor) key() (start, end int) {
	start, end = c.str()
	c.space()
	c.pos++
	c.space()
	return start, end
}

// str consumes the string at c, and returns the span of its content.
func (c *cursor) str() (start, end int) {
	start = c.pos + 1
	end, _ = jsonscan.StringEnd(c.src, start)
	c.pos = end + 1
	return start, end
}

// skip consumes the value at c.
func (c *cursor) skip() {
	for depth := 0; ; {
		switch c.src[c.pos] {
		case '"':
			c.str()
		case '{', '[':
			depth++
			c.pos++
		case '}', ']':
			depth--
			c.pos++
		case ',', ':', ' ', '\t', '\n', '\r':
			c.pos++
			continue
		default:
			c.scalar()
		}
		if depth == 0 {
			return
		}
	}
}

// scalar consumes a number, true, false or null.
func (c *cursor) scalar() {
	for c.pos < len(c.src) {
		switch c.src[c.pos] {
		case ',', '}', ']', ' ', '\t', '\n', '\r':
			return
		}
		c.pos++
	}
}

// is reports whether the content s of a string, with its escapes decoded, is the ASCII text
// want.
func is(s []byte, want string) bool {
	n, ok := prefix(s, want)
	return ok && n == len(s)
}

// prefix reports whether the content s of a string, with its escapes decoded, begins with
// the ASCII text want. It returns the number of bytes of s that want takes.
func prefix(s []byte, want string) (n int, ok bool) {
	for i := range len(want) {
		if n == len(s) {
			return n, false
		}
		c, size := char(s[n:])
		if c != rune(want[i]) {
			return n, false
		}
		n += size
	}
	return n, true
}

// char decodes the first character of the content s of a string. For a character beyond ASCII it
// returns any value beyond ASCII, since no caller looks for such a character.
func char(s []byte) (c rune, size int) {
	if s[0] != '\\' {
		return rune(s[0]), 1
	}
	switch s[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		for _, h := range s[2:6] {
			c = c<<4 | rune(ascii.HexValue(h))
		}
		return c, 6
	}
	return rune(s[1]), 2
}
