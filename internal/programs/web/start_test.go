//go:build unix

package web

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
)

// built is the page and the command, which are built once.
var built = sync.OnceValues(func() (files, error) {
	dir, err := os.MkdirTemp("", "hrefix-web-test-")
	if err != nil {
		return files{}, err
	}
	f := files{dir: dir, page: filepath.Join(dir, "hrefix.html"), command: filepath.Join(dir, "hrefix")}
	for _, args := range [][]string{
		{"run", "-C", "../../..", "./cmd/hrefix-web", "-o", f.page},
		{"build", "-C", "../../..", "-o", f.command, "./cmd/hrefix"},
	} {
		cmd := exec.Command("go", args...)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return f, err
		}
	}
	return f, nil
})

// files are what is built.
type files struct{ dir, page, command string }

func TestMain(m *testing.M) {
	code := m.Run()
	if os.Getenv("HREFIX_WEB") != "" {
		if f, err := built(); err == nil {
			_ = os.RemoveAll(f.dir)
		}
	}
	os.Exit(code)
}

// A browser is a browser whose requests all go to a proxy, which serves the page and records the rest.
type browser struct {
	*chromium.DevTools
	files
	url string // of the page on the server

	mu    sync.Mutex
	asked []string // requests, except for the page
}

// start starts a browser, or skips the test.
func start(t testing.TB) *browser {
	if os.Getenv("HREFIX_WEB") == "" {
		t.Skip("HREFIX_WEB is not set: this test needs Chromium")
	}
	f, err := built()
	require.NoError(t, err)
	b := &browser{files: f}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	b.url = server.URL + "/"
	b.DevTools = chromium.Start(t, chromium.Options{Proxy: server.URL})
	return b
}

// ServeHTTP serves the page, without any header that would protect it.
func (b *browser) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && (r.URL.String() == b.url || r.URL.String() == "/") {
		http.ServeFile(w, r, b.page)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if url := r.URL.String(); url != b.url+"favicon.ico" {
		b.asked = append(b.asked, r.Method+" "+r.Host+" "+url)
	}
	w.WriteHeader(http.StatusNotFound)
}

// requireSilent checks that nothing was asked of the proxy but the page. Chromium itself asks for its
// own servers, in spite of its flags.
func (b *browser) requireSilent(t testing.TB) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, url := range b.asked {
		require.Regexp(t, `google(apis)?\.com|gstatic\.com|gvt1\.com`, url, "the page connected")
	}
}

// fileURL returns the URL of the page on the disk.
func (b *browser) fileURL() string { return "file://" + b.page }

// write writes a file for the page to read.
func (b *browser) write(t testing.TB, name string, content []byte) string {
	name = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(name, content, 0o600))
	return name
}

// wait waits until a condition is true.
func wait(t testing.TB, most time.Duration, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(most); !is(); time.Sleep(15 * time.Millisecond) {
		if time.Now().After(deadline) {
			require.Fail(t, "not in time: "+what)
		}
	}
}

// abs runs the command in the directory of a file, and returns what it prints and its error.
func (b *browser) abs(name string, args ...string) (stdout []byte, stderr string) {
	var out, messages strings.Builder
	cmd := exec.Command(b.command, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Dir(name), &out, &messages
	_ = cmd.Run() // the caller compares the output
	return []byte(out.String()), messages.String()
}
