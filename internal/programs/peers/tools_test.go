//go:build unix

package peers

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// enabled is the environment variable that enables the tests that need other programs.
const enabled = "HREFIX_PEERS"

// messageURL is the base that messages are rewritten with.
const messageURL = "http://base.example/dir/doc.eml"

// scratch is a folder for all tests.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "hrefix-peers-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// need skips the test if other readers are not switched on, and fails it if
// one of these tools is missing.
func need(t testing.TB, tools ...string) {
	t.Helper()
	if os.Getenv(enabled) != "1" {
		t.Skip(enabled + " is not 1: this test needs other readers")
	}
	for _, tool := range tools {
		_, err := exec.LookPath(tool)
		require.NoError(t, err)
	}
}

// build builds the command.
var build = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "hrefix")
	out, err := exec.Command("go", "build", "-C", "../../..", "-o", path, "./cmd/hrefix").CombinedOutput()
	return path + string(out), err
})

// hrefix returns the path of the command.
func hrefix(t testing.TB) string {
	t.Helper()
	path, err := build()
	require.NoError(t, err, path)
	return path
}

// A result is what became of a tool that was run.
type result struct {
	stdout, stderr string
	ok             bool // it exited with status 0
}

// try runs a tool with input on stdin.
func try(t testing.TB, input, name string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader([]byte(input)), &stdout, &stderr
	err := cmd.Run()
	if err != nil {
		require.IsType(t, (*exec.ExitError)(nil), err, "%v", err)
	}
	return result{stdout.String(), stderr.String(), err == nil}
}

// run runs a tool that must do well.
func run(t testing.TB, input, name string, args ...string) result {
	t.Helper()
	r := try(t, input, name, args...)
	require.True(t, r.ok, "%s %v: %s", name, args, r.stderr)
	return r
}

// python runs one of our scripts, and returns what it prints.
func python(t testing.TB, script string, args ...string) string {
	t.Helper()
	args = append([]string{"-B", filepath.Join("testdata", script)}, args...) // leaves no compiled scripts
	return run(t, "", "python3", args...).stdout
}

// rewrite runs the command on a message.
func rewrite(t testing.TB, message string, flags ...string) result {
	t.Helper()
	return run(t, message, hrefix(t), append([]string{"abs", "-t", "message", "-b", messageURL}, flags...)...)
}

// write writes a file into the test's folder, and returns its path.
func write(t testing.TB, name, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(data), 0o600))
	return path
}
