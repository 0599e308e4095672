package engine

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/candidates"
	"github.com/hrefix/hrefix/internal/mediatype"
	"github.com/hrefix/hrefix/resolve"
)

// An Unread is a value that looks like a reference, and that no place reads: see package candidates.
type Unread struct {
	*candidates.Value
	// Message, Start and Part say where the document is, as in [Reference].
	Message int
	Start   int64
	Part    string
	// Offset is the offset of the text, or of the value that it is in, in the piece.
	Offset int
	// Base is the base of the document.
	Base *base.Result
}

// A Remaining is a URL that should change, and that stays.
type Remaining struct {
	In     string // the kind of its place: the name of an attribute, "scripts", "comments", the element of XML
	Offset int    // in the piece, of the URL or of a value that it is in
	Text   []byte // the URL as it is spelled
}

// Target returns the URL that the text would become if it were read and made absolute, or "" if there is none.
func (u *Unread) Target() string {
	target, outcome := u.Base.Resolve(string(u.Text))
	if outcome == resolve.Unresolved {
		return ""
	}
	return target
}

// findUnread passes the values of a document that look like references, and that are not read, to the visitor.
func (w *walk) findUnread(doc *Document, t content, isXML bool) {
	if w.visitor.Unread != nil {
		w.reportUnread(doc, t, isXML)
	}
}

// reportUnread does that for a visitor that wants them. It is a function of its own because its text is on the heap.
func (w *walk) reportUnread(doc *Document, t content, isXML bool) {
	report := func(v *candidates.Value) {
		w.visitor.Unread(&Unread{Value: v, Message: w.number, Start: w.pieceAt, Part: doc.Part, Offset: t.views.Source(v.At), Base: doc.Base})
	}
	if isXML {
		w.finder().XML(t.bytes, w.opts.Places, w.opts.Also, report)
	} else {
		w.finder().HTML(t.bytes, w.places, w.opts.Also, report)
	}
}

// findRemains passes the kind of place of each URL that should change, and stays in the text of a document, to the
// visitor: see candidates.Remains. edits are the edits of the text.
func (w *walk) findRemains(doc *Document, t content, edits []edit.Edit) {
	if w.visitor.Remains == nil || w.opts.remains == nil || w.depth > 0 {
		return
	}
	spans := slices.Collect(w.opts.remains.Find(t.bytes))
	if len(spans) == 0 {
		return
	}
	if left := candidates.Unedited(spans, edit.All(edits)); len(left) > 0 {
		for in, at := range w.finder().Places(w.opts.remains, t.bytes, mediatype.Of(doc.MediaType), left, w.places, w.opts.Places, w.opts.Also) {
			w.visitor.Remains(&Remaining{In: in, Offset: t.views.Source(at.Start), Text: t.bytes[at.Start:at.End]})
		}
	}
}

// finder returns the finder of the walk.
func (w *walk) finder() *candidates.Finder {
	if w.unread == nil {
		w.unread = new(candidates.Finder)
	}
	return w.unread
}
