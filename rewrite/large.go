package rewrite

import (
	"iter"
	"math"
	"slices"

	"github.com/hrefix/hrefix/internal/edit"
)

// A document may consist of links of ten bytes, or of lists of URLs of two. What is
// kept of each must be less than that: a site takes eighty bytes and an edit forty. So
// a large document is walked twice, and the sites of a batch are dropped when their
// references are decided.
//
// The first walk finds what is needed of the document as a whole: BASE elements, hints
// of a saved file, the declaration of the encoding, and what [tally] counts. The second
// finds the sites again, decides their references batch by batch, and adds the edits
// to an [edit.List], of three bytes or so each. A value that is large itself has such a
// list of its own. What comes of a list is a group ([edit.Group]): views carry its
// edits one after the other whenever they are asked for ([view.Stream]), so that what
// a part in quoted-printable or base64 becomes is never held as a whole.
//
// A document that is not large is walked once, and its edits are a slice.

const (
	// largeText is how many bytes a text has that is walked twice.
	largeText = 1 << 20
	// batchSites is how many sites there may be before their references are decided.
	batchSites = 4096
)

// A stage is which walk over a document a walk is in.
type stage uint8

const (
	once   stage = iota // it is not large
	first               // of a large document: what it is as a whole
	second              // its references are decided
)

// A batches is what a walk over a large document keeps of the sites that are gone.
type batches struct {
	stage stage
	most  int        // sites that may be held
	again func()     // begins the second walk: it collects all sites
	list  *edit.List // the edits so far
	bases spareEdits // see withoutBases
	keeps *keptBases // see keepBases
	tally tally      // of all sites
}

// A tally is what is counted of sites.
type tally struct {
	start   int    // where the first begins that an edit could change
	links   int    // references, at most
	notable []site // those that matter to where a base is written: see pinSpot
}

// maxNotable is how many notable sites are kept: one that matters is enough, and the
// others are of one document.
const maxNotable = 1000

// begin makes t the tally of no sites.
func (t *tally) begin() { *t = tally{start: math.MaxInt, notable: t.notable[:0]} }

// add counts sites.
func (t *tally) add(sites []site) {
	for i := range sites {
		s := &sites[i]
		t.start = min(t.start, s.value.Start)
		t.links += s.syntax.most(s.value.End - s.value.Start)
		if rare := s.rare; rare != nil {
			for _, d := range rare.drops {
				t.start = min(t.start, d.Start)
			}
		}
		if isNotable(s) && len(t.notable) < maxNotable {
			t.notable = append(t.notable, *s)
		}
	}
}

// isNotable reports whether a site matters to where a base can be written.
func isNotable(s *site) bool { return s.element == "xml-stylesheet" || s.syntax == nested }

// most returns how many references a value of n bytes has at the most.
func (s syntax) most(n int) int {
	switch s {
	case single, local, curie, refresh:
		return 1
	case declarations, cssValue, styleSheet:
		return n/4 + 1
	}
	return n/2 + 1
}

// isLarge reports whether a text is walked twice.
func (w *walk) isLarge(text []byte) bool { return len(text) >= w.large }

// walkSites collects the sites of a document by collect: all of them, or, of a large
// one, what [tally] has of them.
func (w *walk) walkSites(text []byte, collect func()) {
	w.reset()
	w.batches = batches{most: math.MaxInt, again: collect, tally: w.tally}
	w.tally.begin()
	if w.isLarge(text) {
		w.stage, w.most = first, w.batchSize()
	}
	collect()
	if w.stage == first {
		w.drain()
	}
}

// drain is called when there are as many sites as there may be, and at the end.
func (w *walk) drain() {
	switch w.stage {
	case first:
		w.tally.add(w.sites)
	case second:
		w.decideBatch()
	}
	w.sites = w.sites[:0]
}

// decideBatch decides the references of the sites of a large document that were found
// since the last batch, and adds their edits to the list.
func (w *walk) decideBatch() {
	if w.keeps != nil {
		w.keeps.apply(w, &w.scope)
	}
	w.sortSites()
	w.changes = sorted(w.siteEdits(w.changes[:0], &w.scope, &w.bases))
	w.list.Add(w.changes)
}

// streamed walks a large document for the second time. It returns the edits of its
// text.
func (w *walk) streamed(sc *scope) []edit.Edit {
	w.stage, w.list, w.bases = second, new(edit.List), spareEdits{}
	w.again()
	w.drain()
	edits := w.list.All()
	if extra := w.baseEdits(sc, &w.bases); len(extra) > 0 {
		edits = merged(edits, sorted(extra))
	}
	return grouped(w.changes[:0], edits, w.batchSize())
}

// grouped appends the edits that all yields to dst: as a group unless they are few.
func grouped(dst []edit.Edit, all iter.Seq[edit.Edit], few int) []edit.Edit {
	for e := range all {
		if dst = append(dst, e); len(dst) > few {
			break
		}
	}
	if len(dst) <= few {
		return dst
	}
	clear(dst)
	group, _ := edit.Group(all)
	return append(dst[:0], group)
}

// merged yields the edits of a and of b, which are sorted, in order.
func merged(a iter.Seq[edit.Edit], b []edit.Edit) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		rest := b
		for e := range a {
			for ; len(rest) > 0 && rest[0].Start < e.Start; rest = rest[1:] {
				if !yield(rest[0]) {
					return
				}
			}
			if !yield(e) {
				return
			}
		}
		for _, e := range rest {
			if !yield(e) {
				return
			}
		}
	}
}

// sorted sorts edits unless they are in order, as they mostly are.
func sorted(edits []edit.Edit) []edit.Edit {
	if !inOrder(len(edits), func(i int) int { return edits[i].Start }) {
		slices.SortFunc(edits, func(a, b edit.Edit) int { return a.Start - b.Start })
	}
	return edits
}

// forgetClosed forgets the xml:base attributes of elements that are closed: no site
// that is held is within them.
func (c *xmlCollector) forgetClosed() {
	for i := range c.open {
		b := c.xmlBases[c.open[i].base-1]
		b.outer = i
		c.xmlBases[i] = b
		c.open[i].base = i + 1
	}
	clear(c.xmlBases[len(c.open):])
	c.xmlBases = c.xmlBases[:len(c.open)]
}

// batchSize returns how many sites may be held, and how many edits are no group.
func (w *walk) batchSize() int { return min(batchSites, w.large/16) }
