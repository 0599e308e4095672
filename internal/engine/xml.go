package engine

import (
	"cmp"
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// maxXMLBases is how deep xml:base attributes within each other are followed.
const maxXMLBases = 100

// xmlBaseFrom is what [base.Source.From] says of an xml:base attribute.
const xmlBaseFrom = "xml:base attribute"

// An xmlBase is an xml:base attribute (XML Base section 3), and the base that
// it gives to its element and all within.
type xmlBase struct {
	outer       int // the xmlBase around it, from 1; 0 is the document
	depth       int // how many are around it
	value       string
	unknown     base.Reason // why value is not known
	context     *base.Context
	established *base.Result
}

// xmlDocument walks an XML document: XHTML, SVG or any other. It returns the
// edits of its text.
func (w *walk) xmlDocument(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t.enc = charenc.DetermineXML(t.bytes, t.charset)
	return w.decoded(doc, t, ctx, w.xmlMarkup)
}

// xmlMarkup walks XML text. It returns its edits.
func (w *walk) xmlMarkup(doc *Document, t content, ctx *base.Context) []edit.Edit {
	var c xmlCollector
	w.walkSites(t.bytes, func() {
		w.xmlBases = w.xmlBases[:0]
		mask := maskOf(t.enc, &w.docMask, t.bytes)
		c = xmlCollector{collector: collector{walk: w, text: t.bytes, mask: mask, bases: true, exact: true}}
		c.collect()
	})
	if c.feed != "" {
		w.note(UnknownFeedLinks, doc.Part, t.views.Source(c.root-1), c.feed+": its own links are not known yet, only those of XHTML, SVG, XLink and xml:base")
	}
	return w.finish(doc, t, ctx)
}

// An xmlCollector collects the sites of XML text.
type xmlCollector struct {
	collector
	open  []openBase // elements with xml:base
	attrs []htmlscan.Attr
	tag   htmlscan.Token // as an HTML scanner would have it
	token *xmlscan.Token // as it is
	root  int            // the offset of the first tag, plus one
	feed  string         // what kind of feed that begins, if it does
	entities
}

// An openBase is an open element with an xml:base attribute.
type openBase struct{ depth, base int }

func (c *xmlCollector) collect() {
	s := &c.xml
	s.Reset(c.mask)
	c.names = c.attrName
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		switch t.Kind {
		case xmlscan.StartTag:
			c.startTag(t)
		case xmlscan.EndTag:
			c.flushContent()
			c.content = nil
			c.close(t.Depth)
		case xmlscan.Comment:
			c.seeHint(&htmlscan.Token{Kind: htmlscan.Comment, Span: t.Span})
		case xmlscan.Text:
			c.add(t.Span, charData)
		case xmlscan.CDATA:
			c.add(c.cdataContent(t.Span), cdata)
		case xmlscan.ProcInst:
			c.styleSheet(t)
		case xmlscan.Doctype:
			c.declare(c.text, t.Span)
			c.walk.hidden = c.declares()
		}
		if len(c.sites) >= c.most && c.isBetween() {
			c.drain()
			c.forgetClosed()
		}
	}
	c.flushContent()
}

// seeHint looks for what a saved file tells of its origin.
func (c *xmlCollector) seeHint(t *htmlscan.Token) {
	if c.stage != second {
		c.saved.See(c.text, t)
	}
}

// close forgets the bases of elements at depth and deeper.
func (c *xmlCollector) close(depth int) {
	for len(c.open) > 0 && c.open[len(c.open)-1].depth >= depth {
		c.open = c.open[:len(c.open)-1]
	}
}

// current returns the xmlBase that governs here.
func (c *xmlCollector) current() int {
	if len(c.open) == 0 {
		return 0
	}
	return c.open[len(c.open)-1].base
}

// flushContent makes a site of the content of an element, with the base that
// governs it.
func (c *xmlCollector) flushContent() {
	n := len(c.sites)
	c.flush()
	for i := range c.sites[n:] {
		s := &c.sites[n+i]
		s.xmlBase = int32(c.current())
		s.keepFor(c.entityIn(s.value))
		for _, p := range s.extra().pieces {
			s.keepFor(c.entityIn(p.Span))
		}
	}
}

// startTag collects the sites of a tag as those of HTML are, with the base of
// its xml:base attribute.
func (c *xmlCollector) startTag(t *xmlscan.Token) {
	c.flushContent()
	c.close(t.Depth)
	c.token = t
	if c.root == 0 {
		c.root, c.feed = t.Start+1, feedOf(c.text, t)
	}
	if t.Cut {
		c.pass(t.Start, "left: attributes of a tag, of which there are too many")
	}
	tag := c.asHTML(t)
	c.seeHint(tag)
	c.baseAttr(t, tag)
	if tag.Atom == atom.Base && tag.Namespace == htmlscan.HTML && c.stage != second {
		c.addBase(tag)
	}
	first := len(c.sites)
	c.attributes(tag)
	for i := range c.sites[first:] {
		s := &c.sites[first+i]
		s.xmlBase = int32(c.current())
		s.keepFor(cmp.Or(unquoted(s.form), c.entityIn(s.value)))
		if a := s.extra().codebase; a != nil {
			s.setExtra().unknown = c.unknownIn(a.Value)
		}
	}
	c.content, c.element = nil, c.elementName(tag)
	if t.SelfClosing {
		c.close(t.Depth)
		return
	}
	c.setContent(tag)
}

// addBase adds the BASE element that tag opens to those of the document. In XML,
// tree order is source order.
func (c *xmlCollector) addBase(tag *htmlscan.Token) {
	if e, href, ok := baseElement(c.text, tag); ok {
		e.Place, e.Unknown = []int{e.Start}, c.unknownIn(href.Value)
		c.finder.Add(e)
	}
}

// isCapital reports whether c is a letter that no name of XHTML has: case matters in XML.
func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// asHTML returns the tag as an HTML scanner would.
func (c *xmlCollector) asHTML(t *xmlscan.Token) *htmlscan.Token {
	c.attrs = c.attrs[:0]
	for _, a := range t.Attrs {
		name := a.Name
		if t.Space == xmlscan.XHTML && slices.ContainsFunc(c.text[name.Start:name.End], isCapital) {
			name.End = name.Start // none that XHTML knows
		}
		c.attrs = append(c.attrs, htmlscan.Attr{Name: name, Value: a.Value, Quote: a.Quote})
	}
	tag := &c.tag
	*tag = htmlscan.Token{Kind: htmlscan.StartTag, Span: t.Span, Name: t.Local, Attrs: c.attrs, SelfClosing: t.SelfClosing}
	tag.Atom = atom.Lookup(c.text[t.Local.Start:t.Local.End])
	switch t.Space {
	case xmlscan.SVG:
		tag.Namespace = htmlscan.SVG
	case xmlscan.MathML:
		tag.Namespace = htmlscan.MathML
	case xmlscan.XHTML:
	default:
		tag.Atom, tag.Namespace = 0, places.OtherNamespace
	}
	return tag
}

// attrName returns the name by which places know attribute i of the tag; nil for
// one in a namespace that they do not know.
func (c *xmlCollector) attrName(i int) []byte {
	a := &c.token.Attrs[i]
	local := c.text[a.Local.Start:a.Local.End]
	switch a.Space {
	case xmlscan.None:
		return local
	case xmlscan.XLink:
		return append([]byte("xlink:"), local...)
	}
	return nil
}

// baseAttr takes notice of an xml:base attribute, whose value is a reference
// itself: to the base around the element.
func (c *xmlCollector) baseAttr(t *xmlscan.Token, tag *htmlscan.Token) {
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if a.Space != xmlscan.XML || string(c.text[a.Local.Start:a.Local.End]) != "base" {
			continue
		}
		outer := c.current()
		h := &tag.Attrs[i]
		s := site{
			Place: places.XMLBase, element: c.elementName(tag), attr: "xml:base",
			value: h.Value, form: form(h.Quote), xmlBase: int32(outer),
		}
		s.keepFor(cmp.Or(unquoted(s.form), c.entityIn(s.value)))
		c.sites = append(c.sites, s)
		b := xmlBase{outer: outer, depth: 1}
		if outer > 0 {
			b.depth += c.xmlBases[outer-1].depth
		}
		if b.unknown = c.unknownIn(h.Value); b.depth > maxXMLBases {
			b.unknown = base.ReasonTooDeep
		}
		b.value = view.AttrURL(c.text, h.Value.Start, h.Value.End, h.Quote)
		c.xmlBases = append(c.xmlBases, b)
		c.foreign = true
		c.open = append(c.open, openBase{t.Depth, len(c.xmlBases)})
		return
	}
}

// unquoted returns the reason why a value must stay that XML wants quotes around.
func unquoted(f form) Reason {
	if f <= form(markup.Unquoted) {
		return reason.NotWellFormed
	}
	return none
}

// unknownIn returns the reason why a value is not known, or "" if it is.
func (c *xmlCollector) unknownIn(s markup.Span) base.Reason {
	if c.entityIn(s) != none {
		return base.ReasonEntity
	}
	return ""
}

// entityIn says why a value must stay: see [entities.in].
func (c *xmlCollector) entityIn(s markup.Span) Reason { return c.in(c.text[s.Start:s.End]) }

// styleSheet collects the reference of a processing instruction that links a
// style sheet: Associating Style Sheets with XML documents 1.0.
func (c *xmlCollector) styleSheet(t *xmlscan.Token) {
	if string(c.text[t.Name.Start:t.Name.End]) != "xml-stylesheet" {
		return
	}
	for a := range xmlscan.PseudoAttrs(c.text, t.Span) {
		if string(c.text[a.Name.Start:a.Name.End]) == "href" {
			c.sites = append(c.sites, site{
				Place: places.XMLStyleSheet, element: "xml-stylesheet", attr: "href",
				value: a.Value, form: form(a.Quote),
			})
			return
		}
	}
}

// xmlBaseAt returns xml:base attribute i, from 1, established: that of the document is
// known by now. Most are asked for by nothing.
func (w *walk) xmlBaseAt(sc *scope, i int32) *xmlBase {
	b := &w.xmlBases[i-1]
	if b.context == nil {
		outer := sc.inside()
		if b.outer > 0 && b.depth <= maxXMLBases { // else it is unknown, whatever is around it
			outer = w.xmlBaseAt(sc, int32(b.outer)).context
		}
		b.context = outer.Enclose(base.Source{Layer: base.Embedded, From: xmlBaseFrom, Value: b.value, Unknown: b.unknown})
		b.established = b.context.Establish()
	}
	return b
}
