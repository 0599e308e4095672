package addressbook

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A root is a URL and a directory. The files in the directory were retrieved from below the URL.
type root struct {
	url    string  // in ASCII; ends in "/"
	site   string  // the site of url: see split
	path   string  // the part of url from its first "/"
	given  string  // the directory as it was given, or "" if the user did not give it
	first  *root   // the first root with the same directory, which may be this one; others are its aliases
	all    []*root // the roots with the same directory, if this is the first of them
	next   *root   // another root with the same URL, whose files are in another directory
	tree   *tree
	prefix string // the path of the directory in the tree; ends in "/" unless it is empty
	plain  bool   // the URLs are locations
	copied bool   // HTTrack made the directory, and gave files names of its own
}

// parse parses a root, URL=DIR. The first "=" separates URL and DIR; a "=" in the URL must be
// written %3D. A URL that is not ASCII is mapped to a URI. An error says what to write instead.
func parse(spec string) (*root, error) {
	url, dir, ok := strings.Cut(spec, "=")
	switch {
	case dir == "" && base.Unusable(resolve.RFC1808, url) == "":
		return nil, fmt.Errorf("root %q: has no directory: write %s=DIR, where DIR has the files", spec, url)
	case !ok && url != "":
		return nil, fmt.Errorf("root %q: has no URL: write it before the directory, such as http://example.org/=%s", spec, url)
	case url == "" || dir == "":
		return nil, fmt.Errorf("root %q: not of the form URL=DIR: write for example http://example.org/=site", spec)
	case base.Unusable(resolve.RFC1808, dir) == "" && base.Unusable(resolve.RFC1808, url) != "":
		return nil, fmt.Errorf("root %q: the URL comes first: write %s=%s", spec, dir, url)
	case strings.ContainsAny(url, "?#"):
		return nil, fmt.Errorf("root %q: %q has a query or a fragment: give the URL of a directory", spec, url)
	}
	if strings.ContainsAny(url, space) {
		return nil, fmt.Errorf("root %q: %q has white space: write it as %%20", spec, url)
	}
	if reason := base.Unusable(resolve.RFC1808, url); reason != "" {
		return nil, fmt.Errorf("root %q: %q: %s: give an absolute URL such as http://example.org/docs/", spec, url, reason)
	}
	if dir, name := path.Split(url); strings.Count(dir, "/") > 2 && isPageName(name) {
		return nil, fmt.Errorf("root %q: %q is the name of a page: give the URL of its directory, %s, or %s/ if it is a directory", spec, name, dir, url)
	}
	uri, ok := urltext.ToURI(url)
	if !ok {
		return nil, fmt.Errorf("root %q: %q is not UTF-8, or its host cannot be the name of a host: give the URL in ASCII", spec, url)
	}
	return rootOf(uri, dir), nil
}

// isPageName reports whether a name is nearly always the name of a page, and not of a directory.
func isPageName(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp":
		return true
	}
	return false
}

// rootOf returns the root of a directory whose URL, in ASCII, is url.
func rootOf(url, dir string) *root {
	if !strings.HasSuffix(url, "/") {
		url += "/"
	}
	r := &root{url: url, given: dir}
	r.site, r.path, _ = split(url)
	r.first = r
	return r
}

// split splits a URL without a fragment into its site in normal form (see [urltext.AppendSite]) and the rest, which
// begins with the path. ok is false if url has no net_loc.
func split(url string) (site, rest string, ok bool) {
	var room [128]byte
	normal, rest, ok := urltext.AppendSite(room[:0], url)
	if ok && !strings.HasPrefix(rest, "/") {
		rest = "/" + rest
	}
	return string(normal), rest, ok
}

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
