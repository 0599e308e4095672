package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/candidates"
)

// An Unread is a value that looks like a reference, and that no place reads: see package candidates.
type Unread struct {
	*candidates.Value
	// Part is the entity of a message, as in [Reference].
	Part string
	// Offset is the offset of the text, or of the value that it is in, in the source.
	Offset int
	// Base is the base of the document.
	Base *base.Result
}

// findUnread passes the values of an HTML document that look like references, and that are not read, to the visitor.
func (w *walk) findUnread(doc *Document, t content) {
	if w.visitor.Unread == nil {
		return
	}
	if w.unread == nil {
		w.unread = new(candidates.Finder)
	}
	w.unread.HTML(t.bytes, w.places, w.opts.Also, func(v *candidates.Value) {
		w.visitor.Unread(&Unread{Value: v, Part: doc.Part, Offset: t.views.Source(v.At), Base: doc.Base})
	})
}
