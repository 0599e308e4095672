package htmlbase

import (
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
)

// Find returns the BASE elements of an HTML document as sources for
// [base.Context.Establish]: first the element that counts, if any, then the
// other elements. The text must be in an encoding that represents ASCII as
// UTF-8 does.
func Find(text []byte) []base.Source {
	var f Finder
	s := htmlscan.New(text)
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.Kind != htmlscan.StartTag {
			continue
		}
		if (t.Dropped != markup.Span{}) {
			f.DropBody(t.Dropped.Start, t.Dropped.End)
		}
		if t.Atom != atom.Base {
			continue
		}
		if href, ok := htmlscan.First(text, t.Attrs, "href"); ok {
			f.Add(Element{
				Href:  view.AttrURL(text, href.Value.Start, href.Value.End, href.Quote),
				Start: t.Start, Place: s.Place(),
				Foreign: t.Namespace != htmlscan.HTML, Dropped: t.Ignored,
				InTemplate: t.InTemplate, InNoscript: t.InNoscript,
			})
		}
	}
	return f.Sources()
}
