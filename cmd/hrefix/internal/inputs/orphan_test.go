package inputs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
)

// TestOwnTemporaries checks that temporary files of this run are neither inputs nor reported,
// and are removed if the run is ended.
func TestOwnTemporaries(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "1.html")
	require.NoError(t, os.WriteFile(name, []byte("<a href=x>"), 0o600))
	in, err := os.Open(name)
	require.NoError(t, err)
	defer in.Close()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	f := atomicfile.NewFolder(root)
	defer f.Release()
	var temps atomicfile.Temporaries
	for range 3 {
		_, err = temps.Create(f, nil)
		require.NoError(t, err)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".hrefix-1-1"), nil, 0o600))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 5)
	var found, reported []string
	for file, err := range (&Inputs{Args: []string{dir}, Temporaries: &temps}).All() {
		if err != nil {
			reported = append(reported, err.Error())
			continue
		}
		found = append(found, file.Rel)
		file.Folder.Release()
	}
	require.Equal(t, []string{"1.html"}, found)
	require.Len(t, reported, 1)
	require.True(t, strings.HasPrefix(reported[0], filepath.Join(dir, ".hrefix-1-1")+": passed over: left by a run"))

	temps.RemoveAll()
	entries, err = os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
}
