package decide

import (
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A location is the path of a file in a tree, written as a URL: "file:///a/b.html" is the file b.html in
// the directory a of the tree. Locations are resolved by RFC 3986, in the form of http URLs: see
// LocationURL.

// Top is the location of the directory of the tree itself.
const Top = "file:///"

// locationRoot is LocationURL([Top]). It contains a directory, because ".." segments may lead out of the tree, but
// not above the root of a URL. No file has the name of that directory.
const locationRoot = "http://tree/%00/"

// LocationURL returns the URL as which a location is resolved.
func LocationURL(location string) string { return locationRoot + strings.TrimPrefix(location, Top) }

// LocationOf is the inverse of LocationURL. It returns "" if url leads out of the tree.
func LocationOf(url string) string {
	path, ok := strings.CutPrefix(url, locationRoot)
	if !ok {
		return ""
	}
	return Top + path
}

// directoryOf returns the directory of a base. A reference that is relative to the directory always
// has a path, unlike a reference that is relative to the base.
func directoryOf(b *resolve.Base) *resolve.Base {
	url := b.String()
	return resolve.RFC3986.Base(url[:strings.LastIndexByte(url, '/')+1])
}

// lastSegment returns the last segment of the path of a URL, unless that is a dot segment.
func lastSegment(url string) string {
	path := urltext.Path(url)
	if _, after, ok := strings.Cut(path, "://"); ok {
		path = after
	}
	cut := strings.LastIndexByte(path, '/')
	if name := path[cut+1:]; cut >= 0 && strings.Trim(unescaped(name), ".") != "" {
		return name
	}
	return ""
}

// isSameFile reports whether two URLs name the same file: they differ only in the characters that are
// escaped.
func isSameFile(a, b string) bool { return a == b || unescaped(a) == unescaped(b) }

// unescaped returns a URL with its escapes decoded, except for the escapes of "/", "%" and NUL, which mean
// something else unescaped.
func unescaped(url string) string {
	var b strings.Builder
	for i := 0; i < len(url); i++ {
		c, n := url[i], 1
		if urltext.IsEscape(url[i:]) {
			c, n = ascii.HexByte(url[i+1], url[i+2]), 3
		}
		if n == 3 && (c == '/' || c == '%' || c == 0) {
			b.WriteString(strings.ToUpper(url[i : i+3]))
		} else {
			b.WriteByte(c)
		}
		i += n - 1
	}
	return b.String()
}
