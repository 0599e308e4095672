package sites

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// A feedPage is the state of an xmlPage that reads a feed.
type feedPage struct {
	element *places.FeedElement // the element of the last start tag
	channel bool                // the open child of the root is the channel of RSS
	markup  int                 // the depth of the open element whose content is HTML, plus one; or 0
	value   feedValue           // the value of the open element
	items   int                 // the number of items so far whose links give bases
	own     bool                // the element of the last start tag is a link of an item to its own page
}

// A feedValue has the facts about the content of an element of a feed, except its place.
type feedValue struct {
	ofFeed bool             // the place is in the table of package places for feeds
	when   places.Condition // the condition that is left to check for the content, or Always
	base64 bool
	link   *FeedLink // the field that the content of a link of the feed is stored in, or nil
}

// feedSpace returns the namespace that readers of feeds give to the element of a start tag.
func (x *xmlPage) feedSpace(t *xmlscan.Token) xmlscan.Namespace {
	f := &x.feed
	if t.Depth < f.markup {
		f.markup = 0
	}
	if t.Name != t.Local {
		return t.Space
	}
	switch {
	case f.markup > 0 && (t.Space == xmlscan.Other || t.Space == places.RSS || t.Space == places.Atom):
		return xmlscan.XHTML // markup that is not escaped; its writer expected this to work
	case t.Space == xmlscan.Other && x.Feed.Format.Default != xmlscan.None:
		return x.Feed.Format.Default
	}
	return t.Space
}

// feedAttributes collects the sites among the attributes of a start tag of a feed. The sites of the tag begin at
// first.
func (x *xmlPage) feedAttributes(t *xmlscan.Token, tag *htmlscan.Token, first int) {
	e := x.feed.element
	var seen uint64
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if x.Places.HasRows && x.isSite(a.Value, first) {
			continue // it is a place of the user
		}
		local := x.text[a.Local.Start:a.Local.End]
		if a.Space == places.RDF {
			if name := rdfName(local); name != "" {
				x.addFeedSite(tag, &tag.Attrs[i], places.RDFLink, name)
			}
			continue
		}
		name := local
		if a.Space != xmlscan.None {
			name = x.text[a.Name.Start:a.Name.End]
		}
		for j := range e.Attrs {
			known := &e.Attrs[j]
			if seen&(1<<j) != 0 || !ascii.EqualFold(name, known.Lower) {
				continue
			}
			seen |= 1 << j
			if known.If != places.EndTag || hasEndTag(x.text[a.Value.Start:a.Value.End]) {
				x.addFeedSite(tag, &tag.Attrs[i], known.Place, known.Name)
			}
		}
	}
}

// rdfName returns the name, for reports, of an attribute of RDF that is a place, or "".
func rdfName(local []byte) string {
	switch string(local) {
	case "about":
		return "rdf:about"
	case "resource":
		return "rdf:resource"
	}
	return ""
}

// addFeedSite adds the site of the attribute a. name is the name of a for reports.
func (x *xmlPage) addFeedSite(tag *htmlscan.Token, a *htmlscan.Attr, place *places.Place, name string) {
	s := x.newSite()
	s.Place, s.Element, s.Attr, s.Form = place, x.elementName(tag), name, Form(a.Quote)
	s.Value.Start, s.Value.End = a.Value.Start, a.Value.End
	if name == "href" {
		x.setFeedLink(x.feedLink(x.token, tag), s)
		x.setItemLink(s)
	}
}

// setFeedContent sets the place for the content of an element of a feed, if there is such a place.
func (x *xmlPage) setFeedContent(t *xmlscan.Token, tag *htmlscan.Token) {
	e := x.feed.element
	if e.Content == nil || !e.Content.Applies(x.text, tag.Attrs) {
		return
	}
	c := &x.content
	c.element, c.early = x.elementName(tag), false
	x.feed.value = feedValue{when: e.If, link: x.feedLink(t, tag)}
	kind := x.contentType(tag)
	if x.satisfies(tag, e.If, kind) {
		c.place, x.feed.value.ofFeed = e.Content, true
	}
	if e.Content.Syntax == syntax.Markup && kind != otherType {
		x.feed.markup = t.Depth + 1
	}
}

// A contentType is what the type attribute of an element says about its content.
type contentType uint8

const (
	noType contentType = iota
	plainType
	htmlType
	xhtmlType
	otherType
)

// contentType returns the type of the content of an element: RFC 4287 section 3.1.1. Atom 0.3
// and some feeds in RSS have media types instead.
func (x *xmlPage) contentType(tag *htmlscan.Token) contentType {
	switch string(bytes.ToLower(x.attrValue(tag, "type"))) {
	case "":
		return noType
	case "text", "plain", "text/plain":
		return plainType
	case "html", "text/html":
		return htmlType
	case "xhtml", "application/xhtml+xml":
		return xhtmlType
	}
	return otherType
}

// satisfies reports whether an element satisfies a condition, as far as its start tag shows. It
// records the part of the condition that the content must meet. kind is the type of the content.
func (x *xmlPage) satisfies(tag *htmlscan.Token, when places.Condition, kind contentType) bool {
	v := &x.feed.value
	switch when {
	case places.Permalink:
		says := x.attrValue(tag, "ispermalink")
		if len(says) > 0 {
			v.when = places.Always
		}
		return !ascii.EqualFold(says, "false")
	case places.Typed:
		mode := x.attrValue(tag, "mode") // the attribute mode of Atom 0.3
		v.base64 = string(mode) == "base64"
		return kind == htmlType || kind == xhtmlType && (v.base64 || string(mode) == "escaped")
	case places.NotPlain:
		return kind != plainType && kind != otherType
	case places.EndTag:
		if kind == htmlType {
			v.when = places.Always
		}
		return kind == htmlType || kind == noType
	}
	return true
}

// feedPieces removes white space around the pieces of content, and reports whether they may have
// URLs.
func (x *xmlPage) feedPieces() bool {
	c, v := &x.content, &x.feed.value
	c.pieces = x.trimmed(c.pieces)
	switch {
	case len(c.pieces) == 0:
		return false
	case v.base64:
		if len(c.pieces) > 1 || bytes.IndexByte(x.text[c.pieces[0].Start:c.pieces[0].End], '&') >= 0 {
			x.pass(c.pieces[0].Start, "left: base64 in several pieces")
			return false
		}
		c.pieces[0].Form = Base64
		return true
	case v.when == places.Permalink:
		return len(c.pieces) == 1 && isURL(x.text[c.pieces[0].Start:c.pieces[0].End])
	case v.when == places.EndTag:
		return x.anyPiece(hasEndTag)
	case v.when == places.NoPattern:
		return !x.anyPiece(func(text []byte) bool { return bytes.IndexByte(text, '*') >= 0 })
	case c.place.Syntax == syntax.Markup:
		return x.anyPiece(mayHaveTag)
	}
	return true
}

// trimmed returns the pieces without the white space pieces at both ends.
func (x *xmlPage) trimmed(pieces []Piece) []Piece {
	blank := func(p Piece) bool {
		return p.Form == CharData && ascii.SkipWhitespace(x.text[:p.End], p.Start) == p.End
	}
	from, to := 0, len(pieces)
	for from < to && blank(pieces[from]) {
		from++
	}
	for to > from && blank(pieces[to-1]) {
		to--
	}
	return append(pieces[:0], pieces[from:to]...)
}

// anyPiece reports whether is returns true for the text of any piece.
func (x *xmlPage) anyPiece(is func(text []byte) bool) bool {
	for _, p := range x.content.pieces {
		if is(x.text[p.Start:p.End]) {
			return true
		}
	}
	return false
}

// mayHaveTag reports whether text may have a tag of HTML, escaped or in a CDATA section.
func mayHaveTag(text []byte) bool {
	return bytes.IndexByte(text, '<') >= 0 || bytes.IndexByte(text, '&') >= 0
}

// hasEndTag reports whether text has an end tag of HTML, escaped or in a CDATA section.
func hasEndTag(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '/')
		if i < 0 {
			return false
		}
		if before := text[:i]; bytes.HasSuffix(before, []byte("<")) || bytes.HasSuffix(before, []byte(";")) {
			return true
		}
		text = text[i+1:]
	}
}

// isURL reports whether a guid looks like a URL or a path. A guid without an isPermaLink attribute is
// a URL (RSS 2.0), but many writers put a name there, which must not change.
func isURL(guid []byte) bool {
	guid = bytes.Trim(guid, ascii.Whitespace)
	for _, start := range [...]string{"/", "./", "../", "?", "http://", "https://"} {
		if bytes.HasPrefix(guid, []byte(start)) {
			return bytes.IndexByte(guid, ' ') < 0
		}
	}
	return false
}
