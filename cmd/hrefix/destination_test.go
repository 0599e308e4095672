package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
)

// TestChangedMeanwhile checks that a change of a file while it is read is kept.
func TestChangedMeanwhile(t *testing.T) {
	for name, c := range map[string]struct {
		change   func(name string) error
		left     []string // in the directory
		reported string
	}{
		"appended to": {appended, []string{"1"}, "another program changed the file"},
		"written anew": {func(name string) error {
			return errors.Join(os.Rename(name, name+"~"), os.WriteFile(name, []byte("<a href=y>"), 0o600))
		}, []string{"1", "1~"}, "another program changed the file"},
		"renamed": {func(name string) error { return os.Rename(name, name+":2,S") }, []string{"1:2,S"}, "not written: another program removed or renamed it: try again"},
		"removed": {os.Remove, nil, "not written: another program removed or renamed it: try again"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file1 := filepath.Join(dir, "1")
			require.NoError(t, os.WriteFile(file1, []byte("<a href=x>"), 0o600))
			var stderr bytes.Buffer
			com := &command{Console: console.Console{Stdout: io.Discard, Stderr: &stderr}, flags: flags{writing: writing{write: true}, jobs: 1}}
			in := com.inputs([]string{file1})
			to, err := com.destination(engine.MakeAbsolute, in)
			require.NoError(t, err)
			com.flags.memory = source.ShareMemory()
			o := &source.Opener{Options: engine.Options{Base: "http://a/"}, Memory: com.flags.memory, ToWrite: true}
			require.ErrorIs(t, com.each(in, job.Steps{Do: func(j *job.Job) error {
				s, err := com.open(j, o)
				require.NoError(t, err)
				require.NoError(t, c.change(file1))
				return errors.Join(to.rewrite(j, s), s.Close())
			}}), console.ErrReported)
			require.Contains(t, stderr.String(), c.reported)
			entries, err := os.ReadDir(dir)
			require.NoError(t, err)
			var left []string
			for _, e := range entries {
				text, err := os.ReadFile(filepath.Join(dir, e.Name()))
				require.NoError(t, err)
				require.NotContains(t, string(text), "http://a/")
				left = append(left, e.Name())
			}
			require.Equal(t, c.left, left)
		})
	}
}

// TestNothingToWrite checks that no temporary file is created for a file that does not change.
func TestNothingToWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "box")
	const message = "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\n"
	box := strings.Repeat(message, 5000)
	require.NoError(t, os.WriteFile(name, []byte(box), 0o600))
	long := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(dir, long, long))
	before, err := os.Stat(dir)
	require.NoError(t, err)
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run([]string{"abs", "-w", dir}, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	after, err := os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, before.ModTime(), after.ModTime())

	// What changes late in a file has all before it.
	const last = "From a@b.example Thu Jan  1 00:00:00 2004\nBase: http://b/\nContent-Type: text/html\n\n<a href="
	require.NoError(t, appendTo(name, last+"x>\n"))
	require.Equal(t, exitOK, run([]string{"abs", "-w", dir}, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, box+last+"http://b/x>\n", string(text))
}

func appended(name string) error { return appendTo(name, "<a href=y>") }

func appendTo(name, text string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// TestListedDirectory checks that private directories from a list are private in the new tree,
// which is made before the list is read.
func TestListedDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"private", "public"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "in"), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "in", "x"), nil, 0o666))
	}
	require.NoError(t, os.Chmod("private", 0o700))
	var stderr bytes.Buffer
	args := []string{"abs", "-o", "out", "--files-from", "-"}
	require.Equal(t, exitOK, run(args, strings.NewReader("private\npublic\n"), io.Discard, &stderr), "%s", &stderr)
	for _, dir := range []string{"private", "public"} {
		was, err := os.Stat(dir)
		require.NoError(t, err)
		is, err := os.Stat(filepath.Join("out", dir))
		require.NoError(t, err)
		require.Equal(t, was.Mode(), is.Mode())
	}
}
