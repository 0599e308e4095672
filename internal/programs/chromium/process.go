//go:build unix

package chromium

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Executable returns the path of the browser: the value of the environment variable CHROMIUM, or
// else /usr/bin/chromium.
func Executable(t testing.TB) string {
	t.Helper()
	path := os.Getenv("CHROMIUM")
	if path == "" {
		path = "/usr/bin/chromium"
	}
	_, err := os.Stat(path)
	require.NoError(t, err, "no Chromium: set CHROMIUM to its path")
	return path
}

// Options say how a browser is started.
type Options struct {
	Proxy   string // the proxy of all requests, as http://127.0.0.1:PORT
	Display string // the X display of the browser's windows; "" makes the browser headless
	Profile string // the folder of the browser's profile; "" makes a new profile
}

// flags returns the browser's command line. Every request goes to the proxy; no other host
// name resolves.
func (o *Options) flags(dir string) []string {
	flags := []string{
		"--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run", "--no-default-browser-check", "--disable-extensions",
		"--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--disable-default-apps", "--disable-dev-shm-usage",
		"--disable-background-timer-throttling", "--disable-renderer-backgrounding",
		"--disable-backgrounding-occluded-windows", "--disable-breakpad",
		"--user-data-dir=" + dir,
		"--proxy-server=" + o.Proxy, "--proxy-bypass-list=<-loopback>",
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
		"--remote-debugging-port=0", "--remote-allow-origins=" + origin,
		"about:blank",
	}
	if o.Display == "" {
		return append([]string{"--headless"}, flags...)
	}
	return flags
}

// Start starts a browser and connects to its DevTools. The process and its children are killed
// at the end of the test.
func Start(t testing.TB, o Options) *DevTools {
	path := Executable(t)
	dir := o.Profile
	if dir == "" {
		var err error
		dir, err = os.MkdirTemp("", "hrefix-browser-")
		require.NoError(t, err)
		t.Cleanup(func() { removeAll(t, dir) })
	}
	var stderr bytes.Buffer
	cmd := exec.Command(path, o.flags(dir)...)
	cmd.Stderr = &stderr
	cmd.Env = append(os.Environ(), "DISPLAY="+o.Display)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 5 * time.Second
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // the group that we made
		_ = cmd.Wait()
	})
	url := devtoolsURL(filepath.Join(dir, "DevToolsActivePort"))
	if url == "" {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		require.Fail(t, "the browser does not start", stderr.String())
	}
	return connect(t, url)
}

// devtoolsURL reads the file in which the browser writes the address of its DevTools: a
// port in the first line, a path in the second.
func devtoolsURL(file string) string {
	for range 300 {
		data, _ := os.ReadFile(file)
		port, path, ok := bytes.Cut(data, []byte("\n"))
		if _, err := strconv.Atoi(string(port)); ok && err == nil && len(path) > 0 {
			return "ws://127.0.0.1:" + string(port) + string(bytes.TrimSpace(path))
		}
		time.Sleep(100 * time.Millisecond)
	}
	return ""
}

// removeAll removes a folder, even if processes that are being killed still write to it.
func removeAll(t testing.TB, dir string) {
	var err error
	for range 20 {
		if err = os.RemoveAll(dir); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("the browser's profile stays: %v", err)
}
