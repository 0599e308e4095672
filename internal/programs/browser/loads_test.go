//go:build unix

package browser

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/resolve"
)

// The page of testdata/loads.html has BASE after elements of every kind that loads
// something. The server records what a browser requests before and after BASE.

const (
	loadsPage  = "http://loads.example/dir/page.html"
	loadsBase  = "http://loads.example/late/"
	loadsStart = "http://loads.example/dir/"
)

// loadsForms are the page with BASE in several places.
var loadsForms = map[string]string{
	"in the head": `<!-- BASE 1 -->`, "in the body": `<!-- BASE 2 -->`, "at the end": `<!-- BASE 3 -->`,
}

// TestBrowserLoads compares the URLs that the browser loads for the page with those that it
// loads for the rewritten page at another origin. They must be the same in every dialect,
// except for names that begin with "some-": those depend on the speed of parser and
// network, or SVG's use does not load them from another origin.
func TestBrowserLoads(t *testing.T) {
	b := start(t)
	source, err := os.ReadFile("testdata/loads.html")
	require.NoError(t, err)
	n := 0
	for name, mark := range loadsForms {
		require.Contains(t, string(source), mark)
		page := []byte(strings.Replace(string(source), mark, `<base href="/late/">`, 1))
		want := loads(t, b, loadsPage, page)
		early, late := countPrefix(want, loadsStart), countPrefix(want, loadsBase)
		t.Logf("BASE %s: %d loads by the base from outside, %d by BASE", name, early, late)
		require.Greater(t, early, 12, name)
		require.Equal(t, name == "at the end", late == 0, "%s: %q", name, want)
		for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
			out := rewritten(t, page, engine.Options{Type: detect.HTML, Base: loadsPage, Dialect: d})
			n++
			got := loads(t, b, fmt.Sprintf("%s/other/%d/x.html", elsewhere, n), out)
			require.Equal(t, want, got, "BASE %s, %v", name, d)
		}
	}
}

// everyImage is the content of every image.
const everyImage = `<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>`

// images matches the names of images in the page.
var images = regexp.MustCompile(`[a-z-]+\.png`)

// loads returns the URLs that the browser requests to show a page, sorted, except those
// that depend on timing. All images exist, because the browser would request a missing one
// again with another base.
func loads(t *testing.T, b *browser, at string, page []byte) []string {
	b.drop()
	b.serve(at, "text/html; charset=utf-8", page)
	names := images.FindAllString(string(page), -1)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		b.serve(loadsStart+name, "image/svg+xml", []byte(everyImage))
		b.serve(loadsBase+name, "image/svg+xml", []byte(everyImage))
	}
	before := b.requested()
	tab := b.openBlank(t)
	require.NoError(t, tab.Call("Page.navigate", map[string]any{"url": at}, nil))
	settled := b.settle(len(before))
	require.NoError(t, b.devtools.Call("", "Target.closeTarget", map[string]any{"targetId": tab.Target}, nil))
	var all []string
	for _, u := range settled[len(before):] {
		ours := strings.HasPrefix(u, "http://loads.example/") || strings.HasPrefix(u, elsewhere+"/") // other requests are the browser's own
		if name := u[strings.LastIndexByte(u, '/')+1:]; ours && u != at && !isByChance(name) {
			all = append(all, u)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// settle waits until there are more than n requests, and no new one for two seconds. It
// returns all requests.
func (b *browser) settle(n int) (all []string) {
	for quiet := 0; quiet < 8; quiet++ {
		time.Sleep(250 * time.Millisecond)
		now := b.requested()
		if len(now) == n || len(now) > len(all) {
			quiet = -1
		}
		all = now
	}
	return all
}

// isByChance reports whether the base for loading name depends on timing.
func isByChance(name string) bool { return strings.HasPrefix(name, "some-") || name == "favicon.ico" }

func countPrefix(all []string, prefix string) (n int) {
	for _, s := range all {
		if strings.HasPrefix(s, prefix) {
			n++
		}
	}
	return n
}

// rewritten returns a document as opts want it.
func rewritten(t *testing.T, src []byte, opts engine.Options) []byte {
	t.Helper()
	rw, err := engine.New(opts)
	require.NoError(t, err)
	out, err := rw.Bytes(src)
	require.NoError(t, err)
	return out
}
