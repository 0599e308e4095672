package atomicfile

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// openNow returns how many directories stay open.
func (f *Folders) openNow() (n int) {
	for _, s := range f.path {
		if s.folder != nil {
			n++
		}
	}
	return n
}

// TestFoldersDeep checks that each directory of a deep tree is opened, on the way down, on the
// way up, and far from the last one, and that only a few stay open.
func TestFoldersDeep(t *testing.T) {
	const levels, most = 300, 3*window + 5
	dir := t.TempDir()
	name, names := "", []string(nil)
	for range levels {
		name = path.Join(name, "d")
		names = append(names, name)
	}
	require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o700))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	all := Folders{Root: root}
	defer all.Close()
	visit := func(i int) {
		f, err := all.Open(names[i])
		require.NoError(t, err)
		want, err := os.Stat(filepath.Join(dir, names[i]))
		require.NoError(t, err)
		got, err := f.Stat(".")
		require.NoError(t, err)
		require.True(t, os.SameFile(want, got), "%d", i)
		f.Release()
		require.LessOrEqual(t, all.openNow(), most)
	}
	for i := range names {
		visit(i)
	}
	for i := range names {
		visit(levels - 1 - i)
	}
	for i := range names {
		visit(i * 7919 % levels)
	}
}

// TestFoldersPaths checks that a path leads to the same directory whatever was opened before.
func TestFoldersPaths(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/b/c", "a/bc", "ab", "a/b/cd/e"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o700))
	}
	links := os.Symlink("../ab", filepath.Join(dir, "a", "link")) == nil
	if links {
		require.NoError(t, os.Symlink(t.TempDir(), filepath.Join(dir, "a", "out")))
	}
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	all := Folders{Root: root}
	defer all.Close()
	paths := strings.Fields(". a a/b a/b/c a/bc ab a/b/cd a/b/cd/e a/link")
	for _, before := range paths {
		for _, name := range paths {
			for _, one := range []string{before, name} {
				if one == "a/link" && !links {
					continue
				}
				f, err := all.Open(one)
				require.NoError(t, err, one)
				want, err := os.Stat(filepath.Join(dir, one))
				require.NoError(t, err)
				got, err := f.Stat(".")
				require.NoError(t, err)
				require.True(t, os.SameFile(want, got), "%s after %s", one, before)
				f.Release()
			}
		}
		_, err := all.Open("a/none/x")
		require.ErrorIs(t, err, fs.ErrNotExist)
		_, err = all.Open("a/out")
		require.Error(t, err)
	}
}
