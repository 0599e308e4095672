//go:build linux || darwin || freebsd

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/progress"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/test/syncbuffer"
)

// A terminal is a pseudo terminal of 80 columns.
type terminal struct {
	tty     *os.File
	keys    io.Writer // where the user types
	written syncbuffer.Buffer
}

func newTerminal(t *testing.T) *terminal {
	ptmx, tty, err := pty.Open()
	require.NoError(t, err)
	require.NoError(t, pty.Setsize(ptmx, &pty.Winsize{Rows: 24, Cols: 80}))
	term := &terminal{tty: tty, keys: ptmx}
	go io.Copy(&term.written, ptmx)
	t.Cleanup(func() {
		tty.Close()
		ptmx.Close()
	})
	return term
}

// rows returns what a terminal shows.
func (t *terminal) rows() []string {
	var rows []string
	for row := range strings.SplitSeq(t.written.String(), "\n") {
		var shown []byte
		for text := range strings.SplitSeq(row, "\r") {
			shown = append([]byte(text), shown[min(len(text), len(shown)):]...)
		}
		rows = append(rows, strings.TrimRight(string(shown), " "))
	}
	return rows
}

const (
	bar      = "B/s" // in what is written, if there was one
	box      = "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\n"
	overLong = 1300 * time.Millisecond // to wait for a bar
	ending   = "the end"               // of what is written
)

// TestProgress checks that a long run shows a bar, with messages above it, and erases the bar
// at the end.
func TestProgress(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	cmd := exec.Command("hrefix", "-j", "1")
	cmd.Stderr = term.tty
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer out.Close()
	cmd.Stdout = out
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = io.WriteString(stdin, box)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return strings.Contains(term.written.String(), "\r0 files, 79 B, ") }, time.Minute, 10*time.Millisecond)
	require.NoError(t, stdin.Close())
	require.NoError(t, cmd.Wait())
	want := []string{"hrefix: stdin: 1 reference left: no base URL is known: give -b URL, but only if all messages come from there", ""}
	require.Eventually(t, func() bool { return len(term.rows()) == len(want) }, time.Minute, time.Millisecond)
	require.Equal(t, want, term.rows())
}

// TestNoBackup checks that somebody at a terminal is told that the old files are not kept.
func TestNoBackup(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args   []string
		want   bool
		script bool // stdout is no terminal
	}{
		{[]string{"-w"}, true, false},
		{[]string{"-w"}, false, true},
		{[]string{"-w", "-q"}, false, false},
		{[]string{"-w", "--backup"}, false, false},
		{[]string{"-n", "-w"}, false, false},
	} {
		name := filepath.Join(t.TempDir(), "a.html")
		require.NoError(t, os.WriteFile(name, []byte("<a href=x>"), 0o600))
		var stderr bytes.Buffer
		cmd := exec.Command("hrefix", append(append([]string{"abs"}, c.args...), "-b", "http://h/", name)...)
		if cmd.Stderr = &stderr; !c.script {
			cmd.Stdout = newTerminal(t).tty
		}
		require.NoError(t, cmd.Run(), "%s", &stderr)
		require.Equal(t, c.want, strings.Contains(stderr.String(), "hrefix: no backup was kept: --backup=DIR/ keeps the old files\n"), "%v: %s", c.args, &stderr)
	}
}

// TestProgressSignal checks that the bar is erased after a signal.
func TestProgressSignal(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	cmd := exec.Command("hrefix", "abs", "-w", "--files-from", "-")
	cmd.Stderr = term.tty
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	defer stdin.Close()
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool { return strings.Contains(term.written.String(), bar) }, time.Minute, 10*time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Wait(), &exit)
	require.Equal(t, 128+int(syscall.SIGTERM), exit.ExitCode())
	require.Eventually(t, func() bool { return len(term.rows()) == 1 && term.rows()[0] == "" }, time.Minute, time.Millisecond)
}

// TestNoProgress checks that no bar is shown if it is not wanted, or after other output on the same
// screen.
func TestNoProgress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args   []string
		env    string
		stdout bool // a terminal
	}{
		"flag":             {args: []string{"--no-progress"}},
		"dumb":             {env: "TERM=dumb"},
		"across a list":    {args: []string{"links"}, stdout: true},
		"across a page":    {args: []string{"report", "-o", "-"}, stdout: true},
		"across documents": {args: []string{"-j", "2"}, stdout: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term := newTerminal(t)
			cmd := exec.Command("hrefix", c.args...)
			cmd.Env = append(os.Environ(), "TERM=xterm", c.env)
			cmd.Stderr = term.tty
			if c.stdout {
				cmd.Stdout = term.tty
			}
			stdin, err := cmd.StdinPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			large := strings.Replace(box, "<a href=x>", strings.Repeat("text\n", 140)+"<a href=x>", 1)
			_, err = io.WriteString(stdin, strings.Repeat(large, 4*batchSize/len(large)))
			require.NoError(t, err)
			time.Sleep(overLong)
			require.NoError(t, stdin.Close())
			require.NoError(t, cmd.Wait())
			_, err = io.WriteString(term.tty, ending)
			require.NoError(t, err)
			require.Eventually(t, func() bool { return strings.Contains(term.written.String(), ending) }, time.Minute, time.Millisecond)
			shown := strings.Split(term.written.String(), "\n")
			if c.stdout {
				shown = shown[1:] // a bar may be before the output
			}
			if i := slices.IndexFunc(shown, func(row string) bool { return strings.Contains(row, bar) }); i >= 0 {
				t.Errorf("row %d: %q", i, shown[i])
			}
		})
	}
}

// TestProgressBackground checks that a run in the background draws no bar, and that it draws one when it
// gets the terminal.
func TestProgressBackground(t *testing.T) {
	t.Parallel()
	fifo := filepath.Join(t.TempDir(), "fifo")
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	term := newTerminal(t)
	cmd := exec.Command("sh", "-c", "set -m; hrefix < $FIFO > /dev/null & read line; fg")
	cmd.Env = append(os.Environ(), "TERM=xterm", "FIFO="+fifo)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = term.tty, term.tty, term.tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, cmd.Start())
	stdin, err := os.OpenFile(fifo, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer stdin.Close()
	const more = 1 << 20 // than a pipe holds: when it is written, the run has begun
	_, err = io.WriteString(stdin, strings.Repeat("text\n", more/len("text\n")))
	require.NoError(t, err)
	time.Sleep(overLong)
	require.NotContains(t, term.written.String(), bar)
	_, err = io.WriteString(term.keys, "\n") // the shell goes on
	require.NoError(t, err)
	require.Eventually(t, func() bool { return strings.Contains(term.written.String(), bar) }, time.Minute, 10*time.Millisecond)
	require.NoError(t, stdin.Close())
	require.NoError(t, cmd.Wait())
}

// TestMeasure checks that the amount of work that is counted beside the run is the amount done
// at the end, for any number of jobs.
func TestMeasure(t *testing.T) {
	dir := t.TempDir()
	makeArchive(t, filepath.Join(dir, "in"), 60)
	makeLarge(t, filepath.Join(dir, "large"))
	list := filepath.Join(dir, "list")
	require.NoError(t, os.WriteFile(list, []byte(filepath.Join(dir, "in/a/1.html")+"\n"), 0o600))
	for jobs, newTree := range map[int]string{1: "", 2: filepath.Join(dir, "out"), 4: ""} {
		c := &command{Console: console.Console{Stdout: io.Discard, Stderr: io.Discard}, stdin: strings.NewReader("")}
		c.flags = flags{jobs: jobs, inputs: inputFlags{lists: []string{list}}, writing: writing{output: newTree}}
		args := []string{filepath.Join(dir, "in"), filepath.Join(dir, "large"), filepath.Join(dir, "in/a/only.html"), "missing"}
		in := c.inputs(args)
		all, ok := measurer(in)(context.Background())
		require.True(t, ok)
		require.Greater(t, all.Files, int64(60))
		o := &source.Opener{Memory: source.ShareMemory()}
		require.ErrorIs(t, c.each(in, job.Steps{Do: func(j *job.Job) error {
			if j.File.Dir {
				return nil
			}
			s, err := c.open(j, o)
			if err == nil && s.Document {
				err = job.Visit(j, s, func(s *source.Source, one *job.Piece) *engine.Plan {
					return s.Rewriter.References(one.Source, func(*engine.Reference) {})
				})
			}
			return errors.Join(err, s.Close())
		}}), console.ErrReported)
		require.Equal(t, all, c.screen.bar.Done())
	}
}

// TestMeasureOnce checks that inputs that can be read only once, or have no end, are not
// measured.
func TestMeasureOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo("fifo", 0o600))
	require.NoError(t, os.WriteFile("file", []byte("0123456789"), 0o600))
	require.NoError(t, os.WriteFile("list", []byte("file\n"), 0o600))
	file, err := os.Open("file")
	require.NoError(t, err)
	defer file.Close()
	_, err = file.Seek(3, io.SeekStart)
	require.NoError(t, err)
	pipe, w, err := os.Pipe()
	require.NoError(t, err)
	defer pipe.Close()
	defer w.Close()
	for i, c := range []struct {
		stdin       io.Reader
		args, lists []string
		want        progress.Amount
	}{
		{stdin: file, want: progress.Amount{Files: 1, Bytes: 7}},
		{stdin: file, args: []string{"file", "-"}, want: progress.Amount{Files: 2, Bytes: 17}},
		{stdin: pipe, args: []string{"file"}, want: progress.Amount{Files: 1, Bytes: 10}},
		{stdin: pipe, lists: []string{"list"}, want: progress.Amount{Files: 1, Bytes: 10}},
		{stdin: pipe},
		{stdin: strings.NewReader("x")},
		{stdin: pipe, args: []string{"file", "-"}},
		{stdin: pipe, args: []string{"file", "fifo"}},
		{stdin: pipe, args: []string{"file"}, lists: []string{"list", "fifo"}},
		{stdin: file, args: []string{"file"}, lists: []string{"-"}},
		{stdin: pipe, args: []string{"file"}, lists: []string{"missing"}},
	} {
		com := &command{stdin: c.stdin, flags: flags{inputs: inputFlags{lists: c.lists}}}
		all, ok := measurer(com.inputs(c.args))(context.Background())
		require.Equal(t, c.want != progress.Amount{}, ok, strconv.Itoa(i))
		if ok {
			require.Equal(t, c.want, all, strconv.Itoa(i))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, ok := measurer(new(command).inputs([]string{"file"}))(ctx)
	require.False(t, ok)
}
