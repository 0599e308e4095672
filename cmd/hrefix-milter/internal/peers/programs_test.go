//go:build unix

package peers

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/syncbuffer"
)

// messages returns the number of messages to send, or skips the test.
func messages(t *testing.T) int {
	t.Helper()
	value := os.Getenv("HREFIX_MILTER")
	if value == "" {
		t.Skip("HREFIX_MILTER is not set")
	}
	n, err := strconv.Atoi(value)
	require.NoError(t, err)
	require.GreaterOrEqual(t, n, 100)
	return n
}

// freePort returns the address of a port on loopback that nobody uses.
func freePort(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// dial waits until a program listens on an address.
func dial(t testing.TB, network, address string) {
	t.Helper()
	require.Eventually(t, func() bool {
		c, err := net.Dial(network, address)
		if err != nil {
			return false
		}
		c.Close()
		return true
	}, 30*time.Second, 20*time.Millisecond, "nobody listens on %s", address)
}

// start starts a program, which ends with the test.
func start(t testing.TB, log *syncbuffer.Buffer, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.WaitDelay = 5 * time.Second // for processes that the program leaves
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	return cmd
}

var binary struct {
	once sync.Once
	dir  string
	err  error
	log  []byte
}

// TestMain removes the program that the tests build.
func TestMain(m *testing.M) {
	status := m.Run()
	if binary.dir != "" {
		os.RemoveAll(binary.dir)
	}
	os.Exit(status)
}

// program builds the filter once, and returns its path.
func program(t testing.TB) string {
	t.Helper()
	binary.once.Do(func() {
		if binary.dir, binary.err = os.MkdirTemp("", "hrefix-milter"); binary.err != nil {
			return
		}
		if binary.err = os.Chmod(binary.dir, 0o755); binary.err != nil {
			return
		}
		build := exec.Command("go", "build", "-o", binary.dir, "../..")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		binary.log, binary.err = build.CombinedOutput()
	})
	require.NoError(t, binary.err, "%s", binary.log)
	return filepath.Join(binary.dir, "hrefix-milter")
}

// A filter is a running hrefix-milter.
type filter struct {
	address string
	log     *syncbuffer.Buffer
	args    []string
	cmd     *exec.Cmd
}

// newFilter starts the filter as the user nobody.
func newFilter(t testing.TB, args ...string) *filter {
	f := &filter{address: freePort(t), log: new(syncbuffer.Buffer), args: args}
	f.start(t)
	t.Cleanup(func() { f.stop(syscall.SIGTERM) })
	return f
}

func (f *filter) start(t testing.TB) {
	t.Helper()
	args := append([]string{"--listen", "inet:" + f.address}, f.args...)
	if os.Geteuid() == 0 {
		args = append(args, "--user", "nobody")
	}
	f.cmd = exec.Command(program(t), args...)
	f.cmd.Stdout, f.cmd.Stderr = f.log, f.log
	require.NoError(t, f.cmd.Start())
	dial(t, "tcp", f.address)
}

// stop sends a signal and waits for the end.
func (f *filter) stop(s syscall.Signal) error {
	if f.cmd == nil {
		return nil
	}
	f.cmd.Process.Signal(s)
	err := f.cmd.Wait()
	f.cmd = nil
	return err
}

// peak returns the peak of the memory of the filter in KB.
func (f *filter) peak(t testing.TB) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", f.cmd.Process.Pid))
	require.NoError(t, err)
	_, rest, ok := bytes.Cut(status, []byte("VmHWM:"))
	require.True(t, ok)
	n, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
	require.NoError(t, err)
	return n
}

// run runs a program to its end.
func run(t testing.TB, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	require.NoError(t, err, "%s %v: %s", name, args, out)
	return string(out)
}
