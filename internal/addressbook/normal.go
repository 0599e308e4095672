package addressbook

import (
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

// unreserved are characters whose escapes mean the same as the characters: RFC 3986 section
// 6.2.2.2. The dot is left out, since "%2E." is not "..".
const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~"

// Normal returns the normal form of a URL: see [AppendNormal]. It is "" if the URL has no net_loc.
func Normal(url string) (_ string, ok bool) {
	var room [256]byte
	normal, ok := AppendNormal(room[:0], url)
	if string(normal) == url {
		return url, ok // nothing is allocated
	}
	return string(normal), ok
}

// AppendNormal appends the form of a URL in which it is compared: RFC 3986 section 6.2.2, with the
// default port left out, and with escapes for all characters that a URL cannot have. A fragment gets the same form
// as a path. If the URL has no net_loc, ok is false, and nothing is appended.
func AppendNormal[T string | []byte](dst []byte, url T) (_ []byte, ok bool) {
	dst, rest, ok := urltext.AppendSite(dst, url)
	if !ok {
		return dst, false
	}
	if len(rest) == 0 || rest[0] != '/' {
		dst = append(dst, '/')
	}
	for inFragment := false; len(rest) > 0; {
		n := 0
		for n < len(rest) && isNormal[rest[n]] {
			n++
		}
		if dst, rest = append(dst, rest[:n]...), rest[n:]; len(rest) == 0 {
			break
		}
		c, taken := rest[0], 1
		if urltext.IsEscape(rest) {
			c, taken = ascii.HexByte(rest[1], rest[2]), 3
		}
		switch {
		case taken == 3 && strings.IndexByte(unreserved, c) >= 0:
			dst = append(dst, c)
		case taken == 1 && c == '#' && !inFragment:
			dst, inFragment = append(dst, c), true
		default:
			e := urltext.Escape(c)
			dst = append(dst, e[:]...)
		}
		rest = rest[taken:]
	}
	return dst, true
}

// isNormal has the bytes that the part of a URL after the net_loc has in its normal form, besides escapes and "#".
var isNormal = func() (set [256]bool) {
	for _, c := range []byte(queryChars) {
		set[c] = true
	}
	return set
}()
