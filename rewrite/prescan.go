package rewrite

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
)

// Some documents declare their encoding where only the prescan sees it: in a script or
// in noscript, within the first 1,024 bytes. What is written before that can push it
// out, and what is taken away can draw another one in; readers would decode the
// document otherwise then. Such a document is left.

const reasonPrescan = "readers look for its encoding in the first 1024 bytes alone, and the edits move a declaration over their end"

// mayMovePrescan reports whether edits can make the prescan of a document come to
// something else, if no meta element tells the encoding.
func (w *walk) mayMovePrescan(t content) bool {
	switch {
	case w.opts.Mode == Pin: // see keepsEncoding
		return false
	case t.enc.Source() == charenc.Meta:
		first := len(t.bytes)
		for i := range w.sites {
			s := &w.sites[i]
			first = min(first, s.value.Start)
			for _, d := range s.extra().drops {
				first = min(first, d.Start)
			}
		}
		return charenc.Determine(t.bytes[:first], t.charset).Name() != t.enc.Name()
	case w.opts.DropBase, w.opts.Mode == MakeRelative:
		const drawn = 64 << 10 // more than that hardly goes before a declaration
		return charenc.Declares(t.bytes[:min(len(t.bytes), drawn)])
	}
	return false
}

// movesPrescan says why a document must stay for the sake of its encoding, or returns
// "". It tries the edits, of which nobody is told.
func (w *walk) movesPrescan(t content, ctx *base.Context) (reason string) {
	visitor, notes := w.visitor, w.notes
	w.visitor, w.notes = Visitor{}, new([]Note)
	edits := w.finish(new(Document), t, ctx)
	w.visitor, w.notes = visitor, notes
	out, err := edit.Apply(t.bytes, edits)
	if err == nil && charenc.Determine(out, t.charset).Name() == t.enc.Name() {
		return ""
	}
	return reasonPrescan
}
