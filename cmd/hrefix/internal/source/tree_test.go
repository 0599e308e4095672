package source

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// treeWith returns the tree of a bundle with members of these names. Names that end in "/" are those of
// directories.
func treeWith(t testing.TB, names ...string) *Tree {
	list := func(io.Reader, format.Options) (all []format.Entry, err error) {
		for _, name := range names {
			e := format.Entry{Name: name, Size: int64(len(name))}
			if strings.HasSuffix(name, "/") {
				e.Mode = fs.ModeDir
			}
			all = append(all, e)
		}
		return all, nil
	}
	tree := &Tree{bundle: &format.Format{List: list}, at: bytes.NewReader(nil)}
	require.NoError(t, tree.list())
	return tree
}

func TestPaths(t *testing.T) {
	tree := treeWith(t, "a.html", "./b.html", "d/", "d/c.html", "d-e", "d/f/g/h.html", "/abs.html", "../up.html", "x/../y.html", "a//b", "twice", "twice", "file", "file/below", "", "nul\x00", strings.Repeat("n", 5000))
	for name, want := range map[string]string{"a.html": "a.html", "./b.html": "b.html", "d/c.html": "d/c.html", "d/f/g/h.html": "d/f/g/h.html", "file": "file"} {
		p, ok := tree.Path(name)
		require.True(t, ok, name)
		require.Equal(t, want, p)
	}
	for _, name := range []string{"/abs.html", "../up.html", "x/../y.html", "a//b", "twice", "file/below", "none", "", ".", "nul\x00", strings.Repeat("n", 5000)} {
		_, ok := tree.Path(name)
		require.False(t, ok, name)
	}
	require.Len(t, tree.odd, 9)
	require.Equal(t, []string{"a.html", "b.html", "d", "d-e", "file", "twice"}, namesIn(t, tree, "."))
	require.Equal(t, []string{"c.html", "f"}, namesIn(t, tree, "d"))
	require.Equal(t, []string{"g"}, namesIn(t, tree, "d/f"))
	for name, dir := range map[string]bool{".": true, "d": true, "d/f/g": true, "d/c.html": false, "file": false} {
		i, err := tree.Stat(name)
		require.NoError(t, err, name)
		require.Equal(t, dir, i.IsDir(), name)
		require.Equal(t, path.Base(name), i.Name())
	}
	for _, name := range []string{"none", "d/none", "a.htm"} {
		_, err := tree.Stat(name)
		require.ErrorIs(t, err, fs.ErrNotExist, name)
		_, err = tree.Open(name)
		require.ErrorIs(t, err, fs.ErrNotExist, name)
	}
}

func namesIn(t testing.TB, tree *Tree, dir string) (names []string) {
	all, err := tree.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

// walk returns the files that ReadDir finds.
func walk(t testing.TB, tree *Tree, dir string) (files []string) {
	names := namesIn(t, tree, dir)
	require.True(t, slices.IsSorted(names))
	require.Len(t, slices.Compact(slices.Clone(names)), len(names))
	for _, name := range names {
		below := path.Join(dir, name)
		i, err := tree.Stat(below)
		require.NoError(t, err)
		if i.IsDir() {
			files = append(files, walk(t, tree, below)...)
		} else {
			files = append(files, below)
		}
	}
	return files
}

// checkTree checks that the files with a path are those that ReadDir finds, except for paths that several
// have.
func checkTree(t testing.TB, names []string) {
	tree := treeWith(t, names...)
	found := walk(t, tree, ".")
	for _, name := range names {
		if strings.HasSuffix(name, "/") {
			continue
		}
		p, ok := tree.Path(name)
		require.Equal(t, !ok, slices.Contains(tree.odd, name) || slices.Contains(tree.odd, p), "%q in %q", name, names)
		if ok {
			require.True(t, fs.ValidPath(p))
			require.Contains(t, found, p)
			require.True(t, tree.Has(p))
		}
	}
	for _, p := range found {
		require.NotNil(t, tree.find(p))
	}
}

func TestRandomPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "b", "a-", "a0", ".", "..", "", "c"}
	for range 3000 {
		var names []string
		for range r.IntN(8) {
			var parts []string
			for range 1 + r.IntN(3) {
				parts = append(parts, words[r.IntN(len(words))])
			}
			names = append(names, strings.Join(parts, "/"))
		}
		checkTree(t, names)
	}
}

// FuzzPaths takes lines as names.
func FuzzPaths(f *testing.F) {
	for _, seed := range []string{"a\nb/c\n./d", "a\na/b\na-", "../x\n/y\n\n.", "d/\nd\nd/e", "a//b\na/./b\n\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		if len(lines) < 1000 {
			checkTree(t, strings.Split(lines, "\n"))
		}
	})
}

// TestListError checks that list returns an error of the format.
func TestListError(t *testing.T) {
	broken := errors.New("broken")
	list := func(io.Reader, format.Options) ([]format.Entry, error) { return nil, broken }
	err := (&Tree{bundle: &format.Format{List: list}, at: bytes.NewReader(nil)}).list()
	require.ErrorIs(t, err, broken)
	require.Nil(t, treeOf(strings.NewReader("<html>"), 6, detect.Auto, "", format.Limits{}), "no bundle")
}

func TestSkips(t *testing.T) {
	for name, want := range map[string]bool{".git/x.html": true, "a/.hg/x.html": true, "a/.github/x.html": false, "git/x.html": false, "a.git": false} {
		require.Equal(t, want, skips(name), name)
	}
}

// TestTreeLinear: the time is linear in the number of files and in the length of their names.
func TestTreeLinear(t *testing.T) {
	var names []string
	for i := range 100_000 {
		names = append(names, strings.Repeat("d/", i%100)+string(rune('a'+i%26))+strings.Repeat("x", i%50))
	}
	tree := treeWith(t, names...)
	n := 0
	for _, name := range names {
		if _, ok := tree.Path(name); ok {
			n++
		}
	}
	require.NotEmpty(t, tree.odd)
	require.Less(t, n, len(names))
}
