//go:build linux || darwin || freebsd

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
)

// orphan writes what a killed run leaves, and returns its name.
func orphan(t *testing.T, dir string, number int) string {
	name := filepath.Join(dir, fmt.Sprintf("%s1-%d", atomicfile.Prefix, number))
	require.NoError(t, os.WriteFile(name, []byte("<a href="), 0o400))
	return name
}

// TestOrphan checks that a run which writes in a directory removes the temporary files that
// other runs left there, and no other files. A run that does not write there reports them.
func TestOrphan(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		at   string // where it is left
		gone bool
	}{
		"in place":          {[]string{"abs", "-w", "in"}, "in", true},
		"below":             {[]string{"abs", "-w", "in"}, "in/none", true},
		"beside a file":     {[]string{"abs", "-w", "in/1.html"}, "in", true},
		"beside what stays": {[]string{"abs", "-w", "in/none/2.html"}, "in/none", false},
		"beside the tree":   {[]string{"abs", "-w", "in/sub"}, "in", false},
		"in the new tree":   {[]string{"abs", "-o", "out", "in"}, "out", true},
		"there, below":      {[]string{"abs", "-o", "out", "in"}, "out/sub", true},
		"there, elsewhere":  {[]string{"abs", "-o", "out", "in/sub"}, "out/sub", false},
		"in the source":     {[]string{"abs", "-o", "out", "in"}, "in/sub", false},
		"to stdout":         {[]string{"abs", "in/1.html"}, "in", false},
		"listed":            {[]string{"links", "in"}, "in", false},
		"checked":           {[]string{"check", "-b", "http://a/", "--same-base", "in"}, "in", false},
		"shown":             {[]string{"base", "in"}, "in", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, dir := range []string{"in/sub", "in/none", "out/sub"} {
				require.NoError(t, os.MkdirAll(dir, 0o755))
			}
			for _, name := range []string{"in/1.html", "in/sub/1.html"} {
				require.NoError(t, os.WriteFile(name, []byte("<base href=http://a/><a href=x>"), 0o644))
			}
			require.NoError(t, os.WriteFile("in/none/2.html", []byte("text"), 0o644))
			left := orphan(t, c.at, 7)
			var stdout, stderr bytes.Buffer
			require.Equal(t, exitOK, run(c.args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
			_, err := os.Lstat(left)
			if c.gone {
				require.ErrorIs(t, err, os.ErrNotExist)
				require.NotContains(t, stderr.String(), atomicfile.Prefix)
			} else {
				require.NoError(t, err)
			}
			reported := left + ": passed over: left by a run of hrefix that did not end well: remove it\n"
			met := !c.gone && strings.HasPrefix(left, c.args[len(c.args)-1]+"/")
			require.Equal(t, met, strings.Contains(stderr.String(), reported), "%s", &stderr)
		})
	}
}

// TestForeign checks that files stay whose names are similar to those of temporary files, or
// that are not regular.
func TestForeign(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("in", 0o755))
	require.NoError(t, os.MkdirAll("out", 0o755))
	require.NoError(t, os.WriteFile("in/1.html", []byte("<a href=x>"), 0o644))
	require.NoError(t, os.WriteFile("elsewhere", nil, 0o644))
	var foreign []string
	for _, dir := range []string{"in", "out"} {
		for _, name := range []string{
			".hrefix-1-2.eml", ".hrefix-1-", ".hrefix-1", ".hrefix-", ".hrefix--1-2", ".hrefix-0-2", ".hrefix-01-2",
			".hrefix-1--2", ".hrefix-1-2 ", ".hrefix-+1-2", ".hrefix-1-99999999999999999999", "hrefix-1-2", ".Hrefix-1-2",
		} {
			name = filepath.Join(dir, name)
			require.NoError(t, os.WriteFile(name, nil, 0o644))
			foreign = append(foreign, name)
		}
		require.NoError(t, os.Mkdir(dir+"/.hrefix-1-3", 0o755))
		require.NoError(t, os.Symlink("1.html", dir+"/.hrefix-1-4"))
		require.NoError(t, os.Symlink("../elsewhere", dir+"/.hrefix-1-5"))
		require.NoError(t, syscall.Mkfifo(dir+"/.hrefix-1-6", 0o644))
		foreign = append(foreign, dir+"/.hrefix-1-3", dir+"/.hrefix-1-4", dir+"/.hrefix-1-5", dir+"/.hrefix-1-6")
		orphan(t, dir, 7)
	}
	var stdout, stderr bytes.Buffer
	for _, args := range [][]string{{"-o", "out", "in/1.html"}, {"-w", "in"}, {"-w", "in/1.html"}} {
		args = append([]string{"abs", "-b", "http://a/", "--same-base"}, args...)
		require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	}
	for _, name := range append(foreign, "elsewhere") {
		_, err := os.Lstat(name)
		require.NoError(t, err)
	}
	for _, dir := range []string{"in", "out"} {
		require.NoFileExists(t, filepath.Join(dir, atomicfile.Prefix+"1-7"))
	}
}

// TestInUse checks that a temporary file of another process stays, without a message, and is
// removed when the process has ended.
func TestInUse(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "1.html")
	require.NoError(t, os.WriteFile(name, []byte("<base href=http://a/><a href=x>"), 0o644))
	left := orphan(t, dir, 7)
	require.NoError(t, os.Chmod(left, 0o600))
	other := exec.Command("lock", left)
	stdin, err := other.StdinPipe()
	require.NoError(t, err)
	stdout, err := other.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, other.Start())
	said, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "<nil>\n", said)
	for _, args := range [][]string{{"links", dir}, {"abs", "-w", name}, {"abs", "-w", dir}} {
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr))
		require.NotContains(t, stderr.String(), atomicfile.Prefix)
		require.FileExists(t, left)
	}
	require.NoError(t, stdin.Close())
	require.NoError(t, other.Wait())
	require.Equal(t, exitOK, run([]string{"abs", "-w", dir}, strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer)))
	require.NoFileExists(t, left)
}
