package linkcheck

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
)

// schemeOf returns the scheme of an absolute URL in lower case, without ":", or "".
func schemeOf(url []byte) string {
	i := bytes.IndexByte(url, ':')
	if i < 0 || bytes.ContainsAny(url[:i], "/?#") {
		return ""
	}
	return string(ascii.AppendLower(nil, url[:i]))
}

// hostOf returns the host of a URL in lower case, with its port, or "".
func hostOf(url []byte) string {
	_, rest, ok := bytes.Cut(url, []byte("//"))
	if !ok {
		return ""
	}
	if end := bytes.IndexAny(rest, "/?#\\"); end >= 0 {
		rest = rest[:end]
	}
	rest = rest[bytes.LastIndexByte(rest, '@')+1:]
	return string(ascii.AppendLower(nil, rest))
}

// isDrive reports whether a scheme is the letter of a drive.
func isDrive(scheme string) bool { return len(scheme) == 1 && ascii.IsAlpha(scheme[0]) }

// location is how the URL of a file begins that is known by its place in the tree only.
const location = "file:///"

// escapes reports whether a path leads above the top: "/../x".
func escapes(url []byte) bool {
	_, path, _ := bytes.Cut(url, []byte("://"))
	path = path[max(bytes.IndexByte(path, '/'), 0):]
	path, _, _ = bytes.Cut(path, []byte("?"))
	return bytes.HasPrefix(path, []byte("/../")) || bytes.Equal(path, []byte("/.."))
}
