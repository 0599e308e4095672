package microsyntax

import (
	"bytes"
	"iter"

	"github.com/hrefix/hrefix/internal/ascii"
)

// ImportMap yields the URLs of an import map (HTML Standard 8.1.5, "parse an import map
// string"), as the contents of JSON strings with their escapes:
//
//   - specifiers, which are the keys of imports and of each scope, addresses, which are their
//     values, and the keys of integrity, if they are URL-like ("resolve a URL-like module
//     specifier"): if they begin with "/", "./" or "../", or are absolute. All others are bare
//     specifiers, which are not URLs;
//   - scope prefixes, which are the keys of scopes, whether URL-like or not.
//
// A map that browsers reject yields nothing: invalid JSON, or JSON in which the map itself,
// imports, scopes, integrity or a scope is not an object. If a key occurs several times, all
// its URLs are yielded, not only the last. So are addresses that browsers ignore, such as that
// of an empty key.
//
// A string is absolute if it has a scheme. After a special scheme (http, https, ws, wss,
// ftp) there must also be "//", and after file "/". So "http:g" is not absolute: with a base of
// the same scheme it is relative to that base.
func ImportMap(json []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		c, ok := open(json)
		if !ok || !isImportMap(c) {
			return
		}
		more := true
		for c.enter(); more && c.next(); {
			start, end := c.key()
			switch name := json[start:end]; {
			case is(name, "imports"):
				more = c.specifiers(yield)
			case is(name, "scopes"):
				more = c.scopes(yield)
			case is(name, "integrity"):
				more = c.integrity(yield)
			default:
				c.skip()
			}
		}
	}
}

// isImportMap reports whether all values that must be objects are objects. It works on a copy of
// the cursor.
func isImportMap(c cursor) bool {
	if !c.isObject() {
		return false
	}
	for c.enter(); c.next(); {
		start, end := c.key()
		name := c.src[start:end]
		scopes := is(name, "scopes")
		if !c.isObject() && (scopes || is(name, "imports") || is(name, "integrity")) {
			return false
		}
		if !scopes {
			c.skip()
			continue
		}
		for c.enter(); c.next(); {
			if c.key(); !c.isObject() {
				return false
			}
			c.skip()
		}
	}
	return true
}

// specifiers consumes a module specifier map ("sort and normalize a module
// specifier map").
func (c *cursor) specifiers(yield func(int, int) bool) bool {
	for c.enter(); c.next(); {
		start, end := c.key()
		if isURLLike(c.src[start:end]) && !yield(start, end) {
			return false
		}
		if !c.isString() {
			c.skip()
			continue
		}
		start, end = c.str()
		if isURLLike(c.src[start:end]) && !yield(start, end) {
			return false
		}
	}
	return true
}

// scopes consumes the value of scopes ("sort and normalize scopes").
func (c *cursor) scopes(yield func(int, int) bool) bool {
	for c.enter(); c.next(); {
		if !yield(c.key()) || !c.specifiers(yield) {
			return false
		}
	}
	return true
}

// integrity consumes the value of integrity ("normalize a module integrity map"), whose
// values are hashes.
func (c *cursor) integrity(yield func(int, int) bool) bool {
	for c.enter(); c.next(); {
		start, end := c.key()
		if isURLLike(c.src[start:end]) && !yield(start, end) {
			return false
		}
		c.skip()
	}
	return true
}

// IsSpecifierText reports whether text, which is not escaped, is a specifier or address that [ImportMap]
// would yield.
func IsSpecifierText(text []byte) bool { return isURLLike(unescaped(text)) }

// unescaped returns text up to its first backslash, which [char] would take for an escape. No
// rule for the beginning of a URL needs more, because none allows a backslash.
func unescaped(text []byte) []byte {
	if i := bytes.IndexByte(text, '\\'); i >= 0 {
		return text[:i]
	}
	return text
}

// ImportMapScopes yields the scope prefixes of an import map, as [ImportMap] does.
func ImportMapScopes(json []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		c, ok := open(json)
		if !ok || !isImportMap(c) {
			return
		}
		for c.enter(); c.next(); {
			start, end := c.key()
			if !is(json[start:end], "scopes") {
				c.skip()
				continue
			}
			for c.enter(); c.next(); {
				if !yield(c.key()) {
					return
				}
				c.skip()
			}
		}
	}
}

// isURLLike reports whether the content s of a string is a URL-like specifier.
func isURLLike(s []byte) bool {
	for _, start := range [...]string{"/", "./", "../"} {
		if _, ok := prefix(s, start); ok {
			return true
		}
	}
	return isAbsolute(s)
}

// longestSpecial is the length of the longest special scheme.
const longestSpecial = len("https")

// isAbsolute reports whether the content s of a string is a URL without a base. It ignores
// spaces and controls before the URL, and tabs and line breaks in its scheme (URL Standard
// 4.4, basic URL parser, steps 1 to 3).
func isAbsolute(s []byte) bool {
	var name [longestSpecial]byte
	n := 0
	for len(s) > 0 {
		c, size := char(s)
		s = s[size:]
		switch {
		case n == 0 && c <= ' ', c == '\t', c == '\n', c == '\r':
			continue
		case c == ':' && n > 0:
			if n > len(name) || !isSpecial(string(name[:n])) {
				return true
			}
			slashes := "//"
			if string(name[:n]) == "file" {
				slashes = "/"
			}
			_, ok := prefix(s, slashes)
			return ok
		case !isSchemeChar(c, n == 0):
			return false
		}
		if n < len(name) {
			name[n] = byte(c) | 0x20
		}
		n++
	}
	return false
}

// isSchemeChar reports whether c is allowed in a scheme (URL Standard 4.4, scheme start
// state and scheme state).
func isSchemeChar(c rune, first bool) bool {
	if c > 0x7f {
		return false
	}
	if letter := c | 0x20; 'a' <= letter && letter <= 'z' {
		return true
	}
	return !first && (ascii.IsDigit(byte(c)) || c == '+' || c == '-' || c == '.')
}

// isSpecial reports whether a scheme is special (URL Standard 4.2).
func isSpecial(scheme string) bool {
	switch scheme {
	case "http", "https", "ws", "wss", "ftp", "file":
		return true
	}
	return false
}
