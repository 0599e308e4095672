package addressbook

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestSearchOnly checks that files are found in a directory whose names cannot be read.
func TestSearchOnly(t *testing.T) {
	dir := t.TempDir()
	top := filepath.Join(dir, "x")
	require.NoError(t, os.MkdirAll(filepath.Join(top, "sub"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(top, "p.html"), nil, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(top, "sub", "q.html"), nil, 0o644))
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(top, "out")))
	require.NoError(t, os.Symlink("/etc", filepath.Join(top, "etc")))
	require.NoError(t, os.Chmod(top, 0o311))
	defer os.Chmod(top, 0o755)
	for _, above := range []string{dir, filepath.Dir(dir)} {
		require.NoError(t, os.Chmod(above, 0o755))
	}
	if os.Geteuid() == 0 { // permissions do not count for root
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		require.NoError(t, unix.Setfsuid(65534))
		defer unix.Setfsuid(0)
	}
	_, err := os.ReadDir(top)
	require.ErrorIs(t, err, os.ErrPermission)
	b, err := New(Options{Roots: []string{"http://h/=" + dir}})
	require.NoError(t, err)
	defer b.Close()
	for url, want := range map[string]State{
		"http://h/x/p.html":     File,
		"http://h/x/sub/q.html": File,
		"http://h/x/none.html":  Missing,
		"http://h/x/out":        Missing,
		"http://h/x/etc/passwd": Missing,
	} {
		require.Equal(t, want, b.Lookup(url).State, url)
	}
}
