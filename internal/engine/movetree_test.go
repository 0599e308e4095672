package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/resolve"
)

// TestMoveTree moves links in a tree. Links that are read by location stay, since the files do.
func TestMoveTree(t *testing.T) {
	tree := treeOf(t, "http://a.example/x/", "d/p.html", "d/q.html", "top.html", "b.example/r.html", "d/é.html")
	for _, c := range []struct {
		src, want string
		converted bool
	}{
		// The tree has the file by URL.
		{"<a href=q.html><a href=../top.html><a href=/x/top.html>", "<a href=q.html><a href=../top.html><a href=/top.html>", false},
		// By location: the document has the URL of the directory before.
		{"<a href=../b.example/r.html><a href=../gone.html>", "", false},
		{"<base href=http://a.example/y/><a href=q.html>", "", false},
		{"<base href=http://a.example/x/d/><a href=q.html>", "<base href=http://new.example/d/><a href=q.html>", false},
		{"<a href=q.html><a href=é.html><a href=http://a.example/x/d/q.html><a href=#s><a href='q.html#s'>", "<a href=q.html><a href=é.html><a href=http://new.example/d/q.html><a href=#s><a href='q.html#s'>", true},
	} {
		if c.want == "" {
			c.want = c.src
		}
		for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
			out, _ := moved(t, c.src, engine.Options{Type: detect.HTML, Dialect: d, Tree: tree, Converted: c.converted, Moves: []engine.Move{{From: "http://a.example/x/", To: "http://new.example/"}}})
			require.Equal(t, c.want, out)
		}
	}
}

// TestMoveHosts moves one host of a tree that has several. Links from its pages to files of the
// other hosts lead there by location.
func TestMoveHosts(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.example/d/index.html", "a.example/d/q.html", "b.example/p.html"} {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, nil, 0o666))
	}
	book, err := addressbook.New(addressbook.Options{Hosts: []string{dir}})
	require.NoError(t, err)
	defer book.Close()
	tree, err := book.Place(filepath.Join(dir, "a.example/d/index.html"))
	require.NoError(t, err)
	moves := []engine.Move{{From: "http://a.example/", To: "https://new.example/x/"}}
	for _, converted := range []bool{false, true} {
		out, refs := moved(t, "<a href=../../b.example/p.html#s><a href=q.html><a href=../../b.example/gone.html><a href=http://a.example/gone>", engine.Options{Type: detect.HTML, Tree: tree, Converted: converted, Moves: moves})
		require.Equal(t, "<a href=../../b.example/p.html#s><a href=q.html><a href=../b.example/gone.html><a href=https://new.example/x/gone>", out)
		require.Equal(t, "relative ../../b.example/p.html#s leads-there", refs[0])
	}
}
