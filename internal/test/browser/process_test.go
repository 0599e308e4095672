//go:build unix

package browser

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

// enabled is the environment variable that enables the tests that need a browser.
const enabled = "HREFIX_BROWSER"

// executable returns the path of the browser. It skips the test if browser tests are not
// enabled.
func executable(t testing.TB) string {
	t.Helper()
	if os.Getenv(enabled) != "1" {
		t.Skip(enabled + " is not 1: this test needs a browser")
	}
	path := os.Getenv("CHROMIUM")
	if path == "" {
		path = "/usr/bin/chromium"
	}
	_, err := os.Stat(path)
	require.NoError(t, err, "no Chromium: set CHROMIUM to its path")
	return path
}

// flags returns the browser's command line. Every request goes to the proxy; no other host
// name resolves.
func flags(dir, proxy string) []string {
	return []string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run", "--no-default-browser-check", "--disable-extensions",
		"--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--disable-default-apps", "--disable-dev-shm-usage",
		"--disable-background-timer-throttling", "--disable-renderer-backgrounding",
		"--disable-backgrounding-occluded-windows", "--disable-breakpad",
		"--user-data-dir=" + dir,
		"--proxy-server=" + proxy, "--proxy-bypass-list=<-loopback>",
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
		"--remote-debugging-port=0", "--remote-allow-origins=" + devtoolsOrigin,
		"about:blank",
	}
}

// startProcess starts a browser with a fresh profile and returns the URL of its DevTools.
// The process and its children are killed at the end of the test.
func startProcess(t testing.TB, proxy string) string {
	path := executable(t)
	dir, err := os.MkdirTemp("", "hrefix-browser-")
	require.NoError(t, err)
	var stderr bytes.Buffer
	cmd := exec.Command(path, flags(dir, proxy)...)
	cmd.Stderr = &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 5 * time.Second
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // the group that we made
		_ = cmd.Wait()
		removeAll(t, dir)
	})
	url := devtoolsURL(filepath.Join(dir, "DevToolsActivePort"))
	if url == "" {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		require.Fail(t, "the browser does not start", stderr.String())
	}
	return url
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
