//go:build unix

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBrowserArchivesSeesLoss checks that the comparison reports what an archive lost and
// what it gained.
func TestBrowserArchivesSeesLoss(t *testing.T) {
	b := start(t)
	tab := b.open(t, "http://doc.example")
	data, err := os.ReadFile("testdata/archives/explorer.mht")
	require.NoError(t, err)
	source := strings.ReplaceAll(string(data), "\n", "\r\n")
	dir := t.TempDir()
	// The browser caches the parts of an archive by its path, so each archive has its own.
	read := func(name, source string) *form {
		f := &form{source: []byte(source), file: filepath.Join(dir, name, "page.mhtml")}
		require.NoError(t, f.write())
		f.shown, err = tab.readArchive(f.file)
		require.NoError(t, err)
		return f
	}
	original := read("original", source)
	require.False(t, original.shown.isBlank())
	for i, c := range []struct{ from, to, place string }{
		{"Location: http://news.example/today/img/logo.png", "Location: http://news.example/logo.png", "img"},
		{"Location: http://ads.example/a.png?x=1&y=2", "Location: http://ads.example/a.png?x=1", "resource"},
		{"Location: http://news.example/today/style/main.css", "Location: main.css", structural},
		{"Location: http://news.example/today/style/more.css", "Location: http://news.example/more.css", structural},
		{"Location: http://news.example/today/frame.html", "Location: http://news.example/frame.html", structural},
		{"Location: http://news.example/today/index", "Location: http://other.example/index", "link href"},
		{"url(../img/head.png)", "url(head.png)", "h1 background-image"},
		{"\"p.png\"", "\"../p.png\"", "CSSStyleRule"},
		{"img/paper.png>", "paper.png>", "body background"},
		{"iVBORw0KGgoAAAANSUhEUgAAAAUAAAAB", "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAC", "resource"},
		{"more.html", "../more.html", "a href"},
		{"news</H1>", "new</H1>", "document"},
		{"_01--", "_01", structural},
	} {
		require.Equal(t, 1, strings.Count(source, c.from), c.from)
		changed := read(fmt.Sprint(i), strings.Replace(source, c.from, c.to, 1))
		lost := compareForms(original, changed)
		require.Contains(t, places(lost), c.place, "%s: %v", c.to, lost)
		won := places(compareForms(changed, original))
		require.NotEmpty(t, won, c.to)
	}
	require.Empty(t, compareForms(original, read("again", source)))
}

// TestBrowserArchivesSeesGain checks which differences count as gains.
func TestBrowserArchivesSeesGain(t *testing.T) {
	nothingThere := &shown{Refs: []ref{{Place: "img", Via: "image", URL: nothing}, {Place: "a href", Via: "table", Raw: "x", URL: "invalid:x"}}}
	there := &shown{Refs: []ref{{Place: "img", Via: "image", URL: "http://a/i 1x1"}, {Place: "a href", Via: "table", Raw: "x", URL: "http://a/x"}}}
	for _, c := range []struct {
		known map[string]bool
		want  []string
	}{
		{nil, []string{"gained image", "gained table"}},
		{map[string]bool{"http://a/i": true}, []string{"gained image", "wrongly gained table"}},
	} {
		total := newTally()
		total.archive(&archive{known: c.known}, &form{shown: nothingThere}, &form{shown: there})
		require.Equal(t, c.want, places(total.differ))
		total = newTally()
		total.archive(&archive{known: c.known}, &form{shown: there}, &form{shown: nothingThere})
		require.Equal(t, []string{"img", "a href"}, places(total.differ))
	}
}

// TestMoveURL checks URLs after a file is moved.
func TestMoveURL(t *testing.T) {
	const file, place = "/tmp/1/0/page.mhtml", "http://h.example/d/x?y"
	for url, want := range map[string]string{
		"file:///tmp/1/0/page.mhtml": place, "file:///tmp/1/0/page.mhtml#f": place + "#f", "file:///tmp/1/0/a/b.png 1x1": "http://h.example/d/a/b.png 1x1",
		"file:///tmp/1/a.png": "http://h.example/a.png", "file:///top.png": "http://h.example/top.png", "file://host/x": "http://host/x",
		"http://h/": "http://h/", "invalid:x": "invalid:x",
	} {
		require.Equal(t, want, moveURL(url, file, place))
	}
}

func compareForms(original, rewritten *form) []difference {
	total := newTally()
	total.archive(&archive{}, original, rewritten)
	return total.differ
}

func places(all []difference) []string {
	var names []string
	for _, d := range all {
		names = append(names, d.Place)
	}
	return names
}
