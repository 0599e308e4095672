package addressbook

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// makeFiles makes empty files in a directory.
func makeFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
}

// openRoot returns the book of a directory with the URL http://h/.
func openRoot(t *testing.T, dir string) *Book {
	t.Helper()
	b, err := New(Options{Roots: []string{"http://h/=" + dir}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

// TestLinks checks where symbolic links lead: to files and directories of the tree, and never
// out of it.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "out.html", "site/a.html", "site/d/index.html", "site/d/e/x.html")
	for name, target := range map[string]string{
		"d/up": "..", "l.html": "a.html", "ll.html": "./l.html", "ld": "d", "d/e/far.html": "../../ld/../a.html",
		"out.html": "../out.html", "abs.html": filepath.Join(dir, "site", "a.html"), "self": "self", "ping": "pong/x", "pong": "ping",
		"broken": "none", "file": "a.html/x", "deep": "d/e/../../../site/a.html", "d/dots": "../../..",
		"top": dir + "/site", "d/back": "../d",
	} {
		require.NoError(t, os.Symlink(target, filepath.Join(dir, "site", name)))
	}
	b := openRoot(t, filepath.Join(dir, "site"))
	for url, same := range map[string]string{
		"l.html": "a.html", "ll.html": "a.html", "ld/": "d/", "ld/e/x.html": "d/e/x.html", "d/up/d/up/a.html": "a.html", "d/e/far.html": "a.html",
		"out.html": "", "abs.html": "a.html", "top/d/": "d/", "top/a.html": "a.html", "ld/back/e/x.html": "d/e/x.html", "self": "", "ping": "", "pong": "", "broken": "", "file": "", "deep": "a.html", "d/dots/": "", "d/dots/site/a.html": "",
		strings.Repeat("d/up/", 500) + "a.html": "a.html",
	} {
		got := b.Lookup("http://h/" + url)
		if same == "" {
			require.Equal(t, Missing, got.State, url)
			continue
		}
		require.Equal(t, File, got.State, url)
		require.Equal(t, b.Lookup("http://h/"+same).ID, got.ID, url)
		if strings.HasPrefix(url, "d/up/") || strings.HasPrefix(url, "top/") || strings.Contains(url, "/back/") {
			require.Equal(t, b.Lookup("http://h/"+same).URL, got.URL, "a link to a directory above it")
			continue
		}
		require.Equal(t, "http://h/"+url, got.URL)
	}
	var names []string
	for f := range b.Files() {
		names = append(names, f.Path)
		_, err := b.Stat(f)
		require.NoError(t, err)
	}
	require.Equal(t, []string{"a.html", "abs.html", "deep", "l.html", "ll.html", "d/index.html", "d/e/far.html", "d/e/x.html"}, names)
}

// TestDeep checks that a tree of many levels is read in linear time, whatever is asked for first.
func TestDeep(t *testing.T) {
	const levels = 500
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	for range levels {
		require.NoError(t, root.Mkdir("d", 0o700))
		f, err := root.Create("x.html")
		require.NoError(t, err)
		require.NoError(t, f.Close())
		next, err := root.OpenRoot("d")
		require.NoError(t, err)
		require.NoError(t, root.Close())
		root = next
	}
	require.NoError(t, root.Close())
	b := openRoot(t, dir)
	require.Equal(t, File, b.Lookup("http://h/"+strings.Repeat("d/", levels-1)+"x.html").State)
	n := 0
	for range openRoot(t, dir).Files() {
		n++
	}
	require.Equal(t, levels, n)
}

// TestUnlisted checks a directory whose names cannot be read, though its files can.
func TestUnlisted(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root reads every directory")
	}
	dir := t.TempDir()
	makeFiles(t, dir, "d/e/a.html", "d/index.html")
	require.NoError(t, os.Chmod(filepath.Join(dir, "d"), 0o100))
	t.Cleanup(func() { require.NoError(t, os.Chmod(filepath.Join(dir, "d"), 0o700)) })
	b := openRoot(t, dir)
	for range 2 {
		require.Equal(t, File, b.Lookup("http://h/d/").State)
		require.Equal(t, "d/e/a.html", b.Lookup("http://h/d/e/a.html").Path)
		require.Equal(t, Missing, b.Lookup("http://h/d/e/b.html").State)
	}
	require.Equal(t, b.Lookup("http://h/d/").ID, b.Lookup("http://h/d/index.html").ID)
	require.NotEqual(t, b.Lookup("http://h/d/").ID, b.Lookup("http://h/d/e/a.html").ID)
}

// TestCases checks names that differ in case only.
func TestCases(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "Images/Logo.PNG", "\u00c4.html", "stra\u00dfe.html", "K.html", "\xff.html", "d/INDEX.html")
	b := openRoot(t, dir)
	for url, want := range map[string]string{
		"images/logo.png": "Images/Logo.PNG", "IMAGES/LOGO.png": "Images/Logo.PNG", "%C3%A4.html": "\u00c4.html", "\u212a.html": "K.html", "k.HTML": "K.html",
		"STRASSE.html": "", "%FE.html": "", "d/": "", "d/index.html": "d/INDEX.html", "D": "", "D/index.HTML": "d/INDEX.html", "images/": "",
	} {
		got := b.Lookup("http://h/" + url)
		require.Equal(t, want != "", got.State == OtherCase, "%s: %v", url, got)
		if want != "" {
			require.Equal(t, want, got.Path)
		}
	}
}

// TestForms checks names that differ in their Unicode normal form, and which of these FindNear finds.
func TestForms(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "e\u0301/\u00e9.html", "\u1100\u1161.css", "p.html", "own.html")
	b := openRoot(t, dir)
	require.NoError(t, b.Add("http://h/4f3a", filepath.Join(dir, "own.html"), "test", false))
	_, err := b.Settle()
	require.NoError(t, err)
	p, err := b.Place(filepath.Join(dir, "p.html"))
	require.NoError(t, err)
	for url, want := range map[string]struct {
		state    State
		location string // of FindNear
	}{
		"%C3%A9/e%CC%81.html": {OtherForm, "file:///e%CC%81/%C3%A9.html"},
		"E%CC%81/%C3%A9.HTML": {OtherCase, "file:///e%CC%81/%C3%A9.html"},
		"%EA%B0%80.css?v=1":   {OtherForm, "file:///%E1%84%80%E1%85%A1.css?v=1"},
		"P.html":              {OtherCase, "file:///p.html"},
		"P.html?x=1":          {OtherCase, ""}, // may be another page
		"OWN.html":            {Missing, ""},   // its entry gives it another URL
		"p.html":              {File, ""},
	} {
		require.Equal(t, want.state, b.Lookup("http://h/"+url).State, url)
		_, location, ok := p.FindNear("http://h/"+url, false)
		require.Equal(t, want.location, location, url)
		require.Equal(t, want.location != "", ok)
	}
	own, _, ok := p.FindNear("file:///P.HTML", true)
	require.True(t, ok)
	require.Equal(t, "http://h/p.html", own)
	_, location, ok := p.FindNear("file:///P.html?x", true)
	require.True(t, ok)
	require.Equal(t, "file:///p.html?x", location)
}

// heap returns the size of the heap.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestMemoryOfFiles checks the memory of a large directory.
func TestMemoryOfFiles(t *testing.T) {
	const n = 50_000
	files := make(filesFS, n)
	for i := range n {
		files[fmt.Sprintf("news/some-file-name-%06d.html", i)] = true
	}
	before := heap()
	b, err := NewBundle("http://h/", files, Options{})
	require.NoError(t, err)
	require.Equal(t, File, b.book.Lookup("http://h/news/some-file-name-000123.html").State)
	each := (heap() - before) / n
	t.Logf("%d bytes a file", each)
	require.Less(t, each, uint64(80))
	runtime.KeepAlive(b)
	runtime.KeepAlive(files)
}

// TestMemoryOfMap checks the memory of a large map.
func TestMemoryOfMap(t *testing.T) {
	const n = 50_000
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "page000000.html"), nil, 0o666)) // a map of no file is an error
	before := heap()
	b, err := New(Options{Tops: []string{dir}})
	require.NoError(t, err)
	require.NoError(t, b.ReadMap("m", strings.NewReader(longMap(dir, n))))
	_, err = b.Settle()
	require.NoError(t, err)
	each := (heap() - before) / n
	t.Logf("%d bytes a line", each)
	require.Less(t, each, uint64(300))
	got := b.Lookup("http://www.example.org/some/path/page.php?id=000123")
	require.Equal(t, "page000123.html", got.Path)
	require.Equal(t, Missing, got.State)
	require.NoError(t, b.Close())
}

// longMap returns a map of n lines.
func longMap(dir string, n int) string {
	var lines strings.Builder
	for i := range n {
		fmt.Fprintf(&lines, "http://www.example.org/some/path/page.php?id=%06d\t%s\n", i, filepath.Join(dir, fmt.Sprintf("page%06d.html", i)))
	}
	return lines.String()
}

// TestConcurrent looks up files from several goroutines.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("d%d/e%d/x.html", i%7, i))
	}
	makeFiles(t, dir, names...)
	b := openRoot(t, dir)
	done := make(chan []ID)
	for range 4 {
		go func() {
			var ids []ID
			for _, name := range names {
				ids = append(ids, b.Lookup("http://h/"+name).ID)
				b.Lookup("http://h/" + strings.ToUpper(name))
			}
			done <- ids
		}()
	}
	first := <-done
	for range 3 {
		require.Equal(t, first, <-done)
	}
	slices.Sort(first)
	require.Len(t, slices.Compact(first), len(names))
}

// TestManyLinks checks that a file to which more links lead than the system follows does not exist.
func TestManyLinks(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "x0")
	for i := 1; i <= 60; i++ {
		require.NoError(t, os.Symlink(fmt.Sprint("x", i-1), filepath.Join(dir, fmt.Sprint("x", i))))
	}
	for _, order := range [][]int{{40, 41, 60}, {60, 41, 40}} {
		b := openRoot(t, dir)
		for _, i := range order {
			_, err := os.Stat(filepath.Join(dir, fmt.Sprint("x", i)))
			require.Equal(t, err == nil, b.Lookup(fmt.Sprint("http://h/x", i)).State == File, i)
		}
		f, err := b.Open(b.Lookup("http://h/x40"))
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
}
