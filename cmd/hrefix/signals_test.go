//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSignal: a run that is told to end leaves nothing behind, and what was there
// as it was.
func TestSignal(t *testing.T) {
	const from = "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n"
	const changing, staying = from + "Base: http://b/\n\n<a href=x>\n\n", from + "\n<a href=x>\n\n"
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	require.NoError(t, os.Mkdir(in, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(in, "box"), []byte(changing+strings.Repeat(staying, 20_000)), 0o600))
	for _, to := range []string{"-w", "-o=" + filepath.Join(dir, "out")} {
		cmd := exec.Command("hrefix", "abs", "--json", to, in)
		stderr, err := cmd.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		// It complains of each message that stays, and waits for us to read that.
		_, err = bufio.NewReaderSize(stderr, 1).ReadString('\n')
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		_, err = io.Copy(io.Discard, stderr)
		require.NoError(t, err)
		var exit *exec.ExitError
		require.ErrorAs(t, cmd.Wait(), &exit)
		require.Equal(t, 128+int(syscall.SIGTERM), exit.ExitCode())
		for _, d := range []string{"in", "out"} {
			left, err := filepath.Glob(filepath.Join(dir, d, ".*"))
			require.NoError(t, err)
			require.Empty(t, left)
		}
	}
}
