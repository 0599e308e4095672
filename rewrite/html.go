package rewrite

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
)

// A content is a document's text within its source.
type content struct {
	bytes   []byte
	views   view.Stack // lead to it
	charset string     // that the transport gave, if any
	enc     charenc.Encoding
	keep    string // why nothing in it may be changed
}

// html walks an HTML document. It returns the edits of its text.
func (w *walk) html(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t.enc = charenc.Determine(t.bytes, t.charset)
	return w.decoded(doc, t, ctx, w.markup)
}

// decoded calls do for a document whose encoding is known, with a text that
// can be scanned. It returns the edits of the text that it is given.
func (w *walk) decoded(doc *Document, t content, ctx *base.Context, do func(*Document, content, *base.Context) []edit.Edit) []edit.Edit {
	bigEndian, utf16 := t.enc.UTF16()
	switch {
	case utf16:
		v := view.NewUTF16(t.bytes, 0, len(t.bytes), bigEndian)
		t.bytes, t.views, t.enc = v.Text(), append(slices.Clip(t.views), v), charenc.Encoding{}
		return v.Carry(nil, do(doc, t, ctx))
	case !t.enc.Readable():
		doc.Base = ctx.Establish()
		w.document(doc)
		w.note(doc.Part, t.views.Source(0), "left: the encoding "+t.enc.Name()+" cannot be read")
		return nil
	}
	return do(doc, t, ctx)
}

// markup walks HTML text. It returns its edits.
func (w *walk) markup(doc *Document, t content, ctx *base.Context) []edit.Edit {
	w.reset()
	w.collect(&w.scanner, t.bytes, maskOf(t.enc, &w.docMask, t.bytes), 0, true)
	return w.finish(doc, t, ctx)
}

// collect finds the sites of HTML text from offset start on. BASE elements
// count only if asked.
func (w *walk) collect(s *htmlscan.Scanner, text, mask []byte, start int, bases bool) {
	c := collector{walk: w, text: text, mask: mask, bases: bases}
	s.ResetAt(mask, start)
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if bases {
			w.finder.See(text, t, s)
		}
		c.see(t)
	}
}

// A collector collects the sites of HTML text.
type collector struct {
	*walk
	text, mask []byte
	bases      bool
	content    *place             // of the text that comes next, if it holds URLs
	element    string             // that has it
	names      func(i int) []byte // of the attributes of a tag, where they are not as written
	exact      bool               // the case of names matters
}

// Places that are the content of an element.
var (
	styleContent       = &place{syntax: styleSheet}
	importMapContent   = &place{syntax: importMap}
	speculationContent = &place{syntax: speculation}
	jsonLDContent      = &place{syntax: jsonLD}
)

func (c *collector) see(t *htmlscan.Token) {
	switch t.Kind {
	case htmlscan.StartTag:
		c.seePolicy(t)
		c.attributes(t)
		c.content, c.element = c.contentOf(t), ""
		if c.content != nil {
			c.element = c.elementName(t)
		}
	case htmlscan.EndTag:
		c.content = nil
	case htmlscan.RawText:
		c.add(t, rawText)
		c.fallbackContent(t)
	case htmlscan.Text:
		c.add(t, charData)
	case htmlscan.CDATA:
		c.add(&htmlscan.Token{Span: cdataContent(t.Span)}, cdata)
	case htmlscan.Comment:
		c.comment(t)
	}
}

// seePolicy takes notice of a policy on BASE, which is told but does not count: see
// package htmlbase.
func (c *collector) seePolicy(t *htmlscan.Token) {
	if t.Atom != atom.Meta || c.attrValue(t, "http-equiv") != "content-security-policy" {
		return
	}
	if strings.Contains(c.attrValue(t, "content"), "base-uri") {
		c.basePolicy = t.Start + 1
	}
}

// cdataContent returns the content of a CDATA section, which may lack its end.
func cdataContent(s htmlscan.Span) htmlscan.Span {
	return htmlscan.Span{Start: s.Start + len("<![CDATA["), End: max(s.Start+len("<![CDATA["), s.End-len("]]>"))}
}

// add adds the text of t as the content of the element around it, if that
// holds URLs.
func (c *collector) add(t *htmlscan.Token, f form) {
	if c.content != nil {
		c.sites = append(c.sites, site{place: c.content, element: c.element, value: t.Span, form: f})
	}
}

// contentOf returns the place that the content of an element is.
func (c *collector) contentOf(t *htmlscan.Token) *place {
	switch {
	case t.Ignored || t.SelfClosing && t.Namespace != htmlscan.HTML:
	case t.Atom == atom.Style && isCSS(c.attrValue(t, "type")):
		return styleContent
	case t.Atom == atom.Script && t.Namespace == htmlscan.HTML:
		switch c.attrValue(t, "type") {
		case "importmap":
			return importMapContent
		case "speculationrules":
			return speculationContent
		case "application/ld+json":
			if c.opts.Also&JSONLD != 0 {
				return jsonLDContent
			}
		}
	}
	return nil
}

// isCSS reports whether a style element of that type is CSS.
func isCSS(kind string) bool { return kind == "" || kind == "text/css" }

// attrValue returns the value of an attribute in lower case, without white
// space around it.
func (c *collector) attrValue(t *htmlscan.Token, name string) string {
	a, _ := firstAttr(c.text, t.Attrs, name)
	return string(bytes.ToLower(bytes.TrimSpace(c.text[a.Value.Start:a.Value.End])))
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
	open := bytes.Index(content, []byte("]>"))
	end := bytes.LastIndex(content, []byte("<![endif]"))
	if bytes.HasPrefix(content, []byte("<!--[if")) && 0 < open && open < end {
		c.only(t.Start+open+len("]>"), t.Start+end)
	}
}

// only collects markup that only some readers see, if asked for. BASE in it
// does not count.
func (c *collector) only(start, end int) {
	if c.opts.Also&Conditional == 0 || !c.bases {
		return
	}
	kept := *c
	c.collect(new(htmlscan.Scanner), c.text[:end], c.mask[:end], start, false)
	*c = kept
}

// attributes adds the places among the attributes of a start tag. Of
// attributes of the same name, the first counts.
func (c *collector) attributes(t *htmlscan.Token) {
	var seen nameSet
	idx := c.places[t.Namespace]
	for i := range t.Attrs {
		name := c.nameOf(t, i)
		attr := idx.attr(name)
		if attr == nil || c.exact && attr.name != string(name) || seen.add(attr.id) {
			continue
		}
		element := c.elementName(t)
		if p := attr.of(element, c.text, t.Attrs); p != nil {
			c.sites = append(c.sites, c.newSite(t, &t.Attrs[i], p, element, attr.name))
		}
	}
}

// nameOf returns the name of attribute i by which places know it.
func (c *collector) nameOf(t *htmlscan.Token, i int) []byte {
	if c.names != nil {
		return c.names(i)
	}
	return c.text[t.Attrs[i].Name.Start:t.Attrs[i].Name.End]
}

func (c *collector) newSite(t *htmlscan.Token, a *htmlscan.Attr, p *place, element, attr string) site {
	s := site{place: p, element: element, attr: attr, value: a.Value, form: form(a.Quote)}
	if p.against == codebase || p.against == directory {
		if codebase, ok := firstAttr(c.text, t.Attrs, "codebase"); ok {
			s.codebase = &codebase
		}
	}
	if t.Atom == atom.Base && c.bases && t.Namespace == htmlscan.HTML && !t.Ignored && !t.InTemplate && !t.InNoscript {
		s.drop = dropSpan(c.text, t, a)
	}
	return s
}

// elementName returns the name of an element, in lower case unless the case
// matters.
func (c *collector) elementName(t *htmlscan.Token) string {
	name := c.text[t.Name.Start:t.Name.End]
	switch {
	case t.Atom != 0:
		return t.Atom.String()
	case c.exact:
		return string(name)
	}
	return string(lower(nil, name))
}

// finish establishes the base of a document whose sites are collected, and
// hands their references to the policy. It returns the edits of the text.
func (w *walk) finish(doc *Document, t content, ctx *base.Context) []edit.Edit {
	sources := w.finder.Sources()
	doc.Base = ctx.Establish(sources...)
	w.document(doc)
	if w.basePolicy > 0 && doc.Base.Layer == base.Embedded {
		w.note(doc.Part, t.views.Source(w.basePolicy-1), "a Content-Security-Policy speaks of BASE (base-uri): BASE counts all the same")
	}
	sc := &scope{
		doc: doc, fallback: ctx.Establish(), sources: sources, outer: ctx, content: t,
	}
	w.establishXML(sc)
	if w.opts.DropBase {
		return w.withoutBases(sc)
	}
	var edits []edit.Edit
	for i := range w.sites {
		edits = w.site(edits, sc, &w.sites[i])
	}
	return edits
}

// srcdoc walks the document in a srcdoc attribute: a document within a
// document, whose base is that of the one around it unless it has one of its
// own (HTML Standard section 4.8.5).
func (w *walk) srcdoc(edits []edit.Edit, sc *scope, s *site, outer view.View) []edit.Edit {
	if w.depth >= maxNested {
		w.note(sc.doc.Part, sc.views.Source(s.value.Start), "left: documents within documents, nested too deep")
		return edits
	}
	inner := w.within()
	t := content{bytes: outer.Text(), views: append(slices.Clip(sc.views), outer), enc: sc.enc, keep: sc.keep}
	doc := &Document{Part: sc.doc.Part, MediaType: "text/html"}
	carried := inner.markup(doc, t, sc.inside())
	w.relative += inner.relative
	return outer.Carry(edits, carried)
}
