package addressbook

import (
	"strings"

	"github.com/hrefix/hrefix/internal/urltext"
)

// Characters that are not escaped in URLs (RFC 3986 sections 3.3 and 3.4).
const (
	pchars     = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@"
	queryChars = pchars + "/?"
)

// encode returns s with all bytes but the bytes of the set percent-encoded.
func encode(s, set string) string {
	return urltext.Encode(s, func(c byte) bool { return strings.IndexByte(set, c) < 0 })
}

// encodeName returns the name of a file as a segment of a URL.
func encodeName(name string) string { return encode(name, pchars) }

// encodePath returns a path in a tree as segments of a URL.
func encodePath(path string) string { return encode(path, pchars+"/") }

// encodeKeeping does what encode does, but keeps existing escapes.
func encodeKeeping(name, set string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(name, '%')
		if i < 0 {
			return b.String() + encode(name, set)
		}
		b.WriteString(encode(name[:i], set))
		if name = name[i:]; urltext.IsEscape(name) {
			b.WriteString(name[:3])
			name = name[3:]
		} else {
			b.WriteString("%25")
			name = name[1:]
		}
	}
}

// decodeNames decodes a path of URL segments. ok is false if a segment cannot be the name of a
// file, such as "..". Empty segments before the last segment are left out, as in walk.
func decodeNames(path string) (names string, ok bool) {
	segments := strings.Split(path, "/")
	last := len(segments) - 1
	all := segments[:0]
	for i, s := range segments {
		if s == "" && i < last {
			continue
		}
		if s = urltext.Decode(s); !isName(s) {
			return "", false
		}
		all = append(all, s)
	}
	return strings.Join(all, "/"), true
}

// isName reports whether s can be a single name of a file.
func isName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, "/\x00")
}
