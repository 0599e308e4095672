package linkcheck

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// schemeOf returns the scheme of an absolute URL in lower case, without ":", or "".
func schemeOf(url []byte) string {
	i := bytes.IndexByte(url, ':')
	if i < 0 || bytes.ContainsAny(url[:i], "/?#") {
		return ""
	}
	return string(lower(url[:i]))
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
	return string(lower(rest[bytes.LastIndexByte(rest, '@')+1:]))
}

// isDrive reports whether a scheme is the letter of a drive.
func isDrive(scheme string) bool { return len(scheme) == 1 && ascii.IsAlpha(scheme[0]) }

// location is how the locations of files begin: see package addressbook.
const location = "file:///"

// isLocation reports whether a URL is a location.
func isLocation(url []byte) bool { return bytes.HasPrefix(url, []byte(location)) }

// escapes reports whether a relative reference has more "../" than its base has directories. url is
// its target in the dialect. Dialects other than RFC 1808 drop the ".." that are too many, so the
// target by RFC 1808 counts, too.
func escapes(ref *engine.Reference, url []byte) bool {
	if !bytes.Contains(ref.Text, []byte("..")) {
		return false
	}
	if isAbove(url) {
		return true
	}
	base := strings.ReplaceAll(ref.Base.String(), ";", "%3B") // part of the path, not params
	strict, _ := resolve.RFC1808.Base(base).AppendReplacement(nil, ref.Text)
	return isAbove(strict)
}

// isAbove reports whether a URL leads above the top of its site: "http://h/../x".
func isAbove(url []byte) bool {
	_, path, _ := bytes.Cut(url, []byte("://"))
	path = path[max(bytes.IndexByte(path, '/'), 0):]
	path, _, _ = bytes.Cut(path, []byte("?"))
	return bytes.HasPrefix(path, []byte("/../")) || bytes.Equal(path, []byte("/.."))
}
