package roots

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// A root is a URL and the directory of the files that were retrieved from below it.
type root struct {
	url   string // ends in "/"
	site  string // the site of url: see split
	path  string // the part of url from its first "/"
	dir   string // absolute
	real  string // dir without symbolic links
	given string // dir as it was given
	first *root  // the first root with the same directory, which may be this one; others are its aliases
	stat  func(path string) (fs.FileInfo, error)
	close func() error
}

// parse parses a root, URL=DIR. The first "=" separates the two; within the URL it must be
// written %3D. An error says what to write instead.
func parse(spec string) (*root, error) {
	url, dir, ok := strings.Cut(spec, "=")
	switch {
	case !ok || url == "" || dir == "":
		return nil, fmt.Errorf("root %q: not of the form URL=DIR: write for example http://example.org/=site", spec)
	case strings.ContainsAny(url, "?#"):
		return nil, fmt.Errorf("root %q: %q has a query or a fragment: give the URL of a directory", spec, url)
	}
	if reason := base.Unusable(resolve.RFC1808, url); reason != "" {
		return nil, fmt.Errorf("root %q: %q: %s: give an absolute URL such as http://example.org/docs/", spec, url, reason)
	}
	r, err := newRoot(url, dir)
	if err != nil {
		return nil, fmt.Errorf("root %q: %w: give a directory that can be read", spec, err)
	}
	return r, nil
}

// newRoot opens the directory of a root.
func newRoot(url, dir string) (*root, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	d, err := os.OpenRoot(abs)
	if err != nil {
		return nil, err
	}
	r := rootOf(url, abs, d.Stat, d.Close)
	r.given = dir
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		r.real = real
	}
	return r, nil
}

// rootOf returns the root of a tree. stat returns the information of its files.
func rootOf(url, dir string, stat func(string) (fs.FileInfo, error), close func() error) *root {
	if !strings.HasSuffix(url, "/") {
		url += "/"
	}
	r := &root{url: url, dir: dir, real: dir, stat: stat, close: close}
	r.site, r.path, _ = split(url)
	r.first = r
	return r
}

// defaultPorts are the default ports of RFC 1738 sections 3.2 and 3.3, and of RFC 9110
// section 4.2.2.
var defaultPorts = map[string]string{"http": "80", "https": "443", "ftp": "21"}

// split splits a URL without a fragment into its site (scheme, host and port in a normal
// form) and the rest from the path on. ok is false if it has no net_loc.
func split(url string) (site, rest string, ok bool) {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok || strings.ContainsAny(scheme, "/?") {
		return "", "", false
	}
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	authority, rest := rest[:end], rest[end:]
	if !strings.HasPrefix(rest, "/") {
		rest = "/" + rest
	}
	scheme = strings.ToLower(scheme)
	at := strings.LastIndexByte(authority, '@') + 1
	host := strings.ToLower(authority[at:])
	host = strings.TrimSuffix(host, ":")
	if port := defaultPorts[scheme]; port != "" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return scheme + "://" + authority[:at] + host, rest, true
}
