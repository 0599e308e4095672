package engine

import (
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/attr"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/resolve"
)

// attributes adds the places among the attributes of a start tag. Of
// attributes of the same name, the first counts.
func (c *collector) attributes(t *htmlscan.Token) {
	var seen places.Set
	var original *htmlscan.Attr
	first := len(c.sites)
	idx := &c.places.Of[t.Namespace]
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if !a.Wanted && c.names == nil {
			continue
		}
		name := c.nameOf(a, i)
		attr := idx.Attr(name)
		if attr == nil {
			if original == nil && c.isOriginal(a) {
				original = a
			}
			continue
		}
		if c.exact && attr.Name != string(name) || seen.Add(attr.ID) {
			continue
		}
		if p := attr.Place(t, c.text, c.otherName(t)); p != nil && p.Syntax.MayHold(c.text, a.Value) {
			c.addSite(t, a, p, attr.Name)
		}
	}
	if original != nil {
		c.tellOriginal(c.sites[first:], original)
	}
}

// nameOf returns the name by which places know a, which is attribute i of its tag.
func (c *collector) nameOf(a *htmlscan.Attr, i int) []byte {
	if c.names != nil {
		return c.names(i)
	}
	return c.text[a.Name.Start:a.Name.End]
}

func (c *collector) addSite(t *htmlscan.Token, a *htmlscan.Attr, p *places.Place, name string) {
	s := c.newSite()
	s.Place, s.element, s.attr, s.form = p, c.elementName(t), name, form(a.Quote)
	s.value.Start, s.value.End = a.Value.Start, a.Value.End
	s.early = c.isEarly(p, t)
	if p.Syntax == syntax.Document {
		c.foreign = true
	}
	if (p.Against == places.CodebaseURL || p.Against == places.CodebaseDirectory) && c.opts.Dialect != resolve.WHATWG {
		if a, ok := attr.First(c.text, t.Attrs, "codebase"); ok && !c.isActiveX(t) {
			codebase := a // only what there is goes to the heap
			s.setExtra().codebase = &codebase
			c.foreign = true
		}
	}
	if t.Atom == atom.Base && name == "href" && c.bases && t.Namespace == htmlscan.HTML && !t.Ignored && !t.InTemplate && !t.InNoscript {
		s.setExtra().drops = dropSpans(c.text, t, c.exact)
		if !c.based {
			c.based, c.baseAt = true, t.Start
		}
	}
}

// isEarly reports whether a place of an element loads at once, by a base that no BASE
// element has changed yet. The content of a template loads nothing.
func (c *collector) isEarly(p *places.Place, t *htmlscan.Token) bool {
	return (p.Loads == places.AtOnce || p.Loads == places.Ahead && !c.exact) && !c.based && c.bases && !t.InTemplate
}

// isActiveX reports whether an object is an ActiveX control: its codebase is the URL of the
// code alone.
func (c *collector) isActiveX(t *htmlscan.Token) bool {
	const scheme = "clsid:"
	id := c.attrValue(t, "classid")
	return len(id) >= len(scheme) && attr.Is(id[:len(scheme)], scheme)
}

// newSite adds a site, to be filled in field by field: that is faster than a copy.
func (c *collector) newSite() *site {
	n := len(c.sites)
	if n == cap(c.sites) {
		c.sites = append(c.sites, site{})
	}
	c.sites = c.sites[:n+1]
	s := &c.sites[n]
	s.early, s.bars, s.xmlBase, s.rare = false, 0, 0, nil
	return s
}

// isOriginal reports whether an attribute is one in which Teleport Pro keeps the
// absolute form of the element's link.
func (c *collector) isOriginal(a *htmlscan.Attr) bool {
	return !c.opts.NoHints && c.bases && attr.Is(c.text[a.Name.Start:a.Name.End], savedfrom.TeleportAttr)
}

// tellOriginal lets the sites of an element know the attribute with the absolute
// form of its link. It says nothing of other URLs in the tag.
func (c *collector) tellOriginal(sites []site, a *htmlscan.Attr) {
	for i := range sites {
		s := &sites[i]
		switch s.attr {
		case "href", "src", "background", "action":
			if s.Syntax == syntax.URL {
				original := *a // as above
				s.setExtra().original = &original
				c.foreign = true
			}
		}
	}
}

// elementName returns the name of an element, in lower case unless the case
// matters.
func (c *collector) elementName(t *htmlscan.Token) string {
	if t.Atom != 0 {
		return t.Atom.String()
	}
	name := c.text[t.Name.Start:t.Name.End]
	if !c.exact {
		c.lowered = ascii.AppendLower(c.lowered[:0], name)
		name = c.lowered
	}
	return c.intern(name)
}

// otherName returns the name of an element that no atom stands for, "" for others.
func (c *collector) otherName(t *htmlscan.Token) string {
	if t.Atom != 0 {
		return ""
	}
	return c.elementName(t)
}

// intern returns name as a string, mostly one that it returned before.
func (w *walk) intern(name []byte) string {
	if len(name) == 0 {
		return ""
	}
	known := &w.interned[(int(name[0]&31)<<5|len(name)&31)%len(w.interned)]
	if *known != string(name) {
		*known = string(name)
	}
	return *known
}
