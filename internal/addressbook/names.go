package addressbook

import (
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
)

// Characters that are not escaped in URLs (RFC 3986 sections 3.3 and 3.4).
const (
	pchars     = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@"
	queryChars = pchars + "/?"
)

const upperHex = "0123456789ABCDEF"

// encode returns s with all bytes but those of the set percent-encoded.
func encode(s, set string) string {
	if strings.Trim(s, set) == "" { // the set has no character beyond ASCII
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; strings.IndexByte(set, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString(escape(c))
		}
	}
	return b.String()
}

func escape(c byte) string {
	return string([]byte{'%', upperHex[c>>4], upperHex[c&15]})
}

// encodeName returns the name of a file as a segment of a URL.
func encodeName(name string) string { return encode(name, pchars) }

// encodePath returns a path in a tree as segments of a URL.
func encodePath(path string) string { return encode(path, pchars+"/") }

// encodeQuery returns the text after "?" in the name of a file as a query. It keeps
// escapes.
func encodeQuery(name string) string { return encodeKeeping(name, queryChars) }

// encodeKeeping does what encode does, but keeps escapes.
func encodeKeeping(name, set string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(name, '%')
		if i < 0 {
			return b.String() + encode(name, set)
		}
		b.WriteString(encode(name[:i], set))
		if name = name[i:]; isEscape(name) {
			b.WriteString(name[:3])
			name = name[3:]
		} else {
			b.WriteString(escape('%'))
			name = name[1:]
		}
	}
}

// isEscape reports whether s begins with an escape.
func isEscape(s string) bool {
	return len(s) >= 3 && s[0] == '%' && ascii.HexValue(s[1]) >= 0 && ascii.HexValue(s[2]) >= 0
}

// decode returns s with its escapes decoded. A "%" that begins no escape is kept.
func decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if isEscape(s[i:]) {
			b = append(b, ascii.HexByte(s[i+1], s[i+2]))
			i += 2
		} else {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// decodeNames decodes a path of URL segments. ok is false if a segment is not the name of a
// file, or leads elsewhere.
func decodeNames(path string) (names string, ok bool) {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		s = decode(s)
		if !isName(s) {
			return "", false
		}
		segments[i] = s
	}
	return strings.Join(segments, "/"), true
}

// isName reports whether s can be a single name of a file.
func isName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, "/\x00")
}
