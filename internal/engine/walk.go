package engine

import (
	"cmp"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/engine/candidates"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/mediatype"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/view"
)

// A walk finds the references of a document, lets the policy decide each, and collects the edits.
// It reuses its memory for the next document.
type walk struct {
	purpose
	inherited
	inner     *walk           // walks the documents in this document
	collector sites.Collector // collects the sites of the document
	scope     scope           // the facts about the document; functions get it as sc
	link      link
	value     value
	buf       buffers
	batches   batches
	texts     texts
	unread    *candidates.Finder // finds what is not read; nil until the visitor asks for it
}

// An inherited has the state that a document within a document takes from the outer document.
type inherited struct {
	depth     int               // the number of documents around this document
	foreign   string            // the start of the outer base if that base isForeign
	keepsBase bool              // BASE of the outermost document stays although it leads out of the tree
	saved     *savedfrom.Finder // finds what the outermost document says about where it came from

	inFeed bool // the document is a feed, or in a feed
	inItem bool // see isOfItem
}

// outcomes summarizes the references of a document that are decided so far.
type outcomes struct {
	relative int  // the number of references that stay relative to the base of the document
	bound    int  // the number of references that stay although BASE would be replaced: see mustKeepBase
	based    bool // a base in the document becomes absolute: see pin.go
	apart    bool // the hint of a saved file does not apply to some references: see hints.go
	scripts  scriptNotes
}

// scriptNotes says which notes on scripts the document has. The document gets each note only once.
type scriptNotes struct {
	unread, computed, scopeNoted bool
	inScope                      bool // a scope of an import map applies to the scripts in the document
}

// A value has facts about the value that contains the reference.
type value struct {
	keep  Reason // why the references in the value must stay
	views views
}

// views are the views of a value and of a URL in it, one of each kind.
type views struct {
	sites.Views
	css  view.CSS
	json view.JSON
	js   view.JS
	url  view.URL
}

// buffers are memory that a walk reuses.
type buffers struct {
	changes []edit.Edit // the edits of the text of a document, until they are carried back
	carried []edit.Edit // the edits of a value, until they are carried back
	wrapped []edit.Edit // the edits of the CSS, JSON or script token around a URL, until they are carried back
}

// A purpose has the settings of a walk. Walks within that walk have the same purpose.
type purpose struct {
	opts      *Options
	places    *places.Tables
	policy    Policy
	prefixes  bool     // the policy is absolute, so prefix may be used
	answers   *answers // nil without Options.Decide
	rehearsal bool     // all decisions will be made again: see answers
	reports
	stop     *stop // nil if nothing stops the walk
	limits   limits
	siblings siblings
	stays    *bool  // if not nil, only the references that give bases are decided: see checkBases
	fixed    bool   // the container keeps the URL of the document
	shows    bool   // the container has the images and other files of the document, by their URLs
	unsure   bool   // the base around the document comes from a field or element that may have to stay: see movebase.go
	keep     Reason // why nothing in the piece may change
}

// reports has the receivers of a walk's results, and the piece that is walked.
type reports struct {
	visitor Visitor
	anchor  func(*Anchor) // if set, the walk finds anchors in documents instead of references: see anchors.go
	anchors anchors.What  // what counts as an anchor
	notes   *[]Note
	number  int   // the number of the message in its mailbox
	pieceAt int64 // the offset of the piece in the source
}

// limits bound the memory of a walk and the size of its output.
type limits struct {
	large  int     // the size in bytes of a text that is walked twice
	room   int     // the number of bytes by which the source may still grow
	growth *growth // nil unless the walk only counts
	chosen *growth // counts the bytes that Options.Decide adds
}

// siblings are facts about the parts of a message that refer to each other.
type siblings struct {
	disputed  messages.Names // references that must stay so that others still lead to parts: see related
	unread    bool           // a reference that cannot be read for certain stays
	embedding embeddings     // embeddings of parts whose only URL is cid:
}

// maxNested is the maximum depth of documents within documents. Each document may take as much
// memory as the document around it.
const maxNested = 10

// begin makes w ready for the documents of another source.
func (w *walk) begin(purpose purpose) {
	w.purpose, w.link.purpose, w.texts = purpose, &w.purpose, texts{}
	for in := w; in != nil; in = in.inner {
		arena := in.link.inserted.arena
		if arena.Reset(); in != w { // the last plan may still use the memory of an inner walk
			arena = nil
		}
		in.link.inserted, in.link.memory = inserted{arena: arena}, decide.Memory{}
	}
}

// end drops the memory of a large document.
func (w *walk) end() {
	if cap(w.collector.Sites) > 16*batchSites {
		w.collector.Sites, w.buf.changes = nil, nil
	}
	w.batches = batches{} // a list may be large
	w.collector.Anchors.Reset()
}

// walk walks a document of a media type that has references. It returns the edits of the
// text.
func (w *walk) walk(doc *Document, t content, ctx *base.Context) []edit.Edit {
	if w.anchor != nil {
		return w.visitAnchors(doc, t, ctx)
	}
	t.keep = cmp.Or(t.keep, w.keep)
	switch mediatype.Of(doc.MediaType) {
	case mediatype.CSS:
		t.enc = charenc.DetermineCSS(t.bytes, t.charset)
		return w.decoded(doc, t, ctx, w.styleSheet)
	case mediatype.HTML:
		t.enc = charenc.Determine(t.bytes, t.charset)
		return w.decoded(doc, t, ctx, w.page)
	}
	t.enc = charenc.DetermineXML(t.bytes, t.charset)
	return w.decoded(doc, t, ctx, w.xml)
}

// note adds a note.
func (r *reports) note(code, part string, offset int, text string) {
	*r.notes = append(*r.notes, Note{code, r.number, part, offset, text, strings.HasPrefix(text, "left: ")})
}

// leave records that the subject of the last note is left as it is.
func (r *reports) leave() { (*r.notes)[len(*r.notes)-1].Left = true }

// noteLeft adds the note that something is left for a reason.
func (r *reports) noteLeft(part string, offset int, why reason.Reason) {
	r.note(why.Code, part, offset, "left: "+why.Text)
}

// document passes a document to the visitor.
func (r *reports) document(d *Document) {
	if r.visitor.Document != nil {
		r.visitor.Document(d)
	}
}

// rehearse calls do, which walks something that will be walked again. Meanwhile w reports nothing. do may
// change the purpose of w, which is then restored.
func (w *walk) rehearse(do func()) {
	outside := w.purpose
	w.visitor, w.notes, w.rehearsal = Visitor{}, new([]Note), true
	do()
	w.purpose = outside
}

// rehearseEdits decides the references of a document as a rehearsal, and returns the outcomes. set changes the
// purpose of the rehearsal. Nothing of w changes.
func (w *walk) rehearseEdits(sc *scope, set func()) (found outcomes) {
	was, stage := *sc, w.batches.stage
	w.rehearse(func() {
		sc.prefixes = false
		set()
		w.edits(sc)
		found = sc.outcomes
	})
	*sc, w.batches.stage = was, stage
	return found
}
