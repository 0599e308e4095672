//go:build unix

package savers

import (
	"bytes"
	"encoding/json"
	"html"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
)

// archives are the forms in which wget writes web archives.
var archives = []struct {
	name  string
	file  string
	flags []string
}{
	{"WARC, gzip", "crawl.warc.gz", []string{"--warc-cdx"}},
	{"WARC", "crawl.warc", []string{"--no-warc-compression", "--warc-cdx"}},
	{"WARC, two files", "crawl-0*.warc.gz", []string{"--warc-max-size=200K"}},
}

// TestArchives crawls the site with wget into web archives, makes folders of them, and crawls these in
// Chromium. They have the pages that wget's own mirror has, and no link fails.
func TestArchives(t *testing.T) {
	need(t)
	v := &visit{server: serve(t, newSite()), hrefix: buildCommand(t)}
	v.browser = chromium.Start(t, chromium.Options{Proxy: v.server.URL})
	v.live = crawlSite(t, v.browser).facts()
	require.Len(t, v.live, len(v.server.site.pages))
	v.row("saver", "files of", "saved", "reached", "links", "right", "outside", "wrong", "broken", "online", "loaded", "lost", "refused", "failed")
	mirror := v.server.wget(t, "--convert-links", "--adjust-extension")
	v.score(t, saver{name: "wget -k -E"}, "saver", mirror, v.live)
	pages := slices.Sorted(maps.Keys(openTree(t, mirror).has))
	for _, a := range archives {
		t.Run(a.name, func(t *testing.T) {
			dir, failed := v.extract(t, a.file, a.flags)
			keep(t, dir, a.name)
			r := openTree(t, dir)
			require.Equal(t, pages, slices.Sorted(maps.Keys(r.has)), "the pages of wget's mirror")
			r.errors = failed
			began := time.Now()
			s := r.crawl(t, v.browser, v.live)
			v.row(a.name, "extract", s.saved, s.reached, s.links, s.right, s.outside, len(s.wrong), len(s.broken), len(s.online), s.loaded, len(s.lost), len(s.refused), len(s.failed))
			t.Logf("crawled in %v", time.Since(began).Round(time.Millisecond))
			require.Empty(t, s.failures())
			require.Equal(t, len(v.live), s.reached, "all pages of the site")
			v.backAgain(t, dir)
		})
	}
	t.Log("\n" + strings.Join(v.rows, "\n"))
}

// extract crawls the site with wget into web archives, whose names match a pattern, and makes a folder
// of them. It returns the folder, and the files in it that are error pages.
func (v *visit) extract(t *testing.T, pattern string, flags []string) (dir string, failed map[string]bool) {
	to := abs(t, t.TempDir())
	v.server.wget(t, append([]string{"--adjust-extension", "--warc-file=" + filepath.Join(to, "crawl"), "--warc-tempdir=" + to}, flags...)...)
	names, err := filepath.Glob(filepath.Join(to, pattern))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	dir = filepath.Join(to, "site")
	cmd := exec.Command(v.hrefix, append([]string{"extract", "--json", "-o", dir}, names...)...)
	var summary bytes.Buffer
	cmd.Stderr = &summary
	out, err := cmd.Output()
	require.NoError(t, err, "%s", &summary)
	t.Logf("%d archives: %s", len(names), &summary)
	failed = make(map[string]bool)
	for line := range bytes.Lines(out) {
		var f struct {
			Path   string
			Status int
		}
		require.NoError(t, json.Unmarshal(line, &f))
		if f.Status >= 400 {
			failed[f.Path] = true
		}
	}
	return dir, failed
}

// linkTo matches a link to another page.
var linkTo = regexp.MustCompile(`<a href="([^"]*)" data-to="(\d+)">`)

// backAgain checks that the links of a folder lead to the site again when abs has made them absolute
// by the map of the folder.
func (v *visit) backAgain(t *testing.T, dir string) {
	out := dir + "-absolute"
	v.run(t, "abs", "--converted", "--fragments", "absolute", "--map", dir+".map", "-o", out, dir)
	raw, err := os.ReadFile(dir + ".map")
	require.NoError(t, err)
	urls := make(map[string]string)
	for line := range strings.Lines(string(raw)) {
		url, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if _, again := urls[name]; !again {
			urls[name] = url
		}
	}
	r := openTree(t, out)
	for name, n := range r.pages {
		url := urls[filepath.Join(dir, strings.TrimPrefix(name, out))]
		require.Equal(t, n, v.server.site.numbers[url], "%s: %s", name, url)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, m := range linkTo.FindAllSubmatch(text, -1) {
			require.Equal(t, string(m[2]), strconv.Itoa(v.server.site.number(html.UnescapeString(string(m[1])))), "%s: %s", name, m[1])
		}
	}
}
