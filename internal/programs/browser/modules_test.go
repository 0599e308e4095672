//go:build unix

package browser

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

const (
	bundledPages = 200
	// bundled is the URL of the pages that bundlers made.
	bundled = "http://bundled.example/"
)

// TestBrowserModules opens pages whose scripts import modules, made by bundlers: at their
// own URLs, and rewritten at another origin. They must load the same modules and compute
// the same result.
func TestBrowserModules(t *testing.T) {
	b := start(t)
	dir := bundle(t, bundledPages)
	pages := b.serveBundled(t, dir)
	require.Len(t, pages, bundledPages)
	var originals, rewritten, moved []string
	specifiers := 0
	for i, page := range pages {
		source, err := os.ReadFile(filepath.Join(dir, "sites", page))
		require.NoError(t, err)
		text, n := absoluteModules(t, bundled+page, source)
		require.NotEqual(t, string(source), string(text), page)
		specifiers += n
		originals = append(originals, bundled+page)
		rewritten = append(rewritten, fmt.Sprintf("%s/rewritten/%d.html", elsewhere, i))
		moved = append(moved, fmt.Sprintf("%s/moved/%d.html", elsewhere, i))
		b.serve(rewritten[i], "text/html", text)
		b.serve(moved[i], "text/html", source)
	}
	here, there := b.open(t, strings.TrimSuffix(bundled, "/")), b.open(t, elsewhere)
	want, got := here.runAll(t, originals, 20), there.runAll(t, rewritten, 20)
	loaded := 0
	for i, page := range pages {
		require.NotNil(t, want[i], "%s does not run", page)
		require.NotEmpty(t, want[i].Loaded, page)
		require.Equal(t, want[i], got[i], page)
		loaded += len(want[i].Loaded)
	}
	t.Logf("%d pages, %d specifiers in them, %d modules loaded", len(pages), specifiers, loaded)
	require.Greater(t, specifiers, 2*bundledPages)

	// Without hrefix none of them works elsewhere.
	for i, r := range there.runAll(t, moved[:20], 1) {
		require.Nil(t, r, pages[i])
	}
}

// bundle makes the pages and returns their directory.
func bundle(t *testing.T, pages int) string {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/modules")))
	run := func(name string, args ...string) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
	run("node", "build.js", strconv.Itoa(pages), dir)
	return dir
}

// serveBundled serves all files of the sites, and returns the paths of the pages.
func (b *browser) serveBundled(t *testing.T, dir string) (pages []string) {
	list, err := os.ReadFile(filepath.Join(dir, "pages.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(list, &pages))
	sites := os.DirFS(filepath.Join(dir, "sites"))
	require.NoError(t, fs.WalkDir(sites, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(sites, path)
		b.serve(bundled+path, mime.TypeByExtension(filepath.Ext(path)), data)
		return err
	}))
	return pages
}

// absoluteModules returns the rewritten page, and the number of references in its scripts.
func absoluteModules(t *testing.T, url string, source []byte) ([]byte, int) {
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: url})
	require.NoError(t, err)
	n := 0
	plan := rw.References(source, func(r *engine.Reference) {
		if r.Element == "script" && r.Status == engine.Resolved {
			n++
		}
	})
	require.Empty(t, plan.Notes, url)
	text, err := plan.Bytes()
	require.NoError(t, err)
	return text, n
}

// A ran is the message that a page with modules sends.
type ran struct {
	Result string   `json:"result"`
	Loaded []string `json:"loaded"`
}

// runPages opens pages in frames and waits for the message of each. It is nil if the
// modules do not load within some seconds.
const runPages = `(urls, seconds) => Promise.all(urls.map((url) => new Promise((done) => {
	const frame = document.createElement("iframe");
	const end = (data) => { removeEventListener("message", receive); frame.remove(); done(data); };
	const receive = (e) => { if (e.source === frame.contentWindow) end(e.data); };
	addEventListener("message", receive);
	setTimeout(end, seconds * 1000, null);
	frame.src = url;
	document.body.append(frame);
}))).then(JSON.stringify)`

// runAll opens pages, some at a time.
func (tab *tab) runAll(t *testing.T, urls []string, seconds int) (all []*ran) {
	for chunk := range slices.Chunk(urls, 20) {
		list, err := json.Marshal(chunk)
		require.NoError(t, err)
		var some []*ran
		require.NoError(t, tab.EvaluateJSON(nil, fmt.Sprintf("(%s)(%s, %d)", runPages, list, seconds), &some))
		for _, r := range some {
			if r != nil {
				slices.Sort(r.Loaded)
			}
		}
		all = append(all, some...)
	}
	return all
}
