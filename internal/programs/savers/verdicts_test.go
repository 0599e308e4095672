//go:build unix

package savers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
)

// sampled is the number of links of each kind of a tree that a browser opens.
const sampled = 20

// A checked is a link of a page. Its reason is empty if check found no fault.
type checked struct {
	Doc, Element, Attr, Ref, URL, Reason string
	Offset                               int
}

// TestVerdicts opens links of documentation in Chromium: of every kind of fault that check finds,
// and of links in which it finds none, with and without a fragment. The browser must agree.
func TestVerdicts(t *testing.T) {
	need(t)
	hrefix := buildCommand(t)
	for _, d := range docTrees {
		t.Run(d.name, func(t *testing.T) {
			found, err := filepath.Glob(d.dir)
			require.NoError(t, err)
			require.NotEmpty(t, found, "install %s", d.pkg)
			dir := filepath.Join(abs(t, t.TempDir()), "tree")
			_ = exec.Command("cp", "-rL", found[0], dir).Run() // links that lead nowhere are not copied
			server := httptest.NewServer(withoutLists(dir))
			defer server.Close()
			j := &judge{top: server.URL, visitor: open(t, chromium.Start(t, chromium.Options{Proxy: server.URL}))}
			for kind, links := range kinds(t, hrefix, dir) {
				n := min(len(links), sampled)
				for i := range n {
					l := links[i*len(links)/n]
					got := j.verdict(t, &l)
					require.Equal(t, expected(kind), got, "%s: %s: %s", l.Doc, l.Ref, kind)
				}
				t.Logf("%-20s %6d links, Chromium agrees in %d of %d", kind, len(links), n, n)
			}
		})
	}
}

// The kinds of links without a fault.
const (
	works      = "works"
	worksThere = "works, #fragment"
)

// expected returns what the browser finds in links of a kind.
func expected(kind string) string {
	switch kind {
	case "no-index": // a server has nothing to show
		return "missing-file"
	case worksThere:
		return works
	}
	return kind
}

// withoutLists serves files, and no lists of directories.
func withoutLists(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/") {
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(r.URL.Path), "index.html")); err != nil {
				http.NotFound(w, r)
				return
			}
		}
		files.ServeHTTP(w, r)
	})
}

// kinds returns the links of a tree by what check finds.
func kinds(t *testing.T, hrefix, dir string) map[string][]checked {
	all, faulty := make(map[string][]checked), make(map[string]bool)
	for l := range listed(t, dir, hrefix, "check", "--json", ".") {
		all[l.Reason] = append(all[l.Reason], l)
		faulty[fmt.Sprint(l.Doc, l.Offset)] = true
	}
	for l := range listed(t, dir, hrefix, "links", "--json", "--root", "http://tree.example/=.", ".") {
		inside := strings.HasPrefix(l.URL, "http://tree.example/") && l.Element == "a" && l.Attr == "href"
		switch _, fragment, _ := strings.Cut(l.Ref, "#"); {
		case !inside || faulty[fmt.Sprint(l.Doc, l.Offset)]:
		case fragment == "" || fragment == "top":
			all[works] = append(all[works], l)
		default:
			all[worksThere] = append(all[worksThere], l)
		}
	}
	return all
}

// listed returns the links that a verb prints.
func listed(t *testing.T, dir string, args ...string) func(yield func(checked) bool) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		require.NoError(t, err)
	}
	return func(yield func(checked) bool) {
		lines := bufio.NewScanner(bytes.NewReader(out))
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var l checked
			require.NoError(t, json.Unmarshal(lines.Bytes(), &l))
			if strings.HasSuffix(l.Doc, ".gz") { // Chromium does not show it
				continue
			}
			if !yield(l) {
				return
			}
		}
	}
}

// A judge opens links of pages of a server.
type judge struct {
	*visitor
	top string
}

// verdict opens a page, resolves the link as the page does, and opens it. The result is the code
// of a fault, or works.
func (j *judge) verdict(t *testing.T, l *checked) string {
	page := j.top + (&url.URL{Path: "/" + l.Doc}).EscapedPath()
	target := ""
	require.True(t, j.evaluate(t, page, fmt.Sprintf("new URL(%q, document.baseURI).href", l.Ref), &target), page)
	if strings.HasPrefix(target, "file:") {
		return "out-of-tree"
	}
	require.True(t, strings.HasPrefix(target, j.top+"/"), "%s: %s", l.Doc, target)
	var seen struct {
		Status int
		Size   int
		There  bool
	}
	shown := j.evaluate(t, target, `(() => {
		const [n] = performance.getEntriesByType("navigation");
		return {status: n.responseStatus, size: n.decodedBodySize, there: !location.hash || location.hash === "#top" || document.querySelector(":target") !== null};
	})()`, &seen)
	switch {
	case !shown:
		return works
	case seen.Status >= 400:
		return "missing-file"
	case seen.Size == 0:
		return "empty-file"
	case !seen.There:
		return "no-anchor"
	}
	return works
}

// evaluate opens a URL, and evaluates an expression there once it is loaded. It returns false if
// the browser saves the file instead of showing it.
func (j *judge) evaluate(t *testing.T, url, expression string, result any) bool {
	for _, at := range []string{"about:blank", url} { // a second URL of one page is not loaded again
		j.reset()
		var navigated struct{ ErrorText, FrameID string }
		require.NoError(t, j.Call("Page.navigate", map[string]any{"url": at}, &navigated))
		if navigated.ErrorText == "net::ERR_ABORTED" {
			return false
		}
		require.Empty(t, navigated.ErrorText, at)
		for end := time.Now().Add(30 * time.Second); !j.isLoaded(); time.Sleep(5 * time.Millisecond) {
			require.True(t, time.Now().Before(end), "%s is not loaded", at)
		}
		if at == url {
			world, err := j.World(navigated.FrameID)
			require.NoError(t, err)
			require.NoError(t, j.EvaluateJSON(world, "JSON.stringify("+expression+")", result))
		}
	}
	return true
}

// isLoaded reports whether the page is loaded.
func (v *visitor) isLoaded() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.loaded
}
