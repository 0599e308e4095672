package addressbook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOverruled checks that a file cannot take the URL that the path of another file has, unless
// that file has another URL itself.
func TestOverruled(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "s/login.html", "s/evil.html", "s/news/index.html", "s/p.html", "s/p-2.html", "s/q.html", "s/q-2.html", "s/link.html", "out/evil2.html")
	require.NoError(t, os.Remove(filepath.Join(dir, "s/link.html")))
	require.NoError(t, os.Symlink("login.html", filepath.Join(dir, "s/link.html")))
	b, err := New(Options{Roots: []string{"http://h/=" + filepath.Join(dir, "s")}, Tops: []string{dir}})
	require.NoError(t, err)
	defer b.Close()
	add := func(url, path string) { require.NoError(t, b.AddSaved(url, filepath.Join(dir, path), "comment")) }
	add("http://h/login.html", "s/evil.html")
	add("http://h/login.html", "s/link.html")
	add("http://h/news/", "out/evil2.html")
	add("http://h/p", "s/p.html") // as HTTrack names files
	add("http://h/p.html", "s/p-2.html")
	add("http://h/login.html", "s/q.html") // does not count, and so neither does the next
	add("http://h/q.html", "s/q-2.html")
	conflicts, err := b.Settle()
	require.NoError(t, err)
	var all []string
	for _, c := range conflicts {
		require.True(t, c.Overruled)
		all = append(all, strings.ReplaceAll(c.String(), dir+"/", ""))
	}
	require.Equal(t, []string{
		"http://h/login.html: is s/login.html (by name), and not s/evil.html (by comment)",
		"http://h/login.html: is s/login.html (by name), and not s/link.html (by comment)",
		"http://h/news/: links lead to s/news/index.html (by index), and not to out/evil2.html (by comment), which has the URL, too",
		"http://h/login.html: is s/login.html (by name), and not s/q.html (by comment)",
		"http://h/q.html: is s/q.html (by name), and not s/q-2.html (by comment)",
	}, all)
	for url, want := range map[string]string{
		"http://h/login.html": "s/login.html", "http://h/evil.html": "s/evil.html", "http://h/news/": "s/news/index.html",
		"http://h/p": "s/p.html", "http://h/p.html": "s/p-2.html", "http://h/q.html": "s/q.html", "http://h/q-2.html": "s/q-2.html",
	} {
		require.Equal(t, want, b.Lookup(url).Path, url)
	}
	require.Equal(t, "http://h/evil.html", b.Lookup("http://h/evil.html").URL)
	for file, want := range map[string]string{"s/evil.html": "http://h/evil.html", "out/evil2.html": "http://h/news/"} {
		p, err := b.Place(filepath.Join(dir, file))
		require.NoError(t, err)
		require.Equal(t, want, p.URL(), file)
	}
	for e := range b.Entries() {
		require.NotContains(t, e.Path, "evil2")
	}
}

// TestManyMaps checks that the sources of entries are not mixed up.
func TestManyMaps(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "a.html", "s.html")
	b, err := New(Options{Tops: []string{dir}})
	require.NoError(t, err)
	defer b.Close()
	for i := range 300 {
		require.NoError(t, b.ReadMap(fmt.Sprint("map", i), strings.NewReader(fmt.Sprintf("http://h/%d\t%s\n", i, filepath.Join(dir, "a.html")))))
	}
	require.NoError(t, b.AddSaved("http://h/299", filepath.Join(dir, "s.html"), "comment"))
	_, err = b.Settle()
	require.NoError(t, err)
	require.Equal(t, "a.html", b.Lookup("http://h/299").Path)
}
