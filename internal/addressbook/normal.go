package addressbook

import (
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

// unreserved are characters whose escapes mean the same as the characters: RFC 3986 section
// 6.2.2.2. The dot is left out, since "%2E." is not "..".
const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~"

// Normal returns the form of a URL in which it is compared: RFC 3986 section 6.2.2, with the
// default port left out, and with escapes for all characters that a URL cannot have. ok is
// false if the URL has no net_loc.
func Normal(url string) (_ string, ok bool) {
	site, rest, ok := split(url)
	if !ok {
		return "", false
	}
	rest = normalPath(rest)
	if len(url) == len(site)+len(rest) && strings.HasPrefix(url, site) && strings.HasSuffix(url, rest) {
		return url, true // nothing is allocated
	}
	return site + rest, true
}

// normalPath returns the normal form of the part of a URL after the net_loc.
func normalPath(s string) string {
	i := 0
	for i < len(s) && s[i] != '%' && strings.IndexByte(queryChars, s[i]) >= 0 {
		i++
	}
	if i == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)+8), s[:i]...)
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case urltext.IsEscape(s[i:]):
			if c = ascii.HexByte(s[i+1], s[i+2]); strings.IndexByte(unreserved, c) >= 0 {
				out = append(out, c)
			} else {
				out = appendEscape(out, c)
			}
			i += 2
		case strings.IndexByte(queryChars, c) >= 0:
			out = append(out, c)
		default:
			out = appendEscape(out, c)
		}
	}
	return string(out)
}

func appendEscape(dst []byte, c byte) []byte {
	e := urltext.Escape(c)
	return append(dst, e[:]...)
}

// AppendNormal appends the [Normal] form of a URL. A fragment gets the same form as a path. A URL without
// a net_loc is appended as it is.
func AppendNormal[T string | []byte](dst []byte, url T) []byte {
	if IsNormal(url) {
		return append(dst, url...)
	}
	main, fragment, has := strings.Cut(string(url), "#")
	main, ok := Normal(main)
	if !ok {
		return append(dst, url...)
	}
	dst = append(dst, main...)
	if has {
		dst = append(append(dst, '#'), normalPath(fragment)...)
	}
	return dst
}

// IsNormal reports whether a URL is certainly in the normal form. It returns false if a quick look cannot
// decide.
func IsNormal[T string | []byte](url T) bool {
	const begin = "http"
	if len(url) < len(begin) || string(url[:len(begin)]) != begin {
		return false
	}
	i := len(begin)
	if i < len(url) && url[i] == 's' {
		i++
	}
	if len(url)-i < 3 || string(url[i:i+3]) != "://" {
		return false
	}
	i += 3
	for i < len(url) && normalHost[url[i]] {
		i++
	}
	return i < len(url) && url[i] == '/' && isNormalPath(url[i:])
}

// isNormalPath reports whether the part of a URL after the net_loc is in the normal form.
func isNormalPath[T string | []byte](s T) bool {
	fragment := false
	for i := 0; i < len(s); i++ {
		switch {
		case normalByte[s[i]]:
		case s[i] == '#' && !fragment:
			fragment = true
		case urltext.IsEscape(s[i:]):
			c := ascii.HexByte(s[i+1], s[i+2])
			if e := urltext.Escape(c); strings.IndexByte(unreserved, c) >= 0 || e[1] != s[i+1] || e[2] != s[i+2] {
				return false
			}
			i += 2
		default:
			return false
		}
	}
	return true
}

// The bytes that may occur in a host and in a path in the normal form.
var (
	normalHost = setOf("abcdefghijklmnopqrstuvwxyz0123456789.-_")
	normalByte = setOf(queryChars)
)

// setOf returns the set of the bytes in s.
func setOf(s string) (set [256]bool) {
	for _, c := range []byte(s) {
		set[c] = true
	}
	return set
}
