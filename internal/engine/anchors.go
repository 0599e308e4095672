package engine

import (
	"slices"

	"golang.org/x/text/encoding"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/engine/places"
)

// An Anchor is a name in a document that a fragment of a URL can lead to: see package anchors.
// It is valid until the function that receives it returns.
type Anchor struct {
	*anchors.Anchor
	Part    string // of a message, as in [Reference]
	Element []byte // the name of the element, as written
	Offset  int    // of the value in the source
}

// VisitAnchors calls visit for the anchors of the documents in a piece: HTML, XHTML, SVG and
// other XML, and such parts of a message. It returns the notes on what cannot be read.
func (rw *Rewriter) VisitAnchors(p Piece, visit func(*Anchor)) []Note {
	plan := rw.VisitPiece(p, Visitor{anchor: visit})
	defer plan.Release()
	return plan.Notes
}

// pageAnchors visits the anchors of HTML text whose encoding a meta element may declare.
func (w *walk) pageAnchors(doc *Document, t content, ctx *base.Context) []edit.Edit {
	if was := t.enc; was.Tentative() && slices.ContainsFunc(t.bytes, isHigh) {
		w.gather(t)
		if w.collector.HasMeta {
			t.enc = w.collector.MetaEncoding
		}
		if !was.ScansAs(t.enc) {
			return w.decoded(doc, t, ctx, w.markup)
		}
	}
	return w.htmlAnchors(doc, t)
}

// htmlAnchors visits the anchors of HTML text. It returns no edits.
func (w *walk) htmlAnchors(doc *Document, t content) []edit.Edit {
	w.anchors.HTML(t.bytes, maskOf(t.enc, &w.buf.mask, t.bytes), textCoding(t), w.anchorVisitor(doc, t))
	return nil
}

// xmlAnchors visits the anchors of XML text. It returns no edits.
func (w *walk) xmlAnchors(doc *Document, t content) []edit.Edit {
	w.anchors.XML(t.bytes, maskOf(t.enc, &w.buf.mask, t.bytes), textCoding(t), w.anchorVisitor(doc, t))
	return nil
}

// anchorVisitor returns the function that passes the anchors of a document to the visitor.
func (w *walk) anchorVisitor(doc *Document, t content) func(*anchors.Anchor) {
	out := Anchor{Part: doc.Part}
	return func(a *anchors.Anchor) {
		out.Anchor, out.Offset = a, t.views.Source(a.At)
		out.Element = ascii.AppendLower(out.Element[:0], t.bytes[a.Element.Start:a.Element.End])
		w.visitor.anchor(&out)
	}
}

// AppendURI appends to dst the target that the reference has for a reader of its document,
// whatever Status is: even if the place of the reference cannot hold the target. Characters of
// another encoding become UTF-8, so that the target names files as a reader of the document
// would ask for them. ok is false if the reference has no target.
func (r *Reference) AppendURI(dst []byte) (uri []byte, ok bool) {
	text := r.Text
	if r.scope != nil {
		text = r.scope.utf8Of(r)
	}
	if r.Base.IsAbsolute(text) {
		return append(dst, text...), true
	}
	if r.traits.saved != nil {
		return append(dst, r.traits.saved...), true
	}
	dst, outcome := r.Base.AppendReplacement(dst, text)
	return dst, Status(outcome) == Resolved
}

// A Use says what a reader of a document does with the target of a reference: see package places.
type Use = places.Use

// The uses.
const (
	Follow = places.Follow // the user of the reader may go there
	Show   = places.Show   // the reader shows or plays it as a part of the document
	Apply  = places.Apply  // the reader runs or applies it, or shows a document in it
	Name   = places.Name   // the reader reads no file there
)

// Use returns what a reader does with the target of the reference.
func (r *Reference) Use() Use {
	if r.rules.place == nil {
		return Follow
	}
	return r.rules.place.Use
}

// utf8Of returns the text of a reference in UTF-8, or as it is if some of its characters are
// written as escapes.
func (sc *scope) utf8Of(ref *Reference) []byte {
	if !slices.ContainsFunc(ref.Text, isHigh) || sc.urlCoding() == nil {
		return ref.Text
	}
	for i, c := range ref.Text {
		if isHigh(c) && !sc.isLiteral(ref.within(i), c) {
			return ref.Text
		}
	}
	text, err := sc.urlCoding().NewDecoder().Bytes(ref.Text)
	if err != nil {
		return ref.Text
	}
	return text
}

// textCoding returns the encoding of text from golang.org/x/text, or nil for UTF-8.
func textCoding(t content) encoding.Encoding {
	if t.enc.Name() == charenc.UTF8 {
		return nil
	}
	return t.enc.URLCoding(t.bytes)
}
