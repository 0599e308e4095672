//go:build unix

package browser

import (
	"bytes"
	"html"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	xhtml "golang.org/x/net/html"
)

// filesIn returns the files of a tree, by their paths with slashes.
func filesIn(t testing.TB, dir string) map[string][]byte {
	all := make(map[string][]byte)
	tree := os.DirFS(dir)
	require.NoError(t, fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		all[path], err = fs.ReadFile(tree, path)
		return err
	}))
	return all
}

// names returns the paths of files, sorted.
func names(files map[string][]byte) []string { return slices.Sorted(maps.Keys(files)) }

// requireSame checks that two trees are the same.
func requireSame(t testing.TB, want, got map[string][]byte) {
	t.Helper()
	require.Equal(t, names(want), names(got))
	for name, data := range want {
		if !bytes.Equal(data, got[name]) {
			require.Equal(t, differing(data, got[name]), differing(got[name], data), name)
		}
	}
}

// differing returns the first line of a text that differs from the other's.
func differing(text, other []byte) string {
	lines, others := bytes.Split(text, []byte("\n")), bytes.Split(other, []byte("\n"))
	for i, l := range lines {
		if i >= len(others) || !bytes.Equal(l, others[i]) {
			return string(l)
		}
	}
	return ""
}

// pagesIn returns the HTML documents of a tree, sorted.
func pagesIn(t testing.TB, dir string) []string {
	var pages []string
	for _, name := range names(filesIn(t, dir)) {
		if path.Ext(name) == ".html" {
			pages = append(pages, name)
		}
	}
	return pages
}

// A siteLink is an absolute URL of the site in a file.
type siteLink struct{ file, url string }

// inSite returns all URLs of the site in the files of a tree, wherever they occur.
func (m *mirror) inSite(t testing.TB, dir string) []siteLink {
	urls := regexp.MustCompile(regexp.QuoteMeta(m.site.URL) + `[^\s"'<>)]*`)
	var all []siteLink
	for name, data := range filesIn(t, dir) {
		for _, found := range urls.FindAll(data, -1) {
			url := strings.TrimSuffix(html.UnescapeString(string(found)), ",")
			all = append(all, siteLink{name, url})
		}
	}
	return all
}

func parseURL(t testing.TB, s string) *url.URL {
	u, err := url.Parse(s)
	require.NoError(t, err)
	return u
}

// anchors returns the names that fragments can have in a document: ids, and names of
// anchors (HTML Standard, "find a potential indicated element").
func (m *mirror) anchors(t testing.TB, dir, file string) map[string]bool {
	path := filepath.Join(dir, file)
	found := m.known[path]
	if found != nil {
		return found
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	found = map[string]bool{"top": true}
	for z := xhtml.NewTokenizer(bytes.NewReader(data)); z.Next() != xhtml.ErrorToken; {
		token := z.Token()
		for _, a := range token.Attr {
			if a.Key == "id" || a.Key == "name" && token.Data == "a" {
				found[a.Val] = true
			}
		}
	}
	m.known[path] = found
	return found
}
