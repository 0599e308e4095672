package crawl

import (
	"strings"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/urltext"
)

// maxRedirects is how many redirects are followed. The Fetch Standard has the same number.
const maxRedirects = 20

// follow returns e, or the entry that e leads to if it is a redirect. It returns nil if the redirects lead to no
// capture. fragment is the last fragment in the Location fields on the way, with its "#" (RFC 9110 section 10.2.2).
func (x *Index) follow(e *entry) (to *entry, fragment string) {
	for range maxRedirects + 1 {
		if e == nil || e.rank != redirect {
			return e, fragment
		}
		target := x.aliases[e.body.Record]
		if at := strings.IndexByte(target, '#'); at >= 0 {
			fragment = target[at:]
		}
		e = x.find(target)
	}
	return nil, ""
}

// find returns the entry of a URL, or nil.
func (x *Index) find(url string) *entry {
	if _, key, ok := normalize(url); ok {
		return x.entries.find(key)
	}
	return nil
}

// hostOf returns the host of the URL with a key, and its port.
func hostOf(key string) string {
	_, rest, _ := strings.Cut(key, "//")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// A tree is the tree of the crawl around a file. It implements [engine.Tree].
type tree struct {
	File
	base string
}

// Tree returns the tree around a file. Relative references of the file are relative to base, which
// is its URL unless the header of its response gives another base.
func (f File) Tree(base string) engine.Tree { return tree{f, base} }

// URL implements [engine.Tree].
func (t tree) URL() string { return t.base }

// Request returns the URL of the capture, by which browsers read its links: browsers know no other
// base except BASE.
func (t tree) Request() string { return t.File.URL }

// Location implements [engine.Tree].
func (t tree) Location() string { return Location(t.Path) }

// Find implements [engine.Tree]. If the server answered with an error page, links do not find that page,
// except links from the page to itself.
func (t tree) Find(url string) (own, location string, ok bool) {
	e := t.index.find(url)
	fragment := ""
	if e != nil {
		e, fragment = t.index.follow(e)
	}
	if e != nil && (!e.isFailed() || e.url == t.File.URL) {
		return e.url, Location(e.path()) + fragment, true
	}
	if _, key, ok := normalize(url); ok && isWebURL(url) && t.index.hosts[hostOf(key)] {
		return url, "", false
	}
	return "", "", false
}

// FindDir implements [engine.Tree].
func (t tree) FindDir(url string) (location string, ok bool) {
	_, key, ok := normalize(url)
	if !ok || !isWebURL(url) {
		return "", false
	}
	dir, _ := locate(key, Other) // up to the last slash of the URL
	return Location(dir), t.index.dirs[hashOf(newCaseFolder().fold(strings.TrimSuffix(dir, "/")))]
}

// At implements [engine.Tree]. Relative links in a capture are relative to its URL, and never lead to
// a file by its name.
func (tree) At(string) (url string, ok bool) { return "", false }

// pathChars are the characters of a path that are not escaped in a URL (RFC 3986 section 3.3).
const pathChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/"

// Location returns the location of the file at a path of a tree, for [engine.Tree].
func Location(path string) string {
	return "file:///" + urltext.Encode(path, func(c byte) bool { return strings.IndexByte(pathChars, c) < 0 })
}
