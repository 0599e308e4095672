package atomicfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pkg/xattr"
	"github.com/stretchr/testify/require"
)

// TestAttrs checks that a file gets the extended attributes of users and the access control
// list, but no attributes of the system.
func TestAttrs(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "page")
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	if err := xattr.Set(name, "user.origin", []byte("http://h/")); err != nil {
		t.Skip("no extended attributes here: ", err)
	}
	// One other may read.
	const none = "\xff\xff\xff\xff"
	const list = "\x02\x00\x00\x00\x01\x00\x06\x00" + none + "\x02\x00\x04\x00\x39\x30\x00\x00\x04\x00\x00\x00" + none + "\x10\x00\x04\x00" + none + "\x20\x00\x00\x00" + none
	if err := xattr.Set(name, aclAttr, []byte(list)); err != nil {
		t.Skip("no access control lists here: ", err)
	}
	if err := xattr.Set(name, "trusted.origin", []byte("system")); err != nil {
		t.Log("not root: ", err)
	}
	from, err := os.Open(name)
	require.NoError(t, err)
	defer from.Close()
	to, err := os.Create(filepath.Join(dir, "copy"))
	require.NoError(t, err)
	defer to.Close()
	info, err := from.Stat()
	require.NoError(t, err)
	a := attributesOf(from, info)
	require.Equal(t, []attribute{{name: "user.origin", value: []byte("http://h/")}}, a.user)
	require.Equal(t, []attribute{{name: aclAttr, value: []byte(list)}}, a.lists)
	drop, err := a.give(to)
	require.NoError(t, err)
	require.Zero(t, drop)
	names, err := xattr.FList(to)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"user.origin", aclAttr}, names)
	value, err := xattr.FGet(to, "user.origin")
	require.NoError(t, err)
	require.Equal(t, "http://h/", string(value))
}

// TestSeizeUnwritable checks that a temporary that cannot be opened for writing, here a
// program that runs, is seized.
func TestSeizeUnwritable(t *testing.T) {
	running, err := os.Executable()
	require.NoError(t, err)
	dir, err := os.MkdirTemp(filepath.Dir(running), "seize") // on the same file system
	if err != nil {
		t.Skip("not writable: ", err)
	}
	defer os.RemoveAll(dir)
	name := Prefix + "1-2"
	if err := os.Link(running, filepath.Join(dir, name)); err != nil {
		t.Skip("no links here: ", err)
	}
	f := in(t, dir)
	_, err = f.OpenFile(name, os.O_RDWR, 0)
	require.Error(t, err)
	orphan, err := f.Seize(name)
	require.NoError(t, err)
	require.NoError(t, orphan.Close())
	require.NoError(t, f.Orphaned(name, true))
	require.NoFileExists(t, filepath.Join(dir, name))
}
