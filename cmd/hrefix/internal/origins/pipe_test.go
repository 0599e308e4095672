//go:build linux || darwin || freebsd

package origins_test

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPipeIsNoCache checks that a named pipe instead of a cache is skipped.
func TestPipeIsNoCache(t *testing.T) {
	write(t, [2]string{"m/a.html", mark("http://h/a")}, [2]string{"linked/hts-cache/x", ""})
	require.NoError(t, os.Mkdir("m/hts-cache", 0o777))
	require.NoError(t, syscall.Mkfifo("m/hts-cache/new.txt", 0o600))
	require.NoError(t, syscall.Mkfifo("linked/pipe", 0o600))
	require.NoError(t, syscall.Mkfifo("m/hts-cache/new.zip", 0o600))
	require.NoError(t, os.Symlink("../pipe", "linked/hts-cache/new.txt"))
	requireCollected(t, "m/a.html http://h/a (Mark of the Web)\n", "m", "linked")
}
