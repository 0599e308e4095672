//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOwner checks that files keep their owner, in place and in a new tree.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a file away")
	}
	const uid, gid = 12345, 23456
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	name := filepath.Join(in, "page.html")
	require.NoError(t, os.Mkdir(in, 0o700))
	require.NoError(t, os.WriteFile(name, []byte("<a href=x>"), 0o640))
	require.NoError(t, os.Chown(name, uid, gid))
	for _, c := range []struct {
		args []string
		name string
	}{
		{[]string{"-o", out}, filepath.Join(out, "page.html")},
		{[]string{"-w"}, name},
	} {
		var stdout, stderr bytes.Buffer
		args := append([]string{"abs", "-b", "http://a/", "--same-base", in}, c.args...)
		require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
		info, err := os.Stat(c.name)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o640), info.Mode())
		require.EqualValues(t, uid, info.Sys().(*syscall.Stat_t).Uid)
		require.EqualValues(t, gid, info.Sys().(*syscall.Stat_t).Gid)
	}
}
