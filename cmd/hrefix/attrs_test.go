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

// TestOrigin: the attribute in which programs that fetch a file note its URL
// counts, and stays with the file when it is written anew.
func TestOrigin(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "page.html")
	require.NoError(t, os.WriteFile(name, []byte("<a href=x>"), 0o640))
	if err := xattr.Set(name, originAttr, []byte("http://origin.example/d/p")); err != nil {
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
	value, err := xattr.Get(name, originAttr)
	require.NoError(t, err)
	require.Equal(t, "http://origin.example/d/p", string(value))
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode())
}
