package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/reason"
)

// Some documents declare their encoding where only the prescan sees it: in a script or
// in noscript, within the first 1,024 bytes. What is written before that can push it
// out, and what is taken away can draw another one in; readers would decode the
// document otherwise then. Such a document is left.

// drawn is how many bytes are looked at: more hardly go before a declaration.
const drawn = 64 << 10

// mayMovePrescan reports whether edits can make the prescan of a document come to
// something else, if no meta element tells the encoding.
func (w *walk) mayMovePrescan(t content) bool {
	switch {
	case w.opts.Mode == Pin: // see keepsEncoding
		return false
	case t.enc.Source() == charenc.Meta:
		if w.batches.stage == once {
			w.batches.tally.add(w.collector.Sites)
		}
		return charenc.Determine(t.bytes[:min(len(t.bytes), w.batches.tally.start)], t.charset).Name() != t.enc.Name()
	case w.opts.DropBase, w.opts.Mode == MakeRelative:
		return charenc.Declares(t.bytes[:min(len(t.bytes), drawn)])
	}
	return false
}

// movesPrescan says why a document must stay for the sake of its encoding, or returns
// "". It tries the edits, of which nobody is told.
func (w *walk) movesPrescan(t content, ctx *base.Context) Reason {
	outside := w.purpose
	w.visitor, w.notes = Visitor{}, new([]Note)
	edits := w.finish(new(Document), t, ctx)
	w.purpose = outside
	if charenc.Determine(edit.Head(t.bytes, edits, drawn), t.charset).Name() == t.enc.Name() {
		return none
	}
	return reason.Prescan
}
