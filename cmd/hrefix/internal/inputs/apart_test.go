//go:build unix

package inputs

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIsIn checks that symbolic links are followed, also to names that do not exist.
func TestIsIn(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("in/sub", 0o700))
	require.NoError(t, os.WriteFile("in/file", nil, 0o600))
	abs, err := filepath.Abs("in/new")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"found": "in/file", "dangling": "in/new", "absolute": abs, "twice": "dangling", "up": "in/sub/../new", "dir": "in/sub",
		"in/out": "../new", "away": "other/new", "loop": "loop", "deep": "no/in/new",
	} {
		require.NoError(t, os.Symlink(filepath.FromSlash(text), name))
	}
	for name, want := range map[string]bool{
		"in": true, "in/file": true, "in/no/no": true, "found": true, "dangling": true, "dangling/x": true, "absolute": true, "twice": true, "up": true,
		"dir/new": true, "in/out": false, "away": false, "loop": false, "deep": false, ".": false, "new": false,
	} {
		require.Equal(t, want, IsIn(name, "in"), name)
	}
}
