package microsyntax

import (
	"bytes"
	"iter"
)

// urlKeys are the keys whose strings are URLs: the keyword @id, and the terms of schema.org
// that always have a URL and that readers of pages use.
var urlKeys = [...]string{
	"@id", "url", "image", "logo", "sameAs", "contentUrl", "thumbnailUrl", "embedUrl",
	"downloadUrl", "installUrl", "mainEntityOfPage", "item",
}

// JSONLD yields URLs of a JSON-LD document, as the contents of JSON strings with their
// escapes. It yields the strings under the keys @id, url, image, logo, sameAs, contentUrl,
// thumbnailUrl, embedUrl, downloadUrl, installUrl, mainEntityOfPage and item, at any depth,
// alone or in an array, a @list or a @set.
//
// This is a guess, because the meaning of keys depends on a context, which may be a file on
// another server. JSONLD yields nothing if an @context contains an @base, since the base of
// the data is not the base of the document then (JSON-LD 1.1 section 4.1.3); otherwise it is
// (section 7.1). The content of an @context is skipped.
//
// Blank nodes ("_:b0"), and other strings with a colon in the first segment that does not
// end a scheme, are not URLs. An empty string is a URL only under @id. Compact IRIs
// ("ex:g") look absolute. Templates ("/q={x}") are skipped.
func JSONLD(json []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		c, ok := open(json)
		if ok && !hasBase(c) {
			c.node(noURL, yield)
		}
	}
}

// A role is the meaning of a string, determined by the keys above it.
type role uint8

const (
	noURL role = iota
	isURL
	isID // a URL that may be empty
)

// node consumes the value at c. Strings in it have the role r.
func (c *cursor) node(r role, yield func(int, int) bool) bool {
	switch {
	case c.isString():
		start, end := c.str()
		return !isReference(c.src[start:end], r) || yield(start, end)
	case c.isArray():
		for c.enter(); c.next(); {
			if !c.node(r, yield) {
				return false
			}
		}
	case c.isObject():
		for c.enter(); c.next(); {
			start, end := c.key()
			if name := c.src[start:end]; is(name, "@context") {
				c.skip()
			} else if !c.node(roleOf(name, r), yield) {
				return false
			}
		}
	default:
		c.scalar()
	}
	return true
}

// roleOf returns the role of strings under the key name. outer is the role of a string in
// place of the object with the key.
func roleOf(name []byte, outer role) role {
	if is(name, "@list") || is(name, "@set") {
		return outer
	}
	for i, key := range urlKeys {
		if is(name, key) {
			if i == 0 {
				return isID
			}
			return isURL
		}
	}
	return noURL
}

// IsJSONLDText reports whether text, which is not escaped, is a URL under a key such as url.
// The rules are the rules of [JSONLD].
func IsJSONLDText(text []byte) bool {
	if len(text) == 0 || bytes.IndexByte(text, '{') >= 0 {
		return false
	}
	if i := bytes.IndexAny(text, ":/?#"); i < 0 || text[i] != ':' {
		return true
	}
	return isAbsolute(unescaped(text))
}

// isReference reports whether the content s of a string with the role r is a URL.
func isReference(s []byte, r role) bool {
	if r == noURL || len(s) == 0 {
		return r == isID
	}
	for rest := s; len(rest) > 0; {
		c, size := char(rest)
		switch c {
		case ':':
			return isAbsolute(s) && !hasBrace(s)
		case '/', '?', '#':
			return !hasBrace(s)
		}
		rest = rest[size:]
	}
	return !hasBrace(s)
}

// hasBrace reports whether the content s of a string has a left brace, as templates do and
// URLs do not.
func hasBrace(s []byte) bool {
	for len(s) > 0 {
		c, size := char(s)
		if c == '{' {
			return true
		}
		s = s[size:]
	}
	return false
}

// hasBase reports whether a value of @context contains a key @base. It works on a copy of
// the cursor. A key is a string before a colon, so only the nesting of the outermost
// @context has to be tracked.
func hasBase(c cursor) bool {
	depth, context := 0, -1 // context is the depth of the @context that contains c
	for c.pos < len(c.src) {
		switch c.src[c.pos] {
		case '{', '[':
			depth++
			c.pos++
		case '}', ']':
			if depth--; depth <= context {
				context = -1
			}
			c.pos++
		case '"':
			start, end := c.str()
			if c.space(); c.pos == len(c.src) || c.src[c.pos] != ':' {
				continue
			}
			name := c.src[start:end]
			if context >= 0 && is(name, "@base") {
				return true
			}
			if context < 0 && is(name, "@context") && c.opens() {
				context = depth
			}
		default:
			c.pos++
		}
	}
	return false
}

// opens consumes the colon at c, and reports whether an object or an array follows it.
func (c *cursor) opens() bool {
	c.pos++
	c.space()
	return c.isObject() || c.isArray()
}
