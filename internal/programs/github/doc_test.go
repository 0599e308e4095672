// Package github tests what the repository has for GitHub and for pre-commit: the workflows, the
// action in action.yml, and the hooks. Tests that need other programs run if HREFIX_GITHUB is set,
// as .ci/github-test does.
package github

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the top of the checkout.
var root = filepath.Join("..", "..", "..")

// needs skips a test unless HREFIX_GITHUB is set, and fails it if a program is missing.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	if os.Getenv("HREFIX_GITHUB") == "" {
		t.Skip("set HREFIX_GITHUB: this needs", programs)
	}
	for _, name := range programs {
		_, err := exec.LookPath(name)
		require.NoError(t, err)
	}
}

// checkout copies the files of the checkout, without its history, to a directory whose name has a blank.
func checkout(t *testing.T) string {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	names, err := list.Output()
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "hrefix hrefix")
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		info, err := os.Stat(filepath.Join(root, name))
		if err != nil {
			continue // removed, and not committed yet
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, text, info.Mode()))
	}
	return dir
}

// write writes files into a directory.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

// run runs a program in a directory, and returns what it prints and its exit status.
func run(t *testing.T, dir string, env []string, name string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if cmd.ProcessState == nil {
		require.NoError(t, err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// release builds hrefix as a release of a commit, and returns the directory of a server that has it.
func release(t *testing.T, sources, version, commit string) string {
	t.Helper()
	server := t.TempDir()
	dir := filepath.Join(server, "hrefix/hrefix/releases/download", version)
	name := "hrefix-" + strings.TrimPrefix(version, "v")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
	out, status := run(t, sources, nil, "go", "build", "-trimpath", "-ldflags=-X main.version="+version+" -X main.commit="+commit,
		"-o", filepath.Join(dir, name, "hrefix"), "./cmd/hrefix")
	require.Zero(t, status, out)
	file := name + "-" + runtime.GOOS + "-" + runtime.GOARCH + ".tar.gz"
	out, status = run(t, dir, nil, "sh", "-c", "tar -czf "+file+" "+name+" && sha256sum "+file+" >SHA256SUMS")
	require.Zero(t, status, out)
	return server
}
