package feeds

import (
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

const feedURL = "http://feeds.example/dir/feed.xml"

// changedIn makes the links of a feed absolute, checks the promises, and returns the places of
// the URLs that differ.
func changedIn(t *testing.T, name string, feed []byte) []Change {
	t.Helper()
	r := promise.Check(t, feed, engine.Options{Type: detect.XML, Base: feedURL})
	changes, err := Same(feed, r.Output, feedURL)
	require.NoError(t, err, "%s: %s", name, feed)
	return changes
}

// TestPlaces makes the links of random feeds of each kind absolute. The places of the URLs that
// differ must be those of testdata/places.txt: all of them, and no others.
func TestPlaces(t *testing.T) {
	data, err := os.ReadFile("testdata/places.txt")
	require.NoError(t, err)
	known := make(map[string]bool)
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			known[line] = false
		}
	}
	r := rand.New(rand.NewPCG(23, 4287))
	for range corpus.Rounds(400) {
		for _, kind := range Kinds {
			for _, c := range changedIn(t, kind, Random(r, kind, 1+r.IntN(4), AllBases)) {
				if _, ok := known[c.Place]; !ok {
					t.Errorf("another place: %s: %q became %q", c.Place, c.Before, c.After)
				}
				known[c.Place] = true
			}
		}
	}
	for _, place := range slices.Sorted(maps.Keys(known)) {
		require.True(t, known[place], "testdata/places.txt: no URL of %s differs", place)
	}
}

// TestModes checks the promises for random feeds in each mode and dialect.
func TestModes(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 3986))
	for range corpus.Rounds(60) {
		for _, kind := range Kinds {
			feed := Random(r, kind, 2, AllBases)
			for _, dialect := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
				promise.Check(t, feed, engine.Options{Dialect: dialect})
				promise.Check(t, feed, engine.Options{Base: feedURL, Dialect: dialect})
				promise.CheckMoved(t, feed, engine.Options{Base: feedURL, Dialect: dialect, Moves: []engine.Move{{From: "http://feeds.example/dir/", To: "https://new.example/"}}})
			}
		}
	}
}

// TestCorpus compares each feed of feedparser's corpus with its output.
func TestCorpus(t *testing.T) {
	feeds, compared := 0, 0
	for _, f := range corpus.Files(t, "feeds", "feedparser") {
		if !strings.HasSuffix(f.Name, ".xml") {
			continue
		}
		feeds++
		r := promise.Check(t, f.Data, engine.Options{Type: detect.XML, Base: feedURL})
		if _, err := Parse(f.Data, feedURL); err != nil {
			continue
		}
		compared++
		_, err := Same(f.Data, r.Output, feedURL)
		require.NoError(t, err, f.Name)
	}
	t.Logf("%d feeds, %d compared", feeds, compared)
	require.Greater(t, compared, 500)
}

// TestWXR makes the links of an export of WordPress absolute. Each link of each post must be the
// expected one.
func TestWXR(t *testing.T) {
	export, base, posts := WXR(1000)
	r := promise.Check(t, export, engine.Options{Base: base})
	changes, err := Same(export, r.Output, base)
	require.NoError(t, err)
	require.NotEmpty(t, changes)
	root, err := Parse(r.Output, base)
	require.NoError(t, err)
	i := 0
	root.All(func(e *Element) {
		if e.Name.Local != "encoded" || e.Name.Space != "http://purl.org/rss/1.0/modules/content/" {
			return
		}
		require.Equal(t, posts[i].Want, URLs(e.Text()), "post %d", i)
		i++
	})
	require.Equal(t, 1000, i)
	counts := make(map[string]int)
	for _, c := range changes {
		counts[c.Place]++
	}
	require.Equal(t, map[string]int{
		"item/content:encoded html":                1000,
		"item/excerpt:encoded html":                1000,
		"wp:comment/wp:comment_content html":       1000,
		"item/wp:attachment_url":                   100,
		"wp:category/wp:category_description html": 1,
	}, counts)
}
