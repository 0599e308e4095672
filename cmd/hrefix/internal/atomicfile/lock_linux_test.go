package atomicfile

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDotlockFails checks that a dotlock that cannot be written does not stay. A limit of the size of
// files does what a full disk does. The test is done by a process of its own, because go test writes a log
// of the files that a test opens, which has to fit, too.
func TestDotlockFails(t *testing.T) {
	if os.Getenv("HREFIX_DOTLOCK") == "" {
		own := exec.Command(os.Args[0], "-test.run=^TestDotlockFails$")
		own.Env = append(os.Environ(), "HREFIX_DOTLOCK=1")
		out, err := own.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return
	}
	dir := t.TempDir()
	folder := in(t, dir)
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Max: before.Max}))
	var all Temporaries
	_, err := all.Dotlock(folder, "inbox")
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before))
	require.ErrorIs(t, err, syscall.EFBIG)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
	lock, err := all.Dotlock(folder, "inbox")
	require.NoError(t, err)
	require.NoError(t, lock.Discard())
}

// TestUnwritable checks that a temporary that cannot be opened for writing, here a
// program that runs, is an orphan nevertheless.
func TestUnwritable(t *testing.T) {
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
	require.NoError(t, f.Orphaned(name, false))
	require.NoError(t, f.Orphaned(name, true))
	require.NoFileExists(t, filepath.Join(dir, name))
}
