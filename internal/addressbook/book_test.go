package addressbook

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// placeOf returns the place of a document in a root with the given files and the URL
// http://h/r/.
func placeOf(t testing.TB, doc string, files ...string) *Place {
	m := make(filesFS)
	for _, f := range files {
		m[f] = true
	}
	b, err := NewBundle("http://h/r/", m, Options{})
	require.NoError(t, err)
	return b.Place(doc)
}

// filesFS is a file system of files whose names may be invalid in others.
type filesFS map[string]bool

func (m filesFS) Open(name string) (fs.File, error) { return nil, fs.ErrNotExist }

func (m filesFS) ReadDir(dir string) ([]fs.DirEntry, error) {
	kinds := make(map[string]fs.FileMode)
	for f := range m {
		rest := f
		if dir != "." {
			var ok bool
			if rest, ok = strings.CutPrefix(f, dir+"/"); !ok {
				continue
			}
		}
		name, _, isDir := strings.Cut(rest, "/")
		if kinds[name] = 0; isDir {
			kinds[name] = fs.ModeDir
		}
	}
	var all []fs.DirEntry
	for name, mode := range kinds {
		all = append(all, dirEntry{name, mode})
	}
	return all, nil
}

// A dirEntry is an entry of a filesFS.
type dirEntry struct {
	name string
	mode fs.FileMode
}

func (e dirEntry) Name() string               { return e.name }
func (e dirEntry) IsDir() bool                { return e.mode.IsDir() }
func (e dirEntry) Type() fs.FileMode          { return e.mode }
func (e dirEntry) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }

// encodings are files and their URLs, relative to that of the root.
var encodings = []struct{ file, url string }{
	{"a.html", "a.html"},
	{"index.html", ""},
	{"d/index.html", "d/"},
	{"d/index.htm", "d/index.htm"},
	{"d/INDEX.html", "d/INDEX.html"},
	{"a b/c#d.html", "a%20b/c%23d.html"},
	{"AZaz09.html?AZaz09 %@0%G0%`0%g0%:0", "AZaz09.html?AZaz09%20%25@0%25G0%25%600%25g0%25:0"},
	{"p?%AF%af%09%90", "p?%AF%af%09%90"},
	{"100%.html", "100%25.html"},
	{"%41", "%2541"},
	{"-._~!$&'()*+,;=:@", "-._~!$&'()*+,;=:@"},
	{"\"<>[]\\^`{|}", "%22%3C%3E%5B%5D%5C%5E%60%7B%7C%7D"},
	{"é\xff\x01", "%C3%A9%FF%01"},
	{"p.html?x=1&y=a/b", "p.html%3Fx=1&y=a/b"}, // a directory with "?" in its name
	{"p.html?x=1&y=a%2Fb?%zz é", "p.html?x=1&y=a%2Fb?%25zz%20%C3%A9"},
	{"d/index.html?x", "d/?x"},
	{"d?x/index.html", "d%3Fx/"},
	{"?", "?"},
	{"?%00", "%3F%2500"}, // no URL has NUL
}

func TestURL(t *testing.T) {
	for _, c := range encodings {
		require.Equal(t, "http://h/r/"+c.url, placeOf(t, c.file, c.file).URL())
	}
}

// finds are URLs, and the file that each names.
var finds = []struct{ url, file string }{
	{"http://h/r/a.html", "a.html"},
	{"HTTP://H:80/r/a.html", "a.html"},
	{"http://h:/r/a.html", "a.html"},
	{"http://h/r/%61.h%74ml", "a.html"},
	{"http://h/r/d/e/", "d/e/index.html"},
	{"http://h/r/d/e/index.html", "d/e/index.html"},
	{"http://h/r/", "index.html"},
	{"http://h/r/p.html?x=1", "p.html?x=1"},
	{"http://h/r/p.html?u=a/b", "p.html?u=a%2Fb"},
	{"http://h/r/p.html?u=a%2Fb", "p.html?u=a%2Fb"},
	{"http://h/r/p.html?u=a%20b", "p.html?u=a b"},
	{"http://h/r/p.html?u=a%2fb", "p.html?u=a%2Fb"},
	{"http://h/r/p.html?u=a%252Fb", "p.html?u=a%2Fb"},
	{"http://h/r/p.html?u=%3A%26%2b[|]%5b", "p.html?u=:&+[|]["},
	{"http://h/r/p.html?u=?%3F%25", "p.html?u=??%"},
	{"http://h/r/p.html?u=%3f", "p.html?u=?"},
	{"http://h/r/p.html?\u00e9", "p.html?\u00e9"},
	{"http://h/r/p.html?\x7f", "p.html?\x7f"},
	{"http://h/r/p.html?\u0080", "p.html?\u0080"},
	{"http://h/r/p%3Fx?y", "p?x?y"},
	{"http://h/r/d/?x", "d/index.html?x"},
	{"http://h/r/d/index.html?x", "d/index.html?x"},
	{"http://h/r/p.html?", "p.html?"},
	{"http://h/r/p%3Fx", "p?x"},
	{"http://h/r/100%.html", "100%.html"},
	{"http://h/r/a;b/c;d", "a;b/c;d"},
	{"http://h/r/d/e%20f", "d/e f"},
}

func TestFind(t *testing.T) {
	for _, c := range finds {
		own, location, ok := placeOf(t, "x", c.file).Find(c.url)
		require.True(t, ok, c.url)
		require.Equal(t, top+encodePath(c.file), location)
		require.Equal(t, placeOf(t, c.file, c.file).URL(), own)
		_, _, ok = placeOf(t, "x", "other", c.file+"/other").Find(c.url)
		require.False(t, ok, c.url)
	}
}

// TestIRI tests a root whose URL is not ASCII. It has the URL of the URI, and files are found
// by URLs of both forms.
func TestIRI(t *testing.T) {
	s, err := NewBundle("http://Bücher.example/é", fstest.MapFS{"d/index.html": {}, "é.html": {}}, Options{})
	require.NoError(t, err)
	p := s.Place("é.html")
	const url = "http://xn--bcher-kva.example/%C3%A9/"
	require.Equal(t, url+"%C3%A9.html", p.URL())
	for _, root := range []string{url, "http://bücher.example/é/", "HTTP://BÜCHER.example:80/%c3%a9/", "http://xn--bcher-kva.example/%C3\xa9/"} {
		own, location, ok := p.Find(root + "d/")
		require.True(t, ok, root)
		require.Equal(t, []string{url + "d/", "file:///d/index.html"}, []string{own, location})
		own, _, ok = p.Find(root + "é.html")
		require.True(t, ok, root)
		require.Equal(t, url+"%C3%A9.html", own)
		location, ok = p.FindDir(root + "d/x")
		require.True(t, ok, root)
		require.Equal(t, "file:///d/", location)
	}
	for _, other := range []string{"http://bucher.example/é/", "http://bücher.example/e/", "http://bücher.example/é", "http://bücher.example/É/", "http://bücher.example/\xe9/", "http://b\xfccher.example/é/", "http://bücher.example/%25C3%A9/"} {
		_, _, ok := p.Find(other + "d/")
		require.False(t, ok, other)
	}
	for _, bad := range []string{"http://e.org/\xe9/", "http://\u200d\u0301.example/"} {
		_, err = New(Options{Roots: []string{bad + "=."}})
		require.ErrorContains(t, err, "give the URL in ASCII")
		_, err = NewBundle(bad, fstest.MapFS{}, Options{})
		require.ErrorContains(t, err, "give the URL in ASCII")
	}
}

// nowhere are URLs that can never name a file.
var nowhere = []string{
	"", "a.html", "/r/a.html", "//h/r/a.html", "mailto:a.html", "file:///r/a.html",
	"http://h/", "http://h/a.html", "http://h/r", "http://h/ra.html", "http://h/R/a.html", "http://h/%72/a.html",
	"https://h/r/a.html", "http://h:81/r/a.html", "http://u@h/r/a.html", "http://h.h/r/a.html", "http://h?/r/a.html",
	"http://h/r/../r/a.html", "http://h/r/./a.html", "http://h/r/d/../a.html", "http://h/r/%2e%2e/a.html", "http://h/r/%2E./a.html",
	"http://h//r/a.html", "http://h/r//", "http://h/r/a.html//", "http://h/r/d%2Fa.html", "http://h/r/..%2fa.html",
	"http://h/r/d%5Ca.html", `http://h/r/d\a.html`, `http://h/r/..\a.html`, "http://h/r/a.html%00", "http://h/r/%00/a.html", "http://h/r/a.html\x00",
	"http://h/r/a.html?x", "http://h/r/?x", "http://h/r/a.html?/../a.html", "http://h/r/a.html?..%2fa.html", "http://h/r/a.html?%00",
	"http://h/r/d", "http://h/r/a.html/", "http://h/r/..", "http://h/r/.", "http://h/r/%2e", "http://h/r/nothing", "http://h/r/e/",
}

func TestNowhere(t *testing.T) {
	p := placeOf(t, "x", "a.html", "d/a.html", "r/a.html", "e/x")
	for _, url := range nowhere {
		_, location, ok := p.Find(url)
		require.False(t, ok, url)
		require.Empty(t, location)
	}
}

// TestEmptySegments: servers and file systems leave empty segments out.
func TestEmptySegments(t *testing.T) {
	p := placeOf(t, "x", "a.html", "d/a.html", "d/index.html")
	for url, want := range map[string]string{
		"//a.html": "a.html", "d//a.html": "d/a.html", "//d///a.html": "d/a.html", "d//": "d/index.html",
	} {
		own, location, ok := p.Find("http://h/r/" + url)
		require.True(t, ok, url)
		require.Equal(t, top+want, location)
		require.Equal(t, "http://h/r/"+strings.TrimSuffix(want, "index.html"), own)
		if !strings.HasSuffix(url, "/") {
			at, ok := p.At(top + url)
			require.True(t, ok, url)
			require.Equal(t, own, at)
		}
	}
	dir, ok := p.FindDir("http://h/r//d//x")
	require.True(t, ok)
	require.Equal(t, top+"d/", dir)
}

func TestFindDir(t *testing.T) {
	p := placeOf(t, "x", "d/e f/g")
	for url, want := range map[string]string{
		"http://h/r/": "file:///", "http://h/r/x": "file:///", "HTTP://H/r/d/": "file:///d/", "http://h/r/d/e%20f/x?y": "file:///d/e%20f/", "http://h/r/d?x/y/": "file:///",
		"http://h/": "", "http://h/r/e/": "", "http://h/r/d/../": "", "http://h/r/d/e%20f/g/": "", "http://x/r/": "",
	} {
		location, ok := p.FindDir(url)
		require.Equal(t, want != "", ok, url)
		require.Equal(t, want, location)
	}
}

// TestFS checks a tree in another kind of file system.
func TestFS(t *testing.T) {
	files := fstest.MapFS{"index.htm": {}, "d/index.htm?x": {}, "d/index.htm?A": {}, "l": {Mode: fs.ModeNamedPipe}}
	s, err := NewBundle("HTTP://h:80", files, Options{Index: []string{"index.html", "index.htm"}})
	require.NoError(t, err)
	p := s.Place("d/x y")
	require.Equal(t, "HTTP://h:80/d/x%20y", p.URL())
	for url, want := range map[string]string{
		"http://h": "file:///index.htm", "http://h/": "file:///index.htm", "http://h/d/?x": "file:///d/index.htm%3Fx",
		"http://h/d/?%41": "file:///d/index.htm%3FA", "http://h/d/": "", "http://h/l": "", "http://h?x": "", "http://h.h": "",
	} {
		_, location, ok := p.Find(url)
		require.Equal(t, want != "", ok, url)
		require.Equal(t, want, location, url)
	}
	require.NoError(t, s.book.Close())

	s, err = NewBundle("file:///d", files, Options{})
	require.NoError(t, err)
	for url, want := range map[string]bool{"file:///d/index.htm": true, "FILE:///d/index.htm": true, "file:///index.htm": false, "file://d/index.htm": false} {
		_, _, ok := s.Place("x").Find(url)
		require.Equal(t, want, ok, url)
	}

	_, err = NewBundle("http://h/", files, Options{Index: []string{"a/b"}})
	require.EqualError(t, err, `index "a/b": not the name of a file: write for example index.html`)
}

// TestErrors checks that every error says what to do.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ spec, index, want string }{
		{"", "", `root "": not of the form URL=DIR: write for example http://example.org/=site`},
		{"http://h/", "", `root "http://h/": has no directory: write http://h/=DIR, where DIR has the files`},
		{"http://h/=", "", `root "http://h/=": has no directory: write http://h/=DIR, where DIR has the files`},
		{"site", "", `root "site": has no URL: write it before the directory, such as http://example.org/=site`},
		{"site=http://h/", "", `root "site=http://h/": the URL comes first: write http://h/=site`},
		{"h=d", "", `root "h=d": "h": relative: give an absolute URL such as http://example.org/docs/`},
		{"http://h/?x=d", "", `root "http://h/?x=d": "http://h/?x" has a query or a fragment: give the URL of a directory`},
		{"http://h/=" + dir, "a/b", `index "a/b": not the name of a file: write for example index.html`},
		{"http://h/=" + dir, "..", `index "..": not the name of a file: write for example index.html`},
		{"http://h/=" + dir, "a?b", `index "a?b": not the name of a file: write for example index.html`},
	} {
		index := []string(nil)
		if c.index != "" {
			index = []string{c.index}
		}
		_, err := New(Options{Roots: []string{c.spec}, Index: index})
		require.EqualError(t, err, c.want)
	}
	_, err := New(Options{Roots: []string{"http://h/=" + dir, "http://h/=" + filepath.Join(dir, "none")}})
	require.ErrorContains(t, err, "none\": no such directory: check the name")
}

// TestFiles checks files on a disk, including links out of the tree.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	// Other systems refuse such names.
	odd := func(name string) bool {
		return runtime.GOOS != "linux" && (strings.Contains(name, "?") || !utf8.ValidString(name))
	}
	for _, f := range []string{"site/a b.html", "site/d/index.html", "site/p?x=1", "site/\xff", "docs/index.htm", "out.html"} {
		if odd(f) {
			continue
		}
		f = filepath.Join(dir, filepath.FromSlash(f))
		require.NoError(t, os.MkdirAll(filepath.Dir(f), 0o777))
		require.NoError(t, os.WriteFile(f, nil, 0o666))
	}
	require.NoError(t, os.Symlink("../out.html", filepath.Join(dir, "site", "link.html")))
	require.NoError(t, os.Symlink("a b.html", filepath.Join(dir, "site", "inner.html")))
	require.NoError(t, os.Symlink("site", filepath.Join(dir, "alias")))
	s, err := New(Options{Roots: []string{
		"http://h=" + filepath.Join(dir, "site"), "http://h/docs=" + filepath.Join(dir, "docs"), "http://d/=" + filepath.Join(dir, "site", "d"),
	}, Index: []string{"index.html", "index.htm"}})
	require.NoError(t, err)
	defer s.Close()
	for file, url := range map[string]string{
		"site/a b.html": "http://h/a%20b.html", "site/new.html": "http://h/new.html", "site/d/index.html": "http://d/",
		"docs/index.htm": "http://h/docs/", "docs/index.html": "http://h/docs/", "alias/p?x=1": "http://h/p?x=1",
		"out.html": "", "site": "", "sitea": "",
	} {
		p, err := s.Place(filepath.Join(dir, file))
		require.NoError(t, err)
		if url == "" {
			require.Nil(t, p, file)
			continue
		}
		require.Equal(t, url, p.URL(), file)
	}
	p, err := s.Place(filepath.Join(dir, "site/x"))
	require.NoError(t, err)
	for url, want := range map[string]string{
		"http://h/a%20b.html": "file:///a%20b.html", "http://h/inner.html": "file:///inner.html", "http://h/d/": "file:///d/index.html",
		"http://h/p?x=1": "file:///p%3Fx=1", "http://h/%FF": "file:///%FF", "http://d/": "file:///d/index.html",
		"http://h/link.html": "", "http://h/../out.html": "", "http://h/docs/": "",
	} {
		if odd(strings.ReplaceAll(url, "%FF", "?")) {
			continue
		}
		for range 2 { // the second time from memory
			_, location, _ := p.Find(url)
			require.Equal(t, want, location, url)
		}
	}
	alias, err := New(Options{Roots: []string{"http://h/=" + filepath.Join(dir, "alias")}})
	require.NoError(t, err)
	defer alias.Close()
	for _, file := range []string{"site/d/index.html", "alias/d/index.html"} {
		p, err := alias.Place(filepath.Join(dir, file))
		require.NoError(t, err)
		require.NotNil(t, p, file)
		require.Equal(t, "http://h/d/", p.URL())
	}
	docs, err := s.Place(filepath.Join(dir, "docs/x"))
	require.NoError(t, err)
	own, location, ok := docs.Find("http://h/docs/")
	require.True(t, ok)
	require.Equal(t, []string{"http://h/docs/", "file:///index.htm"}, []string{own, location})
}

// TestFirst checks that the first of several roots with the same directory counts, and that a URL
// has one directory.
func TestFirst(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), nil, 0o666))
	s, err := New(Options{Roots: []string{"http://h/=" + dir, "http://x/=" + dir, "http://H:80/=" + dir + "/."}})
	require.NoError(t, err)
	defer s.Close()
	p, err := s.Place(filepath.Join(dir, "a"))
	require.NoError(t, err)
	require.Equal(t, "http://h/a", p.URL())
	_, err = New(Options{Roots: []string{"http://h/d/=" + dir, "http://x/=" + other, "http://H:80/d=" + other}})
	require.EqualError(t, err, "root http://H:80/d/: is the URL of "+dir+" and of "+other+": give each directory a URL of its own")
}

// TestLinkInto checks that a symbolic link out of all trees stands for the file that it leads to.
func TestLinkInto(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "site"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "site/a"), nil, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b"), nil, 0o666))
	require.NoError(t, os.Symlink("site/a", filepath.Join(dir, "in")))
	require.NoError(t, os.Symlink("b", filepath.Join(dir, "out")))
	require.NoError(t, os.Symlink("nothing", filepath.Join(dir, "lost")))
	b, err := New(Options{Roots: []string{"http://h/=" + filepath.Join(dir, "site")}})
	require.NoError(t, err)
	defer b.Close()
	p, err := b.Place(filepath.Join(dir, "in"))
	require.NoError(t, err)
	require.NotNil(t, p)
	require.Equal(t, "http://h/a", p.URL())
	for url, want := range map[string]string{"http://h/x/": "x", "http://h/x/y.html": "x/y.html", "http://h/": "", "http://n/x": "", "http://h/a?b": "", "http://h/../x": ""} {
		path, ok := b.PathOf(url)
		require.Equal(t, want != "", ok, url)
		if ok {
			require.Equal(t, filepath.Join(dir, "site", want), path)
		}
	}
	for _, name := range []string{"out", "lost"} {
		p, err := b.Place(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Nil(t, p, name)
	}
}

// anyFS is a file system in which each requested name is a file.
type anyFS struct{ t *testing.T }

func (anyFS) Open(string) (fs.File, error) { return nil, fs.ErrInvalid }

func (a anyFS) Stat(path string) (fs.FileInfo, error) {
	for _, s := range strings.Split(path, "/") {
		require.True(a.t, isName(s), "%q", path)
	}
	return fstest.MapFS{"x": {}}.Stat("x")
}

func FuzzFind(f *testing.F) {
	for _, c := range finds {
		f.Add(c.url, c.file)
	}
	for _, url := range nowhere {
		f.Add(url, "a.html")
	}
	for _, c := range encodings {
		f.Add("http://h/r/"+c.url, c.file)
	}
	f.Fuzz(func(t *testing.T, url, file string) {
		book, err := NewBundle("http://h/r/", anyFS{t}, Options{})
		require.NoError(t, err)
		all := book.Place("x")
		if own, location, ok := all.Find(url); ok {
			at, ok := all.At(location)
			require.True(t, ok, location)
			require.Equal(t, own, at, "%q", url)
			_, again, ok := all.Find(own)
			require.True(t, ok, "%q, from %q", own, url)
			require.Equal(t, location, again)
		}
		if fs.ValidPath(file) && file != "." && !strings.ContainsAny(file, "\x00") {
			p := placeOf(t, file, file, "other/index.html")
			own, location, ok := p.Find(p.URL())
			require.True(t, ok, "%q", p.URL())
			require.Equal(t, p.URL(), own)
			require.Equal(t, p.Location(), location)
			at, ok := p.At(location)
			require.True(t, ok)
			require.Equal(t, own, at)
		}
	})
}

// TestManyLocations: a location belongs to the tree of the document, however many trees have no other URLs.
func TestManyLocations(t *testing.T) {
	dir := t.TempDir()
	var tops []string
	for i := range maxSame + 4 {
		tops = append(tops, filepath.Join(dir, strconv.Itoa(i)))
		require.NoError(t, os.Mkdir(tops[i], 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(tops[i], "a.html"), nil, 0o666))
	}
	b, err := New(Options{Tops: tops, Locations: true})
	require.NoError(t, err)
	defer b.Close()
	require.Empty(t, b.Remarks())
	for _, top := range tops {
		p, err := b.Place(filepath.Join(top, "b.html"))
		require.NoError(t, err)
		_, _, ok := p.Find("file:///a.html")
		require.True(t, ok, top)
	}
}

// TestLocations tests that the URL of every file names the file, and that the URL at its
// location is that of the file.
func TestLocations(t *testing.T) {
	for _, c := range encodings {
		p := placeOf(t, c.file, c.file)
		own, location, ok := p.Find(p.URL())
		require.True(t, ok, c.file)
		require.Equal(t, p.URL(), own)
		require.Equal(t, p.Location(), location)
		at, ok := p.At(location)
		require.True(t, ok, c.file)
		require.Equal(t, own, at)
	}
	p := placeOf(t, "a b?c/d.html", "index.html", "d e/x", "d e/index.html?x=1")
	require.Equal(t, "file:///a%20b%3Fc/d.html", p.Location())
	for url, want := range map[string]string{
		"http://h/r/":                 "http://h/r/ file:///index.html",
		"http://h/r/index.html":       "http://h/r/ file:///index.html",
		"http://h/r/%69ndex%2Ehtml":   "http://h/r/ file:///index.html",
		"http://h/r/d%20e/?x=1":       "http://h/r/d%20e/?x=1 file:///d%20e/index.html%3Fx=1",
		"HTTP://H:80/r/d e/?x=1":      "http://h/r/d%20e/?x=1 file:///d%20e/index.html%3Fx=1",
		"http://h/r/d%20e/gone.html?": "http://h/r/d%20e/gone.html? ",
		"http://x/":                   " ",
	} {
		own, location, ok := p.Find(url)
		require.Equal(t, want, own+" "+location, url)
		require.Equal(t, location != "", ok)
	}
	for url, want := range map[string]string{"http://h/r/x?/y": "file:///", "http://h/r/d%20e/?x": "file:///d%20e/", "http://h/r/e/": "", "http://h/": ""} {
		location, ok := p.FindDir(url)
		require.Equal(t, want, location, url)
		require.Equal(t, want != "", ok)
	}
	for _, location := range []string{"", "file:///", "file:///d%20e/", "file:///d%20e", "file:///gone", "file:///../r/index.html", "file:///index.html?x", "http://h/r/index.html"} {
		_, ok := p.At(location)
		require.False(t, ok, location)
	}
}
