package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/pkg/xattr"
	"github.com/stretchr/testify/require"
)

// TestFolders checks that a directory is opened once for consecutive files, and stays open
// while it has users.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "page"), []byte(name), 0o600))
	}
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	all := Folders{Root: root}
	a, err := all.Open("a")
	require.NoError(t, err)
	again, err := all.Open("a")
	require.NoError(t, err)
	require.Same(t, a, again)
	again.Release()
	_, err = all.Open("none")
	require.ErrorIs(t, err, fs.ErrNotExist)
	b, err := all.Open("b")
	require.NoError(t, err)
	all.Close()

	for want, f := range map[string]*Folder{"a": a, "b": b} {
		file, _, err := f.OpenRead("page")
		require.NoError(t, err, "it is still in use")
		got, err := io.ReadAll(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		require.Equal(t, want, string(got))
		f.Release()
		_, _, err = f.OpenRead("page")
		require.ErrorIs(t, err, fs.ErrClosed)
	}
	var none *Folder
	none.Release()
}

// TestFolderLinks checks that symbolic links are not followed, and are reported as such.
func TestFolderLinks(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "in"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "out"), []byte("out"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in", "page"), []byte("page"), 0o600))
	if err := os.Symlink("page", filepath.Join(dir, "in", "link")); err != nil {
		t.Skip("no symbolic links: ", err)
	}
	require.NoError(t, os.Symlink("../out", filepath.Join(dir, "in", "way out")))
	f := in(t, filepath.Join(dir, "in"))
	info, err := f.Lstat("link")
	require.NoError(t, err)
	require.Equal(t, fs.ModeSymlink, info.Mode().Type())
	info, err = Stat(f.Root, "link")
	require.NoError(t, err)
	require.True(t, info.Mode().IsRegular())
	_, _, err = f.OpenRead("way out")
	require.Error(t, err)
	_, err = Stat(f.Root, "way out")
	require.Error(t, err)

	require.NoError(t, f.Link("page", "same"))
	require.ErrorIs(t, f.Link("page", "same"), fs.ErrExist)
	same, err := f.Lstat("same")
	require.NoError(t, err)
	require.True(t, os.SameFile(info, same))
	require.False(t, f.has("link", nil), "no regular file")
}

// TestUninterrupted checks that only calls that a signal interrupted are repeated.
func TestUninterrupted(t *testing.T) {
	errs := []error{syscall.EINTR, &fs.PathError{Op: "open", Path: "x", Err: syscall.EINTR}, fs.ErrExist, nil}
	for _, want := range errs[2:] {
		require.Equal(t, want, uninterrupted(func() error {
			err := errs[0]
			errs = errs[1:]
			return err
		}))
	}
	require.Empty(t, errs)
}

// TestResemble checks that a file gets the extended attributes of users, the access control list and the owner
// of its source, and no attributes of the system.
func TestResemble(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "page")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	attributes := xattr.Set(name, "user.origin", []byte("http://h/")) == nil
	// The owner and one other may read and write, the group may not.
	const none = "\xff\xff\xff\xff"
	const list = "\x02\x00\x00\x00\x01\x00\x06\x00" + none + "\x02\x00\x06\x00\x39\x30\x00\x00\x04\x00\x00\x00" + none + "\x10\x00\x06\x00" + none + "\x20\x00\x00\x00" + none
	lists := runtime.GOOS == "linux" && xattr.Set(name, aclAttr, []byte(list)) == nil
	_ = xattr.Set(name, "trusted.origin", []byte("system")) // for root
	if err := os.Chown(name, 12345, 12345); err != nil {
		t.Log("not root: the owner stays: ", err)
	}
	src, err := os.Open(name)
	require.NoError(t, err)
	defer src.Close()
	info, err := src.Stat()
	require.NoError(t, err)
	var all Temporaries
	folder := in(t, dir)
	f, err := all.Create(folder, info)
	require.NoError(t, err)
	require.NoError(t, f.Resemble(src))
	require.NoError(t, f.End())
	require.NoError(t, f.Commit("copy", func() error { return nil }))
	name = filepath.Join(dir, "copy")
	now, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, info.Mode(), now.Mode())
	if attributes {
		value, err := xattr.Get(name, "user.origin")
		require.NoError(t, err)
		require.Equal(t, "http://h/", string(value))
	}
	if lists {
		value, err := xattr.Get(name, aclAttr)
		require.NoError(t, err)
		require.Equal(t, list, string(value))
	}
	if attributes && lists {
		names, err := xattr.List(name)
		require.NoError(t, err)
		require.ElementsMatch(t, []string{"user.origin", aclAttr}, names)
	}
	require.True(t, hasNone(&xattr.Error{Err: xattr.ENOATTR}))
	require.False(t, hasNone(fs.ErrPermission))

	f, err = all.Create(folder, nil)
	require.NoError(t, err)
	require.NoError(t, f.Chmod(0o604))
	require.NoError(t, f.End())
	require.NoError(t, f.Commit("new", func() error { return nil }))
	now, err = os.Stat(filepath.Join(dir, "new"))
	require.NoError(t, err)
	if runtime.GOOS != "windows" {
		require.Equal(t, fs.FileMode(0o604), now.Mode())
	}
}

// TestNotResembled checks that nobody gets more rights if attributes of the source cannot be
// kept.
func TestNotResembled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no owners there that could be kept")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "page")
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	require.NoError(t, os.Chmod(name, 0o770|fs.ModeSetuid))
	src, err := os.Open(name)
	require.NoError(t, err)
	info, err := src.Stat()
	require.NoError(t, err)
	require.NoError(t, src.Close(), "so that nothing can be read of it")
	var all Temporaries
	f, err := all.Create(in(t, dir), info)
	require.NoError(t, err)
	if err := f.Resemble(src); runtime.GOOS == "linux" {
		require.ErrorIs(t, err, ErrACL)
		require.Equal(t, fs.FileMode(0o070), f.drop)
	}
	require.NoError(t, f.file.Close(), "so that its owner is not known either")
	err = f.Resemble(src)
	require.True(t, errors.Is(err, ErrOwner) || errors.Is(err, ErrACL), "%v", err)
	require.Equal(t, fs.ModeSetuid|fs.ModeSetgid, f.drop&^0o070)
	require.Error(t, f.End())
	f.file = nil
	require.NoError(t, f.Discard())
}

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
