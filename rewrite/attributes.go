package rewrite

import (
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// attributes adds the places among the attributes of a start tag. Of
// attributes of the same name, the first counts.
func (c *collector) attributes(t *htmlscan.Token) {
	var seen nameSet
	var original *htmlscan.Attr
	first := len(c.sites)
	idx, element := &c.places.of[t.Namespace], ""
	for i := range t.Attrs {
		if c.names == nil && !t.Attrs[i].Wanted {
			continue
		}
		attr := idx.attr(c.nameOf(t, i))
		if attr == nil && original == nil && c.isOriginal(t, i) {
			original = &t.Attrs[i]
		}
		if attr == nil || c.exact && attr.name != string(c.nameOf(t, i)) || seen.add(attr.id) {
			continue
		}
		if element == "" {
			element = c.elementName(t)
		}
		if p := attr.of(element, c.text, t.Attrs); p != nil && p.syntax.mayHold(c.text[t.Attrs[i].Value.Start:t.Attrs[i].Value.End]) {
			c.addSite(t, &t.Attrs[i], p, element, attr.name)
		}
	}
	if original != nil {
		c.tellOriginal(c.sites[first:], original)
	}
}

// nameOf returns the name of attribute i by which places know it.
func (c *collector) nameOf(t *htmlscan.Token, i int) []byte {
	if c.names != nil {
		return c.names(i)
	}
	return c.text[t.Attrs[i].Name.Start:t.Attrs[i].Name.End]
}

func (c *collector) addSite(t *htmlscan.Token, a *htmlscan.Attr, p *place, element, attr string) {
	s := c.newSite()
	s.place, s.element, s.attr, s.value, s.form = p, element, attr, a.Value, form(a.Quote)
	if p.against == codebase || p.against == directory {
		if a, ok := firstAttr(c.text, t.Attrs, "codebase"); ok {
			codebase := a // as above
			s.setExtra().codebase = &codebase
		}
	}
	if attr == "href" && t.Atom == atom.Base && c.bases && t.Namespace == htmlscan.HTML && !t.Ignored && !t.InTemplate && !t.InNoscript {
		s.setExtra().drops = dropSpans(c.text, t, c.exact)
	}
}

// newSite adds a site, to be filled in field by field: that is faster than a copy.
func (c *collector) newSite() *site {
	n := len(c.sites)
	if n == cap(c.sites) {
		c.sites = append(c.sites, site{})
	}
	c.sites = c.sites[:n+1]
	s := &c.sites[n]
	s.bars, s.xmlBase, s.rare = 0, 0, nil
	return s
}

// isOriginal reports whether attribute i is one in which Teleport Pro keeps the
// absolute form of the element's link.
func (c *collector) isOriginal(t *htmlscan.Token, i int) bool {
	name := t.Attrs[i].Name
	return !c.opts.NoHints && c.bases && is(c.text[name.Start:name.End], savedfrom.TeleportAttr)
}

// tellOriginal lets the sites of an element know the attribute with the absolute
// form of its link. It says nothing of other URLs in the tag.
func (c *collector) tellOriginal(sites []site, a *htmlscan.Attr) {
	for i := range sites {
		s := &sites[i]
		switch s.attr {
		case "href", "src", "background", "action":
			if s.syntax == single {
				original := *a // only what there is goes to the heap
				s.setExtra().original = &original
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
		c.lowered = lower(c.lowered[:0], name)
		name = c.lowered
	}
	return c.intern(name)
}

// intern returns name as a string, mostly one that it returned before.
func (w *walk) intern(name []byte) string {
	if len(name) == 0 {
		return ""
	}
	known := &w.interned[slotOf(name)%len(w.interned)]
	if *known != string(name) {
		*known = string(name)
	}
	return *known
}
