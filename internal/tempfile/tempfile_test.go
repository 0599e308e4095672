package tempfile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/tempdir"
)

func TestFile(t *testing.T) {
	tempdir.Empty(t)
	f, err := New()
	require.NoError(t, err)
	_, err = f.WriteString("text")
	require.NoError(t, err)
	text, err := io.ReadAll(io.NewSectionReader(f, 0, 10))
	require.NoError(t, err)
	require.Equal(t, "text", string(text))
	require.NoError(t, f.Close())
	require.ErrorIs(t, Cause(f.File.Close()), fs.ErrClosed)
}

// TestNamed: where an open file cannot be removed, that is done later.
func TestNamed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "spill")
	f, err := os.Create(name)
	require.NoError(t, err)
	s := &File{File: f, named: true}
	require.NoError(t, s.Close())
	require.NoFileExists(t, name)
	require.ErrorIs(t, s.Close(), fs.ErrClosed)
}

// TestNoFile: the error has the directory, and not the name of the file.
func TestNoFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "missing")
	tempdir.Set(t, dir)
	_, err := New()
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "no temporary file in "+dir+": ")
	require.NotContains(t, err.Error(), "hrefix-")
}

func TestSpool(t *testing.T) {
	s, err := NewSpool(strings.NewReader("text"))
	require.NoError(t, err)
	require.Equal(t, int64(4), s.Size)
	text, err := io.ReadAll(io.NewSectionReader(s, 0, s.Size))
	require.NoError(t, err)
	require.Equal(t, "text", string(text))
	require.NoError(t, s.Close())
	require.NoFileExists(t, s.Name())
	broken := fmt.Errorf("broken")
	_, err = NewSpool(io.MultiReader(strings.NewReader("te"), errorReader{broken}))
	require.ErrorIs(t, err, broken)
}

type errorReader struct{ error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.error }
