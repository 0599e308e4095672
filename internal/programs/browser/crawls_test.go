//go:build unix

package browser

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBrowserCrawls crawls a site with wget into web archives. The links that the command finds in
// them must be those that the browser finds in each page at its URL, and the offsets of the records
// those of wget's index.
func TestBrowserCrawls(t *testing.T) {
	b := start(t)
	urls := b.crawlSite(t)
	tab := b.open(t, strings.TrimSuffix(crawled, "/"))
	readings, err := tab.read(urls, false)
	require.NoError(t, err)
	hrefix := buildCommand(t)
	for _, c := range []struct {
		name, file string
		flags      []string
	}{
		{"gzip", "crawl.warc.gz", nil},
		{"plain", "crawl.warc", []string{"--no-warc-compression"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			b.wget(t, dir, c.flags)
			links := linksOf(t, hrefix, filepath.Join(dir, c.file))
			checkCDX(t, filepath.Join(dir, "crawl.cdx"), links)
			tab.checkRedirects(t, links)
			compared := 0
			for _, r := range readings {
				require.Empty(t, r.Error, r.URL)
				want := browsed(r.Refs)
				require.NotEmpty(t, want, r.URL)
				captures := capturesOf(r.URL, links)
				require.NotEmpty(t, captures, r.URL)
				for _, capture := range captures {
					require.Equal(t, strings.Join(want, "\n"), strings.Join(tab.found(t, capture), "\n"), r.URL)
					compared += len(want)
				}
			}
			t.Logf("%d pages, %d links", len(readings), compared)
		})
	}
}

// wget crawls the site into a web archive in a directory, by the proxy.
func (b *browser) wget(t testing.TB, dir string, flags []string) {
	wget, err := exec.LookPath("wget")
	require.NoError(t, err, "install wget")
	args := []string{"--no-config", "--no-verbose", "--recursive", "--level=1", "--page-requisites", "--tries=1", "--timeout=20",
		"--execute=robots=off", "--execute=use_proxy=yes", "--execute=http_proxy=" + b.URL, "--compression=auto",
		"--directory-prefix=" + dir, "--warc-file=" + filepath.Join(dir, "crawl"), "--warc-tempdir=" + dir, "--warc-cdx"}
	cmd := exec.Command(wget, append(append(args, flags...), crawled)...)
	out, err := cmd.CombinedOutput()
	var status *exec.ExitError
	require.ErrorAs(t, err, &status, "most links of the site lead nowhere: %s", out)
	require.Equal(t, 8, status.ExitCode(), "wget reports errors of the server: %s", out)
}

// A crawlLink is a line of links --json.
type crawlLink struct {
	Record  string
	From    string `json:"record_url"`
	Code    int    `json:"http_status"`
	Offset  int64
	Element string
	Attr    string
	Ref     string
	URL     string
	Status  string
	Reason  string
}

// linksOf returns the links of a web archive by the rules of browsers.
func linksOf(t testing.TB, hrefix, archive string) (links []crawlLink) {
	var stderr bytes.Buffer
	cmd := exec.Command(hrefix, "links", "--dialect", "whatwg", "--fragments", "absolute", "--json", archive)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s", &stderr)
	for line := range bytes.Lines(out) {
		var l crawlLink
		require.NoError(t, json.Unmarshal(line, &l))
		links = append(links, l)
	}
	return links
}

// checkCDX checks that the offset of each record is that of wget's index, which has the offset in the
// column V and the record's ID in the column u.
func checkCDX(t testing.TB, file string, links []crawlLink) {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := bufio.NewScanner(bytes.NewReader(data))
	require.True(t, lines.Scan())
	columns := strings.Fields(lines.Text())[1:] // after "CDX"
	offsets := make(map[string]int64)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		require.Len(t, fields, len(columns), "%s", lines.Text())
		at, err := strconv.ParseInt(fields[slices.Index(columns, "V")], 10, 64)
		require.NoError(t, err)
		offsets[fields[slices.Index(columns, "u")]] = at
	}
	seen := make(map[string]bool)
	for _, l := range links {
		want, ok := offsets[l.Record]
		require.True(t, ok, "%s: no record %s in the index", l.From, l.Record)
		require.Equal(t, want, l.Offset, l.From)
		seen[l.Record] = true
	}
	require.GreaterOrEqual(t, len(seen), len(crawledPages)+len(crawledRedirects))
}

// checkRedirects checks that the targets of Location are what the browser gets by the redirect.
func (tab *tab) checkRedirects(t testing.TB, links []crawlLink) {
	for _, r := range crawledRedirects {
		i := slices.IndexFunc(links, func(l crawlLink) bool { return l.From == crawled+r.path && l.Attr == "Location" })
		require.GreaterOrEqual(t, i, 0, r.path)
		require.Equal(t, 302, links[i].Code)
		require.Equal(t, r.location, links[i].Ref)
		var want, got string
		const end = `fetch(%q).then((r) => r.url)`
		require.NoError(t, tab.Evaluate(fmt.Sprintf(end, crawled+r.path), &want))
		require.NoError(t, tab.Evaluate(fmt.Sprintf(end, links[i].URL), &got))
		require.Equal(t, want, got, r.path)
		require.NotEqual(t, crawled+r.path, got)
	}
}

// browsed returns the references that the browser has read, sorted: element, attribute and URL. The
// property href knows the charset of the page, which is that of a query.
func browsed(refs []ref) (list []string) {
	for i, r := range refs {
		if i+1 < len(refs) && refs[i+1].Via == "href" && refs[i+1].Place == r.Place {
			r.URL = refs[i+1].URL
		}
		if r.Via != "table" || strings.HasPrefix(r.URL, "same:") || strings.HasPrefix(r.URL, "empty:") {
			continue
		}
		element, attr, _ := strings.Cut(r.Place, " ")
		if element == "style" || element == "script" && (attr == "importmap" || attr == "speculationrules") {
			attr = "" // what kind of rule it is in
		}
		list = append(list, element+" "+attr+" "+r.URL)
	}
	slices.Sort(list)
	return list
}

// capturesOf returns the links of each record of a page. wget gets a page again when a redirect leads
// to it.
func capturesOf(page string, links []crawlLink) map[string][]crawlLink {
	captures := make(map[string][]crawlLink)
	for _, l := range links {
		if l.From == page && l.Element != "" {
			captures[l.Record] = append(captures[l.Record], l)
		}
	}
	return captures
}

// found returns links that the command has found in the form of browsed. The browser writes their
// URLs, so that only the spelling may differ.
func (tab *tab) found(t testing.TB, links []crawlLink) (list []string) {
	var places, urls []string
	for _, l := range links {
		switch {
		case l.Reason == "local-fragment":
			list = append(list, l.Element+" "+l.Attr+" local:"+l.Ref)
		case l.URL != "":
			places, urls = append(places, l.Element+" "+l.Attr+" "), append(urls, l.URL)
		}
	}
	data, err := json.Marshal(urls)
	require.NoError(t, err)
	var spelled []string
	require.NoError(t, tab.Evaluate(fmt.Sprintf(`(%s ?? []).map((s) => absolute(s, "invalid:"))`, data), &spelled))
	for i, s := range spelled {
		list = append(list, places[i]+s)
	}
	slices.Sort(list)
	return list
}
