package engine

import (
	"math"
	"slices"

	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/resolve"
)

// A site takes about eighty bytes of memory and an edit forty. But a document may consist of
// links of ten bytes, or of lists of URLs of two bytes. So a large document with many sites is
// walked twice, and its sites are handled in batches. Otherwise its sites and edits could take
// many times the memory of the document.
//
// The first walk collects facts about the document as a whole: BASE elements, hints of a
// saved file, the declared encoding, and the [tally] of all sites. The second walk finds
// the sites again, decides their references batch by batch, and adds the edits to an
// [edit.List], which takes about three bytes for each. A large value has a list of its own.
// The edits of a list become a group ([edit.Group]). Views carry the edits of a group one
// by one when they are read ([view.Carry]), so the new text of a part in quoted-printable
// or base64 is never in memory as a whole.
//
// Most large documents have few sites for their size. They need no second walk: the first
// walk keeps their sites, which are then decided batch by batch.
//
// A document that is not large is walked once, and its edits are a slice.

// These sizes decide how often a text is walked.
const (
	// largeText is the least size in bytes of a text that is walked twice.
	largeText = 1 << 20
	// batchSites is the number of sites in a batch.
	batchSites = 4096
	// perSite is how many bytes a large document has for each site that is kept in the first walk.
	// If there are more sites, or more than mostBatches batches, no site is kept.
	perSite     = 192
	mostBatches = 8
)

// A stage says which walk over a document this is.
type stage uint8

const (
	once   stage = iota // the only walk over a document that is not large
	first               // the first walk over a large document
	second              // the second walk over a large document, which decides references
)

// batches is the state of the walks over a large document, without the current batch.
type batches struct {
	stage stage
	find  func(*sites.Collector, []byte) // see gather
	text  []byte                         // the text of the document
	over  bool                           // the first walk found more sites than it may keep, so the second walk finds them again
	list  *edit.List                     // the edits up to now
	bases spareEdits                     // see withoutBases
	keeps *keptBases                     // see keepBases
	tally tally                          // the counts of all sites
}

// A tally has counts of the sites of a document.
type tally struct {
	start   int // offset of the first byte that an edit could change
	links   int // the maximum number of references
	srcdocs int // srcdoc attributes
	sheets  int // relative references of xml-stylesheet instructions in a large document: see linksSheet
}

// add counts sites.
func (t *tally) add(sites []sites.Site) {
	for i := range sites {
		s := &sites[i]
		t.start = min(t.start, s.Value.Start)
		t.links += s.Syntax.MaxMatches(s.Value.End - s.Value.Start)
		if s.Syntax == syntax.Document {
			t.srcdocs++
		}
		for _, removed := range s.Details().Removable {
			t.start = min(t.start, removed.Start)
		}
		for _, attr := range s.Details().Local.Blocking {
			t.start = min(t.start, attr.Start)
		}
	}
}

// tallySites adds the collected sites to the tally.
func (w *walk) tallySites() {
	w.batches.tally.add(w.collector.Sites)
	if w.opts.Mode == Pin {
		// The base is not known yet. It matters only to references such as "http:g" in the
		// URL Standard, which are relative to a base of that scheme.
		b := w.opts.Dialect.Base("http://h/")
		w.batches.tally.sheets += relativeSheets(w.collector.Sites, b, w.batches.text)
	}
}

// tallied returns the tally of the document.
func (w *walk) tallied() tally {
	if w.batches.stage != once {
		return w.batches.tally
	}
	t := tally{start: math.MaxInt}
	t.add(w.collector.Sites)
	return t
}

// gather collects the sites of a document by find, a method of the collector. If a large document has
// too many sites, only their tally is kept.
func (w *walk) gather(t content, find func(*sites.Collector, []byte)) {
	c := &w.collector
	c.Options = sites.Options{
		Places: w.places, Groups: w.opts.Also,
		Codebases: w.opts.Dialect != resolve.WHATWG, Hints: !w.opts.NoHints, ItemBases: w.opts.FeedBase == FeedItem,
		Local: w.opts.Mode == MakeRelative, Inner: w.leavesOwnAnchors(), URIs: t.enc.Name() != charenc.UTF8 && w.opts.Dialect != resolve.WHATWG,
		Heads: w.visitor.Head != nil && w.depth == 0,
	}
	if w.stop != nil {
		c.Tick = w.stop.tick
	}
	c.Reset()
	w.batches = batches{text: t.bytes, find: find, tally: tally{start: math.MaxInt}}
	if len(t.bytes) >= w.limits.large {
		w.batches.stage = first
		c.Max, c.Full = min(max(w.batchSize(), len(t.bytes)/perSite), mostBatches*w.batchSize()), w.drain
	}
	find(c, t.bytes)
	switch {
	case w.batches.stage != first:
	case w.batches.over:
		w.drain()
	default:
		w.tallySites()
	}
}

// batchSize returns the number of sites in a batch. If there are more edits, they are kept as a
// group instead of a slice.
func (w *walk) batchSize() int { return min(batchSites, w.limits.large/16) }

// drain handles the sites of a batch, and drops them. It is called when a batch is full and
// at the end.
func (w *walk) drain() {
	switch w.batches.stage {
	case first:
		w.tallySites()
		w.batches.over, w.collector.Max = true, w.batchSize()
	case second:
		w.decideBatch()
		w.scope.xmlBases = w.scope.xmlBases[:0] // the collector numbers them again
	}
	w.collector.Sites = w.collector.Sites[:0]
}

// decideBatch decides the references of a batch of sites, and adds their edits to the list.
func (w *walk) decideBatch() {
	if w.batches.keeps != nil {
		w.batches.keeps.apply(w, &w.scope)
	}
	w.collector.Sort()
	w.buf.changes = sorted(w.siteEdits(w.buf.changes[:0], &w.scope, &w.batches.bases))
	w.batches.list.Add(w.buf.changes)
}

// streamed decides the references of a large document, and returns the edits of its text.
func (w *walk) streamed(sc *scope) []edit.Edit {
	w.batches.stage, w.batches.list, w.batches.bases = second, new(edit.List), spareEdits{}
	w.collector.Again = true
	if w.batches.over {
		w.scope.xmlBases = w.scope.xmlBases[:0] // the collector numbers them again
		w.batches.find(&w.collector, w.batches.text)
		w.drain()
	} else { // the first walk has kept the sites
		all := w.collector.Sites
		for batch := range slices.Chunk(all, max(1, w.batchSize())) {
			w.collector.Sites = batch
			w.decideBatch()
		}
		w.collector.Sites = all
	}
	extra := sorted(append(w.baseEdits(sc, &w.batches.bases), sc.local.removed...))
	return w.batches.list.Edits(w.buf.changes[:0], extra, w.batchSize())
}

// sorted sorts edits in place, and returns them. Most edits are in order already.
func sorted(edits []edit.Edit) []edit.Edit {
	for i := 1; i < len(edits); i++ {
		if edits[i].Start < edits[i-1].Start {
			slices.SortFunc(edits, func(a, b edit.Edit) int { return a.Start - b.Start })
			break
		}
	}
	return edits
}
