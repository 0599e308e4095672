//go:build unix

package web

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/websocket"
)

// A firefox is a Firefox with one tab, to which WebDriver BiDi connects.
type firefox struct {
	conn    *websocket.Conn
	next    int
	context string
}

// startFirefox starts the Firefox that HREFIX_FIREFOX names, with a proxy for all requests.
func startFirefox(t testing.TB, proxy string) *firefox {
	path := os.Getenv("HREFIX_FIREFOX")
	if path == "" {
		t.Skip("HREFIX_FIREFOX is not set: it names a Firefox")
	}
	profile := t.TempDir()
	at, err := url.Parse(proxy)
	require.NoError(t, err)
	prefs := fmt.Sprintf(`user_pref("network.proxy.type", 1); user_pref("network.proxy.http", "127.0.0.1"); user_pref("network.proxy.http_port", %[1]s);
user_pref("network.proxy.ssl", "127.0.0.1"); user_pref("network.proxy.ssl_port", %[1]s); user_pref("network.proxy.allow_hijacking_localhost", true);
user_pref("network.proxy.no_proxies_on", ""); user_pref("browser.shell.checkDefaultBrowser", false);`, at.Port())
	require.NoError(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600))
	cmd := exec.Command(path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "--remote-allow-origins=http://127.0.0.1")
	cmd.Env = append(os.Environ(), "HOME="+profile)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // the group that we made
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
			go func() {
				for lines.Scan() { // so that the browser can write
				}
			}()
			return connectFirefox(t, strings.TrimSpace(address)+"/session")
		}
	}
	require.Fail(t, "Firefox does not start")
	return nil
}

func connectFirefox(t testing.TB, address string) *firefox {
	conn, err := websocket.Dial(address, "", "http://127.0.0.1")
	require.NoError(t, err)
	conn.MaxPayloadBytes = 1 << 26
	t.Cleanup(func() { _ = conn.Close() })
	f := &firefox{conn: conn}
	f.call(t, "session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	var tree struct{ Contexts []struct{ Context string } }
	f.call(t, "browsingContext.getTree", map[string]any{}, &tree)
	require.NotEmpty(t, tree.Contexts)
	f.context = tree.Contexts[0].Context
	return f
}

// call calls a method, and decodes its result.
func (f *firefox) call(t testing.TB, method string, params map[string]any, result any) {
	f.next++
	require.NoError(t, websocket.JSON.Send(f.conn, map[string]any{"id": f.next, "method": method, "params": params}))
	for {
		var answer struct {
			ID             int
			Result         json.RawMessage
			Error, Message string
		}
		require.NoError(t, f.conn.SetReadDeadline(time.Now().Add(2*time.Minute)))
		require.NoError(t, websocket.JSON.Receive(f.conn, &answer))
		if answer.ID != f.next {
			continue // an event
		}
		require.Empty(t, answer.Error, "%s: %s", method, answer.Message)
		if result != nil {
			require.NoError(t, json.Unmarshal(answer.Result, result))
		}
		return
	}
}

// text returns the value of an expression, which is a string.
func (f *firefox) text(t testing.TB, expression string) string {
	var got struct {
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	f.call(t, "script.evaluate", map[string]any{"expression": expression, "target": map[string]any{"context": f.context}, "awaitPromise": true}, &got)
	require.Empty(t, got.ExceptionDetails.Text)
	return got.Result.Value
}

// TestFirefox runs the example in Firefox, and compares the result with that of Chromium. It also checks that a
// page that was taken over cannot connect.
func TestFirefox(t *testing.T) {
	if os.Getenv("HREFIX_FIREFOX") == "" {
		t.Skip("HREFIX_FIREFOX is not set: it names a Firefox")
	}
	b := start(t)
	p := b.open(t, b.fileURL())
	p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
	other := &browser{files: b.files}
	server := httptest.NewServer(other)
	t.Cleanup(server.Close)
	other.url = server.URL + "/"
	f := startFirefox(t, server.URL)
	for kind, address := range map[string]string{"disk": b.fileURL(), "server": other.url} {
		began := time.Now()
		f.call(t, "browsingContext.navigate", map[string]any{"context": f.context, "url": address, "wait": "complete"}, nil)
		f.text(t, `get("output").setAttribute("aria-busy", "soon"), get("example").click(), ""`)
		wait(t, time.Minute, "the run ends", func() bool { return f.text(t, `get("output").getAttribute("aria-busy")`) == "false" })
		figure(t, "Firefox, from the "+kind+": first results", "%d ms", time.Since(began).Milliseconds())
		require.Equal(t, p.see(t).Title, f.text(t, `get("results-title").textContent`))
		const links = `[...document.querySelectorAll("#panel-links .rows > li")].map((e) => e.textContent).join("\n")`
		require.Equal(t, p.text(t, links), f.text(t, links))
		require.Equal(t, p.text(t, `shown.result.text()`), f.text(t, `shown.result.text()`))
		for _, way := range []string{"fetch", "image", "request", "events", "style"} {
			f.text(t, `(async () => { const url = "http://evil.example/"; try { await `+connections[way]+` } catch {} return ""; })()`)
		}
	}
	other.mu.Lock()
	defer other.mu.Unlock()
	require.NotContains(t, strings.Join(other.asked, "\n"), "evil.example")
}
