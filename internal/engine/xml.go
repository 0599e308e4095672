package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
)

// xmlDocument walks an XML document: XHTML, SVG or any other. It returns the edits of the
// text.
func (w *walk) xmlDocument(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t.enc = charenc.DetermineXML(t.bytes, t.charset)
	return w.decoded(doc, t, ctx, w.xmlMarkup)
}

// xmlMarkup walks XML text, and returns its edits.
func (w *walk) xmlMarkup(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t = t.inUTF8()
	w.walkSites(t, func() {
		w.scope.xmlBases = w.scope.xmlBases[:0]
		w.collector.XML(t.bytes)
	})
	return t.carry(w.finish(doc, t, ctx))
}
