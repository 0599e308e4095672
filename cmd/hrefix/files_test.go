package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUnreadableDirectory: the files after a directory that cannot be read are
// still done.
func TestUnreadableDirectory(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a/1", "b/2", "c/3"} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), nil, 0o666))
	}
	var stderr bytes.Buffer
	c := &command{console: console{io.Discard, &stderr}, flags: flags{jobs: 1}}
	var done []string
	err := c.each([]string{root}, verb{do: func(j *job) error {
		done = append(done, j.file.rel)
		return os.RemoveAll(filepath.Join(root, "b"))
	}})
	require.ErrorIs(t, err, errSaid)
	require.Equal(t, []string{"a/1", "c/3"}, done)
	require.Equal(t, "hrefix: "+filepath.Join(root, "b")+": no such file or directory\n", stderr.String())
}
