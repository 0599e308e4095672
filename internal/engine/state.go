package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/mimebase"
)

// The types in this file are the state of a walk: facts about the current document, and memory that
// is reused.

// A scope has what the references of a document have in common.
type scope struct {
	doc       *Document
	whole     bool // the document is in a message that gives its URL, so no files were saved beside it
	prefixes  bool // see mayPrefix
	collector *sites.Collector
	contexts
	plain  plainBase
	early  early
	facts  decide.Doc // what references of the document know about it
	unsure bool       // the element that gives a base in the document may stay: see movebase.go

	ownAnchors bool // see keepOwnAnchor
	content
	outcomes outcomes
	local    localFiles
}

// contexts give the bases of a document, and of the documents in it.
type contexts struct {
	fallback *base.Result  // the base without BASE elements
	sources  []base.Source // the bases in the document itself
	outer    *base.Context // the context around the document
	within   *base.Context // see inside
	feed     feedBase      // the base of a feed
	xmlBases []xmlBase     // the bases of the collector's XMLBases that were needed so far
}

// early says which references load before BASE counts: see early.go.
type early struct {
	base  *base.Result  // the base of these references; nil if it is the base of the document
	inert []markup.Span // the templates before BASE, whose content does not load
	noted bool          // there is a note on these references
}

// A plainBase is a base. ok reports whether references against it depend neither on the encoding
// nor on a saved file's hints.
type plainBase struct {
	base *base.Result
	ok   bool
}

// An xmlBase is the base that an xml:base attribute gives.
type xmlBase struct {
	context *base.Context // nil until it is needed
	result  *base.Result
}

// scriptNotes says which notes on scripts the document has. The document gets each note only once.
type scriptNotes struct {
	unread, computed, scopeNoted bool
	inScope                      bool // a scope of an import map applies to the scripts in the document
}

// These sizes decide how often a text is walked: see large.go.
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
	start int // offset of the first byte that an edit could change
	links int // the maximum number of references

	// These numbers affect only where a base is written: see pinSpot.
	sheets  int // relative references of xml-stylesheet instructions
	srcdocs int // srcdoc attributes
}

// spareEdits are two sets of edits of the BASE elements that are dropped. Only one set is used.
type spareEdits struct {
	kept    []edit.Edit // edits that make the elements absolute
	dropped []edit.Edit // edits that remove the elements
}

// keptBases says which bases are kept: see [walk.keepBases].
type keptBases struct {
	own  *string // the URL in the BASE element that is not kept
	root int     // the end of the start tag whose xml:base is not kept
}

// A growth counts the bytes that references would add, in a walk that makes no edits.
type growth struct {
	n, limit int
}

// texts is the state for reporting decoded texts.
type texts struct {
	encodings []string        // the encodings of the current text, the outermost first
	decoded   []mimebase.Span // spans of the current text that were reported as separate texts
}
