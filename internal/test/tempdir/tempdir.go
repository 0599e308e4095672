// Package tempdir sets the directory for temporary files, for tests.
package tempdir

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// Set makes temporary files go to dir during a test.
func Set(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, dir)
	}
}

// Empty makes temporary files go to a directory that must be empty at the end of a test.
func Empty(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	Set(t, dir)
	t.Cleanup(func() {
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Empty(t, left, "temporary files are removed")
	})
}
