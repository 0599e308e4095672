package store

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/stretchr/testify/require"
)

// read returns the content of a file.
func read(t *testing.T, name string) string {
	t.Helper()
	r, err := Open(context.Background(), name)
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	return string(text)
}

// put writes a file.
func put(t *testing.T, name, text string) {
	t.Helper()
	w, err := Create(context.Background(), name)
	require.NoError(t, err)
	_, err = io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Commit())
}

// TestFiles: files get their names when they are complete, in a directory and in the file system of Beam that
// stands for an object store.
func TestFiles(t *testing.T) {
	ctx := context.Background()
	for _, dir := range []string{t.TempDir(), "memfs://store"} {
		a, b := Join(dir, "x/a"), Join(dir, "x/b")
		put(t, a, "one ")
		put(t, b, "two")
		require.NoError(t, Concat(ctx, Join(dir, "all"), []string{a, b}))
		require.Equal(t, "one two", read(t, Join(dir, "all")))
		require.NoError(t, Concat(ctx, Join(dir, "only"), []string{b}))
		require.Equal(t, "two", read(t, Join(dir, "only")))
		require.NoError(t, Concat(ctx, Join(dir, "none"), nil))
		require.Empty(t, read(t, Join(dir, "none")))
		size, _, err := Stat(ctx, a)
		require.NoError(t, err)
		require.Equal(t, int64(4), size)
		_, _, err = Stat(ctx, Join(dir, "missing"))
		require.Error(t, err)
		at, err := At(a)
		require.NoError(t, err)
		require.Equal(t, IsLocal(dir), at != nil)
		if at != nil {
			require.NoError(t, at.Close())
		}
		require.NoError(t, Remove(ctx, a))
		require.NoError(t, RemoveAll(ctx, Join(dir, "x"), []string{b}))
		_, _, err = Stat(ctx, b)
		require.Error(t, err)
	}
	memfs.Write("memfs://list/d/a.html", nil)
	found, err := List(ctx, "memfs://list/d/*")
	require.NoError(t, err)
	require.Equal(t, []Found{{Name: "memfs://list/d/a.html", Key: "a.html"}}, found)
	require.Equal(t, "memfs://list/d/", Root("memfs://list/d/*"))
}

// TestLocal: half of a file has no name, and a copy shares nothing with its source.
func TestLocal(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	name := filepath.Join(dir, "d", "a")
	w, err := Create(ctx, name)
	require.NoError(t, err)
	_, err = io.WriteString(w, "half")
	require.NoError(t, err)
	require.NoFileExists(t, name)
	w.Abort()
	left, err := os.ReadDir(filepath.Join(dir, "d"))
	require.NoError(t, err)
	require.Empty(t, left)

	put(t, name, "text")
	require.NoError(t, Copy(ctx, filepath.Join(dir, "copy"), name))
	one, err := os.Stat(name)
	require.NoError(t, err)
	other, err := os.Stat(filepath.Join(dir, "copy"))
	require.NoError(t, err)
	require.False(t, os.SameFile(one, other))

	for pattern, want := range map[string][]Found{
		dir:           {{Name: filepath.Join(dir, "copy"), Key: "copy", In: true}, {Name: name, Key: "d/a", In: true}},
		dir + "/*":    {{Name: filepath.Join(dir, "copy"), Key: "copy"}},
		dir + "/d/a":  {{Name: name, Key: "a"}},
		dir + "/x*":   nil,
		dir + "/*/a*": {{Name: name, Key: "d/a"}},
	} {
		found, err := List(ctx, pattern)
		require.NoError(t, err)
		require.Equal(t, want, found, pattern)
	}
}
