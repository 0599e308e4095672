package microsyntax

import (
	"bytes"
	"iter"
	"slices"

	"github.com/hrefix/hrefix/internal/ascii"
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
			c.urlStrings(blockKeys, false, isOfWeb, yield)
		}
	}
}

// A String is a string of JSON: the span of its content, and whether it is HTML.
type String struct {
	Start, End int
	Markup     bool
}

// Strings yields the strings of JSON that are URLs of a site, at any depth: strings without white space that
// begin with a scheme and "://", with "/", "./" or "../". Keys are no URLs, and nor is "/" alone, which is also
// a separator. It also yields strings that have a tag of HTML.
func Strings(json []byte) iter.Seq[String] {
	return func(yield func(String) bool) {
		if c, ok := open(json); ok {
			c.urlStrings(nil, false, func(s []byte) bool { return isSiteURL(s) || hasTag(s) }, func(start, end int) bool {
				return yield(String{start, end, hasTag(json[start:end])})
			})
		}
	}
}

// hasTag reports whether the content s of a string has a "<" before a letter.
func hasTag(s []byte) bool {
	for len(s) > 0 {
		c, size := char(s)
		if s = s[size:]; c == '<' && len(s) > 0 {
			if next, _ := char(s); next < 0x80 && ascii.IsAlpha(byte(next)) {
				return true
			}
		}
	}
	return false
}

// urlStrings consumes the value at c, and yields the strings in it that are under one of keys and not empty, or
// that isURL accepts. named reports whether the value itself is under one of keys.
func (c *cursor) urlStrings(keys []string, named bool, isURL func(s []byte) bool, yield func(int, int) bool) bool {
	switch {
	case c.isString():
		start, end := c.str()
		s := c.src[start:end]
		return len(s) == 0 || !named && !isURL(s) || yield(start, end)
	case c.isArray():
		for c.enter(); c.next(); {
			if !c.urlStrings(keys, named, isURL, yield) {
				return false
			}
		}
	case c.isObject():
		for c.enter(); c.next(); {
			start, end := c.key()
			isKey := func(name string) bool { return is(c.src[start:end], name) }
			if !c.urlStrings(keys, slices.ContainsFunc(keys, isKey), isURL, yield) {
				return false
			}
		}
	default:
		c.scalar()
	}
	return true
}

// isOfWeb reports whether the content s of a string begins as a URL of the web does.
func isOfWeb(s []byte) bool {
	_, plain := prefix(s, "http://")
	_, secure := prefix(s, "https://")
	return plain || secure
}

// isSiteURL reports whether the content s of a string is a URL of a site: see [Strings].
func isSiteURL(s []byte) bool {
	n, rooted := prefix(s, "/")
	_, below := prefix(s, "./")
	_, above := prefix(s, "../")
	if !rooted && !below && !above && !hasAuthority(s) || rooted && n == len(s) {
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

// hasAuthority reports whether the content s of a string begins with a scheme and "://".
func hasAuthority(s []byte) bool {
	for first := true; len(s) > 0; first = false {
		c, size := char(s)
		switch {
		case c == ':' && !first:
			_, ok := prefix(s, "://")
			return ok
		case c >= 0x80 || !ascii.IsAlphanumeric(byte(c)) && (first || c != '+' && c != '-' && c != '.') || first && ascii.IsDigit(byte(c)):
			return false
		}
		s = s[size:]
	}
	return false
}

// IsURLString reports whether text, which is not escaped, is a URL that [Strings] would yield.
func IsURLString(text []byte) bool {
	isSpace := func(c rune) bool { return c <= ' ' }
	return isSiteURL(unescaped(text)) && !bytes.ContainsFunc(text, isSpace)
}
