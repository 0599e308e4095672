package linkcheck

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// schemeOf returns the scheme of an absolute URL in lower case, without ":", or "".
func schemeOf(url []byte) string {
	i := bytes.IndexByte(url, ':')
	if i < 0 || bytes.ContainsAny(url[:i], "/?#") {
		return ""
	}
	for _, usual := range [...]string{"https", "http"} { // these schemes need no memory
		if string(url[:i]) == usual {
			return usual
		}
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
	return string(ascii.AppendLower(nil, rest[bytes.LastIndexByte(rest, '@')+1:]))
}

// isWeb reports whether clients ask the host of a URL for a file, by its scheme. Archives may have
// captures of such URLs.
func isWeb(url []byte) bool {
	switch schemeOf(url) {
	case "http", "https", "ftp":
		return true
	}
	return false
}

// withScheme returns a URL, with the scheme https if it begins with "//".
func withScheme(url []byte) []byte {
	if bytes.HasPrefix(url, []byte("//")) {
		return append([]byte("https:"), url...)
	}
	return url
}

// noBase is a base against which every URL with a scheme is absolute.
var noBase = resolve.WHATWG.Base("about:blank")

// unopenable returns the fault of the host or the port in a reference that names them itself, such as
// "http://a b/" and "//a b/". Clients read hosts and ports by the URL Standard (sections 3.2 and 4.4),
// whatever the dialect is.
func unopenable(url []byte) *Fault {
	at := url
	if rest, ok := bytes.CutPrefix(url, []byte("file://")); ok && !isLocation(url) { // "//host/path" in a file
		at = append([]byte("https://"), rest...)
	}
	at = withScheme(at)
	if !isWeb(at) {
		return nil
	}
	if host := hostOf(at); strings.Trim(host, ".") == "" || host[0] == '[' && !strings.Contains(host, "]") {
		return noHost.fault(url, "") // HTTrack writes ".." for some hosts
	}
	if _, outcome := noBase.AppendReplacement(nil, at); outcome == resolve.Unresolved {
		return badHost.fault(url, "")
	}
	return nil
}

// isDrive reports whether a scheme is the letter of a drive.
func isDrive(scheme string) bool { return len(scheme) == 1 && ascii.IsAlpha(scheme[0]) }

// location begins the locations of files: see package addressbook.
const location = "file:///"

// isLocation reports whether a URL is a location.
func isLocation[T string | []byte](url T) bool {
	return len(url) >= len(location) && string(url[:len(location)]) == location
}

// isBookURL reports whether a relative reference has a form that it may have between the files of an EPUB
// (EPUB 3.3 section 4.2.5, valid-relative-ocf-URL-with-fragment string).
func isBookURL(ref []byte) bool {
	before, _, _ := bytes.Cut(ref, []byte("#"))
	return bytes.HasPrefix(ref, []byte("//")) || !urltext.IsRooted(ref) && bytes.IndexByte(before, '?') < 0
}

// escapes reports whether a relative reference has more "../" than its base has directories. url is
// its target in the dialect. Dialects other than RFC 1808 drop surplus "..", so the target by RFC
// 1808 counts, too.
func escapes(ref *engine.Reference, url []byte) bool {
	if !bytes.Contains(ref.Text, []byte("..")) {
		return false
	}
	if urltext.LeadsAbove(url) {
		return true
	}
	base := strings.ReplaceAll(ref.Base.String(), ";", "%3B") // ";" is part of the path, not of params
	strict, _ := resolve.RFC1808.Base(base).AppendReplacement(nil, ref.Text)
	return urltext.LeadsAbove(strict)
}
