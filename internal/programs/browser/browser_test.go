//go:build unix

package browser

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

const (
	// elsewhere is the origin of the rewritten documents.
	elsewhere = "http://elsewhere.example"
	// batch is the number of documents that are read in one call.
	batch = 50
)

// dialects are the dialects in which every document is rewritten, with the files of known
// differences.
var dialects = []struct {
	resolve.Dialect
	differences string
}{
	{resolve.RFC1808, "testdata/differences.txt"},
	{resolve.WHATWG, "testdata/differences-whatwg.txt"},
}

// TestBrowser compares every document with its rewritten form, in the dialect of RFC 1808
// and in the browser's own.
func TestBrowser(t *testing.T) {
	b := start(t)
	docs := documents(t)
	var totals []*tally
	for _, d := range dialects {
		total := newTally()
		total.skip = func(r ref) bool { return ofCodebase(r) && (r.Via == "data") != (d.Dialect == resolve.WHATWG) }
		totals = append(totals, total)
	}
	tabs := make(map[string]*tab)
	started := time.Now()
	for _, group := range byOrigin(t, docs) {
		for chunk := range slices.Chunk(group, batch) {
			b.compare(t, tabs, chunk, true, totals)
		}
		for chunk := range slices.Chunk(slices.DeleteFunc(group, func(d document) bool { return !d.hasNoscript() }), batch) {
			b.compare(t, tabs, chunk, false, totals)
		}
	}
	t.Logf("%d documents, %v", len(docs), time.Since(started).Round(time.Second))
	for i, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Logf("%d URLs compared, %d differences", totals[i].compared, len(totals[i].differ))
			require.Greater(t, totals[i].compared, 500)
			checkPending(t, totals[i])
			checkDifferences(t, d.differences, totals[i].differ, func(name string) bool {
				return slices.ContainsFunc(docs, func(d document) bool { return d.name == name })
			})
		})
	}
}

// ofCodebase reports whether a reference is relative to a codebase in HTML 4.01, but not in
// browsers.
func ofCodebase(r ref) bool {
	return slices.Contains(r.Groups, "codebase") && !strings.HasSuffix(r.Place, " codebase")
}

// byOrigin groups documents by the origin of their URLs, since a tab reads documents of one
// origin.
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

// compare compares documents of one origin with their rewritten forms in each dialect. Most
// forms are the same in all dialects, and are read only once.
func (b *browser) compare(t testing.TB, tabs map[string]*tab, docs []document, scripting bool, totals []*tally) {
	b.drop()
	var originals, forms []string
	formOf := make([][]int, len(docs)) // index in forms, for each dialect
	for i, d := range docs {
		b.put(d.url, d.mediaType(), d.source)
		originals = append(originals, d.url)
		known := make(map[string]int)
		for _, in := range dialects {
			text := d.rewritten(t, in.Dialect)
			form, ok := known[string(text)]
			if !ok {
				form = len(forms)
				known[string(text)] = form
				forms = append(forms, fmt.Sprintf("%s/other/%d/x.html", elsewhere, form))
				b.put(forms[form], d.mediaType(), text)
			}
			formOf[i] = append(formOf[i], form)
		}
	}
	here, there := b.tab(t, tabs, origin(t, docs[0].url)), b.tab(t, tabs, elsewhere)
	want, got := readBoth(t, here, there, originals, forms, scripting)
	for i := range docs {
		for k, total := range totals {
			total.compare(&docs[i], want[i], got[formOf[i][k]], pending)
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
