package engine

import (
	"bytes"
	"slices"
	"sort"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/resolve"
)

// A scope has what the references of a document have in common, and what has become of them so far.
type scope struct {
	doc *Document
	content
	collector *sites.Collector // of the walk, with the facts about the document
	contexts
	early early
	plain plainBase
	facts decide.Doc // what references of the document know about it

	savedWhole bool // the document was saved in a message, so no files were saved beside it
	prefixes   bool // see mayPrefix
	ownAnchors bool // see keepOwnAnchor
	unsure     bool // a base in the document comes from an element that may have to stay: see movebase.go

	// reserved is the maximum number of bytes of limits.room that the document itself needs, without the
	// documents in it that have limits of their own: see feeds.go.
	reserved int
	outcomes outcomes
	local    localFiles
}

// contexts give the bases of a document, and of the documents in it.
type contexts struct {
	fallback *base.Result  // the base without BASE elements
	sources  []base.Source // the bases in the document itself
	outer    *base.Context // the context around the document
	within   *base.Context // see inside
	feed     feedBase      // the base of a feed
	xmlBases []xmlBase     // the bases of the collector's XMLBases that were needed so far
}

// A plainBase remembers the result of isPlainBase for a base.
type plainBase struct {
	base *base.Result
	ok   bool
}

// An xmlBase is the base that an xml:base attribute gives.
type xmlBase struct {
	context *base.Context // nil until it is needed
	result  *base.Result
}

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

// xmlBaseAt returns the base that xml:base attribute i, from 1, gives, or the link of an item. The base of
// the document must be known. Most of these bases are never needed.
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
	source := base.Source{Layer: base.Embedded, From: xmlBaseFrom, Value: attr.Value, Unknown: attr.Unknown}
	if attr.Item > 0 {
		l := &sc.collector.Feed.Items[attr.Item-1]
		source = base.Source{Layer: base.Encapsulating, From: decide.FromItemLink, Value: l.URL, Unknown: l.Unknown}
		if l.IsGUID {
			source.From = decide.FromItemGUID
		}
	}
	b := xmlBase{context: outer}
	if source.Value != "" || attr.Item == 0 {
		b.context = outer.Enclose(source)
	}
	b.result = b.context.Establish()
	sc.xmlBases[i-1] = b
	return b
}

// BASE is the base of the whole document (RFC 1808 section 10). But a parser processes the
// elements one by one, and loads some URLs at once: it resolves them by the base from
// outside the document, before it has seen a later BASE element. This is why HTML 4.01
// section 12.4 and the HTML Standard section 4.2.3 require BASE before all elements with
// URLs. In documents that break the rule, the engine resolves such references as browsers
// do, by the base from outside, in every dialect. References that are resolved when they
// are used, such as links, have the base that BASE gives.
//
// The table of places says what loads at once ([places.Loading]), as measured in Chromium
// by the log of a server (internal/programs/browser, TestBrowserLoads). A lazy image, and the
// sources of its picture, load when it comes into view, which usually is after parsing. The
// poster of a video loads when the next script ends. Some URLs load by one base or the other,
// depending on parser and network: media, posters without a script before BASE, object, embed,
// image buttons, the background attribute and the presentation attributes of SVG. These have
// the base of the document.
//
// Without a base from outside, BASE is the base of all references.

// early says which references load before BASE counts.
type early struct {
	base  *base.Result  // the base of these references; nil if it is the base of the document
	inert []markup.Span // the templates before BASE, whose content does not load
	noted bool          // there is a note on these references
}

// setEarly sets the base of the references for which BASE comes too late, and finds the templates before BASE. Package
// sites has marked these references: see Site.Early and isEarly in its file attributes.go.
func (w *walk) setEarly(sc *scope) {
	if sc.doc.Base.Layer != base.Embedded || !sc.fallback.Resolves() {
		return
	}
	sc.early.base = sc.fallback
	if before := sc.bytes[:w.collector.BaseAt]; sc.doc.MediaType == "text/html" && sites.MayHoldTemplates(before) {
		sc.early.inert = w.collector.Templates(before)
	}
}

// noteEarly adds a note on the first reference that has another target because BASE comes
// too late for it.
func (w *walk) noteEarly(ref *Reference, sc *scope) {
	if sc.early.noted || ref.Base != sc.early.base || ref.Status != Resolved && ref.Status != Relative {
		return
	}
	target, outcome := ref.Resolve(nil)
	late := *ref
	late.Base = sc.doc.Base
	if other, _ := late.Resolve(nil); outcome != resolve.Resolved || bytes.Equal(target, other) {
		return
	}
	sc.early.noted = true
	says := "are resolved against " + sc.early.base.String() + ", as browsers do"
	if w.opts.Mode != MakeAbsolute {
		says = "depend on where the document is"
	}
	w.note(LateBase, sc.doc.Part, ref.Offset(), "elements before BASE load at once: their URLs "+says)
}

// has reports whether BASE comes too late for the references of a site.
func (e *early) has(s *sites.Site) bool { return e.base != nil && s.Early && !e.isInert(s.Value.Start) }

// isInert reports whether the offset at is in a template.
func (e *early) isInert(at int) bool {
	i := sort.Search(len(e.inert), func(i int) bool { return e.inert[i].End > at })
	return i < len(e.inert) && e.inert[i].Start <= at
}
