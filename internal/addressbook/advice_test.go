package addressbook

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLevel checks what the URL that a page names shows about the root of the page.
func TestLevel(t *testing.T) {
	for _, c := range []struct{ root, page, says, want string }{
		{"https://h/3/=py", "html/lib/a.html", "https://h/3/lib/a.html", "https://h/3/=py/html"},
		{"https://h/3/=py", "x/html/a.html", "https://www.h/3/a", "https://www.h/3/=py/x/html"},
		{"https://h/=py", "html/lib/index.html", "https://h/3/lib/", ""},
		{"https://h/=html", "lib/a.html", "https://h/3/lib/a.html", "https://h/3/=html"},
		{"https://h/=html", "lib/index.html", "http://h/3/lib/", "http://h/3/=html"},
		{"https://h/=html", "a.html", "https://h/3/4/a.html", "https://h/3/4/=html"},
		{"https://h/3/=html", "lib/a.html", "https://h/3/lib/a", "same"},
		{"https://h/3/=html", "index.html", "https://h/3/", "same"},
		{"https://h/3.1/=html", "lib/a.html", "https://h/3/lib/a.html", ""},
		{"https://h/3.1/=html", "lib/a.html", "https://h/lib/a.html", ""},
		{"https://h/=html", "lib/a.html", "https://h/", ""},
		{"https://h/=html", "lib/a.html", "https://i/lib/a.html", ""},
		{"https://h/=html", "lib/a.html", "", ""},
	} {
		r, err := parse(c.root)
		require.NoError(t, err)
		right, same := r.level(r.url+encodePath(c.page), c.page, c.says)
		if same {
			right = "same"
		}
		require.Equal(t, c.want, right, "%s: %s says %s", c.root, c.page, c.says)
	}
}

// site makes a directory with a page, an index, and a page with a query.
func site(t *testing.T) (dir string) {
	dir = t.TempDir()
	for _, name := range []string{"a.html", "d/index.html", "e/index.html", "p?x=1"} {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	return dir
}

// TestAliases checks several roots with the same directory: the first gives files their
// URLs, and the others are aliases.
func TestAliases(t *testing.T) {
	dir := site(t)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))
	s, err := New(Options{Roots: []string{"http://h/=" + dir, "https://h/=" + dir, "https://old.example/site=" + link, "http://h/e/=" + t.TempDir()}})
	require.NoError(t, err)
	defer s.Close()
	for _, in := range []string{dir, link} {
		p, err := s.Place(filepath.Join(in, "a.html"))
		require.NoError(t, err)
		require.Equal(t, "http://h/a.html", p.URL())
		for _, c := range []struct{ url, own, location string }{
			{"http://h/a.html", "http://h/a.html", "file:///a.html"},
			{"https://h/a.html", "http://h/a.html", "file:///a.html"},
			{"HTTPS://H:443/d/", "http://h/d/", "file:///d/index.html"},
			{"https://old.example/site/a.html", "http://h/a.html", "file:///a.html"},
			{"https://old.example/site/d/", "http://h/d/", "file:///d/index.html"},
			{"https://h/p?x=1", "http://h/p?x=1", "file:///p%3Fx=1"},
		} {
			own, location, ok := p.Find(c.url)
			require.True(t, ok, c.url)
			require.Equal(t, c.own, own)
			require.Equal(t, c.location, location)
		}
		for _, url := range []string{"http://h/e/", "https://h/e/index.html", "https://old.example/a.html", "https://h/b.html", "https://www.h/a.html"} {
			_, _, ok := p.Find(url)
			require.False(t, ok, url) // it belongs to the first root already
		}
		location, ok := p.FindDir("https://old.example/site/d/x")
		require.True(t, ok)
		require.Equal(t, "file:///d/", location)
	}
}

// TestTwin checks that a root is suggested for URLs that would name a file with it.
func TestTwin(t *testing.T) {
	dir := site(t)
	s, err := New(Options{Roots: []string{"http://www.h.example/r/=" + dir, "https://h.example/r/=" + dir, "ftp://f.example/=" + dir}})
	require.NoError(t, err)
	defer s.Close()
	p, err := s.Place(filepath.Join(dir, "a.html"))
	require.NoError(t, err)
	for url, root := range map[string]string{
		"https://www.h.example/r/a.html":      "https://www.h.example/r/=" + dir,
		"HTTPS://WWW.H.example/r/d/#x":        "https://www.h.example/r/=" + dir,
		"http://h.example/r/p?x=1":            "http://h.example/r/=" + dir,
		"https://www.h.example:443/r/a.html":  "https://www.h.example/r/=" + dir,
		"https://www.h.example:80/r/a.html":   "",
		"https://h.example:8443/r/a.html":     "https://h.example:8443/r/=" + dir, // the port is forgotten
		"https://www.h.example:8443/r/a.html": "",
		"https://h.example/r/a.html":          "", // it belongs to a root already
		"http://www.h.example/r/no.html":      "",
		"https://www.h.example/r/no.html":     "", // no such file
		"https://www.h.example/a.html":        "", // not below the URL
		"https://www.h.example.net/r/a.html":  "",
		"https://www.h.example":               "",
		"https://other.example/r/a.html":      "",
		"https://f.example/a.html":            "",
		"https://www.www.h.example/r/a.html":  "",
		"https://user@www.h.example/r/a.html": "",
		"":                                    "",
	} {
		require.Equal(t, root, p.Twin([]byte(url)), url)
	}
}

// TestLooksLikeHost checks which directories look like those of hosts.
func TestLooksLikeHost(t *testing.T) {
	for name, want := range map[string]bool{
		"example.org": true, "WWW.example.co.uk": true, "a_b.example": true, "xn--a.xn--p1ai": true, "localhost:8080": true,
		"localhost+8080": true, "example.org+8080": true, "127.0.0.1": true, "127.0.0.1:80": true,
		"docs": false, "localhost": false, "v1.2": false, "1.2.3": false, ".git": false, "..": false, "a..org": false, "page.files": false,
		"a.html": false, "a.c": false, "a b.org": false, "example.org+": false, "": false,
	} {
		require.Equal(t, want, LooksLikeHost(name), name)
	}
}
