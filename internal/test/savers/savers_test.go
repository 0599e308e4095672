//go:build unix

package savers

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/chromium"
)

// enabled is the environment variable that enables the tests that need other programs.
const enabled = "HREFIX_SAVERS"

// need skips the test if it is not enabled.
func need(t testing.TB) {
	t.Helper()
	if os.Getenv(enabled) != "1" {
		t.Skip(enabled + " is not 1: this test needs programs that save pages")
	}
}

// A saver saves the site, and says how hrefix makes its files link to each other.
type saver struct {
	name  string
	save  func(t testing.TB, v *visit) string
	flags []string // of rel; DIR stands for the directory
	// unknown reports whether a failure is due to a fact that the files do not contain.
	unknown func(failure string) bool
	stay    int  // other failures that stay so far; TESTING.md explains them
	alone   bool // a file contains what its page loads, less than what the site has
}

// A visit is a visit of savers to the site.
type visit struct {
	server  *server
	browser *chromium.DevTools
	live    map[int][]string // what pages load from the site
	hrefix  string
	rows    []string
}

// savers are the programs whose files are tried.
var savers = []saver{
	{name: "wget -k -E", flags: []string{"--converted", "--root-hosts", "DIR"},
		save: func(t testing.TB, v *visit) string { return v.server.wget(t, "--convert-links", "--adjust-extension") }},
	{name: "wget -k -E, Windows", flags: []string{"--converted", "--root-hosts", "DIR"},
		save: func(t testing.TB, v *visit) string {
			return v.server.wget(t, "--convert-links", "--adjust-extension", "--restrict-file-names=windows")
		}},
	{name: "wget -E", unknown: isRedirected, flags: []string{"--root-hosts", "DIR"},
		save: func(t testing.TB, v *visit) string { return v.server.wget(t, "--adjust-extension") }},
	{name: "HTTrack", stay: 200, // 147 to 163; some requests end only in some runs
		flags: []string{"--converted", "--map", "auto"},
		save:  func(t testing.TB, v *visit) string { return v.server.httrack(t) }},
	{name: "SingleFile", stay: 3, flags: []string{"--map", "auto"}, alone: true,
		save: func(t testing.TB, v *visit) string { return v.server.singleFile(t, v.server.site.some(40)) }},
	{name: "Chromium, complete", stay: 58, flags: []string{"--map", "auto"}, alone: true,
		save: func(t testing.TB, v *visit) string { return v.server.complete(t, v.server.site.some(20)) }},
	{name: "MHTML", stay: 9, flags: []string{"--map", "auto"}, alone: true,
		save: func(t testing.TB, v *visit) string { return mhtml(t, v.browser, v.server.site.some(40)) }},
}

// isRedirected reports whether a failure is due to a redirect. wget names the file after the first
// URL, and keeps the other one only in the links that -k converts.
func isRedirected(failure string) bool {
	for from, to := range newSite().redirects {
		if strings.Contains(failure, " leads to "+to+",") || strings.HasPrefix(failure, "file://"+strings.TrimPrefix(from, "http:/")+".html:") {
			return true
		}
	}
	return false
}

// some returns the URLs of the first n pages, which link to each other.
func (s *site) some(n int) []string {
	var urls []string
	for _, p := range s.pages[:n] {
		urls = append(urls, p.url)
	}
	return urls
}

// TestSavers saves the site with every saver, makes the links of the files relative, and crawls
// the files in Chromium, as they were saved and afterwards.
func TestSavers(t *testing.T) {
	need(t)
	v := &visit{server: serve(t, newSite()), hrefix: buildCommand(t)}
	v.browser = chromium.Start(t, chromium.Options{Proxy: v.server.URL})
	began := time.Now()
	c := crawlSite(t, v.browser)
	v.live = c.facts()
	t.Logf("the site: %d pages by %d URLs, %d files, %v", len(v.live), len(c.pages), len(v.server.site.files), time.Since(began).Round(time.Second))
	require.Len(t, v.live, len(v.server.site.pages))
	v.row("saver", "files of", "saved", "reached", "links", "right", "outside", "wrong", "broken", "online", "loaded", "lost", "refused", "failed")
	for _, s := range savers {
		t.Run(s.name, func(t *testing.T) { v.try(t, s) })
	}
	t.Log("\n" + strings.Join(v.rows, "\n"))
}

// row adds a row to the table.
func (v *visit) row(cells ...any) {
	format := strings.Repeat("%-8v", len(cells)-2)
	v.rows = append(v.rows, fmt.Sprintf("%-20v %-10v "+format, cells...))
}

// try tries a saver.
func (v *visit) try(t *testing.T, s saver) {
	began := time.Now()
	dir := s.save(t, v)
	t.Logf("saved in %v", time.Since(began).Round(time.Millisecond))
	keep(t, dir, s.name)
	want := v.live
	if s.alone {
		want = openTree(t, dir).all(t, v.browser)
	}
	v.score(t, s, "saver", dir, want)
	out := filepath.Join(abs(t, t.TempDir()), "relative")
	began = time.Now()
	v.run(t, append(append([]string{"rel", "-o", out}, s.with(dir)...), dir)...)
	t.Logf("rel in %v", time.Since(began).Round(time.Millisecond))
	keep(t, out, s.name+" rel")
	after := v.score(t, s, "hrefix", out, want)
	n := 0
	for _, f := range after.failures() {
		if s.unknown == nil || !s.unknown(f) {
			n++
			t.Log("stays: ", f)
		}
	}
	require.LessOrEqual(t, n, s.stay)
	t.Logf("%d failures, and %d that nothing in the files could prevent", n, len(after.failures())-n)
}

// with returns the flags of a saver for a directory.
func (s *saver) with(dir string) []string {
	flags := slices.Clone(s.flags)
	for i, f := range flags {
		flags[i] = strings.ReplaceAll(f, "DIR", dir)
	}
	return flags
}

// keep copies a directory to the one that HREFIX_SAVERS_KEEP names, to be looked at.
func keep(t testing.TB, dir, name string) {
	if to := os.Getenv("HREFIX_SAVERS_KEEP"); to != "" {
		to = filepath.Join(to, strings.ReplaceAll(name, " ", "-"))
		require.NoError(t, os.RemoveAll(to))
		require.NoError(t, os.CopyFS(to, os.DirFS(dir)))
	}
}

// score crawls a directory and adds a row to the table.
func (v *visit) score(t *testing.T, s saver, whose, dir string, want map[int][]string) *score {
	began := time.Now()
	r := openTree(t, dir).crawl(t, v.browser, want)
	v.row(s.name, whose, r.saved, r.reached, r.links, r.right, r.outside, len(r.wrong), len(r.broken), len(r.online), r.loaded, len(r.lost), len(r.refused), len(r.failed))
	t.Logf("%s: %d failures, %v", whose, len(r.failures()), time.Since(began).Round(time.Millisecond))
	return r
}

// run runs the command.
func (v *visit) run(t testing.TB, args ...string) string {
	t.Helper()
	out, err := exec.Command(v.hrefix, args...).CombinedOutput()
	require.NoError(t, err, "%v: %s", args, out)
	return string(out)
}

// buildCommand builds the command and returns its path.
func buildCommand(t testing.TB) string {
	path := filepath.Join(t.TempDir(), "hrefix")
	out, err := exec.Command("go", "build", "-o", path, "../../../cmd/hrefix").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}
