//go:build unix

package peers

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A mailUser is a user who receives mail, with a home directory. It is not root, for whom
// Dovecot delivers nothing.
type mailUser struct {
	home     string
	uid, gid int
	env      []string // beyond HOME, PATH and the like
}

// nobody is the user who receives the mail if root runs the tests.
const nobody = 65534

// newMailUser returns a user with the command in ~/bin and an empty Maildir.
func newMailUser(t testing.TB) *mailUser {
	t.Helper()
	home, err := os.MkdirTemp("", "hrefix-mail-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(home)) })
	u := &mailUser{home: home, uid: os.Getuid(), gid: os.Getgid()}
	if u.uid == 0 {
		u.uid, u.gid = nobody, nobody
	}
	u.own(t, home)
	for _, dir := range []string{"bin", "Maildir", "Maildir/new", "Maildir/cur", "Maildir/tmp"} {
		u.mkdir(t, dir)
	}
	u.install(t, "hrefix", passOn(t, ""))
	return u
}

// passOn returns a script that runs the command with additional flags.
func passOn(t testing.TB, flags string) string {
	command := hrefix(t)
	require.NoError(t, os.Chmod(scratch, 0o711))
	require.NoError(t, os.Chmod(command, 0o755))
	return fmt.Sprintf("exec %s %s \"$@\"", command, flags)
}

func (u *mailUser) path(name string) string { return filepath.Join(u.home, name) }

func (u *mailUser) own(t testing.TB, path string) {
	t.Helper()
	require.NoError(t, os.Lchown(path, u.uid, u.gid))
}

func (u *mailUser) mkdir(t testing.TB, name string) {
	t.Helper()
	require.NoError(t, os.Mkdir(u.path(name), 0o700))
	u.own(t, u.path(name))
}

// put writes a file of the user.
func (u *mailUser) put(t testing.TB, name, data string) {
	t.Helper()
	require.NoError(t, os.WriteFile(u.path(name), []byte(data), 0o600))
	u.own(t, u.path(name))
}

// get returns the content of a file of the user.
func (u *mailUser) get(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(u.path(name))
	require.NoError(t, err)
	return string(data)
}

// install writes a shell script to ~/bin.
func (u *mailUser) install(t testing.TB, name, script string) {
	t.Helper()
	path := filepath.Join("bin", name)
	u.put(t, path, "#!/bin/sh\n"+script+"\n")
	require.NoError(t, os.Chmod(u.path(path), 0o700))
}

// An outcome is the result of a program that the user ran.
type outcome struct {
	stdout, stderr string
	status         int // the exit status, -1 if a signal ended it
}

// run runs a program as the user, at home, with input on stdin.
func (u *mailUser) run(t testing.TB, input, name string, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir = u.home
	cmd.Env = append([]string{
		"HOME=" + u.home, "USER=nobody", "LOGNAME=nobody", "SHELL=/bin/sh",
		"PATH=" + u.path("bin") + ":/usr/bin:/bin:/usr/sbin",
	}, u.env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(u.uid), Gid: uint32(u.gid)}}
	}
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// shell runs a block of the page as the user would in a shell.
func (u *mailUser) shell(t testing.TB, block string) outcome {
	t.Helper()
	return u.run(t, "", "/bin/sh", "-c", block)
}

// mails returns the messages in the Maildir by the base names of their files.
func (u *mailUser) mails(t testing.TB) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for _, dir := range []string{"Maildir/new", "Maildir/cur"} {
		entries, err := os.ReadDir(u.path(dir))
		require.NoError(t, err)
		for _, e := range entries {
			all[e.Name()] = u.get(t, filepath.Join(dir, e.Name()))
		}
	}
	return all
}

// texts returns the messages in the Maildir.
func (u *mailUser) texts(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, text := range u.mails(t) {
		all = append(all, text)
	}
	return all
}
