//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package filelock_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/filelock"
)

// TestLocked checks that the locks of another process are found: it is this test once more, which locks
// the file in LOCK_FILE by fcntl until its input ends.
func TestLocked(t *testing.T) {
	if name := os.Getenv("LOCK_FILE"); name != "" {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		require.NoError(t, err)
		lock := syscall.Flock_t{Type: syscall.F_WRLCK}
		if os.Getenv("LOCK_KIND") == "read" {
			lock.Type = syscall.F_RDLCK
		}
		require.NoError(t, syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &lock))
		fmt.Println("locked")
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	isLocked := func() bool {
		f, err := os.Open(name)
		require.NoError(t, err)
		defer f.Close()
		return filelock.Locked(f)
	}
	require.False(t, isLocked())
	for _, kind := range []string{"write", "read"} {
		other := exec.Command(os.Args[0], "-test.run=^TestLocked$")
		other.Env = append(os.Environ(), "LOCK_FILE="+name, "LOCK_KIND="+kind)
		in, err := other.StdinPipe()
		require.NoError(t, err)
		out, err := other.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, other.Start())
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "locked\n", line)
		require.True(t, isLocked(), kind)
		require.NoError(t, in.Close())
		require.NoError(t, other.Wait())
		require.False(t, isLocked(), kind)
	}
	f, err := os.Open(name)
	require.NoError(t, err)
	require.NoError(t, filelock.Lock(f))
	require.True(t, isLocked(), "flock")
	require.NoError(t, f.Close())
	require.False(t, filelock.Locked(f), "closed")
}
