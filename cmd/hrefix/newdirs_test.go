//go:build linux

package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pkg/xattr"
	"github.com/stretchr/testify/require"
)

// A dirState is the attributes of a directory.
type dirState struct {
	mode     fs.FileMode
	uid, gid uint32
	time     time.Time
	attrs    map[string]string
}

func stateOf(t *testing.T, dir string) dirState {
	info, err := os.Stat(dir)
	require.NoError(t, err)
	s := info.Sys().(*syscall.Stat_t)
	state := dirState{info.Mode(), s.Uid, s.Gid, info.ModTime(), make(map[string]string)}
	names, err := xattr.List(dir)
	require.NoError(t, err)
	for _, name := range names {
		value, err := xattr.Get(dir, name)
		require.NoError(t, err)
		state.attrs[name] = string(value)
	}
	return state
}

// dirSite makes a directory that has everything a directory can have, with others in it.
func dirSite(t *testing.T, in string) {
	past := time.Date(2001, 2, 3, 4, 5, 6, 7000, time.UTC)
	for dir, mode := range map[string]fs.FileMode{".": 0o750, "private": 0o770, "shared": 0o2775, "shared/sticky": 0o1777, "shared/shut": 0o500, "empty": 0o711} {
		require.NoError(t, os.MkdirAll(filepath.Join(in, dir), 0o700))
		defer func() { // once nothing more is written to it
			name := filepath.Join(in, dir)
			if dir == "shared" {
				if err := os.Chown(name, 12345, 23456); err != nil {
					t.Log("not root: ", err)
				}
			}
			require.NoError(t, syscall.Chmod(name, uint32(mode)))
			require.NoError(t, os.Chtimes(name, past, past))
		}()
	}
	for _, page := range []string{"1.html", "private/2.html", "shared/3.html", "shared/shut/4.html", "shared/5.html"} {
		require.NoError(t, os.WriteFile(filepath.Join(in, page), []byte("<a href=x>"), 0o600))
	}
	t.Cleanup(func() { // so that not only root can remove them
		require.NoError(t, filepath.WalkDir(filepath.Dir(in), func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				err = os.Chmod(name, 0o700)
			}
			return err
		}))
	})
	for name, value := range map[string]string{aclAttr: accessList, "system.posix_acl_default": accessList, "user.origin": "http://h/"} {
		if err := xattr.Set(filepath.Join(in, "private"), name, []byte(value)); err != nil {
			t.Skip("the file system has no access control lists: ", err)
		}
	}
}

// TestNewDirs checks that the directories of a new tree have the permissions, owner, access
// control lists, extended attributes and times of the directories of the input. The directory
// of the new tree gives its files a default access control list, which they do not keep.
func TestNewDirs(t *testing.T) {
	for _, c := range []struct {
		name string
		args func(in string) []string
		dirs map[string]string // in the new tree, and which they are like
	}{
		{"one directory", func(in string) []string { return []string{in} },
			map[string]string{".": ".", "private": "private", "shared": "shared", "shared/sticky": "shared/sticky", "shared/shut": "shared/shut", "empty": "empty"}},
		{"two directories", func(in string) []string { return []string{filepath.Join(in, "private"), filepath.Join(in, "shared")} },
			map[string]string{"private": "private", "shared": "shared", "shared/sticky": "shared/sticky", "shared/shut": "shared/shut"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			in := filepath.Join(dir, "in")
			dirSite(t, in)
			ofDirs := strings.Replace(accessList, "\x01\x00\x06", "\x01\x00\x07", 1) // the owner may enter
			require.NoError(t, xattr.Set(dir, "system.posix_acl_default", []byte(ofDirs)))
			for _, out := range []string{filepath.Join(dir, "out"), filepath.Join(dir, "new", "out") + "/"} {
				var stdout, stderr bytes.Buffer
				args := append([]string{"abs", "-b", "http://a/", "--same-base", "-o", out}, c.args(in)...)
				require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
				for is, like := range c.dirs {
					require.Equal(t, stateOf(t, filepath.Join(in, like)), stateOf(t, filepath.Join(out, is)), is)
				}
			}
		})
	}
}

// TestNewDirsPrivate checks that only the owner has rights to the directories of a new tree
// until the end of the run.
func TestNewDirsPrivate(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	dirSite(t, in)
	modes := make(map[string]fs.FileMode)
	stderr := &hook{do: func() { // while the first page is rewritten
		for _, name := range []string{".", "empty", "private"} {
			if info, err := os.Stat(filepath.Join(out, name)); err == nil {
				modes[name] = info.Mode().Perm()
			}
		}
	}}
	var stdout bytes.Buffer
	require.Equal(t, exitOK, run([]string{"abs", "--verbose", "-j", "1", "-o", out, in}, strings.NewReader(""), &stdout, stderr), "%s", stderr)
	require.Equal(t, map[string]fs.FileMode{".": 0o700}, modes)
	info, err := os.Stat(out)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o750), info.Mode().Perm())
}

// TestNewDirsExisting checks that a directory that existed before the run keeps its own
// attributes.
func TestNewDirsExisting(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	dirSite(t, in)
	require.NoError(t, os.MkdirAll(filepath.Join(out, "shared"), 0o700))
	before := stateOf(t, filepath.Join(out, "shared"))
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run([]string{"abs", "-o", out, in}, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	after := stateOf(t, filepath.Join(out, "shared"))
	before.time, after.time = time.Time{}, time.Time{}
	require.Equal(t, before, after)
	require.Equal(t, stateOf(t, filepath.Join(in, "shared/sticky")), stateOf(t, filepath.Join(out, "shared/sticky")))
}

// TestNewDirsUnfinished checks that a directory that a killed run left unfinished gets its attributes.
func TestNewDirsUnfinished(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	dirSite(t, in)
	for _, name := range []string{"", "shared", "shared/shut"} {
		name = filepath.Join(out, name)
		require.NoError(t, os.Mkdir(name, 0o700))
		require.NoError(t, os.Chmod(name, 0o700|fs.ModeSticky))
	}
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run([]string{"abs", "-o", out, in}, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	for _, name := range []string{"", "shared", "shared/shut", "private", "empty"} {
		require.Equal(t, stateOf(t, filepath.Join(in, name)), stateOf(t, filepath.Join(out, name)), name)
	}
}
