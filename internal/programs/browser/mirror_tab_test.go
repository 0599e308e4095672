//go:build unix

package browser

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// watchFailures records requests of a page that fail.
const watchFailures = `window.failures = [];
	addEventListener("error", (e) => { if (e.target !== window) failures.push(e.target.localName + " " + (e.target.href ?? e.target.src)); }, true);`

// readFailures returns the failed requests and the empty images.
const readFailures = `JSON.stringify([...window.failures,
	...[...document.images].filter((i) => i.currentSrc && !i.naturalWidth).map((i) => "nothing in " + i.currentSrc)])`

// readLinks returns the references of a page.
const readLinks = `(() => new Reader(document).refs)`

// A filePage is a page that was opened from its file.
type filePage struct {
	refs      []ref
	resources []resource
	failures  []string
}

// openFile opens the page in a file, in a tab that watches failures.
func (tab *tab) openFile(file string) (p filePage, err error) {
	tree, err := tab.visit(fileURL(file))
	if err != nil {
		return p, err
	}
	p.resources = tree.Resources
	if err = tab.run(tree.Frame.ID, readLinks, &p.refs); err == nil {
		p.refs = slices.DeleteFunc(p.refs, isNoLink)
		err = tab.EvaluateJSON(nil, readFailures, &p.failures)
	}
	return p, err
}

// isNoLink reports whether a reference leads nowhere: it gives a base, is not a link, or is
// listed again as a style.
func isNoLink(r ref) bool {
	return r.Place == "base href" || r.Via == "computed" || !strings.Contains(r.URL, "://")
}

func fileURL(file string) string { return (&url.URL{Scheme: "file", Path: file}).String() }

// broken returns the failures of a page: resources that failed, and links to missing files
// or to directories.
func (p *filePage) broken() []string {
	all := slices.Clone(p.failures)
	for _, r := range p.resources {
		if r.Failed || r.Canceled {
			all = append(all, "failed: "+r.URL)
		}
	}
	for _, r := range p.refs {
		file, _, ok := fileOf(r.URL)
		if !ok {
			continue
		}
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			all = append(all, "no such file: "+r.Place+" "+r.URL)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// fileOf returns the file and the fragment that a file URL names.
func fileOf(s string) (file, fragment string, ok bool) {
	s, fragment, _ = strings.Cut(s, "#")
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "file" {
		return "", "", false
	}
	return u.Path, fragment, true
}

// openMirror opens pages of a mirror from their files, and compares the targets of their
// links with those of the site's page.
func (b *browser) openMirror(t *testing.T, m *mirror, pages []string) {
	want := b.readSite(t, m, pages)
	b.drop() // the site is not served any more
	before := len(b.asked())
	got := b.openFiles(t, m.relative, pages)
	for _, url := range b.asked()[before:] {
		require.NotContains(t, url, m.site.Listener.Addr().String(), "the site was asked")
	}
	counts := new(mirrorCounts)
	for i, page := range pages {
		require.Empty(t, got[i].broken(), page)
		m.compare(t, counts, page, want[i].Refs, got[i])
	}
	t.Logf("%d pages: %+v", len(pages), *counts)
	counts.check(t)
}

// readSite reads the saved pages of the site, each at its URL.
func (b *browser) readSite(t testing.TB, m *mirror, pages []string) []reading {
	of := m.site.urls(t)
	var urls []string
	for _, page := range pages {
		source, err := os.ReadFile(filepath.Join(m.saved, page))
		require.NoError(t, err)
		url := of[page]
		require.NotEmpty(t, url, page)
		b.put(url, "text/html", source)
		urls = append(urls, url)
	}
	readings, err := b.open(t, m.site.URL).read(urls, true)
	require.NoError(t, err)
	for _, r := range readings {
		require.Empty(t, r.Error, r.URL)
	}
	return readings
}

// openFiles opens pages from their files, in two tabs.
func (b *browser) openFiles(t testing.TB, dir string, pages []string) []filePage {
	all, errs := make([]filePage, len(pages)), make([]error, len(pages))
	next := make(chan int)
	var readers sync.WaitGroup
	for range 2 {
		tab := b.open(t, "http://doc.example")
		require.NoError(t, tab.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": watchFailures}, nil))
		readers.Go(func() {
			for i := range next {
				all[i], errs[i] = tab.openFile(filepath.Join(dir, pages[i]))
			}
		})
	}
	for i := range pages {
		next <- i
	}
	close(next)
	readers.Wait()
	for i, err := range errs {
		require.NoError(t, err, pages[i])
	}
	return all
}
