package crawl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A record is a capture of a test.
type record struct {
	url  string
	day  int // of May 2024
	with func(*Capture)
}

// capture returns a page.
func (r record) capture(n int) *Capture {
	c := &Capture{URL: r.url, Status: 200, Kind: HTML, At: Position{0, uint32(n)}, Date: time.Date(2024, 5, r.day, 0, 0, 0, 0, time.UTC)}
	if r.with != nil {
		r.with(c)
	}
	return c
}

// indexOf returns the index of captures.
func indexOf(date time.Time, all ...record) *Index {
	x := New(date)
	for i, r := range all {
		x.Add(r.capture(i))
	}
	x.Settle()
	return x
}

func to(location string) func(*Capture) {
	return func(c *Capture) { c.Status, c.Location = 302, location }
}

func status(n int) func(*Capture) { return func(c *Capture) { c.Status = n } }

func digest(d string) func(*Capture) { return func(c *Capture) { c.Digest = d } }

func revisitOf(with func(*Capture)) func(*Capture) {
	return func(c *Capture) {
		c.Type, c.Empty, c.Kind = Revisit, true, Other
		with(c)
	}
}

func id(id string, with func(*Capture)) func(*Capture) {
	return func(c *Capture) {
		if c.ID = id; with != nil {
			with(c)
		}
	}
}

func conversionOf(id string) func(*Capture) {
	return func(c *Capture) { c.Type, c.Status, c.RefersTo = Conversion, 0, id }
}

// TestConverted checks that what was converted from a redirect, or from a record that is left out, is
// no file.
func TestConverted(t *testing.T) {
	x := indexOf(time.Time{}, record{"http://h/a", 1, nil}, record{"http://h/r", 1, id("<r>", to("/a"))}, record{"http://h/r", 1, conversionOf("<r>")})
	require.Equal(t, map[string]int{"http://h/a": 0}, chosen(x))
	require.Equal(t, Counts{Redirects: 1, Duplicates: 1, LeftOut: map[string]int{}}, x.Counts)
	for why, with := range map[string]func(*Capture){Partial: status(206), NotModified: status(304), NoContent: status(204)} {
		x = indexOf(time.Time{}, record{"http://h/a", 1, id("<p>", with)}, record{"http://h/a", 1, conversionOf("<p>")})
		require.Empty(t, chosen(x))
		require.Equal(t, Counts{LeftOut: map[string]int{why: 1, NoSource: 1}}, x.Counts)
	}
	x = New(time.Time{})
	x.LeaveCapture(record{"http://h/form", 1, id("<p>", nil)}.capture(0), NotGET)
	x.Add(record{"http://h/form", 1, conversionOf("<p>")}.capture(1))
	x.Settle()
	require.Empty(t, chosen(x))
}

// chosen returns for each URL the record that its body comes from.
func chosen(x *Index) map[string]int {
	all := make(map[string]int)
	for f := range x.Files() {
		all[f.URL] = int(f.Body.Record)
	}
	return all
}

// TestChoice checks which capture counts.
func TestChoice(t *testing.T) {
	const u = "http://h/a"
	early := time.Date(2024, 5, 3, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name    string
		records []record
		last    int // the record that counts
		early   int // the same, near the third day
	}{
		{"the last one", []record{{u, 9, nil}, {u, 1, nil}, {u, 5, nil}}, 0, 2},
		{"the later one in the archive", []record{{u, 4, nil}, {u, 4, nil}}, 1, 1},
		{"http and https", []record{{u, 1, nil}, {"https://h/a", 2, nil}}, 1, 1},
		{"http redirects to https", []record{{"https://h/a", 1, nil}, {u, 2, to("https://h/a")}}, 0, 0},
		{"a fragment", []record{{u + "#a", 1, nil}, {"HTTP://H:80/%61#b", 2, nil}}, 1, 1},
		{"a page before a redirect", []record{{u, 1, nil}, {u, 9, to("/login")}}, 0, 0},
		{"a page before an error", []record{{u, 1, nil}, {u, 9, status(503)}}, 0, 0},
		{"an error", []record{{u, 1, status(404)}, {u, 9, status(410)}}, 1, 0},
		{"a page without a date", []record{{u, 1, func(c *Capture) { c.Date = time.Time{} }}, {u, 9, nil}}, 1, 1},
		{"a converted page", []record{{u, 1, nil}, {u, 1, func(c *Capture) { c.Type = Conversion }}}, 1, 1},
		{"a converted error", []record{{u, 1, nil}, {u, 9, id("<e>", status(404))}, {u, 9, conversionOf("<e>")}}, 0, 0},
		{"a converted error before its record", []record{{u, 9, conversionOf("<e>")}, {u, 9, id("<e>", status(404))}, {u, 1, nil}}, 2, 2},
		{"a converted error alone", []record{{u, 9, id("<e>", status(404))}, {u, 9, conversionOf("<e>")}}, 1, 1},
		{"a converted page of a page", []record{{u, 9, id("<e>", nil)}, {u, 9, conversionOf("<e>")}}, 1, 1},
		{"a revisit of a record that was rewritten", []record{{u, 1, digest("new")}, {u, 9, revisitOf(func(c *Capture) { c.Digest, c.RefersURL, c.RefersAt = "old", u, "2024-05-01T00:00:00Z" })}}, 0, 0},
		{"text of a page", []record{{u, 1, nil}, {u, 9, func(c *Capture) { c.Type, c.Kind = Conversion, Other }}}, 0, 0},
		{"a revisit", []record{{u, 1, digest("x")}, {u, 2, digest("y")}, {u, 9, revisitOf(digest("x"))}}, 0, 1},
		{"a revisit without an original", []record{{u, 1, digest("x")}, {u, 9, revisitOf(digest("z"))}}, 0, 0},
		{"a revisit by date", []record{{u, 1, nil}, {u, 2, nil}, {u, 9, revisitOf(func(c *Capture) { c.RefersURL, c.RefersAt = u, "2024-05-01T00:00:00Z" })}}, 0, 1},
		{"a revisit by ID", []record{{u, 1, func(c *Capture) { c.ID = "<a>" }}, {u, 2, nil}, {u, 9, revisitOf(func(c *Capture) { c.RefersTo = "<a>" })}}, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, o := range []struct {
				date time.Time
				want int
			}{{time.Time{}, c.last}, {early, c.early}} {
				x := indexOf(o.date, c.records...)
				all := chosen(x)
				require.Len(t, all, 1)
				for _, got := range all {
					require.Equal(t, o.want, got)
				}
				require.Len(t, c.records, len(all)+x.Counts.Duplicates+x.Counts.LeftOut[NoOriginal])
			}
		})
	}
}

// TestRevisitOfOther: a revisit may have the body of another URL.
func TestRevisitOfOther(t *testing.T) {
	x := indexOf(time.Time{}, record{"http://h/b", 1, revisitOf(digest("x"))}, record{"http://h/a", 1, digest("x")})
	require.Equal(t, map[string]int{"http://h/a": 1, "http://h/b": 1}, chosen(x))
	require.Equal(t, Counts{Revisits: 1, LeftOut: map[string]int{}}, x.Counts)
	x = indexOf(time.Time{}, record{"http://h/b", 1, revisitOf(func(c *Capture) { c.Digest, c.Kind = "x", CSS })}, record{"http://h/a", 1, digest("x")})
	for f := range x.Files() {
		require.Equal(t, map[string]Kind{"http://h/a": HTML, "http://h/b": CSS}[f.URL], f.Kind)
	}
}

// TestLeft: what does not become a file.
func TestLeft(t *testing.T) {
	for why, with := range map[string]func(*Capture){
		NoURL:       func(c *Capture) { c.URL = "urn:x" },
		Partial:     status(206),
		NotModified: status(304),
		NoContent:   func(c *Capture) { c.Status, c.Empty = 500, true },
		NoOriginal:  revisitOf(digest("y")),
	} {
		x := indexOf(time.Time{}, record{"http://h/a", 1, with})
		require.Empty(t, chosen(x))
		require.Equal(t, Counts{LeftOut: map[string]int{why: 1}}, x.Counts)
	}
	x := indexOf(time.Time{}, record{"http://h/a", 1, func(c *Capture) { c.Empty = true }})
	require.Equal(t, map[string]int{"http://h/a": 0}, chosen(x), "an empty file")
}

// TestFind: where links lead.
func TestFind(t *testing.T) {
	all := []record{
		{"http://h/d/", 1, nil}, {"http://h/a?x=1", 1, nil}, {"https://h/s", 1, nil},
		{"http://h/old", 1, to("a?x=1#f")}, {"http://h/older", 1, to("//h/old")}, {"http://h/d", 1, to("http://h/d/")},
		{"http://h/loop", 1, to("/loop2")}, {"http://h/loop2", 1, to("/loop")}, {"http://h/out", 1, to("http://x/")}, {"http://h/none", 1, to("")},
	}
	for i := range 25 {
		all = append(all, record{fmt.Sprintf("http://c/%d", i), 1, to(fmt.Sprint(i + 1))})
	}
	all = append(all, record{"http://c/25", 1, nil})
	x := indexOf(time.Time{}, all...)
	require.Equal(t, 31, x.Counts.Redirects)
	aliases := 0
	for range x.Aliases() {
		aliases++
	}
	require.Equal(t, 31-3-5, aliases, "not two that loop, one out of the crawl, and five that are too far")
	var here File
	for f := range x.Files() {
		if f.URL == "http://h/d/" {
			here = f
		}
	}
	tree := here.Tree(here.URL)
	require.Equal(t, "http://h/d/", tree.URL())
	require.Equal(t, "file:///h/d/index.html", tree.Location())
	for url, want := range map[string][2]string{
		"http://h/d/?":          {"http://h/d/", "file:///h/d/index.html"},
		"http://h/d/":           {"http://h/d/", "file:///h/d/index.html"},
		"http://h/d":            {"http://h/d/", "file:///h/d/index.html"},
		"http://h/older":        {"http://h/a?x=1", "file:///h/a@x=1.html#f"},
		"http://h/s":            {"https://h/s", "file:///h/s.html"},
		"HTTPS://H:443/%61?x=1": {"http://h/a?x=1", "file:///h/a@x=1.html"},
		"http://c/5":            {"http://c/25", "file:///c/25.html"},
		"http://c/4":            {"http://c/4", ""},
		"http://h/loop":         {"http://h/loop", ""},
		"http://h/out":          {"http://h/out", ""},
		"http://h/x":            {"http://h/x", ""},
		"http://x/":             {"", ""},
		"mailto:a@h":            {"", ""},
	} {
		own, location, ok := tree.Find(url)
		require.Equal(t, want, [2]string{own, location}, url)
		require.Equal(t, location != "", ok)
	}
	for url, want := range map[string]string{"http://h/d/x?y/z": "file:///h/d/", "http://h/": "file:///h/", "https://h/d/": "file:///h/d/", "http://h/e/": "", "urn:h/d/": ""} {
		location, ok := tree.FindDir(url)
		require.Equal(t, want != "", ok, url)
		if ok {
			require.Equal(t, want, location)
		}
	}
	_, ok := tree.At("file:///h/d/index.html")
	require.False(t, ok)
}

// TestCollisions: names of files that would be one file on some systems.
func TestCollisions(t *testing.T) {
	want := map[string]string{
		"http://h/A":          "h/A.html",
		"http://h/a":          "h/a~2.html",
		"http://h/a~2":        "h/a~2~2.html",
		"http://h/a.html":     "h/a~3.html",
		"http://h/b.html/c":   "h/b.html/c.html",
		"http://h/b":          "h/b~2.html",
		"http://h/%C3%A4":     "h/ä~2.html",
		"http://h/a%CC%88":    "h/a\u0308~3.html",
		"http://h/%C3%84":     "h/Ä.html",
		"http://h/D/x":        "h/D/x.html",
		"http://h/d/X":        "h/d/X~2.html",
		"http://h//d/y":       "h/d/y.html",
		"http://h/index.html": "h/index~2.html",
		"http://h/":           "h/index.html",
		"http://u@h/":         "h/index~3.html",
	}
	var all []record
	for url := range want {
		all = append(all, record{url, 1, nil})
	}
	x := indexOf(time.Time{}, all...)
	got := make(map[string]string)
	for f := range x.Files() {
		got[f.URL] = f.Path
	}
	require.Equal(t, want, got)
}

// TestManyCollisions: the time for names that collide is linear.
func TestManyCollisions(t *testing.T) {
	x := New(time.Time{})
	for i := range 5_000 {
		x.Add(&Capture{URL: "http://h/" + strings.Repeat("/", i%200) + "a" + "?" + strings.Repeat("%42", i/200), Status: 200, Kind: HTML})
	}
	began := time.Now()
	x.Settle()
	require.Less(t, time.Since(began), 20*time.Second)
	seen := make(map[string]bool)
	for f := range x.Files() {
		require.False(t, seen[f.Path])
		seen[f.Path] = true
	}
	require.Len(t, seen, 5_000)
}

// TestNamesOfMany checks for random URLs that the names are those of different files on all systems,
// lead to no other directory, do not depend on the order of the captures, and that links to the URLs
// lead to them.
func TestNamesOfMany(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	parts := []string{"/", "/", "a", "A", "b", ".", "%2e", "%C3%A4", "%C3%84", "a%CC%88", "con", "?", "?", ".html", "~2", "%00", strings.Repeat("x", 150)}
	for range 100 {
		var all []record
		for range 1 + rnd.IntN(60) {
			url := []string{"http://h/", "https://h/", "http://H:8080/"}[rnd.IntN(3)]
			for range rnd.IntN(8) {
				url += parts[rnd.IntN(len(parts))]
			}
			_, key, _ := normalize(url)
			all = append(all, record{url, 1, func(c *Capture) { c.Kind = Kind(len(key) % len(extensions)) }})
		}
		x := indexOf(time.Time{}, all...)
		paths := checkTree(t, x)
		rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for f := range indexOf(time.Time{}, all...).Files() {
			_, key, _ := normalize(f.URL)
			require.Equal(t, paths[key], f.Path)
		}
		for f := range x.Files() {
			_, location, ok := f.Tree(f.URL).Find(f.URL)
			require.True(t, ok)
			require.Equal(t, Location(f.Path), location)
		}
	}
}

// checkTree checks the paths of all files, and returns them by the normal forms of their URLs.
func checkTree(t *testing.T, x *Index) map[string]string {
	fold := newCaseFolder()
	files, folded := make(map[string]string), make(map[string]bool)
	for f := range x.Files() {
		checkPath(t, f.Path)
		path := fold.fold(f.Path)
		require.False(t, folded[path], f.Path)
		folded[path] = true
		_, key, _ := normalize(f.URL)
		files[key] = f.Path
	}
	for path := range folded {
		for i := range path {
			if path[i] == '/' {
				require.False(t, folded[path[:i]], "a directory and a file: %s", path)
			}
		}
	}
	return files
}

func TestParseDate(t *testing.T) {
	want := time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
	for _, s := range []string{"2024-05-01T00:00:00Z", "2024-05-01T02:00:00.000+02:00", "2024-05-01", "2024-05", "20240501000000", "202405", " 2024-05-01T00:00Z"} {
		got, ok := ParseDate(s)
		require.True(t, ok, s)
		require.Equal(t, want, got, s)
	}
	for _, s := range []string{"", "yesterday", "2024-13-01", "1"} {
		_, ok := ParseDate(s)
		require.False(t, ok, s)
	}
}

// TestOrder: files come in the order of their bodies.
func TestOrder(t *testing.T) {
	x := New(time.Time{})
	for i, url := range []string{"http://h/c", "http://h/a", "http://h/b"} {
		x.Add(&Capture{URL: url, Status: 200, At: Position{uint32(i % 2), uint32(i)}})
	}
	x.Settle()
	var all []Position
	for f := range x.Files() {
		all = append(all, f.Body)
	}
	require.True(t, slices.IsSortedFunc(all, comparePositions))
	require.Len(t, all, 3)
}
