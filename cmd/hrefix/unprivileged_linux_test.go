package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// user is the user and the group that run the program if root runs the tests.
const user = 65534

// copyProgram copies the program to a directory that everybody can read, and returns its path.
func copyProgram(t *testing.T, dir string) string {
	program := filepath.Join(dir, "hrefix")
	self, err := exec.LookPath("hrefix") // this test, in a directory of root, too
	require.NoError(t, err)
	// Another process writes the copy: a program that is open for writing in any child cannot be run.
	copied, err := exec.Command("cp", self, program).CombinedOutput()
	require.NoError(t, err, "%s", copied)
	require.NoError(t, os.Chmod(program, 0o755))
	return program
}

// TestOwners checks that a rehearsal foresees that the owner or the group of a file cannot be kept.
func TestOwners(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can make files of other users")
	}
	dir, err := os.MkdirTemp("/tmp", "hrefix-") // t.TempDir is in a directory of root
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	program := copyProgram(t, dir)
	require.NoError(t, os.Chmod(dir, 0o755))
	in, shared := filepath.Join(dir, "in"), filepath.Join(dir, "in", "shared")
	require.NoError(t, os.MkdirAll(shared, 0o777))
	const group = 4242
	for name, owner := range map[string][2]int{"own.html": {user, user}, "theirs.html": {0, user}, "group.html": {user, 0}, "shared/a.html": {user, group}} {
		require.NoError(t, os.WriteFile(filepath.Join(in, name), []byte("<a href=x>"), 0o666))
		require.NoError(t, os.Chown(filepath.Join(in, name), owner[0], owner[1]))
	}
	require.NoError(t, os.Chown(shared, user, group))
	require.NoError(t, os.Chmod(shared, 0o777|os.ModeSetgid))
	require.NoError(t, os.Chmod(in, 0o777))
	run := func(args ...string) string {
		cmd := exec.Command(program, append([]string{"abs", "-b", "http://h.example/", "--same-base", "--sandbox", "off", "-w", "in"}, args...)...)
		cmd.Dir, cmd.SysProcAttr = dir, &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
		out, err := cmd.CombinedOutput()
		require.Error(t, err)
		errs, _, _ := strings.Cut(string(out), "hrefix: 2 documents")
		return errs
	}
	rehearsed := run("-n")
	require.Equal(t, "hrefix: in/group.html: not written: its owner or its group could not be kept: run hrefix as its owner and group, or as root\n"+
		"hrefix: in/theirs.html: not written: its owner or its group could not be kept: run hrefix as its owner and group, or as root\n", rehearsed)
	require.Equal(t, rehearsed, run())
}

// TestReadOnlyDirectories checks that a rerun can write to the directories that an earlier run with the manifest made,
// although their permissions do not let anybody write to them, and that they keep these.
func TestReadOnlyDirectories(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("/tmp", "hrefix-") // t.TempDir is in a directory of root
	require.NoError(t, err)
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	t.Cleanup(func() {
		for _, name := range []string{in, out, filepath.Join(in, "ro"), filepath.Join(out, "ro")} {
			_ = os.Chmod(name, 0o777)
		}
		require.NoError(t, os.RemoveAll(dir))
	})
	program := copyProgram(t, dir)
	require.NoError(t, os.MkdirAll(filepath.Join(in, "ro"), 0o777))
	for name, text := range map[string]string{"a.html": "<a href=a>", "ro/b.html": "<a href=b>", "ro/c.html": "<a href=c>"} {
		require.NoError(t, os.WriteFile(filepath.Join(in, name), []byte(text), 0o644))
	}
	hidden := filepath.Join(in, "ro", "c.html")
	require.NoError(t, os.Chmod(hidden, 0))
	require.NoError(t, os.Chmod(filepath.Join(in, "ro"), 0o555))
	require.NoError(t, os.Chmod(in, 0o555))
	require.NoError(t, os.Chmod(dir, 0o777))
	abs := func() (string, error) {
		cmd := exec.Command(program, "abs", "-b", "http://h.example/", "--same-base", "--sandbox", "off", "--manifest", "m.jsonl", "-o", "out", "in")
		cmd.Dir = dir
		if os.Getuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
		}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if os.Getuid() == 0 {
		require.NoError(t, filepath.WalkDir(in, func(name string, _ os.DirEntry, err error) error {
			if err == nil {
				err = os.Chown(name, user, user)
			}
			return err
		}))
	}
	text, err := abs()
	require.Error(t, err)
	require.Contains(t, text, "permission denied")
	modes := func() (all []os.FileMode) {
		for _, name := range []string{out, filepath.Join(out, "ro")} {
			info, err := os.Stat(name)
			require.NoError(t, err)
			all = append(all, info.Mode())
		}
		return all
	}
	want := []os.FileMode{os.ModeDir | 0o555, os.ModeDir | 0o555}
	require.Equal(t, want, modes())
	require.NoError(t, os.Chmod(hidden, 0o644))
	text, err = abs()
	require.NoError(t, err, text)
	done, err := os.ReadFile(filepath.Join(out, "ro", "c.html"))
	require.NoError(t, err)
	require.Equal(t, "<a href=http://h.example/c>", string(done))
	require.Equal(t, want, modes())
	text, err = abs()
	require.NoError(t, err, text)
	require.Contains(t, text, "3 files done by earlier runs")
	require.Equal(t, want, modes())
}
