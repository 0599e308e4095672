package microsyntax

import "iter"

// URLStrings yields the strings of JSON that are URLs of a site, as the contents of JSON strings with their
// escapes: strings without white space that begin with "http://", "https://" or "/", at any depth. Keys are
// no URLs, and nor is "/" alone, which is also a separator.
func URLStrings(json []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		if c, ok := open(json); ok {
			c.strings(yield)
		}
	}
}

// strings yields the URLs of the value at c, and consumes it.
func (c *cursor) strings(yield func(int, int) bool) bool {
	switch {
	case c.isString():
		start, end := c.str()
		return !isSiteURL(c.src[start:end]) || yield(start, end)
	case c.isArray():
		for c.enter(); c.next(); {
			if !c.strings(yield) {
				return false
			}
		}
	case c.isObject():
		for c.enter(); c.next(); {
			c.key()
			if !c.strings(yield) {
				return false
			}
		}
	default:
		c.scalar()
	}
	return true
}

// isSiteURL reports whether the content s of a string is a URL of a site: see [URLStrings].
func isSiteURL(s []byte) bool {
	n, rooted := prefix(s, "/")
	if !rooted && !isOfWeb(s) || rooted && n == len(s) {
		return false
	}
	for len(s) > 0 {
		c, size := char(s)
		if c <= ' ' {
			return false
		}
		s = s[size:]
	}
	return true
}
