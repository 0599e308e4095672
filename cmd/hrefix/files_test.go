package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/internal/printable"
)

// TestUnreadableDirectory checks that the files after a directory that cannot be read are
// still done.
func TestUnreadableDirectory(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a/1", "b/2", "c/3"} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), nil, 0o666))
	}
	var stderr bytes.Buffer
	c := &command{Console: console.Console{Stdout: io.Discard, Stderr: &stderr}, flags: flags{jobs: 1}}
	var done []string
	err := c.each(c.inputs([]string{root}), job.Steps{Do: func(j *job.Job) error {
		done = append(done, j.File.Rel)
		return os.RemoveAll(filepath.Join(root, "b"))
	}})
	require.ErrorIs(t, err, console.ErrReported)
	require.Equal(t, []string{"a/1", "c/3"}, done)
	require.Equal(t, "hrefix: "+filepath.Join(root, "b")+": no such file or directory\n", stderr.String())
}

// TestNames checks that file names may have any bytes, and that they are printed on one line
// without control characters.
func TestNames(t *testing.T) {
	for _, name := range []string{"caf\xe9", "two\nlines", "\x1b[31mred", `"quoted"`, "-w", " "} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			require.NoError(t, os.MkdirAll(filepath.Join("in", name), 0o777))
			file := filepath.Join("in", name, name)
			require.NoError(t, os.WriteFile(file, []byte("<html><a href=x>"), 0o666))
			for _, args := range [][]string{{"links", "in"}, {"links", "--", filepath.Join("in", name)}, {"links", file}, {"links", "-0", "--files-from=-"}} {
				var stdout, stderr bytes.Buffer
				require.Equal(t, exitOK, run(args, strings.NewReader(file), &stdout, &stderr), "%s", &stderr)
				require.Equal(t, printable.String(file)+":1\t\ta\thref\tunresolved\tx\t\tno base URL is known\n", stdout.String())
			}
			var stderr bytes.Buffer
			require.Equal(t, exitOK, run([]string{"abs", "-b", "http://a/", "--same-base", "-o", "out", "in"}, nil, io.Discard, &stderr), "%s", &stderr)
			text, err := os.ReadFile(filepath.Join("out", name, name))
			require.NoError(t, err)
			require.Equal(t, "<html><a href=http://a/x>", string(text))
		})
	}
}
