//go:build unix

package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// mirrored is the part of the site that is mirrored.
const mirrored = "/html/"

// Pages of ours: the one that leads to the others, and the directory of most.
const (
	ourStart = mirrored + "ours.html"
	ourDir   = mirrored + "ours/"
)

// ourPages are added to the documentation, which has no such links. They are listed by path
// and query.
var ourPages = map[string]string{
	ourStart: `<!DOCTYPE html><title>ours</title><link rel=stylesheet href="_static/classic.css"><link rel=stylesheet href="_static/classic.css?v=1"><a name=top></a>
<a href="#top">here</a> <a href="">itself</a> <a href="?again=1">asked again</a> <a href="ours/">a directory</a>
<a href="/html/about.html?of=a/b&amp;c=d%26e#x">a query with a slash</a> <a href="library/?sort=name">that of a directory</a>
<a href="/html/library/">from the root</a> <a href="/html/library/index.html#top">the index of another</a>
<a href="ours/a%20b.html">a blank</a> <a href="ours/gr%C3%BC%C3%A7e.html#ü">not ASCII</a> <a href="ours/100%25.html">a percent sign</a>
<a href="ours/a;b=1,c@d!.html">marks</a> <a href="x:y.html">a scheme</a> <a href="./x:y.html">a colon</a> <a href="ours/gone.html">gone</a>
<img srcset="/html/_static/file.png 1x, /html/_static/minus.png 2x" src="_static/file.png?v=1" alt="">
<p style="background: url(/html/_static/py.svg), url('_static/minus.png')">`,
	ourStart + "?again=1":           `<!DOCTYPE html><title>again</title><a href="">itself</a> <a href="?">not asked</a> <a href="./">up</a>`,
	ourDir:                          `<!DOCTYPE html><title>directory</title><a href="../ours.html">up</a> <a href="./">itself</a> <a href="index.html">the same</a>`,
	ourDir + "a%20b.html":           `<!DOCTYPE html><title>blank</title><a href="a%20b.html#x" id=x>itself</a>`,
	ourDir + "gr%C3%BC%C3%A7e.html": `<!DOCTYPE html><meta charset=utf-8><title>ü</title><a href="./" id=ü>up</a>`,
	ourDir + "100%25.html":          `<!DOCTYPE html><title>percent</title><base href="/html/library/"><a href="os.html">below BASE</a>`,
	ourDir + "a;b=1,c@d!.html":      `<!DOCTYPE html><title>marks</title><base href="/html/nowhere/"><a href="../ours.html">below a BASE that leads nowhere</a>`,
	mirrored + "x:y.html":           `<!DOCTYPE html><title>colon</title><a href="./x:y.html">itself</a>`,
}

// A documentation is the site to mirror. It records the requests.
type documentation struct {
	*httptest.Server
	dir string // the root directory

	mu     sync.Mutex
	served map[string]bool // by path and query: whether the requested file exists
}

// serveDocumentation serves Debian's documentation of Python on the loopback
// interface until the test ends.
func serveDocumentation(t testing.TB) *documentation {
	found, err := filepath.Glob("/usr/share/doc/python3*/html/whatsnew/index.html")
	require.NoError(t, err)
	require.NotEmpty(t, found, "install python3-doc")
	d := &documentation{dir: filepath.Dir(filepath.Dir(filepath.Dir(found[0]))), served: make(map[string]bool)}
	d.Server = httptest.NewServer(d)
	t.Cleanup(d.Close)
	return d
}

// ServeHTTP answers with a page of ours or a file of the documentation, whatever
// the query. It does not redirect.
func (d *documentation) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, ok := ourPages[strings.TrimSuffix(r.URL.RequestURI(), "index.html")]
	if ok {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(body))
	} else {
		ok = d.serveFile(w, r)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.served[r.URL.RequestURI()] = ok
}

func (d *documentation) serveFile(w http.ResponseWriter, r *http.Request) bool {
	path := r.URL.Path
	if strings.HasSuffix(path, "/") {
		path += "index.html"
	}
	f, err := http.Dir(d.dir).Open(path)
	if err != nil || !strings.HasPrefix(path, mirrored) {
		http.NotFound(w, r)
		return false
	}
	defer f.Close()
	http.ServeContent(w, r, path, time.Time{}, f)
	return true
}

// mirror saves the site with wget, and returns the directory of the files below [mirrored].
// wget reports pages that the site does not have.
func (d *documentation) mirror(t testing.TB) string {
	wget, err := exec.LookPath("wget")
	require.NoError(t, err, "install wget")
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, wget, "--no-config", "--quiet", "--mirror", "--no-parent", "--no-host-directories", "--no-proxy",
		"--tries=1", "--timeout=20", "--execute=robots=off", "--directory-prefix="+dir, d.URL+mirrored, d.URL+ourStart)
	out, err := cmd.CombinedOutput()
	var status *exec.ExitError
	require.ErrorAs(t, err, &status, "the site has broken links: %s", out)
	require.Equal(t, 8, status.ExitCode(), "wget tells of errors of the server: %s", out)
	return filepath.Join(dir, filepath.FromSlash(mirrored))
}

// saved returns the path below [mirrored] of the file in which wget saves a URL without its
// fragment. ok is false if the site does not have it.
func (d *documentation) saved(u *url.URL) (file string, ok bool) {
	key := u.RequestURI()
	path, below := strings.CutPrefix(u.Path, mirrored)
	if "http://"+u.Host != d.URL || !below || !d.served[key] {
		return "", false
	}
	if path == "" || strings.HasSuffix(path, "/") {
		path += "index.html"
	}
	if u.RawQuery != "" {
		query, err := url.PathUnescape(u.RawQuery)
		if err != nil {
			query = u.RawQuery
		}
		path += "?" + strings.ReplaceAll(query, "/", "%2F")
	}
	return path, true
}

// urls returns the URLs of the saved files. For an index this is the URL of the directory,
// if that was requested.
func (d *documentation) urls(t testing.TB) map[string]string {
	all := make(map[string]string)
	for key := range d.served {
		u := parseURL(t, d.URL+key)
		if file, ok := d.saved(u); ok && (all[file] == "" || strings.HasSuffix(u.Path, "/")) {
			all[file] = u.String()
		}
	}
	return all
}
