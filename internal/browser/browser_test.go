//go:build unix

package browser

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

const (
	// elsewhere is where the rewritten documents are loaded.
	elsewhere = "http://elsewhere.example"
	// batch is the number of documents that are read in one call.
	batch = 50
)

// TestBrowser compares every document with its rewritten form: by RFC 1808, and by
// the dialect that is the browser's own.
func TestBrowser(t *testing.T) {
	b := start(t)
	docs := documents(t)
	t.Run(resolve.RFC1808.String(), func(t *testing.T) { b.compareAll(t, docs, resolve.RFC1808, "testdata/differences.txt") })
	t.Run(resolve.WHATWG.String(), func(t *testing.T) { b.compareAll(t, docs, resolve.WHATWG, "testdata/differences-whatwg.txt") })
}

// compareAll compares documents with what they become in a dialect.
func (b *browser) compareAll(t *testing.T, docs []document, d resolve.Dialect, differences string) {
	docs = slices.Clone(docs)
	for i := range docs {
		docs[i].dialect = d
	}
	total := newTally()
	tabs := make(map[string]*tab)
	started := time.Now()
	for _, group := range byOrigin(t, docs) {
		for len(group) > 0 {
			n := min(batch, len(group))
			b.compare(t, tabs, group[:n], total)
			group = group[n:]
		}
	}
	t.Logf("%d documents, %d URLs compared, %d differences, %v",
		len(docs), total.compared, len(total.differ), time.Since(started).Round(time.Second))
	require.Greater(t, total.compared, 500)
	checkPending(t, total)
	checkDifferences(t, differences, total.differ, func(name string) bool {
		return slices.ContainsFunc(docs, func(d document) bool { return d.name == name })
	})
}

// byOrigin groups documents by the origin of their URLs, since a tab reads
// those of one origin.
func byOrigin(t testing.TB, docs []document) [][]document {
	var groups [][]document
	index := make(map[string]int)
	for _, d := range docs {
		o := origin(t, d.url)
		i, ok := index[o]
		if !ok {
			i = len(groups)
			index[o] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], d)
	}
	return groups
}

// compare compares documents of one origin.
func (b *browser) compare(t testing.TB, tabs map[string]*tab, docs []document, total *tally) {
	b.drop()
	var originals, rewrittens []string
	for i, d := range docs {
		there := fmt.Sprintf("%s/other/%d/x.html", elsewhere, i)
		b.put(d.url, d.mediaType(), d.source)
		b.put(there, d.mediaType(), d.rewritten(t))
		originals, rewrittens = append(originals, d.url), append(rewrittens, there)
	}
	here, there := b.tab(t, tabs, origin(t, docs[0].url)), b.tab(t, tabs, elsewhere)
	for _, scripting := range []bool{true, false} {
		want, got := readBoth(t, here, there, originals, rewrittens, scripting)
		for i := range docs {
			total.compare(&docs[i], want[i], got[i], pending)
		}
	}
}

// tab returns the tab of an origin.
func (b *browser) tab(t testing.TB, tabs map[string]*tab, origin string) *tab {
	if tabs[origin] == nil {
		tabs[origin] = b.open(t, origin)
	}
	return tabs[origin]
}

// readBoth reads documents in two tabs at a time.
func readBoth(t testing.TB, here, there *tab, originals, rewrittens []string, scripting bool) (want, got []reading) {
	var wantErr, gotErr error
	var both sync.WaitGroup
	both.Go(func() { want, wantErr = here.read(originals, scripting) })
	both.Go(func() { got, gotErr = there.read(rewrittens, scripting) })
	both.Wait()
	require.NoError(t, wantErr)
	require.NoError(t, gotErr)
	return want, got
}
