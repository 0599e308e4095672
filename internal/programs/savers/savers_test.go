//go:build unix

package savers

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
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
	rest  []leftover
	alone bool // a file contains what its page loads, less than what the site has
}

// A leftover is a kind of failure that stays, and why.
type leftover struct {
	why  string
	is   func(failure string) bool
	most int
}

// matches returns a function that reports whether a failure matches a pattern.
func matches(pattern string) func(string) bool { return regexp.MustCompile(pattern).MatchString }

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
	{name: "wget -E", flags: []string{"--root-hosts", "DIR"},
		save: func(t testing.TB, v *visit) string { return v.server.wget(t, "--adjust-extension") },
		rest: []leftover{{"wget names a file after a URL that redirects, and keeps the other URL nowhere", isRedirected, 27}}},
	{name: "HTTrack", flags: []string{"--converted", "--map", "DIR/urls.map"},
		save: func(t testing.TB, v *visit) string { return v.server.httrack(t) },
		rest: []leftover{
			{"HTTrack saves the answer in place of a page that the site lacks", matches(`/(gone|Nowhere|lost/index)\.html, not to page 0$|/show\w{4}\.php`), 38},
			{"HTTrack reads a link below a BASE that begins with / by the page, which is another page", matches(`base/\d+\.html: \d+\.html leads to file:///www\.saved\.example/base/`), 1},
		}},
	{name: "SingleFile", flags: []string{"--map", "auto"}, alone: true,
		save: func(t testing.TB, v *visit) string { return v.server.singleFile(t, v.server.site.some(20)) },
		rest: []leftover{{"a page does not contain the URLs that redirect to it", leadsToRedirect, 1}}},
	{name: "Chromium, complete", flags: []string{"--map", "auto"}, alone: true,
		save: func(t testing.TB, v *visit) string { return v.server.complete(t, v.server.site.some(20)) },
		rest: []leftover{
			{"a page does not contain the URLs that redirect to it", leadsToRedirect, 1},
			{"Chromium does not write the URL of a page into XHTML", matches(` leads to http://www\.saved\.example/plain\.xhtml,`), 3},
			{"Chromium does not save what style sheets load", matches(`: file://(www\.saved\.example)?/(img/r1\.png|css/parts/r4\.css) net::ERR_`), 54},
		}},
	{name: "MHTML", flags: []string{"--map", "auto"}, alone: true,
		save: func(t testing.TB, v *visit) string { return mhtml(t, v.browser, v.server.site.some(40)) },
		rest: []leftover{{"Chromium follows no relative link of an MHTML file to a file", matches(`\.mhtml: \S+ leads to http:`), 9}}},
}

// leadsToRedirect reports whether a failure is a link to a URL that redirects.
func leadsToRedirect(failure string) bool {
	for from := range newSite().redirects {
		if regexp.MustCompile(` leads to ` + regexp.QuoteMeta(from) + `(#\w+)?,`).MatchString(failure) {
			return true
		}
	}
	return false
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
	s.requireRest(t, after.failures())
}

// requireRest fails the test if there are other failures than those that stay, or none of a kind.
func (s *saver) requireRest(t *testing.T, failures []string) {
	counts := make([]int, len(s.rest))
	for _, f := range failures {
		i := slices.IndexFunc(s.rest, func(l leftover) bool { return l.is(f) })
		if i < 0 {
			t.Errorf("a failure of no known kind: %s", f)
			continue
		}
		counts[i]++
		t.Log("stays: ", f)
	}
	for i, l := range s.rest {
		t.Logf("%d: %s", counts[i], l.why)
		if counts[i] == 0 || counts[i] > l.most {
			t.Errorf("%d failures, from 1 to %d are expected: %s", counts[i], l.most, l.why)
		}
	}
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
	out, err := exec.Command("go", "build", "-C", "../../..", "-o", path, "./cmd/hrefix").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}
