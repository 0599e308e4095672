// Package urltext has rules for the text of URLs that several packages need: percent-encoding
// (RFC 3986 section 2.1), where the path ends, the default ports of schemes, and IRIs.
package urltext

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
)

// IsEscape reports whether s begins with an escape: "%" and two hex digits.
func IsEscape[T string | []byte](s T) bool {
	return len(s) > 2 && s[0] == '%' && ascii.IsHexDigit(s[1]) && ascii.IsHexDigit(s[2])
}

// Escape returns the escape of a byte.
func Escape(c byte) [3]byte {
	const digits = "0123456789ABCDEF"
	return [3]byte{'%', digits[c>>4], digits[c&15]}
}

// Encode returns s with escapes for the bytes for which needs returns true.
func Encode(s string, needs func(c byte) bool) string {
	i := 0
	for i < len(s) && !needs(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)+8), s[:i]...)
	for ; i < len(s); i++ {
		if needs(s[i]) {
			e := Escape(s[i])
			out = append(out, e[:]...)
		} else {
			out = append(out, s[i])
		}
	}
	return string(out)
}

// Decode returns s with its escapes decoded. A "%" that begins no escape is kept. If there is
// nothing to decode, it returns s itself.
func Decode[T string | []byte](s T) T {
	first := 0
	for first < len(s) && s[first] != '%' {
		first++
	}
	if first == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)), s[:first]...)
	for i := first; i < len(s); i++ {
		if IsEscape(s[i:]) {
			out = append(out, ascii.HexByte(s[i+1], s[i+2]))
			i += 2
		} else {
			out = append(out, s[i])
		}
	}
	return T(out)
}

// IsSlash reports whether c separates segments. A backslash counts, too, as in browsers (URL
// Standard section 4.4).
func IsSlash(c byte) bool { return c == '/' || c == '\\' }

// IsRooted reports whether a reference begins with a slash. It leads to no file of a tree then.
func IsRooted[T string | []byte](ref T) bool { return len(ref) > 0 && IsSlash(ref[0]) }

// CutPath returns a reference up to its path, and its query and fragment.
func CutPath[T string | []byte](ref T) (path, after T) {
	end := 0
	for end < len(ref) && ref[end] != '?' && ref[end] != '#' {
		end++
	}
	return ref[:end], ref[end:]
}

// Path returns a reference up to its path, without its query and fragment.
func Path[T string | []byte](ref T) T {
	path, _ := CutPath(ref)
	return path
}

// IsFileURL reports whether url has the scheme file, and something after it.
func IsFileURL(url []byte) bool {
	const scheme = "file:"
	return len(url) > len(scheme) && ascii.EqualFold(url[:len(scheme)], scheme)
}

// LeadsAbove reports whether the path of a URL begins with "..", which leads above the root of the host: RFC 1808
// section 4, step 6, keeps it.
func LeadsAbove(url []byte) bool {
	_, after, _ := bytes.Cut(url, []byte("://"))
	_, path, _ := bytes.Cut(after, []byte("/"))
	rest, ok := bytes.CutPrefix(path, []byte(".."))
	return ok && (len(rest) == 0 || rest[0] == '/' || rest[0] == '?' || rest[0] == '#')
}
