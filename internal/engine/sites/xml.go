package sites

import (
	"bytes"
	"cmp"
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// XML collects the sites of XML text: XHTML, SVG or any other.
func (c *Collector) XML(text []byte) {
	c.XMLBases = c.XMLBases[:0]
	x := xmlPage{page: page{Collector: c, text: text, document: true, isXML: true}}
	x.attrName = x.localName
	if c.Places.Content != nil {
		x.within = x.isOpen
	}
	x.collect()
}

// An xmlPage is XML text whose sites are collected. It presents each tag to page as a
// scanner of HTML would.
type xmlPage struct {
	page
	open   []openBase    // open elements with xml:base
	names  []markup.Span // the names of the open elements, if the user gives places for content
	attrs  []htmlscan.Attr
	tag    htmlscan.Token // the tag as a scanner of HTML would report it
	token  *xmlscan.Token // the tag as the scanner of XML reports it
	feed   feedPage
	unread markup.Span // the name of the open element, if HTML in its content would not be read
	title  int         // the offset after the start tag of an open TITLE element, or 0
	entities
}

func (x *xmlPage) collect() {
	s := &x.xml
	s.Know(places.FeedSpaces)
	s.Reset(x.text)
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		switch t.Kind {
		case xmlscan.StartTag:
			x.startTag(t)
		case xmlscan.EndTag:
			x.flushContent()
			x.content.place, x.unread = nil, markup.Span{}
			x.close(t.Depth)
			if x.title > 0 {
				x.addTitle(markup.Span{Start: x.title, End: t.Start})
				x.title = 0
			}
		case xmlscan.Comment:
			x.seeSaved(&htmlscan.Token{Kind: htmlscan.Comment, Span: t.Span})
		case xmlscan.Text:
			x.addText(t.Span, CharData)
		case xmlscan.CDATA:
			x.addText(x.cdataContent(t.Span), CDATA)
		case xmlscan.ProcInst:
			x.styleSheet(t)
		case xmlscan.Doctype:
			x.declare(x.text, t.Span)
			x.HidesSites = x.declares()
		}
		if x.Tick != nil {
			x.Tick()
		}
		if len(x.Sites) >= x.Max && x.isSettled() {
			x.Full()
			x.forgetClosed()
		}
	}
	x.flushContent()
}

// addText adds text to the content of an element that is a place, or looks for HTML in it.
func (x *xmlPage) addText(text markup.Span, f Form) {
	if x.content.place != nil {
		x.add(text, f)
	} else if x.unread.End > 0 {
		x.seeEscaped(x.unread, markup.Span{}, text)
	}
}

// seeSaved looks for the URL that a saved file gives as its origin.
func (x *xmlPage) seeSaved(t *htmlscan.Token) {
	if !x.Again {
		x.Saved.See(x.text, t)
	}
}

// flushContent adds the content of an element as a site, with the xml:base in scope.
func (x *xmlPage) flushContent() {
	if len(x.content.pieces) == 0 {
		return
	}
	ofFeed := x.feed.value.ofFeed
	if ofFeed && !x.feedPieces() {
		x.content.pieces = x.content.pieces[:0]
	}
	n := len(x.Sites)
	x.flush()
	for i := range x.Sites[n:] {
		s := &x.Sites[n+i]
		if ofFeed {
			if s.Form != Base64 {
				s.Excluded = syntax.NoSectionEnd
			}
			x.setFeedLink(x.feed.value.link, s)
			x.setItemLink(s)
		}
		s.XMLBase = x.siteScope()
		s.Keep(x.entityInContent(s))
	}
}

// entityInContent returns the reason why content must stay because of entities. CDATA sections have no
// entities. Entities in HTML are left to [Site.View], which decodes the HTML, unless it has several
// pieces or the document declares entities.
func (x *xmlPage) entityInContent(s *Site) reason.Reason {
	pieces := s.Details().Pieces
	if pieces == nil && s.Syntax == syntax.Markup && !x.declares() {
		return none
	}
	if pieces == nil {
		pieces = []Piece{{s.Value, s.Form}}
	}
	for _, p := range pieces {
		if p.Form != CharData {
			continue
		}
		if why := x.entityIn(p.Span); why != none {
			return why
		}
	}
	return none
}

// startTag collects the sites of a start tag, with the xml:base in scope.
func (x *xmlPage) startTag(t *xmlscan.Token) {
	x.flushContent()
	x.close(t.Depth)
	x.token = t
	if x.Root == 0 {
		x.Root, x.Feed.Format = t.Start+1, places.FormatOf(x.text, t)
		x.IsContents = x.Feed.Format != nil && x.Feed.Format.Use == places.Manuals
	} else if x.Feed.Format == nil && t.Depth == 1 {
		x.Feed.Format = places.FormatInside(x.text, x.Root, t)
	}
	isFeed := x.Feed.Format != nil
	if isFeed {
		x.enterFeed(t)
	}
	if t.Cut {
		x.pass(t.Start, "left: a tag has too many attributes")
	}
	tag := x.asHTML(t)
	x.seeSaved(tag)
	x.baseAttr(t, tag)
	x.feed.own = x.isItemLink(t, tag)
	if tag.Atom == atom.Base && tag.Namespace == htmlscan.HTML && !x.Again && !isFeed {
		x.addBase(tag)
	}
	x.tagAttributes(tag)
	x.openItem(t)
	if x.Heads && !x.Again {
		x.seeHead(tag)
		if tag.Atom == atom.Title && tag.Namespace == htmlscan.HTML && !t.SelfClosing {
			x.title = tag.End
		}
	}
	if x.Anchors.Wanted && !x.Again {
		x.Anchors.XMLTag(x.text, t)
	}
	x.content.place, x.feed.value = nil, feedValue{}
	if x.within != nil {
		x.names = append(x.names[:min(t.Depth, len(x.names))], t.Name)
	}
	if t.SelfClosing {
		x.unread = markup.Span{}
		x.close(t.Depth)
		return
	}
	isOfFeed := isFeed && places.IsFeedSpace(t.Space)
	if !isOfFeed || x.within != nil {
		x.setContent(tag)
	}
	switch place := x.content.place; {
	case place != nil && place.Seen != nil: // a place of the user
		x.feed.value.ofFeed = true
	case isOfFeed:
		x.setFeedContent(t, tag)
	}
}

// tagAttributes collects the sites among the attributes of a start tag.
func (x *xmlPage) tagAttributes(tag *htmlscan.Token) {
	first := len(x.Sites)
	x.attributes(tag)
	if x.Feed.Format != nil {
		x.feedAttributes(x.token, tag, first)
	}
	x.seeEscapedAttrs(x.token, first)
	for i := range x.Sites[first:] {
		s := &x.Sites[first+i]
		s.XMLBase = x.siteScope()
		s.Keep(cmp.Or(unquoted(s.Form), x.entityIn(s.Value), x.expressionIn(s.Value)))
		if a := s.Details().Codebase; a != nil {
			s.SetDetails().UnknownCodebase = x.unknownIn(a.Value)
		}
	}
}

// addBase adds the BASE element that tag opens. In XML, tree order is source order.
func (x *xmlPage) addBase(tag *htmlscan.Token) {
	if e, href, ok := x.baseElement(tag); ok {
		e.Place, e.Unknown = []int{e.Start}, cmp.Or(x.unknownIn(href.Value), x.unknownURL(e.Href))
		x.Bases.Add(e)
	}
}

// isCapital reports whether c is a capital letter. Names of XHTML have no capitals.
func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// asHTML returns the tag as a scanner of HTML would.
func (x *xmlPage) asHTML(t *xmlscan.Token) *htmlscan.Token {
	x.attrs = x.attrs[:0]
	for _, a := range t.Attrs {
		name := a.Name
		if t.Space == xmlscan.XHTML && slices.ContainsFunc(x.text[name.Start:name.End], isCapital) {
			name.End = name.Start // XHTML has no such name
		}
		x.attrs = append(x.attrs, htmlscan.Attr{Name: name, Value: a.Value, Quote: a.Quote})
	}
	tag := &x.tag
	*tag = htmlscan.Token{Kind: htmlscan.StartTag, Span: t.Span, Name: t.Local, Attrs: x.attrs, SelfClosing: t.SelfClosing}
	tag.Atom = atom.Lookup(x.text[t.Local.Start:t.Local.End])
	switch t.Space {
	case xmlscan.SVG:
		tag.Namespace = htmlscan.SVG
	case xmlscan.MathML:
		tag.Namespace = htmlscan.MathML
	case xmlscan.XHTML:
	default:
		tag.Atom, tag.Namespace = 0, places.OtherNamespace
	}
	if x.prefixed = (markup.Span{}); x.Places.HasRows && t.Name != t.Local {
		x.prefixed = t.Name
	}
	return tag
}

// localName returns the name of attribute i of the tag as the table of places has it, or
// nil if the attribute is in a namespace that the table does not have.
func (x *xmlPage) localName(i int) []byte {
	a := &x.token.Attrs[i]
	local := x.text[a.Local.Start:a.Local.End]
	switch a.Space {
	case xmlscan.None:
		return local
	case xmlscan.XLink:
		return append([]byte("xlink:"), local...)
	}
	if name := x.text[a.Name.Start:a.Name.End]; x.Places.HasRows && !bytes.HasPrefix(name, []byte("xlink:")) {
		return name
	}
	return nil
}

// isOpen reports whether an element with a name is around the current one.
func (x *xmlPage) isOpen(name string) bool {
	return slices.ContainsFunc(x.names[:len(x.names)-1], func(n markup.Span) bool { return string(x.text[n.Start:n.End]) == name })
}

// unquoted returns the reason why a value without quotes must stay: XML requires quotes.
func unquoted(f Form) reason.Reason {
	if f <= Form(markup.Unquoted) {
		return reason.NotWellFormed
	}
	return none
}

// entityIn returns the reason why text must stay: see [entities.in].
func (x *xmlPage) entityIn(s markup.Span) reason.Reason { return x.in(x.text[s.Start:s.End]) }

// expressionIn returns the reason why an attribute with an expression must stay: XSLT 1.0 section 7.6.2.
func (x *xmlPage) expressionIn(s markup.Span) reason.Reason {
	if f := x.Feed.Format; f != nil && f.Templates && bytes.IndexByte(x.text[s.Start:s.End], '{') >= 0 {
		return reason.Placeholder
	}
	return none
}

// unknownIn returns the reason why the value at s is not known, or "" if it is known.
func (x *xmlPage) unknownIn(s markup.Span) base.Reason {
	if x.entityIn(s) != none {
		return basereason.Entity
	}
	return ""
}

// styleSheet collects the URL of an xml-stylesheet instruction: Associating Style Sheets
// with XML documents 1.0.
func (x *xmlPage) styleSheet(t *xmlscan.Token) {
	if string(x.text[t.Name.Start:t.Name.End]) != "xml-stylesheet" {
		return
	}
	for a := range xmlscan.PseudoAttrs(x.text, t.Span) {
		if string(x.text[a.Name.Start:a.Name.End]) == "href" {
			x.Sites = append(x.Sites, Site{
				Place: places.XMLStyleSheet, Element: "xml-stylesheet", Attr: "href",
				Value: a.Value, Form: Form(a.Quote),
			})
			return
		}
	}
}
