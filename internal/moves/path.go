package moves

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

// appendSite does what [urltext.AppendSite] does. If the URL has no path, rest is "/" with the query or fragment.
func appendSite(dst, url []byte) (_, rest []byte, ok bool) {
	dst, rest, ok = urltext.AppendSite(dst, url)
	if ok && (len(rest) == 0 || rest[0] != '/') {
		rest = append([]byte{'/'}, rest...)
	}
	return dst, rest, ok
}

// hasPath reports whether a URL with an authority has a path.
func hasPath(url []byte) bool {
	_, rest, _ := bytes.Cut(url, []byte("://"))
	end := bytes.IndexAny(rest, "/?#")
	return end >= 0 && rest[end] == '/'
}

// next returns the first character of a path or query in the normal form, and the number of bytes
// that it takes in s, which is not empty. An unreserved character is not escaped. Other characters
// that a URL can have keep their form, escaped or not. All other bytes are escaped.
func next(s []byte) (c [3]byte, n, taken int) {
	if urltext.IsEscape(s) {
		b := ascii.HexByte(s[1], s[2])
		if isUnreserved(b) {
			return [3]byte{b}, 1, 3
		}
		return urltext.Escape(b), 3, 3
	}
	if b := s[0]; !isURLByte(b) {
		return urltext.Escape(b), 3, 1
	}
	return [3]byte{s[0]}, 1, 1
}

// isUnreserved reports whether an escape of c means c: RFC 3986 section 2.3.
func isUnreserved(c byte) bool {
	return ascii.IsAlphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~'
}

// isURLByte reports whether a URL can have c as it is.
func isURLByte(c byte) bool {
	return c > ' ' && c < 0x7f && bytes.IndexByte([]byte("\"<>\\^`{|}"), c) < 0
}

// appendNormal appends the normal form of a path or query, up to a length of about most bytes.
func appendNormal(dst, s []byte, most int) []byte {
	for end := len(dst) + most; len(s) > 0 && len(dst) < end; {
		c, n, taken := next(s)
		dst, s = append(dst, c[:n]...), s[taken:]
	}
	return dst
}

// cutNormal cuts a prefix in the normal form from s.
func cutNormal(s []byte, prefix string) (rest []byte, ok bool) {
	for prefix != "" {
		if len(s) == 0 {
			return nil, false
		}
		c, n, taken := next(s)
		if len(prefix) < n || prefix[:n] != string(c[:n]) {
			return nil, false
		}
		prefix, s = prefix[n:], s[taken:]
	}
	return s, true
}

// dots returns 1 or 2 for a segment that is "." or "..", also in escapes, and otherwise 0.
func dots(segment []byte) (n int) {
	for len(segment) > 0 {
		c, _, taken := next(segment)
		if n++; c[0] != '.' || n > 2 {
			return 0
		}
		segment = segment[taken:]
	}
	return n
}

// hasDots reports whether the path of s has dot segments.
func hasDots(s []byte) bool {
	for segment := range bytes.SplitSeq(urltext.Path(s), []byte("/")) {
		if dots(segment) > 0 {
			return true
		}
	}
	return false
}

// withoutDots returns s without the dot segments of its path (RFC 3986 section 5.2.4). If there are
// none, it returns s itself. s begins with "/".
func withoutDots(s []byte) []byte {
	if !bytes.Contains(s, []byte("/.")) && !bytes.Contains(s, []byte("/%2")) || !hasDots(s) {
		return s
	}
	path, after := urltext.CutPath(s)
	out := make([]byte, 0, len(s))
	for path = path[1:]; ; {
		segment, rest, more := bytes.Cut(path, []byte("/"))
		switch n := dots(segment); {
		case n == 2:
			out = out[:max(0, bytes.LastIndexByte(out, '/'))]
			fallthrough
		case n == 1:
			if !more {
				out = append(out, '/')
			}
		default:
			out = append(append(out, '/'), segment...)
		}
		if !more {
			return append(out, after...)
		}
		path = rest
	}
}

// climbs reports whether the dot segments of a rest lead out of what precedes it.
func climbs(rest []byte) bool {
	depth := 0
	for segment := range bytes.SplitSeq(bytes.TrimPrefix(urltext.Path(rest), []byte("/")), []byte("/")) {
		switch dots(segment) {
		case 0:
			depth++
		case 2:
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return false
}
