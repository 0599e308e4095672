package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A savedTree is a tree of saved pages: the URLs of its files, by location, "" for files without
// one.
type savedTree struct {
	at    string
	from  string
	saved bool
	files map[string]string
}

func (t savedTree) URL() string      { return t.files[t.at] }
func (t savedTree) Location() string { return t.at }

func (t savedTree) Mapped() (from string, saved bool) { return t.from, t.saved }

func (t savedTree) Find(url string) (own, location string, ok bool) {
	for location, own := range t.files {
		if own == url && url != "" {
			return own, location, true
		}
	}
	return "", "", false
}

func (t savedTree) FindDir(string) (string, bool) { return "", false }

func (t savedTree) At(location string) (url string, ok bool) {
	url, ok = t.files[location]
	return url, ok
}

// saved is a page that was saved from http://h/d/p, in a folder with others.
var saved = savedTree{"file:///P.html", "Mark of the Web", true, map[string]string{
	"file:///P.html": "http://h/d/p", "file:///Q%20r.html": "http://h/q", "file:///x/R.html": "http://i/r?a=1&b=2",
	"file:///P_files/i.png": "", "file:///P_files/f.html": "http://h/f", "file:///plain.html": "",
}}

const savedMark = "<!-- saved from url=(0012)http://h/d/p -->"

// inTree returns an HTML document after it was rewritten.
func inTree(t *testing.T, source string, opts engine.Options) string {
	opts.Type = detect.HTML
	rw, err := engine.New(opts)
	require.NoError(t, err)
	out, err := rw.Plan([]byte(source)).Bytes()
	require.NoError(t, err)
	return string(out)
}

// TestMapped: a document whose URL a program noted is read as a saved page, in a tree as
// without one.
func TestMapped(t *testing.T) {
	for name, c := range map[string]struct {
		source, abs, rel string
	}{
		"a link to a page":   {"<a href=http://h/q>", "<a href=http://h/q>", "<a href=Q%20r.html>"},
		"a fragment":         {"<a href='http://i/r?a=1&amp;b=2#x'>", "<a href='http://i/r?a=1&amp;b=2#x'>", "<a href='x/R.html#x'>"},
		"its own files":      {"<img src=./P_files/i.png>", "<img src=./P_files/i.png>", "<img src=./P_files/i.png>"},
		"a frame":            {"<iframe src=./P_files/f.html>", "<iframe src=./P_files/f.html>", "<iframe src=./P_files/f.html>"},
		"the BASE of Chrome": {`<base href="."><img src=P_files/i.png><a href=http://h/q>`, `<base href="."><img src=P_files/i.png><a href=http://h/q>`, `<base href="."><img src=P_files/i.png><a href=Q%20r.html>`},
		"a BASE of the site": {`<base href="/news/"><a href=http://h/q>`, `<base href="http://h/news/"><a href=http://h/q>`, `<base href="./"><a href=Q%20r.html>`},
		"a link to a file":   {"<a href='x/R.html#y'>", "<a href='http://i/r?a=1&amp;b=2#y'>", "<a href='x/R.html#y'>"},
		"another page":       {"<a href=http://h/other>", "<a href=http://h/other>", "<a href=http://h/other>"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, mode := range []engine.Mode{engine.MakeAbsolute, engine.MakeRelative} {
				want := map[engine.Mode]string{engine.MakeAbsolute: c.abs, engine.MakeRelative: c.rel}[mode]
				require.Equal(t, want, inTree(t, c.source, engine.Options{Mode: mode, Tree: saved}))
				// A map gives the URL, and the page has a mark.
				byMap := savedTree{saved.at, "the map", false, saved.files}
				require.Equal(t, savedMark+want, inTree(t, savedMark+c.source, engine.Options{Mode: mode, Tree: byMap}))
			}
		})
	}
}

// TestMappedWithoutURL checks a document of a tree whose URL nobody knows.
func TestMappedWithoutURL(t *testing.T) {
	plain := savedTree{"file:///plain.html", "", false, saved.files}
	const source = "<a href=Q%20r.html#x> <a href=http://h/q> <a href=none.html> <img src=P_files/i.png>"
	require.Equal(t, "<a href=http://h/q#x> <a href=http://h/q> <a href=none.html> <img src=P_files/i.png>",
		inTree(t, source, engine.Options{Mode: engine.MakeAbsolute, Tree: plain}))
	require.Equal(t, "<a href=Q%20r.html#x> <a href=Q%20r.html> <a href=none.html> <img src=P_files/i.png>",
		inTree(t, source, engine.Options{Mode: engine.MakeRelative, Tree: plain}))
}

// A failedTree is a tree with files that have what a server answered instead of a page.
type failedTree struct {
	savedTree
	failed string // the location of the file
}

func (t failedTree) IsFailed(location string) bool { return location == t.failed }

func (t failedTree) Find(url string) (own, location string, ok bool) {
	own, location, ok = t.savedTree.Find(url)
	if location == t.failed {
		return own, "", false
	}
	return own, location, ok
}

// TestHTTrack checks the links that HTTrack writes, though they lead nowhere.
func TestHTTrack(t *testing.T) {
	tree := failedTree{savedTree{"file:///h/d/p.html", "HTTrack comment", true, map[string]string{
		"file:///h/d/p.html": "http://h/d/p", "file:///h/d/q.html": "http://h/d/q", "file:///h/r.html": "http://h/r", "file:///h/b/q.html": "http://h/b/q.html",
		"file:///h/gone.html": "http://h/gone", "file:///h/b/t.html": "http://h/b/t",
	}}, "file:///h/gone.html"}
	for _, c := range [][3]string{ // source, relative, absolute
		{"<a href=../gone.html#x>", "<a href=http://h/gone#x>", "<a href=http://h/gone#x>"},
		{"<a href=http://h/gone>", "<a href=http://h/gone>", "<a href=http://h/gone>"},
		{"<a href=../gone.html?a>", "<a href=http://h/gone.html?a>", "<a href=http://h/gone.html?a>"},
		{"<a href=http://../r#x>", "<a href=../r.html#x>", "<a href=http://h/r#x>"},
		{"<a href=https://../r>", "<a href=../r.html>", "<a href=http://h/r>"},
		{"<a href=http://../none>", "<a href=http://../none>", "<a href=http://../none>"},
		{"<a href=http://../gone>", "<a href=http://../gone>", "<a href=http://../gone>"},
		{"<a href=http://..r>", "<a href=http://..r>", "<a href=http://..r>"},
		{"<img src='http://../r'><base>", "<img src='../r.html'><base>", "<img src='http://h/r'><base>"},
		{"<base href=/b/><a href=q.html>", "<base href=./><a href=q.html>", "<base href=http://h/b/><a href=http://h/d/q>"},
		{"<base href=/b/><a href=t>", "<base href=./><a href=../b/t.html>", "<base href=http://h/b/><a href=http://h/b/t>"},
		{"<base href=/b/><a href=../r.html>", "<base href=./><a href=../r.html>", "<base href=http://h/b/><a href=http://h/r>"},
		{"<base href=/b/><a href=none>", "<base href=./><a href=http://h/b/none>", "<base href=http://h/b/><a href=http://h/b/none>"},
	} {
		opts := engine.Options{Mode: engine.MakeRelative, Tree: tree}
		require.Equal(t, c[1], inTree(t, c[0], opts), "%s", c[0])
		require.Equal(t, c[1], inTree(t, c[1], opts), "%s twice", c[0])
		require.Equal(t, c[2], inTree(t, c[0], engine.Options{Tree: tree}), "%s", c[0])
	}
}
