package addressbook

import (
	"fmt"
	"path"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A root is a URL and a directory. The files in the directory were retrieved from below the URL.
type root struct {
	url    string // in ASCII; ends in "/"
	site   string // the site of url: see split
	path   string // the part of url from its first "/"
	given  string // the directory as it was given, or "" if the user did not give it
	first  *root  // the first root with the same directory, which may be this one; others are its aliases
	next   *root  // another root with the same URL, whose files are in another directory
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
