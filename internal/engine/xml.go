package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
)

// xmlBaseFrom is what [base.Source.From] says of an xml:base attribute.
const xmlBaseFrom = "xml:base attribute"

// xmlDocument walks an XML document: XHTML, SVG or any other. It returns the
// edits of its text.
func (w *walk) xmlDocument(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t.enc = charenc.DetermineXML(t.bytes, t.charset)
	return w.decoded(doc, t, ctx, w.xmlMarkup)
}

// xmlMarkup walks XML text. It returns its edits.
func (w *walk) xmlMarkup(doc *Document, t content, ctx *base.Context) []edit.Edit {
	w.walkSites(t.bytes, func() {
		w.scope.xmlBases = w.scope.xmlBases[:0]
		w.collector.XML(t.bytes, maskOf(t.enc, &w.buf.mask, t.bytes))
	})
	if c := &w.collector; c.Feed != "" {
		w.note(UnknownFeedLinks, doc.Part, t.views.Source(c.Root-1), c.Feed+": its own links are not known yet, only those of XHTML, SVG, XLink and xml:base")
	}
	return w.finish(doc, t, ctx)
}

// An xmlBase is the base that an xml:base attribute gives.
type xmlBase struct {
	context *base.Context // nil until it is needed
	result  *base.Result
}

// xmlBaseAt returns the base that xml:base attribute i, from 1, gives. The base of the
// document must be known. Most of these bases are never needed.
func (w *walk) xmlBaseAt(sc *scope, i int32) xmlBase {
	if n := int(i) - len(w.scope.xmlBases); n > 0 {
		w.scope.xmlBases = append(w.scope.xmlBases, make([]xmlBase, n)...)
	}
	if b := w.scope.xmlBases[i-1]; b.context != nil {
		return b
	}
	attr := &w.collector.XMLBases[i-1]
	outer := sc.inside()
	if attr.Outer > 0 && !attr.TooDeep() { // if it is too deep, it is unknown anyway
		outer = w.xmlBaseAt(sc, int32(attr.Outer)).context
	}
	var b xmlBase
	b.context = outer.Enclose(base.Source{Layer: base.Embedded, From: xmlBaseFrom, Value: attr.Value, Unknown: attr.Unknown})
	b.result = b.context.Establish()
	w.scope.xmlBases[i-1] = b
	return b
}
