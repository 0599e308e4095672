//go:build unix

package savers

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
)

// A score is what a crawl of a tree of files found, beside a crawl of the site.
type score struct {
	saved   int // pages of the site in the tree
	reached int // pages that the crawl reached
	links   int // links on the pages that were reached
	right   int // links that lead to the file of their page
	outside int // links to pages that the tree lacks, and which lead to the site or an error page of it
	// Failures.
	wrong  []string // links that lead to another file
	broken []string // links that lead to no file
	online []string // links that lead to the site, though the tree has the page
	lost   []string // what was loaded from the site, but not from the tree
	failed []string // requests that failed, for what the site has
	// refused is what Chromium does not load from a file because of an attribute of its element.
	refused []string
	loaded  int // what was loaded from the tree
}

// failures returns all failures.
func (s *score) failures() []string {
	return slices.Concat(s.wrong, s.broken, s.online, s.lost, s.failed)
}

// A tree is a directory of saved pages that is opened in Chromium.
type tree struct {
	dir   string
	pages map[string]int // by file
	has   map[int]string // files by page

	errors map[string]bool // files that are error pages of the site
}

func openTree(t testing.TB, dir string) *tree {
	r := &tree{dir: dir, pages: pagesIn(t, dir), has: make(map[int]string)}
	for name, n := range r.pages {
		if r.has[n] == "" || name < r.has[n] {
			r.has[n] = name
		}
	}
	return r
}

// fileURL returns the URL of a file.
func fileURL(name string) string { return (&url.URL{Scheme: "file", Path: name}).String() }

// file returns the file of the tree that a URL names.
func (r *tree) file(s string) (name string, ok bool) {
	u, err := url.Parse(withoutFragment(s))
	if err != nil || u.Scheme != "file" {
		return "", false
	}
	return u.Path, strings.HasPrefix(u.Path, r.dir+"/")
}

// next returns the URL that a crawl of the tree opens for a link.
func (r *tree) next(l link) string {
	name, ok := r.file(l.URL)
	if info, err := os.Stat(name); !ok || err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return fileURL(name)
}

// all returns the facts of all pages of the tree.
func (r *tree) all(t testing.TB, d *chromium.DevTools) map[int][]string {
	var urls []string
	for name := range r.pages {
		urls = append(urls, fileURL(name))
	}
	return crawlFrom(t, d, urls, func(link) string { return "" }).facts()
}

// crawl crawls the tree from the home page, and compares it with the site.
func (r *tree) crawl(t testing.TB, d *chromium.DevTools, live map[int][]string) *score {
	require.NotEmpty(t, r.has[1], "the home page was not saved")
	c := crawlFrom(t, d, []string{fileURL(r.has[1])}, r.next)
	s := &score{saved: len(r.has)}
	numbers := make(map[string]bool)
	for at, p := range c.pages {
		numbers[p.Page] = true
		for _, l := range p.Links {
			s.links++
			s.link(r, at, l)
		}
	}
	delete(numbers, "")
	s.reached = len(numbers)
	s.compare(c.facts(), live)
	for _, f := range c.failed {
		if !strings.Contains(f, "gone") && !strings.HasSuffix(f, refusedByRule) {
			s.failed = append(s.failed, strings.ReplaceAll(f, r.dir, ""))
		}
	}
	return s
}

// link counts a link.
func (s *score) link(r *tree, at string, l link) {
	to, _ := strconv.Atoi(l.To)
	what := strings.ReplaceAll(fmt.Sprintf("%s: %s leads to %s, not to page %d", at, l.Raw, l.URL, to), r.dir, "")
	name, ok := r.file(l.URL)
	switch {
	case strings.HasPrefix(l.URL, "http") && (to == 0 || r.has[to] == ""):
		s.outside++
	case strings.HasPrefix(l.URL, "http"):
		s.online = append(s.online, what)
	case !ok:
		s.broken = append(s.broken, what)
	case to == 0 && r.errors[name]:
		s.outside++
	case to == 0 || r.pages[name] != to:
		if _, exists := r.pages[name]; exists {
			s.wrong = append(s.wrong, what)
		} else {
			s.broken = append(s.broken, what)
		}
	default:
		s.right++
	}
}

// compare compares what pages loaded with what they load from the site.
func (s *score) compare(got, live map[int][]string) {
	for n, have := range got {
		for _, want := range live[n] {
			switch {
			case slices.Contains(have, want):
				s.loaded++
			case strings.HasPrefix(want, "script module"), strings.HasPrefix(want, "script integrity"), strings.HasPrefix(want, "script crossorigin"):
				s.refused = append(s.refused, fmt.Sprint("page ", n, ": ", want))
			default:
				s.lost = append(s.lost, fmt.Sprint("page ", n, ": ", want))
			}
		}
	}
	slices.Sort(s.lost)
}

// abs returns the absolute path of a directory, without symbolic links.
func abs(t testing.TB, dir string) string {
	dir, err := filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	return dir
}
