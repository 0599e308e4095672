// Package gofeed checks with the reader gofeed that a rewritten feed has the same items, except
// for URLs. Gofeed resolves many URLs by xml:base, so the feeds get one, and these URLs must be the
// same. It is a module of its own, so that gofeed is no dependency of hrefix.
package gofeed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mmcdole/gofeed"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/feeds"
	"github.com/hrefix/hrefix/rewrite"
)

// feedURL is the URL of all feeds. Gofeed reads the last segment of a base as a directory, against
// RFC 3986 section 5.2.3, so this one has none. It
// ignores xml:base in XHTML.
const feedURL = "https://blog.example/dir/"

// read returns what gofeed reads in a feed as a value of JSON, and the number of items.
func read(t *testing.T, feed []byte) (any, int, error) {
	t.Helper()
	f, err := gofeed.NewParser().Parse(bytes.NewReader(feed))
	if err != nil {
		return nil, 0, err
	}
	data, err := json.Marshal(f)
	require.NoError(t, err)
	var value any
	require.NoError(t, json.Unmarshal(data, &value))
	return value, len(f.Items), nil
}

// A tally counts feeds.
type tally struct{ feeds, read, changed, items int }

// compare reads a feed and its output.
func (n *tally) compare(t *testing.T, name string, feed []byte) {
	t.Helper()
	out, err := rewrite.Bytes(feed, rewrite.Options{Base: feedURL})
	require.NoError(t, err)
	n.feeds++
	before, items, err := read(t, feeds.WithBase(feed, feedURL))
	after, _, errAfter := read(t, feeds.WithBase(out, feedURL))
	require.Equal(t, fmt.Sprint(err), fmt.Sprint(errAfter), name)
	if err != nil {
		return
	}
	n.read++
	n.items += items
	require.NoError(t, feeds.SameValues(before, after, feeds.BasesOf(feed, feedURL)), "%s: %s", name, feed)
	if !bytes.Equal(feed, out) {
		n.changed++
	}
}

// TestCorpus compares the feeds of feedparser's corpus.
func TestCorpus(t *testing.T) {
	var n tally
	for _, f := range corpus.Files(t, "feeds", "feedparser") {
		if strings.HasSuffix(f.Name, ".xml") {
			n.compare(t, f.Name, f.Data)
		}
	}
	t.Logf("%+v", n)
	require.Greater(t, n.read, 450)
}

// TestRandom compares random feeds of the kinds that gofeed reads.
func TestRandom(t *testing.T) {
	var n tally
	r := rand.New(rand.NewPCG(23, 1809))
	for i := range 100 {
		for _, kind := range []string{"rss", "rdf", "rss09", "atom", "atom03"} {
			n.compare(t, fmt.Sprint(kind, i), feeds.Random(r, kind, 4, feeds.DirectoryBases))
		}
	}
	t.Logf("%+v", n)
	require.Equal(t, n.feeds, n.read)
	require.Greater(t, n.changed, 490)
}

// TestWXR compares an export of WordPress.
func TestWXR(t *testing.T) {
	var n tally
	export, _, _ := feeds.WXR(1000)
	n.compare(t, "WXR", export)
	require.Equal(t, 1100, n.items)
}
