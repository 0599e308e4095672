//go:build linux || darwin || freebsd

package inputs

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPipe checks that a pipe is an input if it is given, but not in a directory.
func TestPipe(t *testing.T) {
	archive(t, "a/1")
	require.NoError(t, syscall.Mkfifo("a/pipe", 0o600))
	require.Equal(t, []string{"a/1: /1, 1 byte", "a/pipe: /, no file"}, lines(Inputs{Args: []string{"a/1", "a/pipe"}}))
	require.Equal(t, []string{"a/1: /1, found, 1 byte", "! a/pipe: passed over: a named pipe"}, lines(Inputs{Args: []string{"a"}}))
}
