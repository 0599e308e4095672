package atomicfile

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEquals checks that a temporary equals only a regular file with the same bytes.
func TestEquals(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	in := NewFolder(root)
	defer in.Release()
	long := bytes.Repeat([]byte("0123456789"), 20_000)
	other := bytes.Clone(long)
	other[len(other)-1]++
	for name, c := range map[string]struct {
		own, file []byte
		same      bool
	}{
		"same":      {long, long, true},
		"last byte": {long, other, false},
		"shorter":   {long, long[1:], false},
		"longer":    {long[1:], long, false},
		"empty":     {nil, nil, true},
		"chunk":     {long[:64<<10], long[:64<<10], true},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), c.file, 0o600))
		var temps Temporaries
		f, err := temps.Create(in, nil)
		require.NoError(t, err)
		_, err = f.Write(c.own)
		require.NoError(t, err)
		same, err := f.Equals(name)
		require.NoError(t, err)
		require.Equal(t, c.same, same, name)
		missing, err := f.Equals("missing")
		require.NoError(t, err)
		require.False(t, missing)
		dir, err := f.Equals(".")
		require.NoError(t, err)
		require.False(t, dir)
		require.NoError(t, f.Discard())
	}
}
