package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/filelock"
)

// TestLock checks that a file can be locked once, until it is closed. Two open files are as good
// as two processes.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	first, err := os.Create(name)
	require.NoError(t, err)
	defer first.Close()
	second, err := os.Open(name)
	require.NoError(t, err)
	defer second.Close()
	err = filelock.Lock(first)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	require.NoError(t, err)
	require.ErrorIs(t, filelock.Lock(second), filelock.ErrInUse)
	require.NoError(t, first.Close())
	require.NoError(t, filelock.Lock(second))
}
