package anchors

import (
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// XML calls visit for the anchors of XML text, as [Finder.HTML] does for HTML. It does not know
// the entities that a document declares.
func (f *Finder) XML(text []byte, visit func(*Anchor)) {
	f.begin(text, visit)
	s := &f.xml
	s.Reset(text)
	if f.what == Marks {
		f.xmlMarks()
		return
	}
	template := -1 // the depth of the outermost template around
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		if template >= 0 && t.Depth <= template {
			template = -1
		}
		if t.Kind != xmlscan.StartTag || template >= 0 {
			continue
		}
		f.xmlTag(t)
		if t.Space == xmlscan.XHTML && !t.SelfClosing && f.is(t.Local, "template") {
			template = t.Depth
		}
	}
}

// xmlTag finds the anchors of a start tag.
func (f *Finder) xmlTag(t *xmlscan.Token) {
	if f.what == Maps {
		f.xmlMapTag(t)
		return
	}
	if a, ok := f.first(t, "id"); ok {
		f.found(a.Value, a.Quote, t.Name, true)
	}
	if t.Space != xmlscan.XHTML || !f.is(t.Local, "a") {
		return
	}
	if a, ok := f.first(t, "name"); ok {
		f.found(a.Value, a.Quote, t.Name, false)
	}
}

// first returns the first attribute of t with a name that has no namespace.
func (f *Finder) first(t *xmlscan.Token, name string) (a xmlscan.Attr, ok bool) {
	for i := range t.Attrs {
		if a := &t.Attrs[i]; a.Space == xmlscan.None && f.is(a.Name, name) {
			return *a, true
		}
	}
	return xmlscan.Attr{}, false
}

// is reports whether the text at s is name.
func (f *Finder) is(s markup.Span, name string) bool { return string(f.text[s.Start:s.End]) == name }
