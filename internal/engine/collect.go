package engine

import (
	"bytes"
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/attr"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
)

// collect finds the sites of HTML text from offset start on. BASE elements
// count only if asked.
func (w *walk) collect(s *htmlscan.Scanner, text, mask []byte, start int, bases bool) {
	c := collector{walk: w, text: text, mask: mask, bases: bases}
	s.ResetAt(mask, start)
	s.Want(&w.places.Names)
	s.Skim()
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if bases && w.stage != second {
			w.findBase(text, t, s)
			w.saved.SeeSkimmed(text, mask, t)
		}
		c.see(t)
		if len(w.sites) >= w.most && c.isBetween() {
			w.drain()
		}
	}
	c.flush()
}

// A collector collects the sites of HTML text.
type collector struct {
	*walk
	text, mask []byte
	bases      bool
	content    *places.Place      // of the text that comes next, if it holds URLs
	element    string             // that has it
	early      bool               // see site
	based      bool               // a BASE element that counts was met
	pieces     []piece            // of the content so far
	names      func(i int) []byte // of the attributes of a tag, where they are not as written
	exact      bool               // the case of names matters
}

// isBetween reports whether no site that is held is part of something that is not
// collected to its end.
func (c *collector) isBetween() bool { return len(c.pieces) == 0 && c.bases }

// A piece is a piece of the content of an element: comments and the ends of CDATA
// sections cut it.
type piece struct {
	markup.Span
	form form
}

func (c *collector) see(t *htmlscan.Token) {
	switch t.Kind {
	case htmlscan.StartTag:
		if len(c.pieces) > 0 {
			c.flush()
		}
		if t.Atom == atom.Meta {
			c.meta(t)
		}
		c.attributes(t)
		c.content = nil
		if t.Atom == atom.Style || t.Atom == atom.Script {
			c.setContent(t)
		}
	case htmlscan.EndTag:
		c.flush()
		c.content = nil
	case htmlscan.RawText:
		c.add(t.Span, rawText)
		c.fallbackContent(t)
	case htmlscan.Text:
		c.add(t.Span, charData)
	case htmlscan.CDATA:
		c.add(c.cdataContent(t.Span), cdata)
	case htmlscan.Comment:
		c.comment(t)
	}
}

// cdataContent returns the content of a CDATA section, which may lack its end.
func (c *collector) cdataContent(s markup.Span) markup.Span {
	s.Start += len("<![CDATA[")
	if bytes.HasSuffix(c.text[s.Start:s.End], []byte("]]>")) {
		s.End -= len("]]>")
	}
	return s
}

// add adds text as a piece of the content of the element around it, if that
// holds URLs.
func (c *collector) add(text markup.Span, f form) {
	switch {
	case c.content == nil:
	case len(c.pieces) == maxPieces:
		c.pass(text.Start, "left: the content of an element, cut into too many pieces")
		c.pieces, c.content = c.pieces[:0], nil
	default:
		c.pieces = append(c.pieces, piece{text, f})
	}
}

// A passed says what of a document is passed over, since it would take too much memory.
type passed struct {
	at   int // where the first of it is
	note string
}

// pass takes notice of what is passed over.
func (w *walk) pass(at int, note string) {
	if w.passed.note == "" {
		w.passed = passed{at, note}
	}
}

// maxPieces is how many pieces of the content of an element are put together: each
// takes much more memory than it may have bytes.
const maxPieces = 10_000

// flush makes a site of the pieces of an element's content.
func (c *collector) flush() {
	if len(c.pieces) > 0 && !c.mayHoldURLs() {
		c.pieces = c.pieces[:0]
	}
	if len(c.pieces) > 0 {
		s := site{Place: c.content, element: c.element, value: c.pieces[0].Span, form: c.pieces[0].form, early: c.early}
		for _, p := range c.pieces {
			s.bars |= p.form.alphabet()
		}
		if len(c.pieces) > 1 {
			s.setExtra().pieces = slices.Clone(c.pieces)
		}
		c.sites = append(c.sites, s)
		c.pieces = c.pieces[:0]
	}
}

// setContent finds out whether the content of an element holds URLs.
func (c *collector) setContent(t *htmlscan.Token) {
	c.content, c.element = c.contentOf(t), c.elementName(t)
	c.early = c.content != nil && c.isEarly(c.content, t)
}

// contentOf returns the place that the content of an element is.
func (c *collector) contentOf(t *htmlscan.Token) *places.Place {
	switch {
	case t.Ignored || t.SelfClosing && t.Namespace != htmlscan.HTML:
	case t.Atom == atom.Style && isCSS(c.attrValue(t, "type")):
		return places.StyleContent
	case isScript(t):
		return c.scriptContent(t)
	}
	return nil
}

// isCSS reports whether a style element of that type is CSS.
func isCSS(kind []byte) bool { return len(kind) == 0 || attr.Is(kind, "text/css") }

// attrValue returns the value of an attribute, without white space around it.
func (c *collector) attrValue(t *htmlscan.Token, name string) []byte {
	a, ok := attr.First(c.text, t.Attrs, name)
	if !ok {
		return nil
	}
	return bytes.Trim(attr.Text(c.text, a), ascii.Whitespace)
}

// fallbackContent collects the markup that readers see who do not know the
// element.
func (c *collector) fallbackContent(t *htmlscan.Token) {
	switch t.Element {
	case atom.Iframe, atom.Noembed, atom.Noframes:
		c.only(t.Start, t.End)
	}
}

// comment collects the markup in a conditional comment:
// "<!--[if IE]>...<![endif]-->".
func (c *collector) comment(t *htmlscan.Token) {
	content := c.text[t.Start:t.End]
	if c.opts.Also&places.Conditional == 0 || !bytes.HasPrefix(content, []byte("<!--[if")) {
		return
	}
	open := bytes.Index(content, []byte("]>"))
	end := bytes.LastIndex(content, []byte("<![endif]"))
	if open <= 0 || end <= open {
		return
	}
	first := len(c.sites)
	c.only(t.Start+open+len("]>"), t.Start+end)
	for i := range c.sites[first:] {
		if s := &c.sites[first+i]; s.form == form(markup.Unquoted) {
			s.bars = syntax.NoLastHyphen
		}
	}
}

// only collects markup that only some readers see, if asked for. BASE in it
// does not count.
func (c *collector) only(start, end int) {
	if c.opts.Also&places.Conditional == 0 || !c.bases {
		return
	}
	kept := *c
	c.collect(&c.aside, c.text[:end], c.mask[:end], start, false)
	*c = kept
}
