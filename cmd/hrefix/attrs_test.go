package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pkg/xattr"
	"github.com/stretchr/testify/require"
)

// TestOrigin checks that the extended attribute with the URL of a file gives the base, and
// that the file keeps it when it is rewritten.
func TestOrigin(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "page.html")
	require.NoError(t, os.WriteFile(name, []byte("<a href=x>"), 0o640))
	if err := xattr.Set(name, "user.xdg.origin.url", []byte("http://origin.example/d/p")); err != nil {
		t.Skip("the file system has no attributes: ", err)
	}
	hrefix := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
		return stdout.String()
	}
	require.Equal(t, "<a href=http://origin.example/d/x>", hrefix("abs", name))
	require.Equal(t, "<a href=x>", hrefix("abs", "--no-hints", name))
	require.Equal(t, "<a href=http://b/x>", hrefix("abs", "-b", "http://b/", name))

	hrefix("abs", "-w", name)
	written, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "<a href=http://origin.example/d/x>", string(written))
	value, err := xattr.Get(name, "user.xdg.origin.url")
	require.NoError(t, err)
	require.Equal(t, "http://origin.example/d/p", string(value))
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode())
}

const (
	noID    = "\xff\xff\xff\xff"
	listAll = "\x10\x00\x06\x00" + noID + "\x20\x00\x00\x00" + noID // at most, and others

	// accessList lets the owner and one other read and write, and the group nothing.
	accessList = "\x02\x00\x00\x00\x01\x00\x06\x00" + noID + "\x02\x00\x06\x00\x39\x30\x00\x00" + "\x04\x00\x00\x00" + noID + listAll
	aclAttr    = "system.posix_acl_access"
)

// listedSite writes a page with an access control list, and one without.
func listedSite(t *testing.T, in string) {
	for _, name := range []string{"listed.html", "plain.html"} {
		require.NoError(t, os.WriteFile(filepath.Join(in, name), []byte("<a href=x>"), 0o660))
		require.NoError(t, os.Chmod(filepath.Join(in, name), 0o660))
	}
	if err := xattr.Set(filepath.Join(in, "listed.html"), aclAttr, []byte(accessList)); err != nil {
		t.Skip("the file system has no access control lists: ", err)
	}
}

// TestACL checks that access control lists are kept, in place and in a new tree.
func TestACL(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	require.NoError(t, os.Mkdir(in, 0o700))
	listedSite(t, in)
	require.NoError(t, xattr.Set(in, "system.posix_acl_default", []byte(accessList)))
	for _, c := range []struct {
		args []string
		dir  string
	}{
		{[]string{"-o", out}, out},
		{[]string{"-w"}, in},
	} {
		var stdout, stderr bytes.Buffer
		args := append([]string{"abs", "-b", "http://a/", "--same-base", in}, c.args...)
		require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
		value, err := xattr.Get(filepath.Join(c.dir, "listed.html"), aclAttr)
		require.NoError(t, err)
		require.Equal(t, accessList, string(value))
		_, err = xattr.Get(filepath.Join(c.dir, "plain.html"), aclAttr)
		require.ErrorIs(t, err, xattr.ENOATTR)
		info, err := os.Stat(filepath.Join(c.dir, "plain.html"))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o660), info.Mode())
	}
}
