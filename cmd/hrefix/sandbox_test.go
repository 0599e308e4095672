package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/sandbox"
)

// probe is a program that does what hrefix does, and that tries in its sandbox, before it
// reads a document, what the environment lists: "read FILE", "write FILE", "create FILE",
// "list DIR" and "run FILE". It prints to stderr what succeeds.
func probe() {
	c := &command{Console: console.Console{Stdout: os.Stdout, Stderr: os.Stderr}, stdin: os.Stdin}
	c.enter = func(r sandbox.Rules, strict bool) error {
		err := sandbox.Enter(r, strict)
		for try := range strings.Lines(os.Getenv("PROBE")) {
			what, name, _ := strings.Cut(strings.TrimSpace(try), " ")
			if tries[what](name) == nil {
				fmt.Fprintf(os.Stderr, "probe: %s %s\n", what, name)
			}
		}
		return err
	}
	os.Exit(c.run(os.Args[1:]))
}

var tries = map[string]func(name string) error{
	"read": func(name string) error { _, err := os.ReadFile(name); return err },
	"list": func(name string) error { _, err := os.ReadDir(name); return err },
	"run":  func(name string) error { return exec.Command(name).Run() },
	"write": func(name string) error {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		return errors.Join(err, f.Close())
	},
	"truncate": func(name string) error { return os.Truncate(name, 0) },
	"create":   func(name string) error { return os.WriteFile(name, nil, 0o600) },
	"remove":   func(name string) error { return os.Remove(name) },
}

// TestSandboxMissing checks that a run works without a sandbox if the system has none, but
// fails with --sandbox on.
func TestSandboxMissing(t *testing.T) {
	for _, c := range []struct {
		when   string
		err    error // of the system
		status int
		stderr string
	}{
		{"auto", sandbox.ErrUnsupported, exitOK, ""},
		{"auto", fs.ErrPermission, exitOK, ""},
		{"off", errors.New("was called"), exitOK, ""},
		{"on", sandbox.ErrUnsupported, exitFailed, "hrefix: --sandbox on: the system has no sandbox for files (Landlock of Linux 6.2 or later): leave it out, or give --sandbox auto\n"},
		{"sometimes", nil, exitFailed, "hrefix: --sandbox \"sometimes\": give auto, on or off\n"},
	} {
		var stdout, stderr bytes.Buffer
		com := &command{Console: console.Console{Stdout: &stdout, Stderr: &stderr}, stdin: strings.NewReader("<a href=x>")}
		com.enter = func(_ sandbox.Rules, strict bool) error {
			require.Equal(t, c.when == "on", strict)
			require.NotEqual(t, "off", c.when)
			return c.err
		}
		require.Equal(t, c.status, com.run([]string{"-b", "http://b/", "--sandbox", c.when}), c.when)
		require.Equal(t, c.stderr, stderr.String())
		require.Equal(t, c.status == exitOK, stdout.String() == "<a href=http://b/x>", "%s", &stdout)
	}
}
