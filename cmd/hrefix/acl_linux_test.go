package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoACL checks that the group of a file whose access control list cannot be kept does not
// get the rights that the list gave to others.
func TestNoACL(t *testing.T) {
	in, out := t.TempDir(), filepath.Join(mountedAs(t, "ramfs", ""), "out")
	listedSite(t, in)
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run([]string{"abs", "-b", "http://a/", "--same-base", "-o", out, in}, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	require.Contains(t, stderr.String(), "hrefix: "+filepath.Join(out, "listed.html")+": its access control list could not be kept: its group has no rights to it\n")
	require.NotContains(t, stderr.String(), "plain.html")
	for name, want := range map[string]os.FileMode{"listed.html": 0o600, "plain.html": 0o660} {
		info, err := os.Stat(filepath.Join(out, name))
		require.NoError(t, err)
		require.Equal(t, want, info.Mode(), name)
	}
}

// TestNoDirACL checks the same of directories.
func TestNoDirACL(t *testing.T) {
	in, out := t.TempDir(), filepath.Join(mountedAs(t, "ramfs", ""), "out")
	dirSite(t, in)
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run([]string{"abs", "-o", out, in}, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	require.Contains(t, stderr.String(), "hrefix: "+filepath.Join(out, "private")+": its access control list could not be kept: its group has no rights to it\n")
	for name, want := range map[string]os.FileMode{"private": 0o700, "shared": 0o775 | os.ModeSetgid, "empty": 0o711} {
		info, err := os.Stat(filepath.Join(out, name))
		require.NoError(t, err)
		require.Equal(t, want, info.Mode()&^os.ModeDir, name)
	}
}
