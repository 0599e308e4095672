package write

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/manifest"
)

// TestListAfterFullDisk checks that a line of the list that is not whole spoils no line after it.
func TestListAfterFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f, err := os.OpenFile(filepath.Join(dir, inputs.BackupList), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	require.NoError(t, err)
	defer f.Close()
	w := &InPlace{kept: f}
	line := func(name string) *Kept { return &Kept{Backup: manifest.NameOf(name), File: manifest.NameOf(name)} }
	require.NoError(t, w.list(line("a")))
	_, err = io.WriteString(f, `{"backup":`)
	require.NoError(t, err)
	require.NoError(t, w.list(line("b")))
	require.NoError(t, w.list(line("c")))

	b, err := OpenBackups(dir)
	require.NoError(t, err)
	defer b.Close()
	var odd []error
	all, err := b.List(func(err error) { odd = append(odd, err) })
	require.NoError(t, err)
	require.Len(t, odd, 1)
	require.Equal(t, []*Kept{line("a"), line("b"), line("c")}, all)
}
