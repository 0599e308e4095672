package addressbook

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// placeOf returns the place of a document in a root with the given files and the URL
// http://h/r/.
func placeOf(t testing.TB, doc string, files ...string) *Place {
	m := make(filesFS)
	for _, f := range files {
		m[f] = true
	}
	b, err := NewFS("http://h/r/", m, Options{})
	require.NoError(t, err)
	return b.PlaceIn(doc)
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

// finds are URLs, the file that each names, and its link form.
var finds = []struct{ url, file, link string }{
	{"http://h/r/a.html", "a.html", "http://h/r/a.html"},
	{"HTTP://H:80/r/a.html", "a.html", "http://h/r/a.html"},
	{"http://h:/r/a.html", "a.html", "http://h/r/a.html"},
	{"http://h/r/%61.h%74ml", "a.html", "http://h/r/%61.h%74ml"},
	{"http://h/r/d/e/", "d/e/index.html", "http://h/r/d/e/index%2Ehtml"},
	{"http://h/r/d/e/index.html", "d/e/index.html", "http://h/r/d/e/index.html"},
	{"http://h/r/", "index.html", "http://h/r/index%2Ehtml"},
	{"http://h/r/p.html?x=1", "p.html?x=1", "http://h/r/p.html%3Fx=1"},
	{"http://h/r/p.html?u=a/b", "p.html?u=a%2Fb", "http://h/r/p.html%3Fu=a%25%32Fb"},
	{"http://h/r/p.html?u=a%2Fb", "p.html?u=a%2Fb", "http://h/r/p.html%3Fu=a%252Fb"},
	{"http://h/r/p.html?u=a%20b", "p.html?u=a b", "http://h/r/p.html%3Fu=a%20b"},
	{"http://h/r/p.html?u=a%2fb", "p.html?u=a%2Fb", "http://h/r/p.html%3Fu=a%252Fb"},
	{"http://h/r/p.html?u=a%252Fb", "p.html?u=a%2Fb", "http://h/r/p.html%3Fu=a%252Fb"},
	{"http://h/r/p.html?u=%3A%26%2b[|]%5b", "p.html?u=:&+[|][", "http://h/r/p.html%3Fu=%3A%26%2b[|]%5b"},
	{"http://h/r/p.html?u=?%3F%25", "p.html?u=??%", "http://h/r/p.html%3Fu=%3F%3f%25"},
	{"http://h/r/p.html?u=%3f", "p.html?u=?", "http://h/r/p.html%3Fu=%3f"},
	{"http://h/r/p.html?\u00e9", "p.html?\u00e9", "http://h/r/p.html%3F%C3%A9"},
	{"http://h/r/p.html?\x7f", "p.html?\x7f", "http://h/r/p.html%3F\x7f"},
	{"http://h/r/p.html?\u0080", "p.html?\u0080", "http://h/r/p.html%3F%C2%80"},
	{"http://h/r/p%3Fx?y", "p?x?y", "http://h/r/p%3Fx%3Fy"},
	{"http://h/r/d/?x", "d/index.html?x", "http://h/r/d/index.html%3Fx"},
	{"http://h/r/d/index.html?x", "d/index.html?x", "http://h/r/d/index.html%3Fx"},
	{"http://h/r/p.html?", "p.html?", "http://h/r/p.html%3F"},
	{"http://h/r/p%3Fx", "p?x", "http://h/r/p%3Fx"},
	{"http://h/r/100%.html", "100%.html", "http://h/r/100%.html"},
	{"http://h/r/a;b/c;d", "a;b/c;d", "http://h/r/a;b/c;d"},
	{"http://h/r/d/e%20f", "d/e f", "http://h/r/d/e%20f"},
}

func TestForm(t *testing.T) {
	for _, c := range finds {
		same, link, ok := placeOf(t, "x", c.file).Form(c.url)
		require.True(t, ok, c.url)
		require.Equal(t, c.link, link)
		require.Equal(t, "http://h/r/"+c.url[strings.Index(c.url, "/r/")+3:], same)
		_, _, ok = placeOf(t, "x", "other", c.file+"/other").Form(c.url)
		require.False(t, ok, c.url)
	}
}

// TestIRI tests a root whose URL is not ASCII. It has the URL of the URI, and files are found
// by URLs of both forms.
func TestIRI(t *testing.T) {
	s, err := NewFS("http://Bücher.example/é", fstest.MapFS{"d/index.html": {}, "é.html": {}}, Options{})
	require.NoError(t, err)
	p := s.PlaceIn("é.html")
	const url = "http://xn--bcher-kva.example/%C3%A9/"
	require.Equal(t, url+"%C3%A9.html", p.URL())
	for _, root := range []string{url, "http://bücher.example/é/", "HTTP://BÜCHER.example:80/%c3%a9/", "http://xn--bcher-kva.example/%C3\xa9/"} {
		same, link, ok := p.Form(root + "d/")
		require.True(t, ok, root)
		require.Equal(t, []string{url + "d/", url + "d/index%2Ehtml"}, []string{same, link})
		require.Equal(t, url+"d/", p.Retrieved(root+"d/index%2Ehtml"))
		same, _, ok = p.Form(root + "é.html")
		require.True(t, ok, root)
		require.Equal(t, url+"é.html", same)
		same, ok = p.FormDir(root + "d/x")
		require.True(t, ok, root)
		require.Equal(t, url+"d/x", same)
	}
	for _, other := range []string{"http://bucher.example/é/", "http://bücher.example/e/", "http://bücher.example/é", "http://bücher.example/É/", "http://bücher.example/\xe9/", "http://b\xfccher.example/é/", "http://bücher.example/%25C3%A9/"} {
		_, _, ok := p.Form(other + "d/")
		require.False(t, ok, other)
	}
	for _, bad := range []string{"http://e.org/\xe9/", "http://\u200d\u0301.example/"} {
		_, err = New(Options{Roots: []string{bad + "=."}})
		require.ErrorContains(t, err, "give the URL in ASCII")
		_, err = NewFS(bad, fstest.MapFS{}, Options{})
		require.ErrorContains(t, err, "give the URL in ASCII")
	}
}

// nowhere are URLs that can never name a file.
var nowhere = []string{
	"", "a.html", "/r/a.html", "//h/r/a.html", "mailto:a.html", "file:///r/a.html",
	"http://h/", "http://h/a.html", "http://h/r", "http://h/ra.html", "http://h/R/a.html", "http://h/%72/a.html",
	"https://h/r/a.html", "http://h:81/r/a.html", "http://u@h/r/a.html", "http://h.h/r/a.html", "http://h?/r/a.html",
	"http://h/r/../r/a.html", "http://h/r/./a.html", "http://h/r/d/../a.html", "http://h/r/%2e%2e/a.html", "http://h/r/%2E./a.html",
	"http://h/r//a.html", "http://h/r//", "http://h/r/d//a.html", "http://h/r/d%2Fa.html", "http://h/r/..%2fa.html",
	"http://h/r/d%5Ca.html", `http://h/r/d\a.html`, `http://h/r/..\a.html`, "http://h/r/a.html%00", "http://h/r/%00/a.html", "http://h/r/a.html\x00",
	"http://h/r/a.html?x", "http://h/r/?x", "http://h/r/a.html?/../a.html", "http://h/r/a.html?..%2fa.html", "http://h/r/a.html?%00",
	"http://h/r/d", "http://h/r/a.html/", "http://h/r/..", "http://h/r/.", "http://h/r/%2e", "http://h/r/nothing", "http://h/r/e/",
}

func TestNowhere(t *testing.T) {
	p := placeOf(t, "x", "a.html", "d/a.html", "r/a.html", "e/x")
	for _, url := range nowhere {
		_, _, ok := p.Form(url)
		require.False(t, ok, url)
		require.Equal(t, url, p.Retrieved(url))
	}
}

// TestRetrieved checks that a link form gives back its URL, unless another URL has the same
// link form.
func TestRetrieved(t *testing.T) {
	ambiguous := map[string]string{
		"http://h/r/p.html?u=a%2fb":   "http://h/r/p.html?u=a%2Fb",
		"http://h/r/p.html?u=a%252Fb": "http://h/r/p.html?u=a%2Fb",
		"http://h/r/p.html?u=%3f":     "http://h/r/p.html?u=%3F",
		"http://h/r/p.html?\u00e9":    "http://h/r/p.html?%C3%A9",
		"http://h/r/p.html?\u0080":    "http://h/r/p.html?%C2%80",
		"http://h/r/p%3Fx?y":          "http://h/r/p?x?y",
		"http://h/r/d/index.html?x":   "http://h/r/d/?x",
		"http://h/r/p%3Fx":            "http://h/r/p?x",
	}
	for _, c := range finds {
		p := placeOf(t, "x", c.file)
		same, link, _ := p.Form(c.url)
		want := same
		if other := ambiguous[c.url]; other != "" {
			require.NotEqual(t, same, other)
			want = other
		}
		require.Equal(t, want, p.Retrieved(link))
		require.Equal(t, link, placeOf(t, "x", "other").Retrieved(link), "a file that is not there")
	}
	for _, url := range []string{"http://h/r/index.html", "http://h/r/%69ndex.html", "http://h/r/index%2ehtml", "http://h/r/index%2Ehtml?x", "http://x/r/index%2Ehtml", "http://h/r/?a%3Fb"} {
		require.Equal(t, url, placeOf(t, "x", "index.html", "index%2Ehtml", "?a?b").Retrieved(url))
	}
}

// TestFilesFound checks that the URL of every file names the file.
func TestFilesFound(t *testing.T) {
	for _, c := range encodings {
		if strings.Contains(c.file, `\`) {
			continue // no URL gives this name
		}
		p := placeOf(t, c.file, c.file)
		if c.file == "?%00" {
			continue // its URL has no query
		}
		_, link, ok := p.Form(p.URL())
		require.True(t, ok, c.file)
		require.Equal(t, p.URL(), p.Retrieved(link), c.file)
	}
}

func TestFormDir(t *testing.T) {
	p := placeOf(t, "x", "d/e f/g")
	for url, want := range map[string]bool{
		"http://h/r/": true, "http://h/r/x": true, "HTTP://H/r/d/": true, "http://h/r/d/e%20f/x?y": true, "http://h/r/d?x/y/": true,
		"http://h/": false, "http://h/r/e/": false, "http://h/r/d/../": false, "http://h/r/d/e%20f/g/": false, "http://x/r/": false,
	} {
		same, ok := p.FormDir(url)
		require.Equal(t, want, ok, url)
		if ok {
			require.True(t, strings.HasPrefix(same, "http://h/r/"), same)
		}
	}
}

// TestFS checks a tree in another kind of file system.
func TestFS(t *testing.T) {
	files := fstest.MapFS{"index.htm": {}, "d/index.htm?x": {}, "d/index.htm?A": {}, "l": {Mode: fs.ModeNamedPipe}}
	s, err := NewFS("HTTP://h:80", files, Options{Index: []string{"index.html", "index.htm"}})
	require.NoError(t, err)
	p := s.PlaceIn("d/x y")
	require.Equal(t, "HTTP://h:80/d/x%20y", p.URL())
	for url, want := range map[string]string{
		"http://h": "HTTP://h:80/index%2Ehtm", "http://h/": "HTTP://h:80/index%2Ehtm", "http://h/d/?x": "HTTP://h:80/d/index.htm%3Fx",
		"http://h/d/": "", "http://h/l": "", "http://h?x": "", "http://h.h": "",
	} {
		_, link, ok := p.Form(url)
		require.Equal(t, want != "", ok, url)
		if ok {
			require.Equal(t, want, link, url)
		}
	}
	// A query of an index that is spelled differently from the file name is a query of the
	// directory.
	same, link, ok := p.Form("http://h/d/?%41")
	require.True(t, ok)
	require.Equal(t, "HTTP://h:80/d/?%41", same)
	require.Equal(t, same, p.Retrieved(link), link)
	require.NoError(t, s.Close())

	s, err = NewFS("file:///d", files, Options{})
	require.NoError(t, err)
	for url, want := range map[string]bool{"file:///d/index.htm": true, "FILE:///d/index.htm": true, "file:///index.htm": false, "file://d/index.htm": false} {
		_, _, ok := s.PlaceIn("x").Form(url)
		require.Equal(t, want, ok, url)
	}

	_, err = NewFS("http://h/", files, Options{Index: []string{"a/b"}})
	require.EqualError(t, err, `index "a/b": not the name of a file: write for example index.html`)
}

// TestErrors checks that every error says what to do.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ spec, index, want string }{
		{"", "", `root "": not of the form URL=DIR: write for example http://example.org/=site`},
		{"http://h/", "", `root "http://h/": not of the form URL=DIR: write for example http://example.org/=site`},
		{"http://h/=", "", `root "http://h/=": not of the form URL=DIR: write for example http://example.org/=site`},
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
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "give a directory that can be read")
}

// TestFiles checks files on a disk, including links out of the tree.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"site/a b.html", "site/d/index.html", "site/p?x=1", "site/\xff", "docs/index.htm", "out.html"} {
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
		"http://h/a%20b.html": "http://h/a%20b.html", "http://h/inner.html": "http://h/inner.html", "http://h/d/": "http://h/d/index%2Ehtml",
		"http://h/p?x=1": "http://h/p%3Fx=1", "http://h/%FF": "http://h/%FF",
		"http://h/link.html": "", "http://h/../out.html": "", "http://h/docs/": "", "http://d/": "",
	} {
		for range 2 { // the second time from memory
			_, link, _ := p.Form(url)
			require.Equal(t, want, strings.TrimSuffix(link, map[bool]string{true: link, false: ""}[want == ""]), url)
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
	_, link, ok := docs.Form("http://h/docs/")
	require.True(t, ok)
	require.Equal(t, "http://h/docs/index%2Ehtm", link)
	require.Equal(t, "http://h/docs/", docs.Retrieved(link))
}

// TestFirst checks that the first of several roots with the same URL or directory counts.
func TestFirst(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), nil, 0o666))
	s, err := New(Options{Roots: []string{"http://h/=" + dir, "http://x/=" + dir, "http://h/=" + other}})
	require.NoError(t, err)
	defer s.Close()
	for path, url := range map[string]string{filepath.Join(dir, "a"): "http://h/a", filepath.Join(other, "b"): "http://h/b"} {
		p, err := s.Place(path)
		require.NoError(t, err)
		require.Equal(t, url, p.URL())
		_, _, ok := p.Form("http://h/a")
		require.Equal(t, url == "http://h/a", ok, path)
	}
}

func TestMarked(t *testing.T) {
	for index, want := range map[string]string{"index.html": "index%2Ehtml", "a.b.c": "a.b%2Ec", "index": "%69ndex", ".x": "%2Ex", "a b.c": "a%20b%2Ec"} {
		require.Equal(t, want, marked(index))
		require.Equal(t, index, decode(want))
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
		book, err := NewFS("http://h/r/", anyFS{t}, Options{})
		require.NoError(t, err)
		all := book.PlaceIn("x")
		if same, link, ok := all.Form(url); ok {
			back := all.Retrieved(link)
			again, _, ok := all.Form(back)
			require.True(t, ok, "%q, from %q", back, same)
			require.Equal(t, back, again)
			require.Equal(t, back, all.Retrieved(back), "what a link stands for stands for itself")
		}
		if fs.ValidPath(file) && file != "." && !strings.ContainsAny(file, "\\\x00") {
			p := placeOf(t, file, file)
			same, link, ok := p.Form(p.URL())
			if _, query, _ := strings.Cut(path.Base(file), "?"); strings.Contains(query, "%") {
				return // see the limits of the package
			}
			require.True(t, ok, "%q", p.URL())
			require.Equal(t, p.URL(), same)
			require.Equal(t, same, p.Retrieved(link))
		}
	})
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
