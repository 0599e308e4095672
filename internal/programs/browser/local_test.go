//go:build unix

package browser

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// localPage has elements whose local files browsers refuse to load. Each script sets a property of
// the window, each style sheet the width of an element, and each image has a size.
const localPage = `<!DOCTYPE html><meta charset=utf-8>
<script src=/plain.js></script>
<script src=/integrity.js integrity="sha256-c9ltKAal4fLIqF0Jud6BEFDzAw0iJa8ayS05UczHU9U="></script>
<script src=/crossorigin.js crossorigin></script>
<script src=/module.js type=module></script>
<link rel=stylesheet href=/s.css crossorigin>
<img id=plainimage src=/i.svg><img id=image src=/i.svg crossorigin>
<svg><use id=use href=/i.svg#r /></svg>
<i id=s style="display:block"></i>`

var localFiles = map[string]string{
	"plain.js": "window.plain = 1", "integrity.js": "window.integrity = 1", "crossorigin.js": "window.crossorigin = 1", "module.js": "window.module = 1",
	"s.css": "#s { width: 11px }", "i.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect id="r" width="20" height="20"/></svg>`,
}

// localLoads evaluates to the names of what the page loaded.
const localLoads = `new Promise(done => setTimeout(() => {
	const names = ["plain", "integrity", "crossorigin", "module"].filter(n => window[n] === 1);
	if (getComputedStyle(document.getElementById("s")).width === "11px") names.push("style");
	for (const n of ["plainimage", "image"]) if (document.getElementById(n).naturalWidth) names.push(n);
	if (document.getElementById("use").getBBox().width) names.push("use");
	done(names.join(" "));
}, 1000))`

// TestBrowserLocalFiles opens a page from files: what is noted does not load, and what integrity
// and crossorigin keep from loading does load once these are removed.
func TestBrowserLocalFiles(t *testing.T) {
	b := start(t)
	dir, tree := t.TempDir(), fstest.MapFS{"page.html": {}}
	for name, text := range localFiles {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	book, err := addressbook.NewBundle("http://h.example/", tree, addressbook.Options{})
	require.NoError(t, err)
	for drop, want := range map[bool]string{false: "plain plainimage", true: "plain integrity crossorigin style plainimage image"} {
		rw, err := engine.New(engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Tree: book.Place("page.html"), DropIntegrity: drop})
		require.NoError(t, err)
		plan := rw.Plan([]byte(localPage))
		var codes []string
		for _, n := range plan.Notes {
			codes = append(codes, n.Code)
		}
		notes := []string{engine.BlockedIntegrity, engine.BlockedFile, engine.BlockedFile}
		if drop {
			notes = notes[1:]
		}
		require.Equal(t, notes, codes)
		out, err := plan.Bytes()
		require.NoError(t, err)
		page := filepath.Join(dir, "page.html")
		require.NoError(t, os.WriteFile(page, out, 0o666))
		tab := b.openBlank(t)
		require.NoError(t, tab.Call("Page.navigate", map[string]any{"url": "file://" + page}, nil))
		var got string
		require.Eventually(t, func() bool {
			return tab.Evaluate(localLoads, &got) == nil && got != ""
		}, 30*time.Second, 100*time.Millisecond)
		require.Equal(t, want, got)
	}
}
