package write

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// TestBackup checks that a backup is a copy with the same attributes where files cannot be
// linked, and that a backup which a killed run has made of the same file is accepted.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
	}
	write("page", "text")
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "page"), long, long))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	s := &source.Source{File: &inputs.File{Name: "page", Base: "page", Folder: atomicfile.NewFolder(root)}}
	defer s.Folder.Release()
	s.Info, err = root.Stat("page")
	require.NoError(t, err)
	w := &InPlace{Temps: new(atomicfile.Temporaries), BackupSuffix: "~"}

	require.NoError(t, w.copyTo(s, s.Folder, "copy"))
	info, err := root.Stat("copy")
	require.NoError(t, err)
	require.Equal(t, s.Info.Mode(), info.Mode())
	require.True(t, info.ModTime().Equal(long))
	require.False(t, os.SameFile(info, s.Info))
	text, err := root.ReadFile("copy")
	require.NoError(t, err)
	require.Equal(t, "text", string(text))

	write("copy", "another")
	require.ErrorContains(t, w.copyTo(s, s.Folder, "copy"), "not written: another file is where its backup would be (copy): give --backup=DIR/, or another suffix")
	text, err = root.ReadFile("copy")
	require.NoError(t, err)
	require.Equal(t, "another", string(text))

	require.NoError(t, w.backUp(s))
	require.NoError(t, w.backUp(s))
	info, err = root.Stat("page~")
	require.NoError(t, err)
	require.True(t, os.SameFile(info, s.Info))
	write("new", "new")
	require.NoError(t, os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, "page~")))
	require.ErrorContains(t, w.backUp(s), "would be (page~)")

	w.BackupSuffix = strings.Repeat("x", 300)
	err = w.backUp(s)
	require.ErrorContains(t, err, "not written: its backup: ")
	require.ErrorContains(t, err, ": give --backup=DIR/, or another suffix")

	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 3) // and no temporary file
}
