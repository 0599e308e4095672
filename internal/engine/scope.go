package engine

import (
	"slices"
	"sort"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/sites"
)

// Around ends [base.Source.From] of an element or attribute of the outer document that gives a base
// to a document within it.
const Around = " of the document around"

// inside returns the context of documents within the document.
func (c *contexts) inside() *base.Context {
	if c.within != nil {
		return c.within
	}
	sources := slices.Clone(c.sources)
	for i := range sources {
		sources[i].Layer = base.Encapsulating
		sources[i].From += Around
	}
	c.within = c.outer.Enclose(sources...)
	return c.within
}

// baseOf returns the base of the references of a site.
func (sc *scope) baseOf(s *sites.Site) *base.Result {
	switch {
	case s.Against == places.FallbackBase:
		return sc.fallback
	case s.Details().Codebase != nil:
		return sc.codebase(s)
	case sc.feed.link > 0 && s.Value.Start == sc.feed.link-1:
		return sc.feed.outside
	case s.XMLBase > 0:
		return sc.xmlBaseAt(s.XMLBase).result
	case sc.early.has(s):
		return sc.early.base
	}
	return sc.doc.Base
}

// codebase returns the base that the codebase attribute of an element gives to its other
// attributes: HTML 4.01 section 13.3.
func (sc *scope) codebase(s *sites.Site) *base.Result {
	a := s.Details().Codebase
	url := sc.collector.BaseURL(sc.bytes, a.Value, a.Quote)
	if s.Against == places.CodebaseDirectory && url != "" && url[len(url)-1] != '/' {
		url += "/"
	}
	around := sc.inside()
	if s.XMLBase > 0 {
		around = sc.xmlBaseAt(s.XMLBase).context
	}
	return around.Establish(base.Source{Layer: base.Embedded, From: "codebase attribute", Value: url, Unknown: s.Details().UnknownCodebase})
}

// xmlBaseFrom is [base.Source.From] of an xml:base attribute.
const xmlBaseFrom = "xml:base attribute"

// xmlBaseAt returns the base that xml:base attribute i, from 1, gives. The base of the
// document must be known. Most of these bases are never needed.
func (sc *scope) xmlBaseAt(i int32) xmlBase {
	if n := int(i) - len(sc.xmlBases); n > 0 {
		sc.xmlBases = append(sc.xmlBases, make([]xmlBase, n)...)
	}
	if b := sc.xmlBases[i-1]; b.context != nil {
		return b
	}
	attr := &sc.collector.XMLBases[i-1]
	outer := sc.inside()
	if attr.Outer > 0 && !attr.TooDeep() { // if the depth is too large, the base is unknown anyway
		outer = sc.xmlBaseAt(int32(attr.Outer)).context
	}
	var b xmlBase
	b.context = outer.Enclose(base.Source{Layer: base.Embedded, From: xmlBaseFrom, Value: attr.Value, Unknown: attr.Unknown})
	b.result = b.context.Establish()
	sc.xmlBases[i-1] = b
	return b
}

// has reports whether BASE comes too late for the references of a site.
func (e *early) has(s *sites.Site) bool { return e.base != nil && s.Early && !e.isInert(s.Value.Start) }

// isInert reports whether the offset at is in a template.
func (e *early) isInert(at int) bool {
	i := sort.Search(len(e.inert), func(i int) bool { return e.inert[i].End > at })
	return i < len(e.inert) && e.inert[i].Start <= at
}

// around returns the context of the document in a site.
func (sc *scope) around(s *sites.Site) *base.Context {
	if sc.early.has(s) {
		return sc.outer
	}
	return sc.inside()
}
