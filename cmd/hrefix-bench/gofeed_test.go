package main

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
// RFC 3986 section 5.2.3, so this one ends in a slash. Gofeed also ignores xml:base in XHTML.
const feedURL = "https://blog.example/dir/"

// readFeed returns what gofeed reads in a feed as a value of JSON, and the number of items.
func readFeed(t *testing.T, feed []byte) (any, int, error) {
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

// A feedTally counts feeds that gofeed has compared: that a rewritten feed has the same items, except
// for URLs. Gofeed resolves many URLs by xml:base, so the feeds get one, and these URLs must be the
// same.
type feedTally struct{ feeds, read, changed, items int }

// compare reads a feed and its output.
func (n *feedTally) compare(t *testing.T, name string, feed []byte) {
	t.Helper()
	out, err := rewrite.Bytes(feed, rewrite.Options{Base: feedURL})
	require.NoError(t, err)
	n.feeds++
	before, items, err := readFeed(t, feeds.WithBase(feed, feedURL))
	after, _, errAfter := readFeed(t, feeds.WithBase(out, feedURL))
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

// TestGofeedCorpus compares the feeds of feedparser's corpus.
func TestGofeedCorpus(t *testing.T) {
	var n feedTally
	for _, f := range corpus.Files(t, "feeds", "feedparser") {
		if strings.HasSuffix(f.Name, ".xml") {
			n.compare(t, f.Name, f.Data)
		}
	}
	t.Logf("%+v", n)
	require.Greater(t, n.read, 450)
}

// TestGofeedRandom compares random feeds of the kinds that gofeed reads.
func TestGofeedRandom(t *testing.T) {
	var n feedTally
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

// TestGofeedWXR compares an export of WordPress.
func TestGofeedWXR(t *testing.T) {
	var n feedTally
	export, _, _ := feeds.WXR(1000)
	n.compare(t, "WXR", export)
	require.Equal(t, 1100, n.items)
}
