package engine_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// An anyTree is a tree whose files have any locations, whatever their URLs are.
type anyTree struct {
	url, location string
	locations     map[string]string // by URL
	urls          map[string]string // by location
}

func (t *anyTree) URL() string { return t.url }

func (t *anyTree) Location() string { return t.location }

func (t *anyTree) Find(url string) (own, location string, ok bool) {
	if location, ok = t.locations[url]; ok {
		return t.urls[location], location, true
	}
	if strings.HasPrefix(url, "http://a.example/") || strings.HasPrefix(url, "http://b.example/") {
		return url, "", false
	}
	return "", "", false
}

func (t *anyTree) FindDir(string) (string, bool) { return "", false }

func (t *anyTree) At(location string) (string, bool) {
	url, ok := t.urls[location]
	return url, ok
}

// anyURLs are URLs of files, and anyNames are paths of files. Any of them may belong together.
var (
	anyURLs = []string{
		"http://a.example/", "http://a.example/d/", "http://a.example/d/e/x.html", "http://a.example/q?a=1&b=%20", "http://b.example/p;x/y", "http://b.example/%C3%A9",
		"http://b.example/a:b", "http://b.example/d/page.html",
	}
	anyNames = []string{"index.html", "d/index.html", "other.host/p.html", "a b/c%d.html", "p.html?x=1", "page4f3a.html", "d/e/f/x:y", "\u00e9/#.html"}
	// anyOthers are URLs of no file.
	anyOthers = []string{"http://a.example/gone", "http://b.example/gone/?x#%23", "http://c.example/", "mailto:x@c.example", "https://a.example/"}
)

// randomTree returns a tree in which each URL has a file, and one URL has none but names another
// one's, and a document of it.
func randomTree(random *rand.Rand) *anyTree {
	t := &anyTree{locations: make(map[string]string), urls: make(map[string]string)}
	for i, n := range random.Perm(len(anyNames)) {
		location := "file:///" + strings.TrimPrefix((&url.URL{Path: "/" + anyNames[n]}).EscapedPath(), "/")
		t.locations[anyURLs[i]], t.urls[location] = location, anyURLs[i]
	}
	t.locations["http://a.example/index.html"] = t.locations["http://a.example/"]
	t.urls["file:///"+decide.MissingName(1)] = "" // a file without a URL
	t.url = anyURLs[random.IntN(len(anyURLs))]
	t.location = t.locations[t.url]
	return t
}

// TestAnyTree checks, for random trees and links, that rel and then abs --converted --fragments absolute give back
// every URL that was absolute unless rel reports its spelling as lost, that rel is idempotent, and
// that every relative link that rel writes leads by its path to a file of the tree.
func TestAnyTree(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 5))
	given, lost := 0, 0
	for range corpus.Rounds(600) {
		tree := randomTree(random)
		links := append(append([]string{"http://a.example/index.html"}, anyURLs...), anyOthers...)
		var page strings.Builder
		if random.IntN(3) == 0 {
			page.WriteString(`<base href="http://c.example/x/">` + "\n")
		}
		for range 15 {
			link := links[random.IntN(len(links))] + []string{"", "#top"}[random.IntN(2)]
			fmt.Fprintf(&page, "<a href=\"%s\">\n", html.EscapeString(link))
		}
		opts := engine.Options{
			Type: detect.HTML, Mode: engine.MakeRelative, Tree: tree, Converted: random.IntN(2) == 0,
			Missing: decide.Missing(random.IntN(3)), Dialect: []resolve.Dialect{resolve.RFC1808, resolve.RFC3986}[random.IntN(2)],
		}
		out, refs := rewriteAll(t, page.String(), opts)
		opts.Converted = true
		again, _ := rewriteAll(t, out, opts)
		require.Equal(t, out, again)
		checkPaths(t, []byte(out), opts)
		opts.Mode, opts.Missing, opts.Fragments = engine.MakeAbsolute, 0, engine.FragmentsAbsolute
		_, back := rewriteAll(t, out, opts)
		require.Len(t, back, len(refs))
		for i, r := range refs {
			switch {
			case r.Element == "base":
			case r.Reason.Code == "other-spelling":
				require.NotEqual(t, string(r.Text), string(back[i].Target))
				lost++
			default:
				require.Equal(t, string(r.Text), string(back[i].Target), "%s", page.String())
				given++
			}
		}
	}
	require.Greater(t, given, 5*lost)
	require.Positive(t, lost)
}

// rewriteAll returns a page rewritten, and its references.
func rewriteAll(t *testing.T, page string, opts engine.Options) (string, []engine.Reference) {
	t.Helper()
	rw, err := engine.New(opts)
	require.NoError(t, err)
	var refs []engine.Reference
	plan := rw.References([]byte(page), func(r *engine.Reference) {
		c := *r
		c.Text, c.Target = []byte(string(r.Text)), []byte(string(r.Target))
		refs = append(refs, c)
	})
	out, err := plan.Bytes()
	require.NoError(t, err)
	return string(out), refs
}
