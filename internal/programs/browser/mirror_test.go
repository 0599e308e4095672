//go:build unix

package browser

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	// mirroredPages is the minimum number of pages of the mirrored site.
	mirroredPages = 500
	// openedPages is how many of them are opened.
	openedPages = 50
)

// alwaysOpened are pages that are always opened: the start page, one with scripts that
// search, and pages of ours.
var alwaysOpened = []string{"index.html", "search.html", "ours.html", "ours/index.html", "ours/100%.html", "ours/a b.html", "ours/gr\u00fc\u00e7e.html", "x:y.html"}

// TestBrowserMirror makes the links of a mirrored site relative and absolute
// again, and opens pages of it from their files.
func TestBrowserMirror(t *testing.T) {
	b := start(t)
	site := serveDocumentation(t)
	saved := site.mirror(t)
	site.Close() // nothing can be fetched any more
	pages := pagesIn(t, saved)
	require.Greater(t, len(pages), mirroredPages)
	m := rewriteMirror(t, site, saved)
	t.Run("left", func(t *testing.T) { m.checkLeft(t) })
	t.Run("opened", func(t *testing.T) { b.openMirror(t, m, toOpen(pages)) })
}

// toOpen returns the pages to open: some at equal distances, including the first and the
// last, and alwaysOpened.
func toOpen(pages []string) []string {
	others := slices.DeleteFunc(slices.Clone(pages), func(page string) bool { return slices.Contains(alwaysOpened, page) })
	some := slices.Clone(alwaysOpened)
	for i, n := 0, openedPages-len(some); i < n; i++ {
		some = append(some, others[i*(len(others)-1)/(n-1)])
	}
	return some
}

// A mirror is a mirrored site, saved, with absolute links, and with relative links.
type mirror struct {
	site                      *documentation
	saved, absolute, relative string                     // directories
	known                     map[string]map[string]bool // the names that fragments can have, by document
}

// baseOut matches a BASE whose directory the site does not have. It is lost when links become
// relative.
var baseOut = regexp.MustCompile(`<base href="[^"]*/(?:nowhere|ours)/">`)

// withoutIndex returns files without what abs --converted does not give back: a BASE that matches
// baseOut, the name of an index, and the escapes of a query in the name of a file.
func withoutIndex(files map[string][]byte) map[string][]byte {
	all := make(map[string][]byte)
	for name, data := range files {
		data = bytes.ReplaceAll(data, []byte("/index.html"), []byte("/"))
		data = bytes.ReplaceAll(data, []byte("?of=a/b&amp;c=d%26e"), []byte("?of=a%2Fb&amp;c=d&amp;e"))
		all[name] = baseOut.ReplaceAll(data, nil)
	}
	return all
}

// rewriteMirror makes the links of a mirrored site absolute, relative, and absolute again.
// It checks that nothing is lost.
func rewriteMirror(t *testing.T, site *documentation, saved string) *mirror {
	hrefix := buildCommand(t)
	trees := t.TempDir()
	rewrite := func(verb, from, to string, flags ...string) string {
		to = filepath.Join(trees, to)
		started := time.Now()
		out, err := exec.Command(hrefix, append(flags, verb, "--fragments", "absolute", "--root", site.URL+mirrored+"="+from, "-o", to, from)...).CombinedOutput()
		t.Logf("%s, %s: %v", verb, filepath.Base(to), time.Since(started).Round(time.Millisecond))
		require.NoError(t, err, "%s", out)
		return to
	}

	m := &mirror{site: site, saved: saved, known: make(map[string]map[string]bool)}
	m.absolute = rewrite("abs", saved, "absolute")
	m.relative = rewrite("rel", m.absolute, "relative")
	want := filesIn(t, m.absolute)
	require.Equal(t, names(filesIn(t, saved)), names(want))
	requireSame(t, withoutIndex(want), withoutIndex(filesIn(t, rewrite("abs", m.relative, "absolute again", "--converted"))))
	requireSame(t, filesIn(t, m.relative), filesIn(t, rewrite("rel", m.relative, "relative twice")))

	straight := rewrite("rel", saved, "relative from the site")
	requireSame(t, withoutIndex(want), withoutIndex(filesIn(t, rewrite("abs", straight, "absolute from the site", "--converted"))))
	requireSame(t, filesIn(t, straight), filesIn(t, rewrite("rel", straight, "relative from the site twice")))

	size := 0
	for _, data := range want {
		size += len(data)
	}
	before, after := len(m.inSite(t, m.absolute)), len(m.inSite(t, m.relative))
	t.Logf("%d files of %d bytes, %d links into the site, %d became relative", len(want), size, before, before-after)
	require.Greater(t, before-after, 100*mirroredPages)
	return m
}

// checkLeft checks that a link into the site stayed absolute only if the mirror lacks its
// target.
func (m *mirror) checkLeft(t *testing.T) {
	counts := make(map[string]int)
	for _, l := range m.inSite(t, m.relative) {
		reason := m.whyLeft(t, l)
		require.NotEmpty(t, reason, "%s: %s", l.file, l.url)
		counts[reason]++
	}
	for _, reason := range []string{leftOutside, leftBroken} {
		t.Logf("%6d left: %s", counts[reason], reason)
		require.NotZero(t, counts[reason], reason)
	}
}

// Reasons for which a link into the site stays absolute.
const (
	baseless    = "ours/a;b=1,c@d!.html"
	leftOutside = "outside of what is mirrored"
	leftBroken  = "the site does not have it"
)

// whyLeft returns the reason why a link stays absolute, or "".
func (m *mirror) whyLeft(t testing.TB, l siteLink) string {
	u := parseURL(t, l.url)
	served, asked := m.site.served[u.RequestURI()]
	switch {
	case !strings.HasPrefix(u.Path, mirrored):
		return leftOutside
	case !served && asked:
		return leftBroken
	}
	return ""
}

// TestBrowserSeesBrokenMirror checks that the comparison reports a page with missing parts.
func TestBrowserSeesBrokenMirror(t *testing.T) {
	b := start(t)
	dir := t.TempDir()
	write := func(name, data string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
	}
	write("whole.css", "p { color: red }")
	write("deep.css", "@import 'gone.css'; p { background: url(gone.png) }")
	pages := []string{"whole.html", "link.html", "directory.html", "image.html", "sheet.html", "script.html", "deep.html"}
	for i, body := range []string{
		`<link rel=stylesheet href=whole.css><a href=link.html#x>x</a><a href=#y>y</a><a href=http://h.example/>h</a>`,
		`<a href=gone.html>x</a>`, `<a href=./>x</a>`, `<img src=gone.png>`, `<link rel=stylesheet href=gone.css>`, `<script src=gone.js></script>`,
		`<link rel=stylesheet href=deep.css><p>x</p>`,
	} {
		write(pages[i], "<!DOCTYPE html><title>x</title>"+body)
	}
	got := b.openFiles(t, dir, pages)
	require.Empty(t, got[0].broken())
	for i, page := range pages[1:] {
		require.NotEmpty(t, got[i+1].broken(), page)
	}
	require.Contains(t, strings.Join(got[6].broken(), " "), "gone.png")
}
