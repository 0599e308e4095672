//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// openFolder returns a folder in a new directory.
func openFolder(t *testing.T) *Folder {
	root, err := os.OpenRoot(t.TempDir())
	require.NoError(t, err)
	in := NewFolder(root)
	t.Cleanup(in.Release)
	return in
}

// TestSymlink checks that a symbolic link is made with the time of another one, and replaces a
// link only if that is wanted.
func TestSymlink(t *testing.T) {
	in, all := openFolder(t), new(Temporaries)
	require.NoError(t, in.Root.Symlink("to", "like"))
	like, err := in.Lstat("like")
	require.NoError(t, err)
	time.Sleep(10 * time.Millisecond)
	require.NoError(t, all.Symlink(in, "x/y\xff", "link", like, false))
	info, err := in.Lstat("link")
	require.NoError(t, err)
	require.True(t, info.ModTime().Equal(like.ModTime()), "%v, not %v", info.ModTime(), like.ModTime())
	require.ErrorIs(t, all.Symlink(in, "z", "link", like, false), fs.ErrExist)
	text, err := in.Readlink("link")
	require.NoError(t, err)
	require.Equal(t, "x/y\xff", text)
	require.NoError(t, all.Symlink(in, "z", "link", like, true))
	text, err = in.Readlink("link")
	require.NoError(t, err)
	require.Equal(t, "z", text)
	require.Len(t, namesIn(t, in), 2)
	require.Error(t, all.Symlink(in, "z", "no/link", like, true))
	require.Len(t, namesIn(t, in), 2) // and no temporary file
}

// namesIn returns the names in a folder.
func namesIn(t *testing.T, in *Folder) (names []string) {
	entries, err := os.ReadDir(in.Name())
	require.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestCommitAs checks that a temporary becomes a hard link to a file with the same content,
// and to no other file.
func TestCommitAs(t *testing.T) {
	in, all := openFolder(t), new(Temporaries)
	require.NoError(t, in.Mkdir("d", 0o700))
	for name, text := range map[string]string{"same": "text", "other": "tex2", "longer": "text2", "d/there": "old"} {
		require.NoError(t, in.WriteFile(name, []byte(text), 0o600))
	}
	require.NoError(t, in.Root.Symlink("same", "symlink"))
	root, err := in.OpenRoot("d")
	require.NoError(t, err)
	d := NewFolder(root)
	defer d.Release()
	f, err := all.Create(d, nil)
	require.NoError(t, err)
	_, err = f.Write([]byte("text"))
	require.NoError(t, err)
	ready := func() error { return nil }
	for _, name := range []string{"other", "longer", "missing", "symlink", "d"} {
		same, err := f.CommitAs(in.Root, name, "d", "there", ready)
		require.NoError(t, err)
		require.False(t, same, name)
	}
	refused := errors.New("refused")
	_, err = f.CommitAs(in.Root, "same", "d", "there", func() error { return refused })
	require.ErrorIs(t, err, refused)
	same, err := f.CommitAs(in.Root, "same", "d", "there", ready)
	require.NoError(t, err)
	require.True(t, same)
	one, err := in.Lstat("same")
	require.NoError(t, err)
	other, err := d.Lstat("there")
	require.NoError(t, err)
	require.True(t, os.SameFile(one, other))
	require.Equal(t, []string{"there"}, namesIn(t, d))
	require.Equal(t, 2, Links(one))

	// Renaming a link to another link to the same file leaves both: none stays.
	f, err = all.Create(d, nil)
	require.NoError(t, err)
	_, err = f.Write([]byte("text"))
	require.NoError(t, err)
	same, err = f.CommitAs(in.Root, "same", "d", "there", ready)
	require.NoError(t, err)
	require.True(t, same)
	require.Equal(t, []string{"there"}, namesIn(t, d))
}

// TestOrphanLink checks that a link which a killed run left is removed, but not one whose
// temporary is locked.
func TestOrphanLink(t *testing.T) {
	in, all := openFolder(t), new(Temporaries)
	used, err := all.Create(in, nil)
	require.NoError(t, err)
	require.NoError(t, in.Root.Symlink("x", used.name+linkSuffix))
	orphan := Prefix + "1-2"
	require.NoError(t, in.WriteFile(orphan, nil, 0o600))
	require.NoError(t, in.Root.Symlink("x", orphan+linkSuffix))
	require.NoError(t, in.Root.Symlink("x", Prefix+"1-3"+linkSuffix))
	require.NoError(t, in.Root.Symlink("x", Prefix+"1-x"+linkSuffix))
	require.True(t, all.Made(used.name+linkSuffix))
	require.ErrorIs(t, in.RemoveOrphan(used.name+linkSuffix), ErrInUse)
	require.ErrorIs(t, in.Orphaned(used.name+linkSuffix), ErrInUse)
	require.NoError(t, in.Orphaned(orphan+linkSuffix))
	other, err := new(Temporaries).Create(in, nil)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{used.name, used.name + linkSuffix, other.name, Prefix + "1-x" + linkSuffix}, namesIn(t, in))
	require.NoError(t, used.Discard())
	require.NoError(t, other.Discard())
	require.NoError(t, in.RemoveOrphan(used.name+linkSuffix))
}

// TestTwins checks that the first path of a file with several links is found by each of them.
func TestTwins(t *testing.T) {
	dir := t.TempDir()
	one, two, alone := filepath.Join(dir, "one"), filepath.Join(dir, "two"), filepath.Join(dir, "alone")
	require.NoError(t, os.WriteFile(one, nil, 0o600))
	require.NoError(t, os.WriteFile(alone, nil, 0o600))
	require.NoError(t, os.Link(one, two))
	var hardLinks HardLinks
	for _, name := range []string{alone, two, one} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		hardLinks.Add(info, filepath.Base(name))
	}
	info, err := os.Stat(one)
	require.NoError(t, err)
	first, ok := hardLinks.First(info)
	require.True(t, ok)
	require.Equal(t, "two", first)
	info, err = os.Stat(alone)
	require.NoError(t, err)
	_, ok = hardLinks.First(info)
	require.False(t, ok)
	require.Equal(t, 1, Links(nil))
}
