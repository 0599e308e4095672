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
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		f.xmlToken(t)
	}
}

// xmlToken finds the anchors of t if t is a start tag outside of templates.
func (f *Finder) xmlToken(t *xmlscan.Token) {
	if f.template >= 0 && t.Depth <= f.template {
		f.template = -1
	}
	if t.Kind != xmlscan.StartTag || f.template >= 0 {
		return
	}
	f.xmlTag(t)
	if t.Space == xmlscan.XHTML && !t.SelfClosing && f.is(t.Local, "template") {
		f.template = t.Depth
	}
}

// xmlTag finds the anchors of a start tag of XML.
func (f *Finder) xmlTag(t *xmlscan.Token) {
	if f.what == Maps {
		f.xmlMapTag(t)
		return
	}
	known := t.Space == xmlscan.XHTML || t.Space == xmlscan.SVG || t.Space == xmlscan.MathML // to browsers
	for i := range t.Attrs {
		if a := &t.Attrs[i]; a.Space == xmlscan.XML && f.is(a.Local, "id") && !known {
			f.found(a.Value, a.Quote, t.Name, true)
		}
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
