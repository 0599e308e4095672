//go:build unix

package browser

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/resolve"
)

// siteMoves are moves of the site of our own documents: all of it, the directory of the documents,
// and one that only links lead to.
var siteMoves = [][]engine.Move{
	{{From: "http://doc.example/", To: "http://moved.example/a/b/"}, {From: "http://doc.example:81/", To: "http://moved.example/c/"}},
	{{From: "http://doc.example/dir/", To: "http://moved.example/"}, {From: "http://doc.example:81/b/", To: "http://doc.example:81/d/"}},
	{{From: "http://doc.example/dir/sub", To: "http://moved.example/sub"}, {From: "http://doc.example:81/b/c/d", To: "http://moved.example/"}},
}

// movedURL returns the mapped URL, which the browser has serialised.
func movedURL(list []engine.Move, url string) string {
	for _, m := range list {
		if rest, ok := strings.CutPrefix(url, m.From); ok && (strings.HasSuffix(m.From, "/") || rest == "" || strings.ContainsAny(rest[:1], "/?#;")) {
			return m.To + rest
		}
	}
	return url
}

// TestBrowserMoves opens our own documents, which have a link in every place, before and after
// their site has moved. Each link of the moved document leads to the mapped URL of the original
// one.
func TestBrowserMoves(t *testing.T) {
	b := start(t)
	moved, same := 0, 0
	for _, list := range siteMoves {
		for _, d := range tortures(t) {
			for _, dialect := range dialects {
				opts := engine.Options{Type: detect.HTML, Base: d.url, Mode: engine.MoveLinks, Moves: list, Dialect: dialect.Dialect, NoHints: true}
				opts.Also = engine.Social | engine.Lazy | engine.JSONLD | engine.RDFa | engine.Conditional | engine.Param
				out := rewritten(t, d.source, opts)
				before := b.readAt(t, d.url, d.source)
				after := b.readAt(t, movedURL(list, d.url), out)
				require.Len(t, after, len(before), d.name)
				for i, was := range before {
					is := after[i]
					require.Equal(t, was.Place, is.Place)
					if ofCodebase(was) && (was.Via == "data") != (dialect.Dialect == resolve.WHATWG) {
						continue
					}
					want := movedURL(list, was.URL)
					if want != is.URL {
						t.Errorf("%s, %v, %s, %s: %s (%s) became %s (%s), want %s", d.name, dialect.Dialect, was.Place, was.Via, was.URL, was.Raw, is.URL, is.Raw, want)
					}
					if want != was.URL {
						moved++
					}
					if was.Raw == is.Raw {
						same++
					}
				}
			}
		}
	}
	t.Logf("%d links have moved, %d are as they were", moved, same)
	require.Greater(t, moved, 1000)
	require.Greater(t, same, 1000)
}

// readAt returns the references of a document at a URL.
func (b *browser) readAt(t testing.TB, url string, source []byte) []ref {
	origin := url[:strings.Index(url[len("http://"):], "/")+len("http://")]
	b.drop()
	tab := b.open(t, origin)
	b.put(url, "text/html", source)
	readings, err := tab.read([]string{url}, false)
	require.NoError(t, err)
	require.Empty(t, readings[0].Error)
	return readings[0].Refs
}
