package whatwg

import (
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
)

// A URL is a URL record (URL Standard section 4.1): its serialisation, and the offsets of
// its components. It is immutable.
//
//	scheme ":"               [0, origin) if there is no host
//	"//" userinfo host port  up to origin
//	"/."                     [origin, path), where it is needed (section 4.5)
//	path                     [path, query), up to its last slash [path, dir)
//	"?" query                [query, fragment)
//	"#" fragment             [fragment, len)
type URL struct {
	href   string
	scheme scheme
	// nullHost reports whether there is no host, not even an empty host. opaque reports whether the
	// path is opaque.
	nullHost, opaque                   bool
	origin, path, dir, query, fragment int
}

// Href returns the serialisation of the URL.
func (u *URL) Href() string { return u.href }

// parent returns the path of the URL, shortened (section 4.2).
func (u *URL) parent() string {
	path := u.href[u.path:u.query]
	if u.scheme == file && isDrivePath(path) {
		return path
	}
	return path[:max(0, strings.LastIndexByte(path, '/'))]
}

// drive returns the first segment of the path, with its slash, if that is a normalized
// Windows drive letter. Otherwise it returns "".
func (u *URL) drive() string {
	path := u.href[u.path:u.query]
	if len(path) >= 3 && isDrivePath(path[:3]) && (len(path) == 3 || path[3] == '/') {
		return path[:3]
	}
	return ""
}

// isDrivePath reports whether path is a single segment that is a normalized Windows drive
// letter.
func isDrivePath[T []byte | string](path T) bool {
	return len(path) == 3 && path[0] == '/' && ascii.IsAlpha(path[1]) && path[2] == ':'
}

// isDrive reports whether s is a Windows drive letter, normalized or not.
func isDrive(s []byte) bool {
	return len(s) == 2 && ascii.IsAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

// startsWithDrive reports whether s starts with a Windows drive letter.
func startsWithDrive(s []byte) bool {
	return len(s) >= 2 && isDrive(s[:2]) && (len(s) == 2 || classes[s[2]]&delimiter != 0)
}
