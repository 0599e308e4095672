//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestSymlink checks that a symbolic link is made with the time of another one, and replaces a
// link only if that is wanted.
func TestSymlink(t *testing.T) {
	in, all := in(t, t.TempDir()), new(Temporaries)
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
	in, all := in(t, t.TempDir()), new(Temporaries)
	require.NoError(t, in.Mkdir("d", 0o700))
	for name, text := range map[string]string{"same": "text", "other": "tex2", "longer": "text2", "d/there": "old"} {
		require.NoError(t, in.WriteFile(name, []byte(text), 0o600))
	}
	require.NoError(t, in.Root.Symlink("same", "symlink"))
	root, err := in.OpenRoot("d")
	require.NoError(t, err)
	d := NewFolder(root)
	defer d.Release()
	commit := func(as string, ready error) error {
		f, err := all.Create(d, nil)
		require.NoError(t, err)
		_, err = f.Write([]byte("text"))
		require.NoError(t, err)
		unlinked, err := f.CommitAs(in.Root, as, "d", "there", func() error { return ready })
		require.False(t, unlinked)
		require.Equal(t, []string{"there"}, namesIn(t, d))
		return err
	}
	isLink := func() bool {
		one, err := in.Lstat("same")
		require.NoError(t, err)
		other, err := d.Lstat("there")
		require.NoError(t, err)
		return os.SameFile(one, other)
	}
	for _, name := range []string{"other", "longer", "missing", "symlink", "d"} {
		require.NoError(t, commit(name, nil))
		require.False(t, isLink(), name)
	}
	refused := errors.New("refused")
	require.ErrorIs(t, commit("same", refused), refused)
	require.False(t, isLink())
	require.NoError(t, commit("same", nil))
	require.True(t, isLink())
	require.NoError(t, commit("same", nil), "renaming a link to another link to the same file leaves both: none stays")
	require.True(t, isLink())

	info, err := in.Lstat("same")
	require.NoError(t, err)
	id, links := Identify(info)
	require.NotZero(t, id)
	require.Equal(t, 2, links)
	id, links = Identify(nil)
	require.Zero(t, id)
	require.Equal(t, 1, links)
}

// TestOrphanLink checks that a link which a killed run left is removed, but not one whose
// temporary is locked.
func TestOrphanLink(t *testing.T) {
	in, all := in(t, t.TempDir()), new(Temporaries)
	used, err := all.Create(in, nil)
	require.NoError(t, err)
	require.NoError(t, in.Root.Symlink("x", used.name+linkSuffix))
	orphan := Prefix + "1-2"
	require.NoError(t, in.WriteFile(orphan, nil, 0o600))
	require.NoError(t, in.Root.Symlink("x", orphan+linkSuffix))
	require.NoError(t, in.Root.Symlink("x", Prefix+"1-3"+linkSuffix))
	require.NoError(t, in.Root.Symlink("x", Prefix+"1-x"+linkSuffix))
	require.True(t, all.Made(used.name+linkSuffix))
	require.ErrorIs(t, in.Orphaned(used.name+linkSuffix, true), ErrInUse)
	require.ErrorIs(t, in.Orphaned(used.name+linkSuffix, false), ErrInUse)
	require.NoError(t, in.Orphaned(orphan+linkSuffix, false))
	other, err := new(Temporaries).Create(in, nil)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{used.name, used.name + linkSuffix, other.name, Prefix + "1-x" + linkSuffix}, namesIn(t, in))
	require.NoError(t, used.Discard())
	require.NoError(t, other.Discard())
	require.NoError(t, in.Orphaned(used.name+linkSuffix, true))
}
