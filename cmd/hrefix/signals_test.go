//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// talkative makes a site about which the command reports more than a pipe holds, so that a run
// waits until the test reads that.
func talkative(t *testing.T, files, changes int) (dir string) {
	dir = t.TempDir()
	for i := range files {
		page := "<base href=http://b/>" + strings.Repeat("<a href=x>", changes) + strings.Repeat("<a href='#y'>\n", 600)
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.html", i)), []byte(page), 0o600))
	}
	return dir
}

// talkativeBox makes a mailbox with a change in the first message. After more than a batch,
// there are many messages about which the command reports something.
func talkativeBox(t *testing.T) (dir string) {
	const from = "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n"
	dir = t.TempDir()
	box := from + "Base: http://b/\n\n<a href=x>\n\n" + from + "\n" + strings.Repeat("text\n", 4*batchSize/5) + "\n" +
		strings.Repeat(from+"\n<a href=x>\n\n", 20_000)
	require.Greater(t, int64(len(box)), source.SharedMailbox)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "box"), []byte(box), 0o600))
	return dir
}

// TestSignal checks that a run that is ended by a signal leaves no temporary files, and each
// file is old or new.
func TestSignal(t *testing.T) {
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	signal.Notify(make(chan os.Signal, 1), signals...) // commands have them, too, though they are ignored here
	defer signal.Reset(signals...)
	for name, site := range map[string]func() string{
		"files":   func() string { return talkative(t, 30, 1) },
		"mailbox": func() string { return talkativeBox(t) },
	} {
		for _, jobs := range []string{"1", "2"} {
			for _, to := range []string{"-w", "-o"} {
				for i, s := range signals {
					if i > 0 && (jobs == "2" || to == "-o") {
						continue // one signal is enough
					}
					t.Run(strings.Join([]string{name, jobs, to, s.String()}, " "), func(t *testing.T) {
						in := site()
						out := in
						args := []string{"abs", "--json", "--keep-fragments", "-j", jobs, "-w", in}
						if to == "-o" {
							out = filepath.Join(t.TempDir(), "out")
							args = append(args[:len(args)-2], "-o", out, in)
						}
						old := contents(t, in)
						cmd := exec.Command("hrefix", args...)
						stderr := started(t, cmd)
						if name == "mailbox" || jobs == "2" { // others are written meanwhile
							require.Eventually(t, func() bool { return len(temporariesIn(t, out)) > 0 }, time.Minute, time.Millisecond)
						}
						require.NoError(t, cmd.Process.Signal(s))
						reports, err := io.ReadAll(stderr)
						require.NoError(t, err)
						require.Equal(t, s == os.Interrupt, bytes.Contains(reports, []byte("hrefix: interrupted: each file is as it was, or complete\n")))
						var exit *exec.ExitError
						require.ErrorAs(t, cmd.Wait(), &exit)
						require.Equal(t, 128+int(s.(syscall.Signal)), exit.ExitCode())
						requireWhole(t, out, old)
					})
				}
			}
		}
	}
}

// TestSignalNotes checks that an interrupted run prints the notes that it has summed up.
func TestSignalNotes(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	defer signal.Reset(os.Interrupt)
	dir := t.TempDir()
	page, next, list, out := filepath.Join(dir, "p.html"), filepath.Join(dir, "q.html"), filepath.Join(dir, "list"), filepath.Join(dir, "out")
	require.NoError(t, os.WriteFile(page, []byte("<a href=x>"), 0o600))
	require.NoError(t, os.WriteFile(next, []byte("<p>"), 0o600))
	require.NoError(t, syscall.Mkfifo(list, 0o600))
	writer, err := os.OpenFile(list, os.O_RDWR, 0) // the run waits for its third line
	require.NoError(t, err)
	defer writer.Close()
	_, err = writer.WriteString(page + "\n" + next + "\n")
	require.NoError(t, err)
	cmd := exec.Command("hrefix", "abs", "-j", "1", "-o", out+"/", "--files-from", list)
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool { return exists(filepath.Join(out, "q.html")) }, time.Minute, time.Millisecond)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	reports, err := io.ReadAll(stderr)
	require.NoError(t, err)
	require.Equal(t, "hrefix: "+page+": 1 reference left: no base URL is known: give -b URL\n"+
		"hrefix: interrupted: each file is as it was, or complete\n", string(reports))
	require.Error(t, cmd.Wait())
}

// TestStderrClosed checks the same if the reader of stderr closes the pipe.
func TestStderrClosed(t *testing.T) {
	for _, jobs := range []string{"1", "2"} {
		dir := talkativeBox(t)
		old := contents(t, dir)
		cmd := exec.Command("hrefix", "abs", "--json", "-j", jobs, "-w", dir)
		stderr := started(t, cmd)
		require.Eventually(t, func() bool { return len(temporariesIn(t, dir)) > 0 }, time.Minute, time.Millisecond)
		require.NoError(t, stderr.Close())
		var exit *exec.ExitError
		require.ErrorAs(t, cmd.Wait(), &exit)
		require.Equal(t, 128+int(syscall.SIGPIPE), exit.ExitCode())
		requireWhole(t, dir, old)
	}
}

// started starts a command, and returns its standard error when the first message has arrived.
func started(t *testing.T, cmd *exec.Cmd) io.ReadCloser {
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = bufio.NewReaderSize(stderr, 1).ReadString('\n')
	require.NoError(t, err)
	return stderr
}

// temporariesIn returns the temporaries in a directory.
func temporariesIn(t *testing.T, dir string) []string {
	all, err := filepath.Glob(filepath.Join(dir, ".*"))
	require.NoError(t, err)
	return all
}

// contents returns what is in the files of a directory.
func contents(t *testing.T, dir string) map[string]string {
	all := make(map[string]string)
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var text []byte
			text, err = os.ReadFile(filepath.Join(dir, name))
			all[name] = string(text)
		}
		return err
	}))
	return all
}

// requireWhole checks that a directory has only whole files.
func requireWhole(t *testing.T, dir string, old map[string]string) {
	for name, got := range contents(t, dir) {
		require.True(t, old[name] != "", "%s: was not there", name)
		fresh := strings.Replace(old[name], "href=x", "href=http://b/x", 1)
		require.True(t, got == old[name] || got == fresh, "%s: %d bytes", name, len(got))
	}
}

// TestStdoutClosed checks that hrefix ... | head -1 ends without a message.
func TestStdoutClosed(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	defer signal.Reset(syscall.SIGPIPE)
	site, box := talkative(t, 30, 600), filepath.Join(talkativeBox(t), "box")
	for _, args := range [][]string{
		{"abs", box},
		{"abs", "--json", "-b", "http://a/", box},
		{"links", site},
		{"links", box},
		{"links", "--json", site},
		{"base", box},
		{"base", "--json", box},
		{"check", "--each", "--no-relative", site},
		{"check", "--each", box},
	} {
		for _, jobs := range []string{"1", "2"} {
			t.Run(strings.Join(args[:len(args)-1], " ")+" -j "+jobs, func(t *testing.T) {
				var stderr bytes.Buffer
				cmd := exec.Command("hrefix", append(args, "-j", jobs)...)
				cmd.Stderr = &stderr
				stdout, err := cmd.StdoutPipe()
				require.NoError(t, err)
				require.NoError(t, cmd.Start())
				_, err = bufio.NewReaderSize(stdout, 1).ReadString('\n')
				require.NoError(t, err)
				require.NoError(t, stdout.Close())
				var exit *exec.ExitError
				require.ErrorAs(t, cmd.Wait(), &exit)
				status := exit.Sys().(syscall.WaitStatus)
				require.True(t, status.Signaled(), "%v: %s", exit, &stderr)
				require.Equal(t, syscall.SIGPIPE, status.Signal())
				require.Empty(t, stderr.String())
			})
		}
	}
}

// longNames makes a site of whose names there are more than a buffer holds.
func longNames(t *testing.T) (dir string) {
	dir = t.TempDir()
	for i := range 60 {
		name := filepath.Join(dir, strings.Repeat("x", 200)+fmt.Sprintf("%d.html", i))
		require.NoError(t, os.WriteFile(name, []byte("<base href=http://b/><a href=x>"), 0o600))
	}
	return dir
}

// TestNamesClosed checks the same of a run that writes files, which are whole.
func TestNamesClosed(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	defer signal.Reset(syscall.SIGPIPE)
	for _, jobs := range []string{"1", "2"} {
		dir := longNames(t)
		old := contents(t, dir)
		stdout, w, err := os.Pipe()
		require.NoError(t, err)
		require.NoError(t, stdout.Close())
		var stderr bytes.Buffer
		cmd := exec.Command("hrefix", "abs", "-w", "-l", "-j", jobs, dir)
		cmd.Stdout, cmd.Stderr = w, &stderr
		require.NoError(t, cmd.Start())
		require.NoError(t, w.Close())
		var exit *exec.ExitError
		require.ErrorAs(t, cmd.Wait(), &exit)
		require.Equal(t, 128+int(syscall.SIGPIPE), exit.ExitCode())
		require.Empty(t, stderr.String())
		requireWhole(t, dir, old)
	}
}

// TestNoRoomForNames checks that a run leaves no temporary files if it cannot print the names
// of the files that it writes.
func TestNoRoomForNames(t *testing.T) {
	for range 10 {
		dir := longNames(t)
		old := contents(t, dir)
		var stderr bytes.Buffer
		require.Equal(t, exitFailed, run([]string{"abs", "-w", "-l", "-j", "4", dir}, strings.NewReader(""), new(narrow), &stderr))
		require.Equal(t, "hrefix: no room\n", stderr.String())
		requireWhole(t, dir, old)
	}
}
