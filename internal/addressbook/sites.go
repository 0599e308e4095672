package addressbook

import (
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

// A siteRoots has the roots of one site. The time of a search does not depend on the number of
// roots with other URLs.
type siteRoots struct {
	byPath map[string]*root // the roots by their paths as written by appendPath; root.next has further roots with a path
	depth  int              // the maximum number of "/" in such a path
}

// maxSame is the maximum number of roots with one URL that a search tries.
const maxSame = 16

// add adds a root. If there are already maxSame roots with its URL, it leaves the root out and returns true.
func (s *siteRoots) add(r *root) (over bool) {
	key := string(appendPath(nil, r.path))
	if before := s.byPath[key]; before == nil {
		s.byPath[key] = r
	} else {
		n := 1
		for ; before.next != nil; before = before.next {
			n++
		}
		if n == maxSame {
			return true
		}
		before.next = r
	}
	s.depth = max(s.depth, strings.Count(r.path, "/"))
	return false
}

// longest returns the root with the longest path that a path begins with, and the rest of the
// path. Characters beyond ASCII may be written as they are, or percent-encoded: RFC 3987 section
// 3.1.
func (s *siteRoots) longest(path string) (in *root, rest string) {
	var room [128]byte
	key, done := room[:0], 0
	for n := 0; n < s.depth; n++ {
		next := strings.IndexByte(path[done:], '/')
		if next < 0 {
			break
		}
		end := done + next + 1
		key = appendPath(key, path[done:end])
		if done = end; s.byPath[string(key)] != nil {
			in, rest = s.byPath[string(key)], path[done:]
		}
	}
	return in, rest
}

// appendPath appends a path to b, with the escapes of bytes that are not ASCII decoded.
func appendPath(b []byte, path string) []byte {
	for ; path != ""; path = path[1:] {
		c := path[0]
		if urltext.IsEscape(path) && ascii.HexByte(path[1], path[2]) >= utf8.RuneSelf {
			c, path = ascii.HexByte(path[1], path[2]), path[2:]
		}
		b = append(b, c)
	}
	return b
}
