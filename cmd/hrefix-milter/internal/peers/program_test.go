//go:build unix

package peers

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/client"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
	"github.com/hrefix/hrefix/internal/test/syncbuffer"
)

// try runs the filter, which must end soon, and returns its status and output.
func try(t testing.TB, args ...string) (int, string) {
	t.Helper()
	cmd := exec.Command(program(t), args...)
	cmd.WaitDelay = time.Second
	timer := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
	defer timer.Stop()
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), string(out)
	}
	require.NoError(t, err)
	return 0, string(out)
}

// asUser returns the flag that the filter needs if the test runs as root.
func asUser() []string {
	if os.Geteuid() == 0 {
		return []string{"--user", "nobody"}
	}
	return nil
}

// send sends a message with a link to the filter, and requires that it changes.
func send(t testing.TB, network, address string) {
	t.Helper()
	conn, err := net.Dial(network, address)
	require.NoError(t, err)
	c, err := client.New(conn)
	require.NoError(t, err)
	defer c.Close()
	a, err := c.Send("Q", client.Parse([]byte(made(0))))
	require.NoError(t, err)
	require.EqualValues(t, wire.Accept, a.Verdict)
	require.True(t, a.Replace)
}

// TestUsage checks that wrong flags end the filter with status 2 and a sentence.
func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "give --listen"},
		{[]string{"--listen", "here"}, "give unix:PATH or inet:HOST:PORT"},
		{[]string{"--listen", "unix:here"}, "give the whole path"},
		{[]string{"--listen", "inet:8895"}, "give unix:PATH or inet:HOST:PORT"},
		{[]string{"--fail", "reject"}, `"reject" is not an action`},
		{[]string{"--fail", "fire=accept"}, `"fire" is not a failure`},
		{[]string{"--max-size", "100M"}, "--memory must be at least 24 times"},
		{[]string{"--max-size", "ten"}, "is not a size"},
		{[]string{"--socket-mode", "888"}, "is not a mode"},
		{[]string{"--work-time", "5"}, `"5" is not a time with its unit`},
		{[]string{"--dialect", "rfc2396"}, "rfc2396"},
		{[]string{"--base", "x"}, "base"},
		{[]string{"--idle-time", "0s"}, "--idle-time must be more than 0"},
		{[]string{"file.eml"}, `unexpected argument "file.eml"`},
		{[]string{"--nonsense"}, "unknown flag: --nonsense"},
	} {
		status, out := try(t, test.args...)
		require.Equal(t, 2, status, "%v: %s", test.args, out)
		require.Contains(t, out, test.want)
		require.Equal(t, 1, strings.Count(out, "\n"), out)
	}
	for _, args := range [][]string{{"--listen", "inet:0.0.0.0:0"}, {"--listen", "inet:127.0.0.1:0", "--allow-remote", "--metrics", "inet:0.0.0.0:0"}} {
		status, out := try(t, args...)
		require.Equal(t, 1, status)
		require.Contains(t, out, "other machines can reach this address")
	}
	missing := filepath.Join(t.TempDir(), "missing", "milter.sock")
	status, out := try(t, append(asUser(), "--listen", "unix:"+missing)...)
	require.Equal(t, 1, status)
	require.Contains(t, out, "listen on unix:"+missing+":")
}

// TestFiles checks that the filter does not start if it may open too few files.
func TestFiles(t *testing.T) {
	script := "ulimit -n 110 && exec \"$0\" \"$@\""
	args := append([]string{"-c", script, program(t), "--listen", "inet:" + freePort(t)}, asUser()...)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "sh", args...).CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "--connections 200 needs 296 open files, and the limit is 110")
	log := new(syncbuffer.Buffer)
	start(t, log, "sh", append(args, "--connections", "14")...)
	require.Eventually(t, func() bool { return strings.Contains(log.String(), "listening") }, 10*time.Second, 10*time.Millisecond)
}

// TestRoot checks that root does not serve without --user, and that another user cannot change.
func TestRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		status, out := try(t, "--listen", "inet:127.0.0.1:0", "--user", "root")
		require.Equal(t, 1, status)
		require.Contains(t, out, "only root can become root")
		return
	}
	status, out := try(t, "--listen", "inet:127.0.0.1:0")
	require.Equal(t, 2, status)
	require.Contains(t, out, "give --user USER")
	status, out = try(t, "--listen", "inet:127.0.0.1:0", "--user", "nobody-here")
	require.Equal(t, 1, status)
	require.Contains(t, out, `no user "nobody-here"`)

	f := newFilter(t)
	require.Eventually(t, func() bool { return strings.Contains(f.log.String(), "listening") }, 10*time.Second, time.Millisecond)
	held, err := os.ReadFile("/proc/" + strconv.Itoa(f.cmd.Process.Pid) + "/status")
	require.NoError(t, err)
	for _, line := range []string{"Uid:\t65534\t65534\t65534\t65534\n", "Gid:\t65534\t65534\t65534\t65534\n", "Groups:\t65534 \n", "CapEff:\t0000000000000000\n"} {
		require.Contains(t, string(held), line)
	}
}

// TestSocket checks the mode of a Unix socket, that a socket of a dead process is replaced, and that
// others are not.
func TestSocket(t *testing.T) {
	dir := t.TempDir()
	path, group := filepath.Join(dir, "socket"), strconv.Itoa(os.Getegid())
	if os.Geteuid() == 0 {
		group = "65534"
	}
	begin := func() (*exec.Cmd, *syncbuffer.Buffer) {
		log := new(syncbuffer.Buffer)
		cmd := start(t, log, program(t), append(asUser(), "--listen", "unix:"+path, "--socket-mode", "622", "--socket-group", group)...)
		dial(t, "unix", path)
		return cmd, log
	}
	first, _ := begin()
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.EqualValues(t, 0o622, info.Mode().Perm())
	require.Equal(t, group, strings.TrimSpace(run(t, "stat", "-c", "%g", path)))
	send(t, "unix", path)

	status, out := try(t, append(asUser(), "--listen", "unix:"+path)...)
	require.Equal(t, 1, status)
	require.Contains(t, out, "in use")
	send(t, "unix", path)

	require.NoError(t, first.Process.Kill())
	first.Wait()
	require.FileExists(t, path)
	second, log := begin()
	send(t, "unix", path)
	require.NoError(t, second.Process.Signal(syscall.SIGTERM))
	require.NoError(t, second.Wait(), log.String())

	for name, make := range map[string]func(string) error{
		"file":      func(p string) error { return os.WriteFile(p, []byte("mine"), 0o600) },
		"directory": func(p string) error { return os.Mkdir(p, 0o700) },
		"link":      func(p string) error { return os.Symlink(path, p) },
	} {
		other := filepath.Join(dir, name)
		require.NoError(t, make(other))
		status, out := try(t, append(asUser(), "--listen", "unix:"+other)...)
		require.Equal(t, 1, status, name)
		require.Contains(t, out, "is not a socket", name)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "theirs"))
	require.NoError(t, err)
	defer l.Close()
	status, out = try(t, append(asUser(), "--listen", "unix:"+filepath.Join(dir, "theirs"))...)
	require.Equal(t, 1, status)
	require.Contains(t, out, "another program listens on it")
}

// TestStop checks that a message that has begun ends after SIGTERM, and that no new one begins.
func TestStop(t *testing.T) {
	f := newFilter(t, "--grace-time", "5s")
	conn, err := net.Dial("tcp", f.address)
	require.NoError(t, err)
	defer conn.Close()
	_, err = client.New(conn) // between messages
	require.NoError(t, err)
	begun := time.Now()
	require.NoError(t, f.stop(syscall.SIGTERM))
	require.Less(t, time.Since(begun), 3*time.Second)
	require.Contains(t, f.log.String(), "msg=stopped")
	_, err = net.Dial("tcp", f.address)
	require.Error(t, err)
}

// TestStopSignals checks that a message that has begun ends after each signal, and that nohup works.
func TestStopSignals(t *testing.T) {
	for _, stop := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		f := newFilter(t)
		conn, err := net.Dial("tcp", f.address)
		require.NoError(t, err)
		defer conn.Close()
		c, err := client.New(&beforeWrite{Conn: conn, n: 3, do: func() { // the body, after negotiation and header
			require.NoError(t, f.cmd.Process.Signal(stop))
			time.Sleep(100 * time.Millisecond)
		}})
		require.NoError(t, err)
		a, err := c.Send("Q", client.Parse([]byte(made(0))))
		require.NoError(t, err, stop)
		require.True(t, a.Replace)
		require.NoError(t, f.stop(0), stop)
		require.Contains(t, f.log.String(), "msg=stopped")
	}
}

// TestReloadSignal checks that the filter reads its file again at SIGHUP, under nohup too, and that a bad file changes
// nothing.
func TestReloadSignal(t *testing.T) {
	config := filepath.Join(openDir(t), "config")
	write := func(text string) { put(t, config, text) }
	status, out := try(t, "--config", config)
	require.Equal(t, 2, status)
	require.Contains(t, out, "no such file")
	for text, want := range map[string]string{
		"\n# x\n--listen inet:127.0.0.1:0\n": config + ":3: --listen: is for the command line only",
		"--nonsense 1":                       "unknown flag: --nonsense",
		"skip-to @a":                         "each line is a flag, such as --skip-from @example.org",
		"--fail":                             "flag needs a value: --fail",
		"--fail=reject":                      `"reject" is not an action`,
		"--skip-to example.org":              `--skip-to "example.org": give an address`,
	} {
		write(text)
		status, out := try(t, "--config", config)
		require.Equal(t, 2, status)
		require.Contains(t, out, want)
	}

	write("# nothing yet\n")
	f := &filter{address: freePort(t), log: new(syncbuffer.Buffer)}
	metrics := freePort(t)
	args := append([]string{program(t), "--listen", "inet:" + f.address, "--metrics", "inet:" + metrics, "--config", config}, asUser()...)
	cmd := start(t, f.log, "nohup", args...)
	dial(t, "tcp", f.address)
	changes := func() bool {
		conn, err := net.Dial("tcp", f.address)
		require.NoError(t, err)
		c, err := client.New(conn)
		require.NoError(t, err)
		defer c.Close()
		require.NoError(t, c.Envelope("", "a@example.org", "b@example.org"))
		a, err := c.Send("Q", client.Parse([]byte(made(0))))
		require.NoError(t, err)
		return a.Replace
	}
	n := 0
	reload := func(want string) {
		n++
		require.NoError(t, cmd.Process.Signal(syscall.SIGHUP))
		require.Eventually(t, func() bool { return strings.Count(f.log.String(), "options") == n }, 10*time.Second, 10*time.Millisecond)
		require.Contains(t, f.log.String(), want)
	}
	require.True(t, changes())
	write("  --skip-from\t@Example.org  \n--allow-dkim\n--fail=tempfail,busy=accept\n")
	reload("options read")
	require.False(t, changes())
	write("--skip-from @example.com\n--what\n")
	reload("the options stay as they were\" error=\"" + config + ":2: unknown flag: --what")
	require.False(t, changes())
	require.Contains(t, get(t, metrics, "/metrics"), "options_stale 1\n")
	write("--fail busy=accept\n--max-size 20M\n")
	status, out = try(t, "--config", config, "--max-size", "5M", "--check", os.DevNull) // 20M would need more --memory
	require.Zero(t, status, out)
	status, out = try(t, "--config", config, "--check", os.DevNull)
	require.Equal(t, 2, status)
	require.Contains(t, out, "--memory must be at least")

	// A flag of the command line replaces all those of the file.
	mail := filepath.Join(filepath.Dir(config), "mail")
	put(t, mail, "From: a@example.org\r\nContent-Base: ftp://h/\r\nContent-Type: text/html\r\n\r\n<a href=x>x</a>\r\n")
	write("--base-schemes https\n--base-schemes ftp\n")
	_, out = try(t, "--config", config, "--check", mail)
	require.Contains(t, out, "outcome=changed")
	_, out = try(t, "--config", config, "--check", mail, "--base-schemes", "http")
	require.Contains(t, out, "notes=refused-base:1 outcome=unchanged")

	write("")
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chmod(config, 0o600)) // the filter is no longer root
		reload("permission denied")
		status, out := try(t, append(asUser(), "--listen", "inet:"+freePort(t), "--config", config)...)
		require.Equal(t, 1, status, out)
		require.Contains(t, out, "as the user that serves: open "+config+": permission denied")
		require.NoError(t, os.Chmod(config, 0o644))
	}
	reload("options read")
	require.True(t, changes())
	text := get(t, metrics, "/metrics")
	require.Contains(t, text, "200 OK text/plain; version=0.0.4")
	require.Contains(t, text, "hrefix_milter_options_stale 0\n")
	require.Contains(t, text, `hrefix_milter_messages_total{outcome="unchanged",reason="skip-from"} 2`)
	require.Contains(t, get(t, metrics, "/"), "404 Not Found")
}

// get returns the status, the type and the text of a page.
func get(t testing.TB, address, path string) string {
	t.Helper()
	r, err := http.Get("http://" + address + path)
	require.NoError(t, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return r.Status + " " + r.Header.Get("Content-Type") + "\n" + string(text)
}

// A beforeWrite does something before the nth write.
type beforeWrite struct {
	net.Conn
	n  int
	do func()
}

func (c *beforeWrite) Write(b []byte) (int, error) {
	if c.n--; c.n == 0 {
		c.do()
	}
	return c.Conn.Write(b)
}

// TestActivation checks that the filter takes sockets for mail and for metrics from systemd, and reports that it is ready.
func TestActivation(t *testing.T) {
	if _, err := exec.LookPath("systemd-socket-activate"); err != nil {
		t.Skip("systemd-socket-activate is not installed")
	}
	dir := openDir(t)
	notify := filepath.Join(dir, "notify")
	ready, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: notify, Net: "unixgram"})
	require.NoError(t, err)
	defer ready.Close()
	require.NoError(t, os.Chmod(notify, 0o777))
	address, metrics := freePort(t), freePort(t)
	log := new(syncbuffer.Buffer)
	start(t, log, "systemd-socket-activate", append([]string{"-l", address, "-l", metrics, "--fdname=mail:metrics", "-E", "NOTIFY_SOCKET=" + notify, program(t), "--json"}, asUser()...)...)
	dial(t, "tcp", address)
	send(t, "tcp", address)
	require.Eventually(t, func() bool { // it counts a message after its answer
		return strings.Contains(get(t, metrics, "/metrics"), "messages_total{outcome=\"changed\",reason=\"\"} 1\n")
	}, 5*time.Second, 10*time.Millisecond)
	ready.SetReadDeadline(time.Now().Add(5 * time.Second))
	b := make([]byte, 100)
	n, err := ready.Read(b)
	require.NoError(t, err, log.String())
	require.Equal(t, "READY=1", string(b[:n]))
	require.Eventually(t, func() bool { return strings.Contains(log.String(), `"outcome":"changed"`) }, 5*time.Second, 10*time.Millisecond)
}

// TestCheck checks the line for a message in a file.
func TestCheck(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m")
	put(t, name, made(0))
	status, out := try(t, "--check", name)
	require.Zero(t, status, out)
	require.Contains(t, out, "documents=1 changed=3 left=\"\" notes=\"\" outcome=changed")
	require.Equal(t, 1, strings.Count(out, "\n"), out)
	put(t, name, "From a@example.org Thu Jan  1 00:00:00 2026\n"+strings.ReplaceAll(made(0), "\r\n", "\n"))
	_, out = try(t, "--check", name)
	require.Contains(t, out, "documents=1 changed=3 left=\"\" notes=\"\" outcome=changed")
	put(t, name, "DKIM-Signature: v=1\r\n"+made(0))
	_, out = try(t, "--check", name, "--json")
	require.Contains(t, out, `"outcome":"unchanged","reason":"sealed"`)
	status, out = try(t, "--check", name+"x")
	require.Equal(t, 1, status, out)
	put(t, name, "Content-Base: http://h/\r\nContent-Type: text/html\r\n\r\n<a href=#x>x</a>\r\n")
	for flag, want := range map[string]string{"--keep-fragments": "outcome=unchanged", "--keep-fragments=true": "outcome=unchanged", "--keep-fragments=false": "outcome=changed"} {
		_, out = try(t, "--check", name, flag)
		require.Contains(t, out, want, flag)
	}
}

// TestLogClosed checks that the filter works on if nobody reads its log any more.
func TestLogClosed(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	address := freePort(t)
	cmd := exec.Command(program(t), append(asUser(), "--listen", "inet:"+address)...)
	cmd.Stderr = w
	require.NoError(t, cmd.Start())
	defer cmd.Wait()
	defer cmd.Process.Signal(syscall.SIGTERM)
	w.Close()
	dial(t, "tcp", address)
	send(t, "tcp", address)
	require.NoError(t, r.Close())
	for range 3 {
		send(t, "tcp", address)
	}
}

// TestLogBlocked checks that the filter works on, and ends, if the reader of its log stops reading.
func TestLogBlocked(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	defer w.Close()
	address := freePort(t)
	cmd := exec.Command(program(t), append(asUser(), "--listen", "inet:"+address)...)
	cmd.Stderr = w
	require.NoError(t, cmd.Start())
	timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	dial(t, "tcp", address)
	conn, err := net.Dial("tcp", address)
	require.NoError(t, err)
	require.NoError(t, conn.SetDeadline(time.Now().Add(30*time.Second)))
	c, err := client.New(conn)
	require.NoError(t, err)
	for range 2000 { // some 300 KB of log: a pipe has room for 64 KB
		a, err := c.Send(strings.Repeat("Q", 100), client.Parse([]byte(made(0))))
		require.NoError(t, err)
		require.True(t, a.Replace)
	}
	require.NoError(t, conn.Close())
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, cmd.Wait())
}

// TestFull checks that it is an error if the output cannot be written.
func TestFull(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, args := range [][]string{{"--help"}, {"--version"}, {"--check", os.DevNull}} {
		var stderr strings.Builder
		cmd := exec.Command(program(t), args...)
		cmd.Stdout, cmd.Stderr = full, &stderr
		require.Error(t, cmd.Run(), args)
		require.Equal(t, 1, cmd.ProcessState.ExitCode())
		require.Contains(t, stderr.String(), "no space left")
	}
}
