package addressbook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mapped returns the book of a directory with a map, in which DIR is the directory.
func mapped(t *testing.T, o Options, dir, lines string) (*Book, []Conflict, error) {
	t.Helper()
	o.Tops = append(o.Tops, dir)
	b, err := New(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	if err := b.ReadMap("m", strings.NewReader(strings.ReplaceAll(lines, "DIR", dir))); err != nil {
		return b, nil, err
	}
	conflicts, err := b.Settle()
	return b, conflicts, err
}

// TestMap checks entries, and what they do to the rules of a root.
func TestMap(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "index.html", "page4f3a.html", "a b.html", "d/index.html", "line\nend\r")
	b, conflicts, err := mapped(t, Options{Roots: []string{"http://h/=" + dir}}, dir,
		"# a comment\r\n\r\nhttp://h/page.php?id=4\tDIR/page4f3a.html\r\nHTTP://H:80/%61%20b?\u00e9\tDIR/a b.html\nhttp://x/\tDIR/a b.html\nhttp://x/gone\tDIR/gone.html\nhttp://h/page.php?id=4\tDIR/page4f3a.html\nhttp://h/d/\tDIR/d/index.html")
	require.NoError(t, err)
	require.Len(t, conflicts, 1)
	require.Equal(t, filepath.Join(dir, "a b.html")+": has the URL HTTP://H:80/%61%20b?%C3%A9 (by line 4 of m); http://x/ (by line 5 of m) leads to it, too", conflicts[0].String())
	for url, want := range map[string]string{
		"http://h/page.php?id=4":   "page4f3a.html http://h/page.php?id=4 map",
		"http://h/page.php?%69d=4": "page4f3a.html http://h/page.php?id=4 map",
		"http://h/page4f3a.html":   "page4f3a.html  ", // missing: its name was not made of its URL
		"http://h/a%20b?%C3%A9":    "a b.html HTTP://H:80/%61%20b?%C3%A9 map",
		"http://h/a b?\u00e9":      "a b.html HTTP://H:80/%61%20b?%C3%A9 map",
		"http://x":                 "a b.html HTTP://H:80/%61%20b?%C3%A9 map",
		"http://x/gone":            "gone.html  map",
		"http://h/d/":              "d/index.html http://h/d/ map",
		"http://h/d/index.html":    "d/index.html http://h/d/ name",
		"http://h/":                "index.html http://h/ index",
	} {
		got := b.Lookup(url)
		require.Equal(t, want, got.Path+" "+got.URL+" "+string(got.Rule), url)
	}
	p, err := b.Place(filepath.Join(dir, "page4f3a.html"))
	require.NoError(t, err)
	require.Equal(t, "http://h/page.php?id=4", p.URL())
	require.Equal(t, "file:///page4f3a.html", p.Location())

	b, _, err = mapped(t, Options{}, dir, "http://h/x\tDIR/line\nend\r\x00http://h/y\tDIR/index.html\x00")
	require.NoError(t, err)
	require.Equal(t, "line\nend\r", b.Lookup("http://h/x").Path)
	require.Equal(t, Outside, b.Lookup("http://h/z").State)
	p, err = b.Place(filepath.Join(dir, "a b.html"))
	require.NoError(t, err)
	require.Empty(t, p.URL())
	url, ok := p.At("file:///a%20b.html")
	require.True(t, ok, "the file exists, without a URL")
	require.Empty(t, url)
}

// TestMapErrors checks that lines that cannot be used are refused by their number.
func TestMapErrors(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "out.html", "site/a.html", "site/d/x")
	site := filepath.Join(dir, "site")
	require.NoError(t, os.Symlink("../out.html", filepath.Join(site, "link.html")))
	require.NoError(t, os.Symlink("..", filepath.Join(site, "up")))
	require.NoError(t, os.Symlink("a.html", filepath.Join(site, "inside.html")))
	for line, want := range map[string]string{
		"http://h/\tDIR/../out.html":      "leads out of",
		"http://h/\t/etc/passwd":          "leads out of",
		"http://h/\tDIR/link.html":        "is a symbolic link out of",
		"http://h/\tDIR/up/out.html":      "is a symbolic link out of",
		"http://h/\tDIR/d":                "is a directory",
		"http://h/\tDIR":                  "leads out of",
		"http://h/":                       "is not of the form URL TAB PATH",
		"DIR/a.html\thttp://h/":           "the URL comes first",
		"\tDIR/a.html":                    "is not of the form URL TAB PATH",
		"http://h/\t":                     "is not of the form URL TAB PATH",
		"a.html\tDIR/a.html":              "relative: give an absolute URL",
		"http://h/#x\tDIR/a.html":         "has a fragment",
		"http://h/ x\tDIR/a.html":         "has white space",
		"http://h/\xff\tDIR/a.html":       "is not UTF-8",
		"mailto:a@b\tDIR/a.html":          "cannot be a base",
		strings.Repeat("x", 1000):         "x...\" is not of the form",
		"data:text/html,x\tDIR/a.html":    "cannot be a base",
		"http://h/ok\tDIR/inside.html":    "",
		"http://h/ok\tDIR/./d/../a.html":  "",
		"http://h/new\tDIR/not/yet/there": "",
	} {
		_, _, err := mapped(t, Options{}, site, "\nhttp://h/other\tDIR/d/x\n"+strings.ReplaceAll(line, "DIR", site))
		if want == "" {
			require.NoError(t, err, line)
			continue
		}
		require.ErrorContains(t, err, "m: line 3: ", line)
		require.ErrorContains(t, err, want, line)
	}
	_, _, err := mapped(t, Options{}, site, "http://h/\tDIR/a.html\nHTTP://h:80\tDIR/d/x\n")
	require.EqualError(t, err, "m: line 2: HTTP://h:80 is "+filepath.Join(site, "a.html")+" already (by line 1 of m): leave one of the lines out")
	_, _, err = mapped(t, Options{}, site, strings.Repeat("x\n", 1000))
	require.ErrorContains(t, err, "m: 990 more lines cannot be used")
	require.NotContains(t, err.Error(), "line 11")
}

// TestHosts checks directories with a directory for each host.
func TestHosts(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "a.example/index.html", "b.example:8080/x", "c.example+81/y", "..d/z", "w x/z", "stray", "new.example/p")
	b, err := New(Options{Hosts: []string{dir}, Roots: []string{"https://real.example/=" + filepath.Join(dir, "new.example")}})
	require.NoError(t, err)
	defer b.Close()
	for url, want := range map[string]string{
		"http://a.example/": "http://a.example/", "https://A.example:443/index.html": "http://a.example/", "http://b.example:8080/x": "http://b.example:8080/x",
		"https://c.example:81/y": "http://c.example:81/y", "http://a.example:8080/": "", "http://b.example/x": "", "ftp://a.example/": "",
		"http://new.example/p": "https://real.example/p", "https://real.example/p": "https://real.example/p", "http://stray/": "",
	} {
		require.Equal(t, want, b.Lookup(url).URL, url)
	}
	p, err := b.Place(filepath.Join(dir, "a.example", "index.html"))
	require.NoError(t, err)
	require.Equal(t, "http://a.example/", p.URL())
	_, location, ok := p.Find("https://b.example:8080/x")
	require.True(t, ok)
	require.Equal(t, "file:///b.example:8080/x", location)
	p, err = b.Place(filepath.Join(dir, "stray"))
	require.NoError(t, err)
	require.Empty(t, p.URL())
}

// TestLocationsAsURLs checks a tree about which nothing is known.
func TestLocationsAsURLs(t *testing.T) {
	dir := t.TempDir()
	makeFiles(t, dir, "index.html", "d/a b.html", "q.html")
	b, err := New(Options{Tops: []string{dir}, Locations: true})
	require.NoError(t, err)
	defer b.Close()
	p, err := b.Place(filepath.Join(dir, "d", "a b.html"))
	require.NoError(t, err)
	require.Equal(t, "file:///d/a%20b.html", p.URL())
	require.Equal(t, "index.html", p.Lookup("file:///").Path)
	require.False(t, p.Lookup("file:///q.html?x").Guess)
	require.Equal(t, Outside, p.Lookup("http://h/").State)
}

// FuzzReadMap checks that no map leads out of the tree, and that the book returns what the map
// says.
func FuzzReadMap(f *testing.F) {
	f.Add("http://h/\tDIR/a.html\nhttp://h/b\tDIR/d/b.html")
	f.Add("http://h/\tDIR/../x\n\n#\t\nhttp://h/?\u00e9#\tDIR/up/x\r\n")
	f.Add("http://h/%2e%2E/\tDIR/d/\n\x00http://h\tDIR/a.html\x00")
	dir := f.TempDir()
	for _, name := range []string{"a.html", "d/b.html"} {
		require.NoError(f, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(f, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	require.NoError(f, os.Symlink("..", filepath.Join(dir, "up")))
	f.Fuzz(func(t *testing.T, lines string) {
		b, _, err := mapped(t, Options{}, dir, lines)
		if err != nil {
			return
		}
		for e, first := range b.Entries() {
			rel, err := filepath.Rel(dir, e.Path)
			require.NoError(t, err)
			require.True(t, filepath.IsLocal(rel), "%q", e.Path)
			got := b.Lookup(e.URL)
			require.Equal(t, filepath.ToSlash(rel), got.Path, "%q", e.URL)
			require.Equal(t, RuleMap, got.Rule)
			if p := b.place(b.trees[0], got.Path); first {
				require.Equal(t, e.URL, p.URL())
			}
		}
	})
}

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
	add := func(url, path string) { require.NoError(t, b.Add(url, filepath.Join(dir, path), "comment", true)) }
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
	require.NoError(t, b.Add("http://h/299", filepath.Join(dir, "s.html"), "comment", true))
	_, err = b.Settle()
	require.NoError(t, err)
	require.Equal(t, "a.html", b.Lookup("http://h/299").Path)
}
