package microsyntax

import "iter"

// urlKeys are the keys whose strings are URLs: the keyword @id, and those terms
// of schema.org that hold a URL wherever they are used, and that readers of
// pages look at.
var urlKeys = [...]string{
	"@id", "url", "image", "logo", "sameAs", "contentUrl", "thumbnailUrl", "embedUrl",
	"downloadUrl", "installUrl", "mainEntityOfPage", "item",
}

// JSONLD yields URLs of a JSON-LD document, as the contents of JSON strings
// with their escapes: the strings, alone or in an array or a @list or @set,
// under the keys @id, url, image, logo, sameAs, contentUrl, thumbnailUrl,
// embedUrl, downloadUrl, installUrl, mainEntityOfPage and item, at any depth.
//
// This is a guess, for the keys mean what a context says that may lie anywhere
// in the net. It yields nothing if there is an @base in an @context: then the
// base of the document is not that of the data (JSON-LD 1.1 section 4.1.3).
// Else that is the document's (section 7.1). The content of an @context is
// left.
//
// Blank nodes ("_:b0") and other strings with a colon in the first segment that
// is not that of a scheme are no URLs. An empty string counts only under @id.
// Compact IRIs ("ex:g") look absolute. Templates ("/q={x}") are left.
func JSONLD(json []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) { jsonLD(json, yield) }
}

func jsonLD(src []byte, yield func(int, int) bool) {
	c, ok := open(src)
	if ok && !hasBase(c) {
		c.node(noURL, yield)
	}
}

// A role says what a string is by the keys above it.
type role uint8

const (
	noURL role = iota
	isURL
	isID // a URL, and may be empty
)

// node consumes the value at c, whose strings have the role.
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

// roleOf returns the role of strings under the key name in an object that
// stands where strings have the role outer.
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

// IsJSONLDReference reports whether [JSONLD] yields a string with that content under
// a key such as url.
func IsJSONLDReference(s []byte) bool { return isReference(s, isURL) }

// isReference reports whether the content s of a string with the role is a URL.
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

// hasBrace reports whether the content s of a string has a left brace, which URLs
// have not and templates have.
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

// hasBase reports whether there is a key @base inside a value of @context. Its
// cursor is a copy. A key is a string before a colon, so that no nesting has
// to be followed but that of the outermost @context.
func hasBase(c cursor) bool {
	depth, context := 0, -1 // context is the depth of the @context that c is in
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

// opens consumes the colon at c, and reports whether an object or an array
// follows.
func (c *cursor) opens() bool {
	c.pos++
	c.space()
	return c.isObject() || c.isArray()
}
