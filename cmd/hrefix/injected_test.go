//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/manifest"
	"github.com/stretchr/testify/require"
)

// TestInjected fails every call of the system that is about files, one at a time and from
// one on, while the command writes: it says which file that concerns, and nothing is lost.
// It wants strace, which makes calls fail, and is skipped unless HREFIX_FAULTS is 1.
func TestInjected(t *testing.T) {
	if os.Getenv("HREFIX_FAULTS") != "1" {
		t.Skip("HREFIX_FAULTS is not 1: this test needs strace")
	}
	hrefix := buildStatic(t)
	for _, to := range [][]string{{"-w"}, {"-w", "--backup"}, {"-w", "--backup=old/"}, {"-o", "out"}} {
		t.Run(strings.Join(to, " "), func(t *testing.T) {
			newFaults(t, hrefix, slices.Concat([]string{"abs", "-b", "http://a.example/", "--same-base", "-j", "1"}, to, []string{"in"})).run(t)
		})
	}
}

// faults are those of a command.
type faults struct {
	command  []string
	old, new map[string]string
	counts   map[string]int // of calls of the system that are about files, by name
	again    bool           // the command may run again
}

// newFaults runs a command as it is.
func newFaults(t *testing.T, hrefix string, args []string) *faults {
	f := &faults{command: append([]string{hrefix}, args...), counts: make(map[string]int), again: args[len(args)-2] != "out"}
	dir := t.TempDir()
	faultySite(t, dir)
	f.old = contents(t, dir)
	reported := filepath.Join(t.TempDir(), "counts")
	o := f.exec(t, dir, "-c", "-e", "trace=%file,%desc", "-o", reported)
	require.Zero(t, o.status, o.stderr)
	f.new = contents(t, dir)
	text, err := os.ReadFile(reported)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 5 || fields[len(fields)-1] == "total" {
			continue
		}
		if n, err := strconv.Atoi(fields[3]); err == nil {
			f.counts[fields[len(fields)-1]] = n
		}
	}
	for _, name := range []string{"execve", "mmap", "epoll_create1", "epoll_ctl", "epoll_pwait", "eventfd2", "fcntl"} {
		delete(f.counts, name) // not about files
	}
	for _, name := range []string{"openat", "read", "write", "fsync", "renameat", "newfstatat"} {
		require.NotZero(t, f.counts[name], "%s: %s", name, text)
	}
	return f
}

// faultySite writes what the command works on: something of all kinds.
func faultySite(t *testing.T, dir string) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := io.WriteString(z, "<a href=x>")
	require.NoError(t, errors.Join(err, z.Close()))
	for name, text := range map[string]string{
		"0.html":        strings.Repeat("<a href=x>\n", 100),
		"plain":         "<!doctype html><a href=x>", // recognised by its content
		"absolute.html": "<a href=http://b.example/>",
		"picture.png":   "\x89PNG\r\n\x1a\n",
		"sub/m.eml":     "Content-Type: text/html\n\n<a href=x>\n",
		"sub/box":       strings.Repeat("From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\n", 3),
		"sub/z.html.gz": packed.String(),
	} {
		name = filepath.Join(dir, "in", name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
}

// An outcome is what came of a run.
type outcome struct {
	status int
	stderr string
}

// exec runs the command below strace.
func (f *faults) exec(t *testing.T, dir string, strace ...string) outcome {
	var stderr bytes.Buffer
	cmd := exec.Command("strace", slices.Concat([]string{"-f"}, strace, f.command)...)
	cmd.Dir, cmd.Stderr = dir, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil {
		require.ErrorAs(t, err, &exit)
		require.True(t, exit.Exited(), "%v: %s", err, &stderr)
	}
	return outcome{cmd.ProcessState.ExitCode(), untimed(stderr.String())}
}

// A fault is a call of the system that fails: the one of that number in its thread, and
// with a + those that follow.
type fault struct{ call, number, with string }

// of returns the faults of a call.
func (f *faults) of(call string) (all []fault) {
	with := []string{"EIO", "EIO+"}
	if call != "lseek" { // it does not wait
		with = append(with, "EINTR")
	}
	if slices.Contains([]string{"openat", "write", "fsync", "mkdirat", "linkat", "renameat"}, call) {
		with = append(with, "ENOSPC", "ENOSPC+")
	}
	for i := range f.counts[call] {
		for _, w := range with {
			name, on := strings.CutSuffix(w, "+")
			number := strconv.Itoa(i + 1)
			if on {
				number += "+"
			}
			all = append(all, fault{call, number, name})
		}
	}
	return all
}

func (f *faults) run(t *testing.T) {
	for _, call := range slices.Sorted(maps.Keys(f.counts)) {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			all, failed := f.of(call), 0
			for _, one := range all {
				o, wrong := f.try(t, one)
				if o.status != exitOK {
					failed++
				}
				for _, w := range wrong {
					t.Errorf("%s: %s", one, w)
				}
			}
			t.Logf("%d faults, at %d of which the command failed", len(all), failed)
		})
	}
}

// named finds the names of files in what the command reports.
var named = regexp.MustCompile(`(?m)^hrefix: (in\b|out\b|-o out\b|--backup=old/:|\.:)`)

// internals are texts that no message should have.
var internals = regexp.MustCompile(`\\x0a|\.hrefix-|renameat|goroutine|EOF`)

// try runs the command with a fault, and returns what is wrong.
func (f *faults) try(t *testing.T, one fault) (o outcome, wrong []string) {
	dir := t.TempDir()
	faultySite(t, dir)
	trace := filepath.Join(t.TempDir(), "trace")
	o = f.exec(t, dir, "-o", trace, "-e", "trace="+one.call, "-e", fmt.Sprintf("inject=%s:error=%s:when=%s", one.call, one.with, one.number))
	say := func(format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf(format, args...)+"\n"+o.stderr)
	}
	calls, err := os.ReadFile(trace)
	require.NoError(t, err)
	mute := regexp.MustCompile(`(?m)^\d+ +write\(2, .*INJECTED`).Match(calls) // it cannot report anything
	got := contents(t, dir)
	whole := true
	for name, text := range f.new {
		whole = whole && got[name] == text
	}
	for name, text := range got {
		locks := name == "in/sub/box.lock" && strings.Contains(o.stderr, "in/sub/box: its lock box.lock stays: ")
		if text != f.old[name] && text != f.new[name] && !strings.Contains(name, ".hrefix-") && !locks {
			say("%s is neither old nor new: %q", name, text)
		}
	}
	for name := range f.old {
		if _, ok := got[name]; !ok {
			say("%s is lost", name)
		}
	}
	switch {
	case o.status == exitOK && !whole:
		say("exit status 0, and not all was done")
	case o.status != exitOK && o.status != exitFailed:
		say("exit status %d", o.status)
	case o.status == exitFailed && !mute && !named.MatchString(o.stderr):
		say("no file is named")
	case one.with == "EINTR" && o.status != exitOK:
		say("a signal is taken for a failure")
	case internals.MatchString(o.stderr):
		say("an internal name in a message")
	}
	cmd := exec.Command(f.command[0], f.command[1:]...)
	cmd.Dir = dir
	reported, err := cmd.CombinedOutput()
	after := contents(t, dir)
	if f.again && err != nil {
		say("the next run: %v: %s", err, reported)
	}
	list, listed := after["old/"+inputs.BackupList]
	delete(after, "old/"+inputs.BackupList)
	for name, text := range f.new {
		if listed && f.again && f.old[name] != text && !strings.Contains(name, ".hrefix-") && f.old[name] != "" && !strings.Contains(list, manifest.DigestOf(text)) {
			say("%s is not in the list of backups: %q", name, list)
		}
	}
	for name, text := range after {
		left := strings.Contains(name, ".hrefix-") && name != "old/"+inputs.BackupMark
		if f.again && text != f.new[name] || left {
			say("%s, after the next run: %q", name, text)
		}
	}
	return o, wrong
}
