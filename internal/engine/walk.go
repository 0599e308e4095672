package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/messages"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// A Document is a piece of a source that has a base of its own: an HTML
// document, a message, or a part of one.
type Document struct {
	// Part is the entity of a message, as in [Reference].
	Part string
	// MediaType is the document's type, such as "text/html".
	MediaType string
	// Base is the document's base, and why.
	Base *base.Result
}

// A walk is one walk over a source: it finds references, hands each to the
// policy, and collects the edits. Its buffers are reused.
type walk struct {
	purpose
	depth int   // of documents within documents
	inner *walk // for the documents in this one

	scope     scope           // of the document
	collector sites.Collector // of the document
	xmlBases  []xmlBase       // those of the collector's that were needed so far
	relative  int             // references of the document that stay relative to its base
	apart     bool            // a saved file tells what holds for some references alone
	framed
	mail mail
	texts

	ident     view.Identity
	chars     view.CharRefs
	css       view.CSS
	json      view.JSON
	js        view.JS
	url       view.URL
	changes   []edit.Edit // of the text of a document, until they are carried back
	carried   []edit.Edit
	wrapped   []edit.Edit
	one       [1]edit.Edit
	ref       Reference
	kept      Reason // why the references of the value must stay
	docMask   []byte // the masks of the document and of a value, unless they are these themselves
	valueMask []byte
	blanked   bool   // the mask of the value is not the value itself
	target    []byte // of the reference at hand
	inserted
	batches
	scriptNotes
}

// source walks a source of that type. It returns its edits.
func (w *walk) source(t Type, src []byte, ctx *base.Context) []edit.Edit {
	if t == Message {
		return w.message(src, 0, ctx)
	}
	if f := t.format(); f != nil {
		w.mail.edits = w.container(w.mail.edits[:0], f, src, 0, ctx)
		return w.mail.edits
	}
	mediaType := mediaTypes[t]
	return w.walker(mediaType)(&Document{MediaType: mediaType}, content{bytes: src, charset: w.opts.Charset, at: mimebase.Span{End: len(src)}}, ctx)
}

// A purpose is what a walk is for, and that of all walks within.
type purpose struct {
	opts      *Options
	large     int     // bytes of a text that is walked twice
	room      int     // bytes that the source may still grow
	growth    *growth // nil unless the walk only counts
	number    int     // of the message in its mailbox
	pieceAt   int64   // where the piece begins in the source
	chosen    *growth // counts what Options.Decide adds
	places    *places.Tables
	policy    Policy
	prefixes  bool // the policy is that of making links absolute: see prefix
	visitor   Visitor
	notes     *[]Note
	pinned    messages.Names        // references that are left for the sake of others: see related
	blind     bool                  // a reference was left that cannot be read for what it is
	embedding map[string]*embedding // of parts that have no URL but cid:
}

// maxNested is how many documents within documents are looked into. Each takes as much
// memory as the one around it.
const maxNested = 10

// within returns a walk for a document within the document of w.
func (w *walk) within() *walk {
	if w.inner == nil {
		w.inner = new(walk)
	}
	w.inner.purpose, w.inner.depth, w.inner.inserted = w.purpose, w.depth+1, inserted{}
	return w.inner
}

// reset makes w ready for another document.
func (w *walk) reset() {
	w.collector.Options = sites.Options{
		Places: w.places, Groups: w.opts.Also,
		Codebases: w.opts.Dialect != resolve.WHATWG, Hints: !w.opts.NoHints,
	}
	w.collector.Reset()
	w.xmlBases, w.relative, w.apart = w.xmlBases[:0], 0, false
	w.scriptNotes = scriptNotes{}
}

// note adds a note.
func (w *walk) note(code, part string, offset int, text string) {
	*w.notes = append(*w.notes, Note{code, part, offset, text})
}

// noteLeft adds the note that something is left for a reason.
func (w *walk) noteLeft(part string, offset int, why reason.Reason) {
	w.note(why.Code, part, offset, "left: "+why.Text)
}

func (w *walk) document(d *Document) {
	if w.visitor.Document != nil {
		w.visitor.Document(d)
	}
}

// decide hands ref to the policy. It reports whether that wants an edit of
// the reference's text, which is then in w.one.
func (w *walk) decide(ref *Reference) bool {
	w.meet(ref)
	w.target = w.target[:0]
	ref.Message, ref.Start = w.number, w.pieceAt
	ref.Status, ref.Reason, ref.coded, ref.chosen = Unresolved, none, nil, false
	if w.opts.Dialect == resolve.WHATWG && ref.place != nil {
		ref.coded = w.recode(ref)
	}
	switch {
	case ref.keep == none:
		w.target = w.policy(w.target, ref)
	case ref.Base.IsAbsolute(ref.Text):
		ref.Status = Absolute
	default:
		ref.Status, ref.Reason = Left, ref.keep
	}
	if ref.Status == Resolved {
		if why := w.unwritable(ref); why != none {
			ref.Status, ref.Reason = Left, why
		}
	}
	ref.Target = ref.Text
	switch {
	case ref.Status == Resolved && w.growth != nil:
		w.growth.add(ref.Text, w.target)
		return false
	case ref.Status == Resolved:
		ref.Target = w.target
		if ref.chosen && !ref.Base.IsAbsolute(w.target) {
			w.relative++
		}
	case ref.NeedsBase():
		w.relative++
	}
	if ref.early && w.scope.early.base != nil {
		w.noteEarly(ref)
	}
	if w.visitor.Reference != nil {
		w.visitor.Reference(ref)
	}
	return ref.Status == Resolved && w.change(ref.Text, w.target)
}

// unwritable returns the reason why ref cannot be replaced by its target, if there is one.
func (w *walk) unwritable(ref *Reference) Reason {
	if ref.chosen {
		if why := w.checkChosen(ref); why != none {
			return why
		}
	}
	switch {
	case !ref.allow.Allows(w.target):
		return reason.Unwritable
	case ref.place != nil && !ref.place.Syntax.Reads(w.target):
		return reason.Misread
	case ref.inCSS && w.hidesInCSS(ref.Text):
		return reason.TargetEncoding.With(w.scope.enc.Name() + ")")
	case w.pinned.Has(ref.Text):
		return reason.Sibling
	case ref.fit != nil:
		return ref.fit(w.target)
	}
	return none
}

// hidesInCSS reports whether what is new in the target has bytes of a character that look
// like ASCII: to be written as CSS, they would be escaped as that.
func (w *walk) hidesInCSS(text []byte) bool {
	if !w.hides(w.target) {
		return false
	}
	w.change(text, w.target)
	return w.hides(w.one[0].New)
}

// hides reports whether b has characters of the document of which a byte may look like
// ASCII.
func (w *walk) hides(b []byte) bool {
	return len(b) > 0 && &w.scope.enc.Mask(nil, b)[0] != &b[0]
}

// isIndependent reports whether a reference stays for a reason that has nothing to do with
// its base: BASE need not stay for its sake.
func isIndependent(why reason.Reason) bool {
	switch why.Code {
	case reason.Empty.Code, reason.LocalFragment.Code, reason.KeptFragment.Code, reason.NoValue.Code, reason.Placeholder.Code:
		return true
	}
	return false
}

// change sets w.one to the smallest single edit that makes text into target,
// an insertion if text is the end of target. It reports whether they differ.
func (w *walk) change(text, target []byte) bool {
	if before, ok := insertion(text, target); ok {
		w.one[0] = edit.Edit{New: w.keep(before).bytes}
		return len(before) > 0
	}
	tail := 0
	for tail < len(text) && tail < len(target) && text[len(text)-1-tail] == target[len(target)-1-tail] {
		tail++
	}
	text, target = text[:len(text)-tail], target[:len(target)-tail]
	head := 0
	for head < len(text) && head < len(target) && text[head] == target[head] {
		head++
	}
	w.one[0] = edit.Edit{Start: head, End: len(text), New: w.keep(target[head:]).bytes}
	return head < len(text) || head < len(target)
}
