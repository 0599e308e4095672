package engine_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// siteFiles are the files of a site, some with names that have to be escaped.
var siteFiles = []string{
	"index.html", "a.html", "d/index.html", "d/b c.html", "d/e/index.html", "d/e/f.html", "d/e/f.html?x=1&y=2", "d/p?q#r", "g;h/i.html", "100%/j:k", "d/\u00e9.html",
}

// linkForms are ways to write a link to each.
var linkForms = []string{
	"http://s/%s", "/%s", "//s/%s", "http://s/%s#top", "http://other/%s", "http://s/not/%s",
}

// TestRelativeSite makes the pages of generated sites relative: with BASE of all
// kinds and without, what is relative then leads to a file when it is opened from
// a disk, and is made absolute again as it was.
func TestRelativeSite(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 3))
	led := 0
	n := corpus.Rounds(600)
	for range n {
		doc := siteFiles[random.IntN(len(siteFiles))]
		var page strings.Builder
		if n := random.IntN(8); n < 5 {
			page.WriteString([]string{`<base href="http://s/d/">`, `<base href="http://s/d/e/f.html">`, `<base href="/">`, `<base href="http://other/">`, `<base href="e/">`}[n] + "\n")
		}
		for range 20 {
			form := linkForms[random.IntN(len(linkForms))]
			fmt.Fprintf(&page, "<a href=\"%s\">\n", html.EscapeString(fmt.Sprintf(form, urlOf(t, siteFiles[random.IntN(len(siteFiles))]))))
		}
		d := []resolve.Dialect{resolve.RFC1808, resolve.RFC3986}[random.IntN(2)]
		if strings.Contains(doc, ";") {
			d = resolve.RFC3986 // in RFC 1808 this begins the params of the base, which has no directory then
		}
		opts := engine.Options{Type: detect.HTML, Tree: siteTree(t, doc), Dialect: d, Fragments: engine.FragmentsAbsolute}
		absolute, err := engine.Bytes([]byte(page.String()), opts)
		require.NoError(t, err)
		out, _ := relativized(t, absolute, opts)
		opts.Converted = true
		back, err := engine.Bytes([]byte(out), opts)
		require.NoError(t, err)
		requireSame(t, absolute, back, opts.Tree)
		led += leadsToFiles(t, doc, []byte(out), opts)
	}
	require.Greater(t, led, n*10/3)
}

// requireSame checks that two documents are the same but for URLs that name the same file, and
// for BASE.
func requireSame(t *testing.T, a, b []byte, tree engine.Tree) {
	t.Helper()
	was, is := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	require.Equal(t, len(was), len(is))
	for i := range was {
		if i == 0 && strings.HasPrefix(was[i], "<base") || was[i] == is[i] {
			continue
		}
		_, from, ok := tree.Find(urlIn(t, was[i]))
		require.True(t, ok, was[i])
		own, to, _ := tree.Find(urlIn(t, is[i]))
		require.Equal(t, from, to, "%s became %s", was[i], is[i])
		require.Equal(t, own, urlIn(t, is[i]))
	}
}

// urlIn returns the URL in a line of a page, without its fragment.
func urlIn(t *testing.T, line string) string {
	_, after, ok := strings.Cut(line, "href=\"")
	require.True(t, ok)
	value, _, _ := strings.Cut(after, "\"")
	value, _, _ = strings.Cut(html.UnescapeString(value), "#")
	return value
}

// siteTree returns the tree of http://s/ around a file of it.
func siteTree(t testing.TB, doc string) engine.Tree {
	return treeOf(t, "http://s/", doc, siteFiles...)
}

// urlOf returns what follows http://s/ in the URL of a file.
func urlOf(t testing.TB, file string) string {
	return strings.TrimPrefix(siteTree(t, file).URL(), "http://s/")
}

// leadsToFiles opens every relative link of a page from a disk, and returns how
// many there are.
func leadsToFiles(t *testing.T, doc string, page []byte, opts engine.Options) (n int) {
	opts.Mode = engine.MakeAbsolute
	opts.Converted, opts.Dialect = false, resolve.RFC3986
	opts.Tree, opts.Base = nil, "file:///"+(&url.URL{Path: doc}).EscapedPath()
	rw, err := engine.New(opts)
	require.NoError(t, err)
	rw.References(page, func(r *engine.Reference) {
		if r.Status != engine.Resolved || r.Element == "base" || !strings.HasPrefix(string(r.Target), "file:") {
			return
		}
		path, _, _ := strings.Cut(strings.TrimPrefix(string(r.Target), "file:///"), "#")
		name, err := url.PathUnescape(path)
		require.NoError(t, err)
		require.True(t, slices.Contains(siteFiles, name), "%s in %s leads to %s: %s", r.Text, doc, name, page)
		n++
	})
	return n
}
