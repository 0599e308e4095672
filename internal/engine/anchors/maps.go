package anchors

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// With [Maps], a [Finder] finds the ids and names of MAP elements, and the names in the usemap attributes
// of other elements. An image names its map in usemap: a "#", then the id or the name of the MAP element
// (HTML Standard section 2.4.3, hash-name references). The value is not a URL: text before the "#" does
// not count.

// mapTag finds the names of image maps in a start tag of HTML.
func (f *Finder) mapTag(t *htmlscan.Token) {
	if t.Namespace != htmlscan.HTML {
		return
	}
	switch t.Atom {
	case atom.Map:
		for _, name := range []string{"id", "name"} {
			if a, ok := htmlscan.First(f.text, t.Attrs, name); ok {
				f.found(a.Value, a.Quote, t.Name, false)
			}
		}
	case atom.Img, atom.Object, atom.Input:
		if a, ok := htmlscan.First(f.text, t.Attrs, "usemap"); ok {
			f.foundUse(a.Value, a.Quote, t.Name)
		}
	}
}

// xmlMapTag does what mapTag does for XHTML.
func (f *Finder) xmlMapTag(t *xmlscan.Token) {
	switch {
	case t.Space != xmlscan.XHTML:
	case f.is(t.Local, "map"):
		for _, name := range []string{"id", "name"} {
			if a, ok := f.first(t, name); ok {
				f.found(a.Value, a.Quote, t.Name, false)
			}
		}
	case f.is(t.Local, "img"), f.is(t.Local, "object"), f.is(t.Local, "input"):
		if a, ok := f.first(t, "usemap"); ok {
			f.foundUse(a.Value, a.Quote, t.Name)
		}
	}
}

// foundUse passes on the name in a value of usemap, if the value has a name.
func (f *Finder) foundUse(value markup.Span, quote markup.Quote, element markup.Span) {
	_, name, ok := bytes.Cut(f.decode(value, quote), []byte("#"))
	if !ok || len(name) == 0 {
		return
	}
	a := &f.anchor
	a.Name, a.ID, a.AnyCase, a.At, a.Element = name, false, false, value.Start, element
	f.visit(a)
}
