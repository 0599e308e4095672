package whatwg

import "github.com/hrefix/hrefix/internal/ascii"

// A scheme is one of the special schemes (URL Standard section 4.2), or stands for all other
// schemes.
type scheme uint8

const (
	notSpecial scheme = iota
	ftp
	file
	http
	https
	ws
	wss
)

// special has the special schemes with their default ports.
var special = [...]struct {
	name string
	port int64
}{
	notSpecial: {"", -1},
	ftp:        {"ftp", 21},
	file:       {"file", -1},
	http:       {"http", 80},
	https:      {"https", 443},
	ws:         {"ws", 80},
	wss:        {"wss", 443},
}

// lookup returns the scheme with a name, in any case.
func lookup(name []byte) scheme {
	for s := ftp; s <= wss; s++ {
		if ascii.EqualFold(name, special[s].name) {
			return s
		}
	}
	return notSpecial
}

// schemeLen returns the length of the scheme of in with its colon, or 0 without a scheme.
// It implements the scheme start state and the scheme state.
func schemeLen(in []byte) int {
	if len(in) == 0 || !ascii.IsAlpha(in[0]) {
		return 0
	}
	for i, b := range in {
		if classes[b]&inScheme == 0 {
			if b == ':' {
				return i + 1
			}
			return 0
		}
	}
	return 0
}

// isSlash reports whether in[i] is a slash. In a URL with a special scheme, "\" counts, too.
func (s scheme) isSlash(in []byte, i int) bool {
	return i < len(in) && (in[i] == '/' || in[i] == '\\' && s != notSpecial)
}

// independent reports whether the URL of in does not depend on base. in begins with this
// scheme, whose length with the colon is n. A special scheme must be followed by two
// slashes if base has the same scheme.
func (s scheme) independent(in []byte, n int, base *URL) bool {
	return s == notSpecial || base == nil || base.scheme != s || s.isSlash(in, n) && s.isSlash(in, n+1) || s.hasDrive(in, n, base)
}

// hasDrive reports whether in, whose scheme of length n is file, has a Windows drive letter. If so,
// it takes only the host of a base (URL Standard section 4.4, file state and file slash state), so
// it depends on no base without a host: "file:/C|/x".
func (s scheme) hasDrive(in []byte, n int, base *URL) bool {
	if s != file || base.scheme == file && base.origin > len("file://") {
		return false
	}
	if s.isSlash(in, n) {
		n++
	}
	return startsWithDrive(in[n:])
}
