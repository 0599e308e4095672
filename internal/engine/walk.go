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

// A walk finds the references of a source, lets the policy decide each, and collects the
// edits. Its memory is used again for the next source.
type walk struct {
	purpose
	depth     int             // of this document within documents
	inner     *walk           // for the documents in this one
	collector sites.Collector // of the sites of the document
	scope     scope           // of the document
	outcomes  outcomes
	link      link
	views     views
	buf       buffers
	batches   batches
	inserted  inserted
	texts     texts
	mail      mail
	framed    framed
}

// outcomes is what is known about the references of a document that are decided.
type outcomes struct {
	relative int  // how many stay relative to the base of the document
	apart    bool // a saved file has an absolute URL, or an exception, for some of them
	scripts  scriptNotes
}

// A link is the reference that is being decided.
type link struct {
	ref    Reference
	target []byte
	change [1]edit.Edit // of the text of the reference

	// The following are of the value that contains the reference.
	keep   Reason // why its references must stay
	mask   []byte // unless it is the value itself
	masked bool   // it is not
}

// views are the views of a value and of a URL in it, one of each kind.
type views struct {
	ident view.Identity
	chars view.CharRefs
	css   view.CSS
	json  view.JSON
	js    view.JS
	url   view.URL
}

// buffers are memory that a walk uses again.
type buffers struct {
	mask    []byte      // of the document, unless it is the text itself
	changes []edit.Edit // of the text of a document, until they are carried back
	carried []edit.Edit // of a value, until they are carried back
	wrapped []edit.Edit // of what is around a URL in a value, until they are carried back
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

// A purpose is what a walk is for. All walks within it have the same.
type purpose struct {
	opts     *Options
	places   *places.Tables
	policy   Policy
	prefixes bool // the policy is that of making links absolute: see prefix
	visitor  Visitor
	notes    *[]Note
	number   int   // of the message in its mailbox
	pieceAt  int64 // where the piece begins in the source
	limits   limits
	siblings siblings
}

// limits bound the memory that a walk takes and the size of its output.
type limits struct {
	large  int     // the size in bytes of a text that is walked twice
	room   int     // bytes that the source may still grow
	growth *growth // nil unless the walk only counts
	chosen *growth // counts what Options.Decide adds
}

// siblings are what a walk over a message knows about parts that refer to each other.
type siblings struct {
	pinned    messages.Names        // references that stay for the sake of others: see related
	unread    bool                  // a reference stays that cannot be read for certain
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
	w.scope.xmlBases, w.outcomes = w.scope.xmlBases[:0], outcomes{}
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
	w.link.target = w.link.target[:0]
	ref.Message, ref.Start = w.number, w.pieceAt
	ref.Status, ref.Reason, ref.coded, ref.chosen = Unresolved, none, nil, false
	if w.opts.Dialect == resolve.WHATWG && ref.place != nil {
		ref.coded = w.recode(ref)
	}
	switch {
	case ref.keep == none:
		w.link.target = w.policy(w.link.target, ref)
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
	case ref.Status == Resolved && w.limits.growth != nil:
		w.limits.growth.add(ref.Text, w.link.target)
		return false
	case ref.Status == Resolved:
		ref.Target = w.link.target
		if ref.chosen && !ref.Base.IsAbsolute(w.link.target) {
			w.outcomes.relative++
		}
	case ref.NeedsBase():
		w.outcomes.relative++
	}
	if ref.early && w.scope.early.base != nil {
		w.noteEarly(ref)
	}
	if w.visitor.Reference != nil {
		w.visitor.Reference(ref)
	}
	return ref.Status == Resolved && w.change(ref.Text, w.link.target)
}

// unwritable returns the reason why ref cannot be replaced by its target, if there is one.
func (w *walk) unwritable(ref *Reference) Reason {
	if ref.chosen {
		if why := w.checkChosen(ref); why != none {
			return why
		}
	}
	switch {
	case !ref.allow.Allows(w.link.target):
		return reason.Unwritable
	case ref.place != nil && !ref.place.Syntax.Reads(w.link.target):
		return reason.Misread
	case ref.inCSS && w.hidesInCSS(ref.Text):
		return reason.TargetEncoding.With(w.scope.enc.Name() + ")")
	case w.siblings.pinned.Has(ref.Text):
		return reason.Sibling
	case ref.fit != nil:
		return ref.fit(w.link.target)
	}
	return none
}

// hidesInCSS reports whether what is new in the target has bytes of a character that look
// like ASCII: to be written as CSS, they would be escaped as that.
func (w *walk) hidesInCSS(text []byte) bool {
	if !w.hides(w.link.target) {
		return false
	}
	w.change(text, w.link.target)
	return w.hides(w.link.change[0].New)
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
		w.link.change[0] = edit.Edit{New: w.inserted.keep(before).bytes}
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
	w.link.change[0] = edit.Edit{Start: head, End: len(text), New: w.inserted.keep(target[head:]).bytes}
	return head < len(text) || head < len(target)
}
