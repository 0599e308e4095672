package cause_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
)

// TestOf checks that the advice for an error of the system is added once, and that the result
// wraps the error.
func TestOf(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC}
	for _, c := range []struct {
		err  error
		want string
	}{
		{full, "no space left on device: make room, then try again"},
		{cause.Of(full), "no space left on device: make room, then try again"},
		{fmt.Errorf("more: %w", cause.Of(full)), "more: no space left on device: make room, then try again"},
		{&os.LinkError{Op: "rename", Old: "a", New: "b", Err: syscall.EROFS}, "read-only file system: give -o DIR elsewhere, or make it writable"},
		{os.NewSyscallError("fchmod", syscall.EPERM), "operation not permitted: run as somebody who may, or change the permissions"},
		{&fs.PathError{Op: "read", Path: "/x", Err: errors.New("another")}, "another"},
		{errors.New("another"), "another"},
	} {
		got := cause.Of(c.err)
		require.EqualError(t, got, c.want)
		require.Equal(t, errors.Is(c.err, syscall.ENOSPC), errors.Is(got, syscall.ENOSPC))
	}
	require.NoError(t, cause.Of(nil))
}
