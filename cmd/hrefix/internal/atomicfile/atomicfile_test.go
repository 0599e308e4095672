package atomicfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// in returns a folder.
func in(t *testing.T, dir string) *Folder {
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	f := NewFolder(root)
	t.Cleanup(f.Release)
	return f
}

// TestFile checks that a name leads to the old content until a file is committed, and to the
// new content afterwards, and that a discarded file is removed.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "page")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o640))
	require.NoError(t, os.Chmod(name, 0o750|fs.ModeSetgid))
	src, err := os.Open(name)
	require.NoError(t, err)
	defer src.Close()
	info, err := src.Stat()
	require.NoError(t, err)
	folder := in(t, dir)
	var all Temporaries
	for _, c := range []struct {
		ready error
		want  string
	}{{fmt.Errorf("changed"), "old"}, {nil, "new"}} {
		f, err := all.Create(folder, info)
		require.NoError(t, err)
		_, err = f.Write([]byte("new"))
		require.NoError(t, err)
		require.NoError(t, f.Resemble(src))
		require.NoError(t, f.End())
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, "old", string(got))
		require.ErrorIs(t, f.Commit("page", func() error { return c.ready }), c.ready)
		got, err = os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, c.want, string(got))
	}
	now, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, info.Mode(), now.Mode())
	require.True(t, info.ModTime().Equal(now.ModTime()))
	f, err := all.Create(folder, nil)
	require.NoError(t, err)
	require.NoError(t, f.Discard())
	require.NoError(t, f.Discard(), "it is gone already")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// TestLost checks that a temporary that another program removed is not committed, and the old
// file stays.
func TestLost(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "page")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	var all Temporaries
	f, err := all.Create(in(t, dir), nil)
	require.NoError(t, err)
	require.NoError(t, f.End())
	all.RemoveAll()
	all.changing.Unlock() // which it keeps, for the process ends then
	require.ErrorIs(t, f.Commit("page", func() error { return nil }), errLost)
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "old", string(got))
}

// TestRenamedBefore checks that a rename that succeeded although a signal arrived counts as
// done when it is repeated.
func TestRenamedBefore(t *testing.T) {
	if !posix {
		t.Skip("no signals come in where files are not locked either")
	}
	dir := t.TempDir()
	var all Temporaries
	f, err := all.Create(in(t, dir), nil)
	require.NoError(t, err)
	_, err = f.Write([]byte("new"))
	require.NoError(t, err)
	require.NoError(t, f.End())
	require.NoError(t, f.folder.Rename(f.name, "page"))
	require.NoError(t, f.Commit("page", func() error { return nil }))
	got, err := os.ReadFile(filepath.Join(dir, "page"))
	require.NoError(t, err)
	require.Equal(t, "new", string(got))
}

// TestNames checks which names are names of temporaries, and which of them a run has made.
func TestNames(t *testing.T) {
	var all, other Temporaries
	for range 3 {
		f, err := all.Create(in(t, t.TempDir()), nil)
		require.NoError(t, err)
		require.True(t, IsTemporary(f.name), f.name)
		require.True(t, all.Made(f.name), f.name)
		require.True(t, all.Made(f.name+linkSuffix), f.name)
		require.False(t, other.Made(f.name), f.name)
		require.NoError(t, f.Discard())
		require.False(t, all.Made(f.name), f.name)
	}
	for _, name := range []string{"", "x", Prefix, Prefix + "1", Prefix + "1-", Prefix + "1-2x", Prefix + "01-2", Prefix + "1-02", Prefix + "0-2", Prefix + "-1-2", Prefix + "1--2", Prefix + "1-2 ", " " + Prefix + "1-2"} {
		require.False(t, IsTemporary(name), name)
		require.False(t, all.Made(name), name)
	}
	require.True(t, IsTemporary(Prefix+"1-2"))
	require.False(t, all.Made(Prefix+"1-2"))
}

// TestTwoRuns checks that of two runs at the same time in one directory, neither removes the
// temporaries of the other.
func TestTwoRuns(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "1.html")
	require.NoError(t, os.WriteFile(name, []byte("<a href=x>"), 0o600))
	src, err := os.Open(name)
	require.NoError(t, err)
	defer src.Close()
	info, err := src.Stat()
	require.NoError(t, err)
	f := in(t, dir)

	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var one Temporaries
		for i := range 150 {
			tmp, err := one.Create(f, info)
			if err == nil {
				_, err = fmt.Fprint(tmp, i)
			}
			if err == nil {
				err = tmp.Commit("2.html", func() error { return nil })
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	}()
	for running := true; running; {
		var other Temporaries
		other.Sweep(f)
		select {
		case <-ended:
			running = false
		default:
		}
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	text, err := os.ReadFile(filepath.Join(dir, "2.html"))
	require.NoError(t, err)
	require.Equal(t, "149", string(text))
}
