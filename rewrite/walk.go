package rewrite

import (
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/htmlbase"
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
	Base *base.Established
}

// A Note is a defect that did not keep the source from being read, or
// something that was left alone for it.
type Note struct {
	// Part is the entity of a message, as in [Reference].
	Part string
	// Offset is where in the source it is.
	Offset int
	// Text says what it is.
	Text string
}

// A walk is one walk over a source: it finds references, hands each to the
// policy, and collects the edits. Its buffers are reused.
type walk struct {
	opts      *Options
	policy    Policy
	documents func(*Document)
	visit     func(*Reference)
	notes     []Note

	scanner htmlscan.Scanner
	finder  htmlbase.Finder
	sites   []site
	chars   view.CharRefs
	url     view.URL
	carried []edit.Edit
	one     [1]edit.Edit
	ref     Reference
	target  []byte // of the reference at hand
	arena   []byte // what edits insert
}

func (w *walk) document(d *Document) {
	if w.documents != nil {
		w.documents(d)
	}
}

// decide hands ref to the policy. It reports whether that wants an edit of
// the reference's text, which is then in w.one.
func (w *walk) decide(ref *Reference) bool {
	w.target = w.target[:0]
	ref.Status, ref.Reason = Unresolved, ""
	switch {
	case ref.keep == "":
		w.target = w.policy(w.target, ref)
	case resolve.IsAbsolute(ref.Text):
		ref.Status = Absolute
	default:
		ref.Status, ref.Reason = Left, ref.keep
	}
	if ref.Status == Resolved && !ref.allow.holds(w.target) {
		ref.Status, ref.Reason = Left, "its target holds bytes that cannot stand here"
	}
	ref.Target = ref.Text
	if ref.Status == Resolved {
		ref.Target = w.target
	}
	if w.visit != nil {
		w.visit(ref)
	}
	return ref.Status == Resolved && w.change(ref.Text, w.target)
}

// change sets w.one to the smallest single edit that makes text into target,
// an insertion if text is the end of target. It reports whether they differ.
func (w *walk) change(text, target []byte) bool {
	tail := 0
	for tail < len(text) && tail < len(target) && text[len(text)-1-tail] == target[len(target)-1-tail] {
		tail++
	}
	text, target = text[:len(text)-tail], target[:len(target)-tail]
	head := 0
	for head < len(text) && head < len(target) && text[head] == target[head] {
		head++
	}
	w.one[0] = edit.Edit{Start: head, End: len(text), New: w.keep(target[head:])}
	return head < len(text) || head < len(target)
}

// keep returns a copy of b that lives as long as the edits do.
func (w *walk) keep(b []byte) []byte {
	if cap(w.arena)-len(w.arena) < len(b) {
		w.arena = make([]byte, 0, max(4096, 2*cap(w.arena), len(b)))
	}
	n := len(w.arena)
	w.arena = append(w.arena, b...)
	return w.arena[n:len(w.arena):len(w.arena)]
}
