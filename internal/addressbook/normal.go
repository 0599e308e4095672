package addressbook

import (
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

// unreserved are characters whose escapes mean the characters: RFC 3986 section 6.2.2.2. The
// dot is left out, since "%2E." is not "..".
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
		return url, true // needs no memory
	}
	return site + rest, true
}

// normalPath returns the normal form of what follows the net_loc of a URL.
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
