package addressbook_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/addressbook"
)

// savedBook returns the book of a new directory with some files, and the directory. Each line of
// lines is a URL and a file. It also returns the conflicts.
func savedBook(t *testing.T, files, lines string) (b *addressbook.Book, dir, conflicts string) {
	dir = t.TempDir()
	for _, name := range strings.Fields(files) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o666))
	}
	b, err := addressbook.New(addressbook.Options{Tops: []string{dir}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	for line := range strings.Lines(lines) {
		f := strings.Fields(line)
		require.NoError(t, b.Add(f[0], filepath.Join(dir, f[1]), addressbook.Rule("by "+f[1]), true))
	}
	all, err := b.Settle()
	require.NoError(t, err)
	for _, c := range all {
		conflicts += fmt.Sprintf("%s %s, %s %s\n", c.First.URL, filepath.Base(c.First.Path), c.Other.URL, filepath.Base(c.Other.Path))
	}
	return b, dir, conflicts
}

// TestSamePage checks which file a URL names that no entry has.
func TestSamePage(t *testing.T) {
	b, dir, conflicts := savedBook(t, "a b c d e w x i", `http://h/a a
https://h/b b
http://h/c/ c
http://h/c d
https://H:443/e?x=1 e
https://web.archive.org/web/2014/http://h/w w
http://h/w w
http://h/ i`)
	require.Equal(t, "https://web.archive.org/web/2014/http://h/w w, http://h/w w\n", conflicts)
	p, err := b.Place(filepath.Join(dir, "x"))
	require.NoError(t, err)
	require.Equal(t, "", p.URL())
	for url, want := range map[string]string{
		"http://h/a": "a http://h/a", "https://h/a": "a http://h/a", "http://h/a/": "a http://h/a", "https://h:443/a/": "a http://h/a",
		"http://h/b": "b https://h/b", "http://h/b/": "b https://h/b", "HTTP://h/b": "b https://h/b",
		"http://h/c": "d http://h/c", "http://h/c/": "c http://h/c/", "https://h/c": "d http://h/c", "https://h/c/": "c http://h/c/",
		"http://h/e/?x=1": "e https://H:443/e?x=1", "http://h/e": "", "http://h/e?x=2": "",
		"http://h/w": "w https://web.archive.org/web/2014/http://h/w", "https://h/w/": "w https://web.archive.org/web/2014/http://h/w",
		"https://web.archive.org/web/2020/http://h/w":   "w https://web.archive.org/web/2014/http://h/w",
		"http://web.archive.org/web/2020id_/http://h/a": "a http://h/a",
		"http://h": "i http://h/", "https://h/": "i http://h/", "https://h": "i http://h/",
		"http://www.h/a": "", "ftp://h/a": "", "http://h/a//": "", "http://h/x": "", "": "", "http:": "", "https://": "", "mailto:a": "",
	} {
		own, location, ok := p.Find(url)
		require.Equal(t, want != "", ok, url)
		if ok {
			require.Equal(t, want, strings.TrimPrefix(location, "file:///")+" "+own, url)
		}
	}
}

// TestSharedURL checks that all files with a URL have it, though it names the first one only.
func TestSharedURL(t *testing.T) {
	b, dir, conflicts := savedBook(t, "a b c", "http://h/p b\nhttp://h/p c\nhttp://H/p a\n")
	require.Equal(t, "http://h/p b, http://h/p c\nhttp://h/p b, http://H/p a\n", conflicts)
	for name, url := range map[string]string{"a": "http://H/p", "b": "http://h/p", "c": "http://h/p"} {
		p, err := b.Place(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, url, p.URL())
		own, location, ok := p.Find("http://h/p")
		require.True(t, ok)
		require.Equal(t, "http://h/p file:///b", own+" "+location)
		at, ok := p.At("file:///" + name)
		require.True(t, ok)
		require.Equal(t, url, at)
	}
}

func TestMapped(t *testing.T) {
	b, dir, _ := savedBook(t, "a b c", "http://h/a a\n")
	require.NoError(t, b.Add("http://h/b", filepath.Join(dir, "b"), "xattr", false))
	_, err := b.Settle()
	require.NoError(t, err)
	for name, want := range map[string]string{"a": "by a true", "b": "xattr false", "c": " false"} {
		p, err := b.Place(filepath.Join(dir, name))
		require.NoError(t, err)
		from, saved := p.Mapped()
		require.Equal(t, want, fmt.Sprint(from, " ", saved))
	}
}

// TestFailed checks files with what a server answered instead of a page.
func TestFailed(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"p.html", "gone.html", "show1234.php"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o666))
	}
	b, err := addressbook.New(addressbook.Options{Tops: []string{dir}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	p, err := b.Place(filepath.Join(dir, "p.html"))
	require.NoError(t, err)
	require.False(t, p.IsFailed("file:///gone.html"), "no file is added yet")
	require.NoError(t, b.Add("http://h/p", filepath.Join(dir, "p.html"), "x", true))
	require.NoError(t, b.ReadMap("map", strings.NewReader(
		"! http://h/gone\t"+filepath.Join(dir, "gone.html")+"\n! http://h/show.php?a\t"+filepath.Join(dir, "show1234.php")+"\n")))
	_, err = b.Settle()
	require.NoError(t, err)
	for location, want := range map[string]bool{
		"file:///gone.html": true, "file:///gone.html?x": true, "file:///g%6fne.html": true, "file:///show1234.php?a": true,
		"file:///p.html": false, "file:///none": false, "gone.html": false, "file:///%00": false, "file:///": false, "": false,
	} {
		require.Equal(t, want, p.IsFailed(location), location)
	}
	own, location, ok := p.Find("http://h/gone")
	require.Equal(t, []any{"http://h/gone", "", false}, []any{own, location, ok})
	url, ok := p.At("file:///gone.html")
	require.Equal(t, []any{"http://h/gone", true}, []any{url, ok}, "the file is there, and has the URL")
	url, ok = p.At("file:///show1234.php?a")
	require.Equal(t, []any{"http://h/show.php?a", true}, []any{url, ok})
	require.Equal(t, addressbook.Missing, b.Lookup("http://h/gone").State)
	_, _, ok = p.Find("http://h/p")
	require.True(t, ok)
}
