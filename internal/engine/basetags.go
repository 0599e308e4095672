package engine

import (
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/htmlbase"
	"github.com/hrefix/hrefix/internal/engine/attr"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
)

// findBase passes on to w.finder what the last token of s says about BASE
// elements.
func (w *walk) findBase(text []byte, t *htmlscan.Token, s *htmlscan.Scanner) {
	if t.Kind == htmlscan.StartTag && (t.Atom == atom.Base || t.Dropped != markup.Span{}) {
		w.addBaseTag(text, t, s)
	}
}

// addBaseTag is findBase for a start tag that matters. It is a function of its
// own so that findBase is inlined.
func (w *walk) addBaseTag(text []byte, t *htmlscan.Token, s *htmlscan.Scanner) {
	if (t.Dropped != markup.Span{}) {
		w.finder.DropBody(t.Dropped.Start, t.Dropped.End)
	}
	if t.Atom != atom.Base {
		return
	}
	if e, _, ok := baseElement(text, t); ok {
		e.Place = s.Place()
		w.finder.Add(e)
	}
}

// baseElement returns the BASE element that the start tag t opens, and its href
// attribute. ok is false if the tag has none.
func baseElement(text []byte, t *htmlscan.Token) (e htmlbase.Element, href htmlscan.Attr, ok bool) {
	href, ok = attr.First(text, t.Attrs, "href")
	if !ok {
		return e, href, false
	}
	return htmlbase.Element{
		Href:       view.AttrURL(text, href.Value.Start, href.Value.End, href.Quote),
		Start:      t.Start,
		Foreign:    t.Namespace != htmlscan.HTML,
		Dropped:    t.Ignored,
		InTemplate: t.InTemplate,
		InNoscript: t.InNoscript,
	}, href, true
}
