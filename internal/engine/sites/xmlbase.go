package sites

import (
	"cmp"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// An XMLBase is an xml:base attribute. It gives a base to its element and to everything
// in the element: XML Base section 3.
type XMLBase struct {
	Outer   int // the number of the xml:base around it, from 1; 0 is the document
	Depth   int // how many xml:base attributes are nested below the root element, including this attribute
	Value   string
	Unknown base.Reason // why Value is not known, or ""
	Item    int         // if not 0, the number of the item, from 1, whose link stands for the attribute
}

// maxXMLBases is the greatest depth of nested xml:base attributes that are read. The root element does not
// count, so an xml:base written there makes no other attribute too deep.
const maxXMLBases = 100

// TooDeep reports whether the attribute is nested too deep to be read.
func (b *XMLBase) TooDeep() bool { return b.Depth > maxXMLBases }

// An openBase is an open element with an xml:base attribute, or an item whose link stands for it. It has the
// number of the attribute.
type openBase struct{ depth, number int }

// inScope returns the number of the xml:base in scope, or 0.
func (x *xmlPage) inScope() int {
	if len(x.open) == 0 {
		return 0
	}
	return x.open[len(x.open)-1].number
}

// close ends the elements at depth and deeper.
func (x *xmlPage) close(depth int) {
	for len(x.open) > 0 && x.open[len(x.open)-1].depth >= depth {
		x.open = x.open[:len(x.open)-1]
	}
}

// baseAttr collects the xml:base attribute of a tag, if there is one. Its value is a reference,
// relative to the base around the element.
func (x *xmlPage) baseAttr(t *xmlscan.Token, tag *htmlscan.Token) {
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if a.Space != xmlscan.XML || string(x.text[a.Local.Start:a.Local.End]) != "base" {
			continue
		}
		s := Site{
			Place: places.XMLBase, Element: x.elementName(tag), Attr: "xml:base",
			Value: a.Value, Form: Form(a.Quote), XMLBase: int32(x.inScope()),
		}
		s.Keep(cmp.Or(unquoted(s.Form), x.entityIn(s.Value)))
		x.Sites = append(x.Sites, s)
		x.openBase(t.Depth, &tag.Attrs[i])
		return
	}
}

// openBase begins the scope of the xml:base attribute a, whose element is at depth.
func (x *xmlPage) openBase(depth int, a *htmlscan.Attr) {
	b := XMLBase{Outer: x.inScope(), Depth: min(depth, 1)}
	if b.Outer > 0 {
		b.Depth += x.XMLBases[b.Outer-1].Depth
	}
	b.Value = x.BaseURL(x.text, a.Value, a.Quote)
	if b.Unknown = cmp.Or(x.unknownIn(a.Value), x.unknownURL(b.Value)); b.TooDeep() {
		b.Unknown = basereason.TooDeep
	}
	x.addXMLBase(depth, b)
}

// addXMLBase begins the scope of b, whose element is at depth.
func (x *xmlPage) addXMLBase(depth int, b XMLBase) {
	x.XMLBases = append(x.XMLBases, b)
	x.VariesBase = true
	x.open = append(x.open, openBase{depth, len(x.XMLBases)})
}

// forgetClosed drops the xml:base attributes of elements that are closed. It is called
// between batches, when no site refers to them.
func (x *xmlPage) forgetClosed() {
	for i := range x.open {
		b := x.XMLBases[x.open[i].number-1]
		b.Outer = i
		x.XMLBases[i] = b
		x.open[i].number = i + 1
	}
	clear(x.XMLBases[len(x.open):])
	x.XMLBases = x.XMLBases[:len(x.open)]
}
