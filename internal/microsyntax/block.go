package microsyntax

import (
	"iter"
	"slices"
)

// blockKeys are the attributes with URLs in the blocks that WordPress itself has.
var blockKeys = []string{"url", "href", "src", "poster", "mediaLink", "mediaUrl", "feedURL", "textLinkHref"}

// BlockAttributes yields the URLs in the attributes of a block of WordPress, which the comment before
// its HTML has, as the contents of JSON strings with their escapes: "<!-- wp:cover {"url":"a.jpg"} -->".
// It yields the strings under url, href, src, poster, mediaLink, mediaUrl, feedURL and textLinkHref, at
// any depth, and other strings that begin with "http://" or "https://", as attributes of plugins do.
// Empty strings are no URLs.
func BlockAttributes(json []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		if c, ok := open(json); ok && c.isObject() {
			c.block(false, yield)
		}
	}
}

// block consumes the value at c. named reports whether the key before the value is one of
// blockKeys.
func (c *cursor) block(named bool, yield func(int, int) bool) bool {
	switch {
	case c.isString():
		start, end := c.str()
		s := c.src[start:end]
		_, plain := prefix(s, "http://")
		_, secure := prefix(s, "https://")
		return len(s) == 0 || !named && !plain && !secure || yield(start, end)
	case c.isArray():
		for c.enter(); c.next(); {
			if !c.block(named, yield) {
				return false
			}
		}
	case c.isObject():
		for c.enter(); c.next(); {
			start, end := c.key()
			isKey := func(name string) bool { return is(c.src[start:end], name) }
			if !c.block(slices.ContainsFunc(blockKeys, isKey), yield) {
				return false
			}
		}
	default:
		c.scalar()
	}
	return true
}
