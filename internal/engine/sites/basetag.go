package sites

import (
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/htmlbase"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
)

// findBase passes the facts about BASE elements in the last token of s to Bases.
func (p *page) findBase(t *htmlscan.Token, s *htmlscan.Scanner) {
	if t.Kind == htmlscan.StartTag && (t.Atom == atom.Base || t.Dropped != markup.Span{}) {
		p.addBaseTag(t, s)
	}
}

// addBaseTag is findBase for a start tag that matters. It is a separate function so that findBase
// is inlined.
func (p *page) addBaseTag(t *htmlscan.Token, s *htmlscan.Scanner) {
	if (t.Dropped != markup.Span{}) {
		p.Bases.DropBody(t.Dropped.Start, t.Dropped.End)
	}
	if t.Atom != atom.Base {
		return
	}
	if e, _, ok := p.baseElement(t); ok {
		e.Place, e.Unknown = s.Place(), p.unknownURL(e.Href)
		p.Bases.Add(e)
	}
}

// unknownURL returns the reason why a URL that gives a base is not known, or "". If a program
// replaces a placeholder in it, the result decides where the references lead.
func (c *Collector) unknownURL(url string) base.Reason {
	if c.Groups&places.Templates == 0 && syntax.IsPlaceholder([]byte(url)) {
		return basereason.Placeholder
	}
	return ""
}

// baseElement returns the BASE element that the start tag t opens, and its href attribute. ok is
// false if it has no href.
func (p *page) baseElement(t *htmlscan.Token) (e htmlbase.Element, href htmlscan.Attr, ok bool) {
	href, ok = htmlscan.First(p.text, t.Attrs, "href")
	if !ok {
		return e, href, false
	}
	return htmlbase.Element{
		Href:       p.BaseURL(p.text, href.Value, href.Quote),
		Start:      t.Start,
		Foreign:    t.Namespace != htmlscan.HTML,
		Dropped:    t.Ignored,
		InTemplate: t.InTemplate,
		InNoscript: t.InNoscript,
	}, href, true
}

// removable returns the spans to remove if the BASE element t is dropped: the whole tag, or every
// href if the tag has other attributes or must stay to separate the text around it.
func removable(text []byte, t *htmlscan.Token, xml bool) []markup.Span {
	var hrefs []markup.Span
	for i := range t.Attrs {
		if a := &t.Attrs[i]; ascii.EqualFold(text[a.Name.Start:a.Name.End], "href") {
			hrefs = append(hrefs, attrSpan(text, t, a))
		}
	}
	if len(hrefs) == len(t.Attrs) && isSeparate(text, t.Span) && (!xml || t.SelfClosing) {
		return []markup.Span{t.Span}
	}
	return hrefs
}

// attrSpan returns the span of an attribute. It includes the whitespace before the
// attribute, unless that separates the attributes around it.
func attrSpan(text []byte, t *htmlscan.Token, a *htmlscan.Attr) markup.Span {
	s := markup.Span{Start: a.Name.Start, End: a.Value.End}
	if a.Quote >= markup.SingleQuoted {
		s.End++
	}
	if next := text[s.End]; ascii.IsWhitespace(next) || next == '>' {
		for s.Start > t.Name.End && ascii.IsWhitespace(text[s.Start-1]) {
			s.Start--
		}
	}
	return s
}

// isSeparate reports whether the text around a tag means the same without the tag: the
// tag is between tags or whitespace.
func isSeparate(text []byte, tag markup.Span) bool {
	before := tag.Start == 0 || text[tag.Start-1] == '>' || ascii.IsWhitespace(text[tag.Start-1])
	after := tag.End == len(text) || text[tag.End] == '<' || ascii.IsWhitespace(text[tag.End])
	return before && after
}
