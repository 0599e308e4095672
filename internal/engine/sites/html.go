package sites

import (
	"bytes"
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
)

// HTML collects the sites of HTML text.
func (c *Collector) HTML(text []byte) {
	p := page{Collector: c, text: text, document: true}
	p.collect(&c.scanner, 0)
}

// A page is HTML text whose sites are collected, or XML text: see xmlPage.
type page struct {
	*Collector
	text     []byte
	document bool               // this is the document itself, not fallback content within it
	based    bool               // a BASE element that counts was found
	attrName func(i int) []byte // returns the local name of attribute i of a tag in XML; nil in HTML
	isXML    bool               // the case of names matters
	prefixed markup.Span        // the name of an element with its prefix, if places of the user may have such a name
	within   func(string) bool  // reports whether an element of XML is open; nil in HTML
	content  content
	waiting  []int // sites that are early if a script ends before BASE
	titled   bool  // a TITLE element was found
}

// A content is the content of an element, which is a place.
type content struct {
	place   *places.Place // nil if the content is no place
	element string
	early   bool    // see Site.Early
	pieces  []Piece // the pieces so far
}

// collect collects the sites from offset start on.
func (p *page) collect(s *htmlscan.Scanner, start int) {
	s.ResetAt(p.text, start)
	s.Want(&p.Places.Names)
	s.Skim()
	isFirst := p.document && !p.Again
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.OnlyNoted() {
			p.Anchors.Tag(p.text, t, s, &p.Places.WithAnchors)
			continue
		}
		if isFirst {
			p.findBase(t, s)
			p.Saved.SeeSkimmed(p.text, t)
			if p.Heads {
				p.seeHead(t)
			}
		}
		p.token(t)
		if isFirst && p.Anchors.Wanted {
			p.Anchors.Tag(p.text, t, s, &p.Places.WithAnchors)
		}
		if p.Tick != nil {
			p.Tick()
		}
		if len(p.Sites) >= p.Max && p.isSettled() {
			p.waiting = p.waiting[:0]
			p.Full()
		}
	}
	p.flush()
}

// isSettled reports whether the next token changes nothing of the sites so far: none is half collected, none waits for the
// end of a script, and the last is no source of a picture whose image may be lazy. A document may delay the batch by
// another Max sites only.
func (p *page) isSettled() bool {
	n := len(p.Sites)
	isWaiting := len(p.waiting) > 0 || n > 0 && p.Sites[n-1].Early && p.Sites[n-1].Element == "source"
	return len(p.content.pieces) == 0 && p.document && (!isWaiting || n >= 2*p.Max)
}

// token collects the sites of a token.
func (p *page) token(t *htmlscan.Token) {
	switch t.Kind {
	case htmlscan.StartTag:
		if len(p.content.pieces) > 0 {
			p.flush()
		}
		if t.Atom == atom.Meta {
			p.meta(t)
		}
		p.attributes(t)
		p.content.place = nil
		if t.Atom == atom.Style || t.Atom == atom.Script {
			p.setContent(t)
		}
	case htmlscan.EndTag:
		if t.Atom == atom.Script && len(p.waiting) > 0 {
			p.endScript()
		}
		p.flush()
		p.content.place = nil
	case htmlscan.RawText:
		p.add(t.Span, RawText)
		switch t.Element {
		case atom.Iframe, atom.Noembed, atom.Noframes: // modern readers skip the content
			p.fallback(t.Start, t.End)
		}
	case htmlscan.Text:
		p.add(t.Span, CharData)
	case htmlscan.CDATA:
		p.add(p.cdataContent(t.Span), CDATA)
	case htmlscan.Comment:
		p.comment(t)
	}
}

// cdataContent returns the content of a CDATA section, whose end may be missing.
func (p *page) cdataContent(s markup.Span) markup.Span {
	s.Start += len("<![CDATA[")
	if bytes.HasSuffix(p.text[s.Start:s.End], []byte("]]>")) {
		s.End -= len("]]>")
	}
	return s
}

// maxPieces is the maximum number of pieces in the content of an element. A
// piece takes much more memory than the bytes of a short piece.
const maxPieces = 10_000

// add adds a piece to the content of the current element, if the content is a place.
func (p *page) add(text markup.Span, f Form) {
	c := &p.content
	switch {
	case c.place == nil:
	case len(c.pieces) == maxPieces:
		p.pass(text.Start, "left: the content of an element is in too many pieces")
		c.pieces, c.place = c.pieces[:0], nil
	default:
		c.pieces = append(c.pieces, Piece{text, f})
	}
}

// flush adds the site whose value consists of the pieces so far, if there are any.
func (p *page) flush() {
	c := &p.content
	if len(c.pieces) > 0 && !p.mayHoldURLs() {
		c.pieces = c.pieces[:0]
	}
	if len(c.pieces) == 0 {
		return
	}
	s := Site{Place: c.place, Element: c.element, Value: c.pieces[0].Span, Form: c.pieces[0].Form, Early: c.early}
	for _, piece := range c.pieces {
		if piece.Form == CDATA { // raw text is CSS, JSON or JavaScript, which write "<" as an escape
			s.Excluded = syntax.NoBracket
		}
	}
	if len(c.pieces) > 1 {
		s.SetDetails().Pieces = slices.Clone(c.pieces)
	}
	p.Sites = append(p.Sites, s)
	c.pieces = c.pieces[:0]
}

// block adds the site of the attributes of a block of WordPress, if the comment has any: "<!--
// wp:cover {...} -->", or "<!-- wp:cover {...} /-->" for a block without HTML.
func (p *page) block(t *htmlscan.Token) {
	comment := p.text[t.Start:t.End]
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(bytes.TrimPrefix(comment, []byte("<!--")), ascii.Whitespace), []byte("wp:"))
	if !ok {
		return
	}
	name, _, _ := bytes.Cut(rest, []byte("{"))
	first, last := bytes.IndexByte(comment, '{'), bytes.LastIndexByte(comment, '}')
	element := bytes.TrimRight(name, ascii.Whitespace)
	if first < 0 || last < first || len(element) == len(name) || bytes.ContainsAny(element, ascii.Whitespace) {
		return
	}
	if end := bytes.TrimLeft(comment[last+1:], ascii.Whitespace); string(end) == "-->" || string(end) == "/-->" {
		s := p.newSite()
		s.Place, s.Element, s.Attr = places.BlockComment, "wp:"+string(element), ""
		s.Value, s.Form = markup.Span{Start: t.Start + first, End: t.Start + last + 1}, RawText
	}
}

// comment collects the sites in a comment, which may be a block or a conditional comment:
// "<!--[if IE]>...<![endif]-->".
func (p *page) comment(t *htmlscan.Token) {
	p.block(t)
	comment := p.text[t.Start:t.End]
	if p.Groups&places.Conditional == 0 || !bytes.HasPrefix(comment, []byte("<!--[if")) {
		return
	}
	open := bytes.Index(comment, []byte("]>"))
	end := bytes.LastIndex(comment, []byte("<![endif]"))
	if open <= 0 || end <= open {
		return
	}
	first := len(p.Sites)
	p.fallback(t.Start+open+len("]>"), t.Start+end)
	for i := range p.Sites[first:] {
		if s := &p.Sites[first+i]; s.Form == Form(markup.Unquoted) {
			s.Excluded = syntax.NoLastHyphen
		}
	}
}

// fallback collects the sites of markup that only some readers parse, if the group
// Conditional is requested. BASE elements in it do not count.
func (p *page) fallback(start, end int) {
	if p.Groups&places.Conditional == 0 || !p.document {
		return
	}
	inner := page{Collector: p.Collector, text: p.text[:end]}
	first := len(p.Sites)
	inner.collect(&p.Collector.fallback, start)
	for i := range p.Sites[first:] {
		s := &p.Sites[first+i]
		s.Place = p.onRequest(s.Place)
	}
}

// onRequest returns a place in markup that only some readers parse. The place is read only on
// request.
func (c *Collector) onRequest(place *places.Place) *places.Place {
	if c.requested == nil {
		c.requested = make(map[*places.Place]*places.Place)
	}
	other := c.requested[place]
	if other == nil {
		other = new(*place)
		other.Group |= places.Conditional
		c.requested[place] = other
	}
	return other
}

// meta records what a meta element says about the document as a whole.
func (p *page) meta(t *htmlscan.Token) {
	var equiv []byte // not trimmed: a keyword has no whitespace around it
	if a, ok := htmlscan.First(p.text, t.Attrs, "http-equiv"); ok {
		equiv = view.Unescape(p.text, a.Value, a.Quote)
	}
	if ascii.EqualFold(equiv, "content-security-policy") && bytes.Contains(bytes.ToLower(p.attrValue(t, "content")), []byte("base-uri")) {
		p.BasePolicy = t.Start + 1 // BASE counts nevertheless: see package htmlbase
	}
	if p.document && !p.HasMeta && !t.InNoscript && !t.Ignored {
		p.MetaEncoding, p.HasMeta = charenc.OfMeta(p.attrValue(t, "charset"), equiv, p.attrValue(t, "content"))
	}
}

// MayHoldTemplates reports whether HTML text may contain template elements.
func MayHoldTemplates(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '<')
		if i < 0 {
			return false
		}
		if text = text[i+1:]; len(text) >= len("template") && ascii.EqualFold(text[:len("template")], "template") {
			return true
		}
	}
}

// Templates returns the spans of the template elements of HTML. A collection does not find these
// elements, because its scanner skips tags that it does not need.
func (c *Collector) Templates(text []byte) (spans []markup.Span) {
	s := &c.fallback
	s.Reset(text)
	within := false
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.Kind != htmlscan.StartTag {
			continue
		}
		switch {
		case t.InTemplate && !within:
			spans = append(spans, markup.Span{Start: t.Start, End: len(text)})
		case !t.InTemplate && within:
			spans[len(spans)-1].End = t.Start
		}
		within = t.InTemplate
	}
	return spans
}
