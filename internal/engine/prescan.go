package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/reason"
)

// Some documents declare their encoding where only the prescan of a reader finds it: in a script or
// in noscript, within the first 1,024 bytes. Insertions before a declaration can move it out of
// these bytes, and deletions can move another declaration in. Readers would then decode the
// document differently, so the document is left.

// prescanReach is the number of bytes that are searched for declarations. Edits hardly ever delete
// more than that before a declaration.
const prescanReach = 64 << 10

// mayMovePrescan reports whether edits may change the result of the prescan of a document
// in which no meta element declares the encoding.
func (w *walk) mayMovePrescan(t content) bool {
	switch {
	case w.opts.Mode == Pin: // see pin.MovesEncoding
		return false
	case t.enc.Source() == charenc.Meta:
		if w.batches.stage == once {
			w.batches.tally.add(w.collector.Sites)
		}
		text, start := t.encoded(min(len(t.bytes), w.batches.tally.start))
		return charenc.Determine(text[:start], t.charset).Name() != t.enc.Name()
	case w.opts.DropBase, w.opts.Mode == MakeRelative, w.opts.Mode == MoveLinks, w.opts.Decide != nil:
		text, _ := t.encoded(0)
		return charenc.Declares(text[:min(len(text), prescanReach)])
	}
	return false
}

// movesPrescan returns the reason why a document must stay because of its encoding, if
// there is one. It makes the edits as a trial, without reporting anything.
func (w *walk) movesPrescan(doc Document, t content, ctx *base.Context) Reason {
	outside := w.purpose
	w.visitor, w.notes, w.rehearsal = Visitor{}, new([]Note), true
	edits := t.carry(w.finish(&doc, t, ctx))
	w.purpose = outside
	text, _ := t.encoded(0)
	if charenc.Determine(edit.Head(text, edits, prescanReach), t.charset).Name() == t.enc.Name() {
		return none
	}
	return reason.Prescan
}
