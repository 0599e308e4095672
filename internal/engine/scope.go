package engine

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/view"
)

// A scope is what the references of a document have in common.
type scope struct {
	doc      *Document
	fallback *base.Result  // the base but for BASE elements
	sources  []base.Source // that the document gives
	outer    *base.Context
	within   *base.Context // see inside
	whole    bool          // a message around tells where it came from: no file was saved beside it
	plain    plainBase
	prefixes bool      // see mayPrefix
	xmlBases []xmlBase // of the collector's, those that were needed so far
	early    early
	content
}

// inside returns the context of what stands within the document.
func (sc *scope) inside() *base.Context {
	if sc.within != nil {
		return sc.within
	}
	sources := slices.Clone(sc.sources)
	for i := range sources {
		sources[i].Layer = base.Encapsulating
		sources[i].From += " of the document around"
	}
	sc.within = sc.outer.Enclose(sources...)
	return sc.within
}

// masked returns value as what splits it should see it: without bytes that
// only look like ASCII.
func (w *walk) masked(sc *scope, value []byte) []byte {
	masked := maskOf(sc.enc, &w.link.mask, value)
	w.link.masked = len(value) > 0 && &masked[0] != &value[0]
	return masked
}

// maskOf returns the mask of text in encoding enc, which may be text itself.
// It reuses buf.
func maskOf(enc charenc.Encoding, buf *[]byte, text []byte) []byte {
	masked := enc.Mask(*buf, text)
	if len(text) > 0 && &masked[0] != &text[0] {
		*buf = masked
	}
	return masked
}

// baseOf returns the base of a site's references.
func (w *walk) baseOf(sc *scope, s *sites.Site) *base.Result {
	switch {
	case s.Against == places.FallbackBase:
		return sc.fallback
	case s.Details().Codebase != nil:
		return w.codebase(sc, s)
	case s.XMLBase > 0:
		return w.xmlBaseAt(sc, s.XMLBase).result
	case sc.early.has(s):
		return sc.early.base
	}
	return sc.doc.Base
}

// codebase returns the base that an element's codebase attribute gives to its
// other attributes: HTML 4.01 section 13.3.
func (w *walk) codebase(sc *scope, s *sites.Site) *base.Result {
	a := s.Details().Codebase
	url := view.AttrURL(sc.bytes, a.Value.Start, a.Value.End, a.Quote)
	if s.Against == places.CodebaseDirectory && url != "" && url[len(url)-1] != '/' {
		url += "/"
	}
	around := sc.inside()
	if s.XMLBase > 0 {
		around = w.xmlBaseAt(sc, s.XMLBase).context
	}
	return around.Establish(base.Source{Layer: base.Embedded, From: "codebase attribute", Value: url, Unknown: s.Details().UnknownCodebase})
}
