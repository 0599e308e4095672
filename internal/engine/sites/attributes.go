package sites

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/view"
)

// attributes collects the sites among the attributes of a start tag. Of several attributes
// with the same name, the first counts.
func (p *page) attributes(t *htmlscan.Token) {
	if p.tags++; len(p.lastTag) <= p.Places.MaxID {
		p.lastTag = make([]int, p.Places.MaxID+1)
	}
	var original *htmlscan.Attr
	first := len(p.Sites)
	index := &p.Places.Of[t.Namespace]
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if !a.Wanted && p.attrName == nil {
			continue
		}
		name := p.nameOf(a, i)
		known := index.Attr(name)
		if known == nil {
			if original == nil && p.isOriginal(a) {
				original = a
			}
			continue
		}
		if p.isXML && known.Name != string(name) || p.lastTag[known.ID] == p.tags {
			continue
		}
		p.lastTag[known.ID] = p.tags
		place := known.Place(t, p.text, p.otherName(t))
		if place == nil && p.prefixed.End > 0 {
			place = known.Place(t, p.text, string(p.text[p.prefixed.Start:p.prefixed.End]))
		}
		if place != nil && place.Seen != nil {
			place.Seen.Found.Store(true)
		}
		if place != nil && (place.Group == places.Lazy || place.Seen != nil) && place.Syntax == syntax.URL && syntax.IsImageCSS(view.Unescape(p.text, a.Value, a.Quote)) {
			place = p.asCSS(place)
		}
		if place != nil && place.Syntax.MayHold(p.text, a.Value) {
			p.addSite(t, a, place, known.Name)
		}
	}
	p.unpicture(t, first)
	if original != nil {
		p.setOriginal(p.Sites[first:], original)
	}
}

// asCSS returns the place of a value that scripts read as a URL or as CSS, and that is CSS.
func (p *page) asCSS(place *places.Place) *places.Place {
	if place.Seen == nil {
		return places.LazyCSS
	}
	place.SetRead()
	return places.RowCSS
}

// nameOf returns the name of a, attribute i of its tag, as the table of places has it.
func (p *page) nameOf(a *htmlscan.Attr, i int) []byte {
	if p.attrName != nil {
		return p.attrName(i)
	}
	return p.text[a.Name.Start:a.Name.End]
}

// addSite adds the site of an attribute.
func (p *page) addSite(t *htmlscan.Token, a *htmlscan.Attr, place *places.Place, name string) {
	s := p.newSite()
	s.Place, s.Element, s.Attr, s.Form = place, p.elementName(t), name, Form(a.Quote)
	s.Value.Start, s.Value.End = a.Value.Start, a.Value.End
	s.Early = p.isEarly(place, t)
	if place.Entry {
		p.IsContents = true
	}
	if p.Inner && !p.Anchors.Wanted && (place.Syntax != syntax.URL || a.Value.Start < a.Value.End && p.text[a.Value.Start] <= '&') {
		p.Anchors.Wanted = p.mayBeInner(s)
	}
	if place.Loads == places.AtScript && !p.based && p.document && !p.isXML && !t.InTemplate {
		p.waiting = append(p.waiting, len(p.Sites)-1)
	}
	if place.Syntax == syntax.Document {
		p.VariesBase = true
	}
	if (place.Against == places.CodebaseURL || place.Against == places.CodebaseDirectory) && p.Codebases {
		p.setCodebase(s, t)
	}
	if p.Local {
		p.setLocal(s, t)
	}
	if t.Atom == atom.Base && name == "href" && p.document && t.Namespace == htmlscan.HTML && !t.Ignored && !t.InTemplate && !t.InNoscript && p.Feed.Format == nil {
		s.SetDetails().Removable = removable(p.text, t, p.isXML)
		if !p.based {
			p.based, p.BaseAt = true, t.Start
		}
	}
}

// mayBeInner reports whether a site may have a link to an anchor of the document: see [places.Place.Links]. A link
// to the top does not count, because it needs no anchor.
func (p *page) mayBeInner(s *Site) bool {
	value := p.text[s.Value.Start:s.Value.End]
	switch {
	case len(value) == 0 || !s.Place.Links():
		return false
	case s.Syntax == syntax.Refresh:
		return bytes.IndexByte(value, '#') >= 0
	case value[0] == '#':
		return !anchors.IsTop(value[1:])
	}
	return value[0] == '&' || value[0] <= ' ' // "&" may begin a reference to "#", and white space before "#" is dropped
}

// setCodebase records the codebase attribute of the element t.
func (p *page) setCodebase(s *Site, t *htmlscan.Token) {
	if a, ok := htmlscan.First(p.text, t.Attrs, "codebase"); ok && !p.isActiveX(t) {
		codebase := a // a copy, so that a itself does not escape to the heap
		s.SetDetails().Codebase = &codebase
		p.VariesBase = true
	}
}

// isEarly reports whether a place of the element t loads at once, and no BASE element that counts has come before. The
// content of a template loads nothing.
func (p *page) isEarly(place *places.Place, t *htmlscan.Token) bool {
	return (place.Loads == places.AtOnce || place.Loads == places.Ahead && !p.isXML) && !p.based && p.document && !t.InTemplate
}

// unpicture handles an image t that is loaded lazily. Sites[first:] are the sites of t. The source elements directly before
// them belong to the same picture and load when the image does, so they are not early.
func (p *page) unpicture(t *htmlscan.Token, first int) {
	isSource := func(i int) bool { return i >= 0 && p.Sites[i].Element == "source" && p.Sites[i].Early }
	if t.Atom != atom.Img || !isSource(first-1) || !ascii.EqualFold(p.attrValue(t, "loading"), "lazy") {
		return
	}
	for i := first - 1; isSource(i); i-- {
		p.Sites[i].Early = false
	}
}

// endScript makes the sites early that were waiting for the end of a script.
func (p *page) endScript() {
	for _, i := range p.waiting {
		p.Sites[i].Early = !p.based
	}
	p.waiting = p.waiting[:0]
}

// isActiveX reports whether an object is an ActiveX control. The codebase of a control is
// the URL of its code, and of nothing else.
func (p *page) isActiveX(t *htmlscan.Token) bool {
	const scheme = "clsid:"
	id := p.attrValue(t, "classid")
	return len(id) >= len(scheme) && ascii.EqualFold(id[:len(scheme)], scheme)
}

// isOriginal reports whether a is the attribute in which Teleport Pro keeps the absolute
// form of the element's link.
func (p *page) isOriginal(a *htmlscan.Attr) bool {
	return p.Hints && p.document && ascii.EqualFold(p.text[a.Name.Start:a.Name.End], savedfrom.TeleportAttr)
}

// setOriginal records the attribute with the absolute form of an element's link in the site of the
// link. The element may have other sites.
func (p *page) setOriginal(sites []Site, a *htmlscan.Attr) {
	for i := range sites {
		s := &sites[i]
		switch s.Attr {
		case "href", "src", "background", "action":
			if s.Syntax == syntax.URL {
				original := *a // a copy, so that a itself does not escape to the heap
				s.SetDetails().Original = &original
				p.VariesBase = true
			}
		}
	}
}

// elementName returns the name of an element, in lower case unless case matters.
func (p *page) elementName(t *htmlscan.Token) string {
	if t.Atom != 0 {
		return t.Atom.String()
	}
	names, name := &p.names, p.text[t.Name.Start:t.Name.End]
	if !p.isXML {
		name = names.lowered(name)
	}
	return names.intern(name)
}

// otherName returns the name of an element that has no atom, or "".
func (p *page) otherName(t *htmlscan.Token) string {
	if t.Atom != 0 {
		return ""
	}
	return p.elementName(t)
}
