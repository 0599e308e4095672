package source_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// TestOpen checks which inputs are documents, and their types and texts.
func TestOpen(t *testing.T) {
	t.Chdir(t.TempDir())
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, err := w.Write([]byte("<html>"))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	for name, text := range map[string]string{
		"a.html": "<html>", "a.html.orig": "<html>", "b.gz": z.String(), "c.png": "\x89PNG\r\n\x1a\n\x00", "d.eml": "Subject: x\n\n",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	o := &source.Opener{Memory: source.ShareMemory()}
	o.Memory.Divide(0, 1, false)
	got := make(map[string]string)
	for f, err := range (&inputs.Inputs{Args: []string{"."}, Temporaries: new(atomicfile.Temporaries)}).All() {
		require.NoError(t, err)
		read := int64(0)
		s, err := o.Open(f, true, func(n int64) { read += n })
		require.NoError(t, err)
		switch {
		case s.Skipped():
			got[s.Name] = s.Kind.Name
		case s.Document:
			text, err := io.ReadAll(s.Text)
			require.NoError(t, err)
			require.Equal(t, f.Size, read)
			got[s.Name] = s.Type.String() + " " + string(text)
		}
		require.NoError(t, s.Close())
		f.Folder.Release()
	}
	require.Equal(t, map[string]string{
		"a.html": "html <html>", "b.gz": "html <html>", "c.png": "a PNG image", "d.eml": "message Subject: x\n\n",
	}, got)
}

// TestOpenGone checks the error of a file of a directory that another program renamed.
func TestOpenGone(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("1", []byte("Subject: x\n\n"), 0o600))
	o := &source.Opener{Memory: source.ShareMemory()}
	for f, err := range (&inputs.Inputs{Args: []string{"."}, Temporaries: new(atomicfile.Temporaries)}).All() {
		require.NoError(t, err)
		require.NoError(t, os.Rename("1", "1:2,S"))
		_, err := o.Open(f, true, func(int64) {})
		require.EqualError(t, err, "1: another program removed or renamed it: try again")
		f.Folder.Release()
	}
}

// TestDivide checks the maximum size of documents.
func TestDivide(t *testing.T) {
	m := new(source.Memory)
	require.Equal(t, int64(1<<30), m.Divide(0, 4, false), "without a known memory")
	require.Equal(t, int64(1000), m.Divide(1000, 4, true))
}
