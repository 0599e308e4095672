//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A hook is a writer that does something before the first byte is written to it.
type hook struct {
	bytes.Buffer
	once sync.Once
	do   func()
}

// Write implements [io.Writer].
func (h *hook) Write(b []byte) (int, error) {
	h.once.Do(h.do)
	return h.Buffer.Write(b)
}

// TestMeanwhile checks that a change of a file after it was read and before it is replaced is
// kept. It is made when the command first reports something. With one job, that is before the
// first file is replaced, which then stays. With two jobs, it is after that, and before the
// second file is replaced, which may have been read, and is then read again.
func TestMeanwhile(t *testing.T) {
	const page, edited = "<a href=x><a href=http://>", "<a href=y><a href=http://>"
	absolute := strings.NewReplacer("=x", "=http://b/x", "=y", "=http://b/y")
	for _, c := range []struct {
		name string
		do   func(t *testing.T, file string)
		page string      // of the file, if it is left
		mode os.FileMode // in the end
	}{
		{"made private", func(t *testing.T, file string) {
			require.NoError(t, os.Chmod(file, 0o600))
		}, page, 0o600},
		{"edited, and its time put back", func(t *testing.T, file string) {
			before, err := os.Stat(file)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(file, []byte(edited), 0o600))
			require.NoError(t, os.Chtimes(file, before.ModTime(), before.ModTime()))
		}, edited, 0o644},
	} {
		for jobs, which := range map[string]string{"1": "1.html", "2": "2.html"} {
			t.Run(c.name+" -j "+jobs, func(t *testing.T) {
				dir := t.TempDir()
				for _, name := range []string{"1.html", "2.html"} {
					require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(page), 0o644))
				}
				name := filepath.Join(dir, which)
				var stdout bytes.Buffer
				stderr := &hook{do: func() { c.do(t, name) }}
				args := []string{"abs", "-w", "--same-base", "-b", "http://b/", "--dialect", "whatwg", "--verbose", "-j", jobs, filepath.Join(dir, "1.html"), filepath.Join(dir, "2.html")}
				status, want := run(args, strings.NewReader(""), &stdout, stderr), absolute.Replace(c.page)
				if jobs == "1" {
					require.Equal(t, exitFailed, status)
					require.Contains(t, stderr.String(), "hrefix: "+name+": not written: another program changed the file: try again\n")
					want = c.page
				} else {
					require.Equal(t, exitOK, status, "%s", stderr)
				}
				info, err := os.Stat(name)
				require.NoError(t, err)
				require.Equal(t, c.mode, info.Mode(), "%s", stderr)
				got, err := os.ReadFile(name)
				require.NoError(t, err)
				require.Equal(t, want, string(got), "%s", stderr)
			})
		}
	}
}

// TestMadePrivate checks that a file that becomes private while a new tree is made is private
// there.
func TestMadePrivate(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.html"), filepath.Join(dir, "out")
	require.NoError(t, os.WriteFile(in, []byte("<a href=x><a href=http://>"), 0o644))
	var stdout bytes.Buffer
	stderr := &hook{do: func() { require.NoError(t, os.Chmod(in, 0o600)) }}
	args := []string{"abs", "-b", "http://b/", "--dialect", "whatwg", "--verbose", "-j", "1", "-o", out + "/", in}
	require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, stderr), "%s", stderr)
	info, err := os.Stat(filepath.Join(out, "in.html"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
}

// TestMeanwhileRead checks that abs notices a change of a file while it reads it: with -o it writes
// nothing, or the new content if it can still read it again; what went to stdout cannot be undone.
func TestMeanwhileRead(t *testing.T) {
	dir := t.TempDir()
	name, out := filepath.Join(dir, "crawl.warc"), filepath.Join(dir, "out.warc")
	record := "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\nContent-Type: text/html\r\nContent-Length: 26\r\n\r\n" +
		"<a href=x><a href=http://>\r\n\r\n"
	for _, to := range [][]string{{"-o", out}, {"-o", dir + "/tree/"}, {}} {
		for what, do := range map[string]func() error{
			"appended": func() error { return os.WriteFile(name, []byte(record+record), 0o600) },
			"cut":      func() error { return os.Truncate(name, 30) },
		} {
			require.NoError(t, os.WriteFile(name, []byte(record), 0o600))
			stderr := &hook{do: func() { require.NoError(t, do()) }}
			var stdout bytes.Buffer
			status := run(append([]string{"abs", "-j", "1", "--dialect", "whatwg", "--verbose", name}, to...), strings.NewReader(""), &stdout, stderr)
			require.Equal(t, exitFailed, status, what)
			require.Contains(t, stderr.String(), "another program changed the file: try again\n", what)
			require.NoFileExists(t, out)
			require.NoFileExists(t, dir+"/tree/crawl.warc")
		}
	}
}
