package addressbook

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// Many pages name their own URL in a canonical link. That URL may differ from the URL that a root gives to the page only
// by names of directories that one of the two lacks. Then the directory or the URL of the root is probably one level
// too high or too low. Other differences show nothing: a page may name the URL of its newest version, or a URL on the
// host where it is published.

// WrongLevel returns a sentence if canonical links of pages show that the directory or the URL of a root has the wrong
// level. It reads the first pages at the paths, which are files or directories in the file system. sure reports whether
// enough pages show it.
func (b *Book) WrongLevel(paths []string) (wrong string, sure bool) {
	const most, enough = 200, 3 // how many pages are read, and how many must show the same root
	var right, canonical string // the right root, URL=DIR, and the canonical link that shows this root
	var page Target             // the first page that shows the right root
	read, pages := 0, 0
	for _, name := range paths {
		for t := range b.FilesIn(name) {
			if pages == enough || read == most {
				break
			}
			r := b.trees[t.Tree].owner(t.Path)
			if r == nil || r.first.given == "" || !isPageName(t.Path) || t.URL != b.urlByPath(r, t.Path) {
				continue // a line of a map gives the URL
			}
			read++
			says := b.canonical(t)
			if other := b.Lookup(says); other.State == File && other.ID != t.ID {
				continue // the page names the URL of another page of the trees, of which it is a version, for example for phones
			}
			switch root, same := r.first.level(t.URL, t.Path, says); {
			case same, root != "" && right != "" && root != right:
				return "", false
			case root != "":
				if pages++; right == "" {
					right, canonical, page = root, says, t
				}
			}
		}
	}
	if right == "" {
		return "", false
	}
	return fmt.Sprintf("%s: the page says that it is %s, and by --root it is %s: give --root %s", b.Name(page), canonical, page.URL, right), pages == enough
}

// canonical returns the canonical link in the first bytes of a page, or "".
func (b *Book) canonical(t Target) string {
	const enough = 64 << 10
	f, err := b.Open(t)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, enough))
	return savedfrom.Canonical(text)
}

// level returns the right root, URL=DIR, if a page has the URL url by the root r, but names its own URL as says. It
// returns "" if the URLs show no other root. same reports whether the URLs agree.
func (r *root) level(url, page, says string) (right string, same bool) {
	site, rest, ok := split(url)
	theirs, theirRest, valid := split(says)
	if !ok || !valid || bareHost(site) != bareHost(theirs) {
		return "", false
	}
	own, other := segments(rest), segments(theirRest)
	if slices.Equal(own, other) {
		return "", true
	}
	below := len(own) - len(segments(r.path)) // the number of segments that are names in the directory
	last := 0                                 // the number of segments at the end that are the same
	for last < min(len(own), len(other)) && own[len(own)-1-last] == other[len(other)-1-last] {
		last++
	}
	more := len(own) - len(other)
	first := min(len(own), len(other)) - last
	switch {
	case last == 0 || !slices.Equal(own[:first], other[:first]):
		return "", false
	case more > 0 && last+more <= below: // says lacks names of directories
		dirs := strings.Split(page[len(r.prefix):], "/")
		return rootSpec(theirs, other[:first], path.Join(r.given, path.Join(dirs[:below-last]...))), false
	case more < 0 && last >= below && below > 0: // the URL of the root lacks names that says has
		return rootSpec(theirs, other[:len(other)-below], r.given), false
	}
	return "", false
}

// rootSpec returns the root URL=DIR whose URL has a site and the names of directories.
func rootSpec(site string, names []string, dir string) string {
	return site + "/" + strings.Join(append(slices.Clone(names), ""), "/") + "=" + dir
}

// bareHost returns the host of a site without "www.", which canonical links often add or leave out.
func bareHost(site string) string {
	_, host, _ := strings.Cut(site, "://")
	return strings.TrimPrefix(host, "www.")
}

// segments returns the segments of the path of a URL, without an index and without the ending of a page.
func segments(path string) []string {
	path, _, _ = strings.Cut(path, "?")
	path = strings.TrimSuffix(strings.TrimSuffix(path, ".html"), ".htm")
	path = strings.TrimSuffix(path, "/index")
	return strings.FieldsFunc(path, func(c rune) bool { return c == '/' })
}
