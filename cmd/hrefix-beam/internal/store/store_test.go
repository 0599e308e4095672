package store

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/klauspost/compress/gzip"
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
		out := &Output{Dir: dir, Aside: Join(dir, ".aside")}
		a, b := Join(dir, "x/a"), Join(dir, "x/b")
		put(t, a, "one ")
		put(t, b, "two")
		require.NoError(t, out.Concat(ctx, "all", []string{a, b}))
		require.Equal(t, "one two", read(t, Join(dir, "all")))
		require.NoError(t, out.Concat(ctx, "only", []string{b}))
		require.Equal(t, "two", read(t, Join(dir, "only")))
		require.NoError(t, out.Concat(ctx, "none", nil))
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

// TestExistingLists: lists are the same if their texts are.
func TestExistingLists(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	out := &Output{Dir: dir, Aside: filepath.Join(dir, ".aside"), Gzip: true}
	zipped := func(texts ...string) string {
		var b strings.Builder
		for _, text := range texts {
			z := gzip.NewWriter(&b)
			_, err := io.WriteString(z, text)
			require.NoError(t, err)
			require.NoError(t, z.Close())
		}
		return b.String()
	}
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	put(t, a, zipped("one", ""))
	put(t, b, zipped("two"))
	for there, same := range map[string]bool{
		zipped("onetwo"): true, zipped("on", "etwo"): true, zipped("onetwo", "x"): false, zipped("one"): false, "": false, "onetwo": false,
		zipped("onetwo")[:20]: false, zipped("onetwo") + "x": false,
	} {
		put(t, filepath.Join(dir, "list"), there)
		err := out.Concat(ctx, "list", []string{a, b})
		require.Equal(t, same, err == nil, "%q: %v", there, err)
		require.Equal(t, there, read(t, filepath.Join(dir, "list")))
	}
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
	out := &Output{Dir: dir, Aside: filepath.Join(t.TempDir(), "aside")}
	require.NoError(t, out.Copy(ctx, "copy", name))
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

// TestExisting: a file is the result if it has its content, and is otherwise replaced only by Force.
func TestExisting(t *testing.T) {
	ctx := context.Background()
	for _, dir := range []string{t.TempDir(), "memfs://existing"} {
		out := &Output{Dir: dir, Aside: Join(dir, ".aside")}
		forced := &Output{Dir: dir, Aside: Join(dir, ".aside"), Force: true}
		a, b := Join(dir, ".aside/a"), Join(dir, ".aside/b")
		put(t, a, "one ")
		put(t, b, "two")
		for _, parts := range [][]string{{a}, {a, b}, nil} {
			want := strings.Join([]string{"one ", "two"}[:len(parts)], "")
			for _, there := range []string{"one ", "one two", "", "one", "one two three", "other"} {
				name := Join(dir, "d/result")
				put(t, name, there)
				err := out.Concat(ctx, "d/result", parts)
				if there == want {
					require.NoError(t, err)
				} else {
					require.ErrorIs(t, err, ErrExists)
				}
				require.Equal(t, there, read(t, name))
				require.NoError(t, forced.Concat(ctx, "d/result", parts))
				require.Equal(t, want, read(t, name))
				require.NoError(t, forced.Concat(ctx, "d/result", parts)) // again
				require.NoError(t, Remove(ctx, name))
			}
		}
		require.NoError(t, out.Copy(ctx, "copy", a))
		require.NoError(t, out.Copy(ctx, "copy", a))
		require.ErrorIs(t, out.Copy(ctx, "copy", b), ErrExists)
		require.NoError(t, forced.Copy(ctx, "copy", b))
		require.Equal(t, "two", read(t, Join(dir, "copy")))
		require.Equal(t, "one ", read(t, a))
		if IsLocal(dir) {
			left, err := os.ReadDir(filepath.Join(dir, ".aside"))
			require.NoError(t, err)
			require.Len(t, left, 2)
			require.NoError(t, os.Symlink("away", filepath.Join(dir, "link")))
			require.ErrorIs(t, out.Copy(ctx, "link", a), ErrExists)
			require.NoError(t, os.Mkdir(filepath.Join(dir, "dir"), 0o777))
			require.ErrorIs(t, out.Copy(ctx, "dir", a), ErrExists)
		}
	}
}
