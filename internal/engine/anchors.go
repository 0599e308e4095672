package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/mediatype"
)

// An Anchor is a name in a document that a fragment of a URL can lead to: see package anchors.
// It is valid until the function that receives it returns.
type Anchor struct {
	*anchors.Anchor
	Part    string // the part of the message, as in [Reference]
	Element []byte // the name of the element, as written
	Offset  int    // the offset of the value in the source
	Until   int    // the offset in the source where a marked element ends
}

// VisitAnchors calls visit for the anchors of the documents in a piece: HTML, XHTML, SVG, other
// XML, and parts of a message of these types. It returns notes on text that cannot be read.
func (rw *Rewriter) VisitAnchors(p Piece, visit func(*Anchor)) []Note {
	plan := rw.run(p, purpose{reports: reports{anchor: visit}})
	defer plan.Release()
	return plan.Notes
}

// VisitMaps calls visit for the image maps of the documents in a piece: for the ids and names of MAP elements,
// and for the names that images have for their maps. See [anchors.Maps].
func (rw *Rewriter) VisitMaps(p Piece, visit func(*Anchor)) {
	plan := rw.run(p, purpose{reports: reports{anchor: visit, anchors: anchors.Maps}})
	plan.Release()
}

// VisitMarked calls visit for the elements that authors have marked for checkers of links, with their offsets in the
// source: see [anchors.Marks].
func (rw *Rewriter) VisitMarked(p Piece, visit func(start, end int)) {
	mark := func(a *Anchor) { visit(a.Offset, a.Until) }
	plan := rw.run(p, purpose{reports: reports{anchor: mark, anchors: anchors.Marks}})
	plan.Release()
}

// KnowsAnchors reports whether VisitAnchors visits all anchors of the document in a member of a
// container: it is complete, and its type has anchors.
func (rw *Rewriter) KnowsAnchors(p Piece) bool {
	if !p.HasDocument() || p.Large || p.member == nil || len(p.member.Faults) > 0 {
		return false
	}
	mediaType := p.member.MediaType
	if mediaType == "" {
		mediaType = rw.opts.Detect(p.member.Name, p.member.Document()).Type.MediaType()
	}
	return mediatype.Of(mediaType).HasAnchors()
}

// visitAnchors visits the anchors of a document. Like walk it finds the encoding of the text, but
// it makes no edits.
func (w *walk) visitAnchors(doc *Document, t content, ctx *base.Context) []edit.Edit {
	switch mediatype.Of(doc.MediaType) {
	case mediatype.CSS:
		return nil
	case mediatype.HTML:
		t.enc = charenc.Determine(t.bytes, t.charset)
		return w.decoded(doc, t, ctx, w.pageAnchors)
	}
	t.enc = charenc.DetermineXML(t.bytes, t.charset)
	return w.decoded(doc, t, ctx, w.xmlAnchors)
}

// pageAnchors visits the anchors of HTML text whose encoding a meta element may declare.
func (w *walk) pageAnchors(doc *Document, t content, ctx *base.Context) []edit.Edit {
	if t.enc.Tentative() && !ascii.Is(t.bytes) {
		w.gather(t.inUTF8(), (*sites.Collector).HTML)
		if e := w.collector.MetaEncoding; w.collector.HasMeta && e.Name() != t.enc.Name() {
			t.enc = e
			return w.decoded(doc, t, ctx, w.htmlAnchors)
		}
	}
	return w.htmlAnchors(doc, t, ctx)
}

// htmlAnchors visits the anchors of HTML text whose encoding is certain.
func (w *walk) htmlAnchors(doc *Document, t content, _ *base.Context) []edit.Edit {
	w.collector.Anchors.Find(w.anchors)
	t = t.inUTF8()
	w.collector.Anchors.HTML(t.bytes, w.anchorVisitor(doc, t))
	return nil
}

// xmlAnchors visits the anchors of XML text.
func (w *walk) xmlAnchors(doc *Document, t content, _ *base.Context) []edit.Edit {
	w.collector.Anchors.Find(w.anchors)
	t = t.inUTF8()
	w.collector.Anchors.XML(t.bytes, w.anchorVisitor(doc, t))
	return nil
}

// anchorVisitor returns the function that passes the anchors of a document to the visitor.
func (w *walk) anchorVisitor(doc *Document, t content) func(*anchors.Anchor) {
	var out Anchor
	return func(a *anchors.Anchor) {
		out.Anchor, out.Part, out.Offset = a, doc.Part, t.views.Source(a.At)
		if a.End > 0 {
			out.Until = t.views.Source(a.End)
		}
		out.Element = ascii.AppendLower(out.Element[:0], t.bytes[a.Element.Start:a.Element.End])
		w.anchor(&out)
	}
}
