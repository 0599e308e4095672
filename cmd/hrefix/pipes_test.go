//go:build linux || darwin || freebsd

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// silentPipe replaces a file by a named pipe that is open for writing, and to which nothing is
// written. A program that reads it waits.
func silentPipe(t *testing.T, name string) {
	if err := os.Remove(name); !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	writer, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { writer.Close() })
}

// runsAtOnce runs the command, which must not wait for anything, and returns its status.
func runsAtOnce(t *testing.T, args []string, stderr io.Writer) int {
	status := make(chan int, 1)
	go func() { status <- run(args, strings.NewReader(""), io.Discard, stderr) }()
	select {
	case s := <-status:
		return s
	case <-time.After(20 * time.Second):
		require.FailNow(t, "the command waits for a pipe")
		return 0
	}
}

// TestPipeSwapped checks that the command does not wait if a named pipe replaces a file after
// it was found, here while the file before it is worked on.
func TestPipeSwapped(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	for _, to := range [][]string{{"-w"}, {"-o", out}, {"-d"}} {
		t.Run(to[0], func(t *testing.T) {
			in := t.TempDir()
			for _, name := range []string{"1.html", "2.html", "3.html"} {
				require.NoError(t, os.WriteFile(filepath.Join(in, name), []byte("<a href=x>"), 0o600))
			}
			swapped := filepath.Join(in, "2.html")
			stderr := &hook{do: func() { silentPipe(t, swapped) }}
			status := runsAtOnce(t, slices.Concat([]string{"abs", "--verbose", "-j", "1"}, to, []string{in}), stderr)
			require.Equal(t, exitFailed, status, "%s", stderr)
			require.Contains(t, stderr.String(), "hrefix: "+swapped+": is not a regular file any more: check what is there, then try again\n")
			require.Contains(t, stderr.String(), "3.html: 1 reference left", "the others are still done")
		})
	}
}

// TestPipeListed checks that a named pipe in a list is refused, and the others are still done.
func TestPipeListed(t *testing.T) {
	dir := t.TempDir()
	pipe, page, list := filepath.Join(dir, "pipe.html"), filepath.Join(dir, "page.html"), filepath.Join(dir, "list")
	silentPipe(t, pipe)
	require.NoError(t, os.WriteFile(page, []byte("<a href=x>"), 0o600))
	require.NoError(t, os.WriteFile(list, []byte(pipe+"\n"+page+"\n"), 0o600))
	var stderr bytes.Buffer
	require.Equal(t, exitFailed, runsAtOnce(t, []string{"abs", "-w", "--same-base", "-b", "http://b/", "--files-from", list}, &stderr))
	require.Contains(t, stderr.String(), "hrefix: "+list+":1: "+pipe+": is not a regular file: give it as an argument to read it\n")
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, "<a href=http://b/x>", string(got))
}

// TestPipeInPlace checks that a named pipe with -w is refused before it is opened, which would
// wait for a writer, and the others are still done.
func TestPipeInPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo("pipe", 0o600))
	require.NoError(t, os.WriteFile("page.html", []byte("<a href=x>"), 0o600))
	for _, args := range [][]string{
		{"abs", "-w", "-b", "http://b/", "pipe"},
		{"abs", "-w", "-l", "-b", "http://b/", "pipe"},
		{"pin", "-w", "--same-base", "-b", "http://b/", "pipe", "page.html"},
	} {
		var stderr bytes.Buffer
		require.Equal(t, exitFailed, runsAtOnce(t, args, &stderr))
		require.Contains(t, stderr.String(), "hrefix: pipe: is not a regular file: it cannot be written in place\n")
	}
	got, err := os.ReadFile("page.html")
	require.NoError(t, err)
	require.Equal(t, `<base href="http://b/"><a href=x>`, string(got))
}

// TestPipeNamed checks that pipes that are given as arguments are waited for and read.
func TestPipeNamed(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	page := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(page, []byte("<a href=x>"), 0o600))
	for _, c := range []struct {
		name, text string   // what is written to it, and whereto: stdin, fd or pipe
		args       []string // of abs
	}{
		{"pipe", "<a href=x>", []string{pipe}},
		{"stdin", "<a href=x>", []string{"/dev/stdin"}},
		{"stdin", "<a href=x>", []string{"-"}},
		{"fd", "<a href=x>", []string{"/dev/fd/3"}},
		{"fd", page + "\n", []string{"--files-from", "/dev/fd/3", "-d"}},
		{"stdin", page + "\n", []string{"--files-from", "/dev/stdin", "-d"}},
	} {
		t.Run(c.name+" "+strings.Join(c.args, " "), func(t *testing.T) {
			read, write, err := os.Pipe()
			require.NoError(t, err)
			cmd := exec.Command("hrefix", append([]string{"abs", "--same-base", "-b", "http://b/"}, c.args...)...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			switch c.name {
			case "stdin":
				cmd.Stdin = read
			case "fd":
				cmd.ExtraFiles = []*os.File{read}
			}
			require.NoError(t, cmd.Start())
			require.NoError(t, read.Close())
			if c.name == "pipe" {
				write.Close()
				write, err = os.OpenFile(pipe, os.O_WRONLY, 0)
				require.NoError(t, err)
			}
			time.Sleep(10 * time.Millisecond) // who does not wait finds nothing
			_, err = io.WriteString(write, c.text)
			require.NoError(t, err)
			require.NoError(t, write.Close())
			require.NoError(t, cmd.Wait(), "%s", &stderr)
			require.Contains(t, stdout.String(), "<a href=http://b/x>")
		})
	}
}

// TestPipeMap checks that a map in a pipe is read once, though check makes two books.
func TestPipeMap(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("site", 0o700))
	require.NoError(t, os.WriteFile("site/page.html", []byte("<a href=http://x/none><a href=http://x/q>"), 0o600))
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer read.Close()
	_, err = io.WriteString(write, "http://x/q\tsite/page.html\n")
	require.NoError(t, errors.Join(err, write.Close()))
	var stdout, stderr bytes.Buffer
	code := run([]string{"check", "--external", "--map", fmt.Sprintf("/dev/fd/%d", read.Fd()), "site"}, strings.NewReader(""), &stdout, &stderr)
	require.Zero(t, code, &stderr)
	require.Equal(t, "http://x/none\n", stdout.String())
}
