package rewrite

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
)

// A site is an attribute that holds references, found while the base of the
// document is not known yet.
type site struct {
	*place
	attr    string
	element atom.Atom
	name    htmlscan.Span // of the element
	value   htmlscan.Span
	quote   htmlscan.Quote
	keep    string // why its references must stay
}

// html walks an HTML document: text is what the views lead to. It returns the
// edits of text.
func (w *walk) html(doc *Document, text []byte, ctx *base.Context, views view.Stack, keep string) []edit.Edit {
	w.sites = w.sites[:0]
	w.finder.Reset()
	s := &w.scanner
	s.Reset(text)
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.Kind == htmlscan.StartTag {
			w.finder.See(text, s, t)
			w.findSites(text, t)
		}
	}
	doc.Base = ctx.Establish(w.finder.Sources()...)
	w.document(doc)
	outer := ctx.Establish()
	var edits []edit.Edit
	for i := range w.sites {
		site := &w.sites[i]
		w.ref = Reference{Part: doc.Part, Base: doc.Base, keep: keep, views: views}
		if site.against == fallback {
			w.ref.Base = outer
		}
		edits = w.site(edits, text, site)
	}
	return edits
}

// findSites adds the places among the attributes of a start tag to w.sites. Of
// attributes of the same name, the first counts.
func (w *walk) findSites(text []byte, t *htmlscan.Token) {
	if t.Namespace != htmlscan.HTML {
		return
	}
	first := len(w.sites)
	for _, a := range t.Attrs {
		elements, name := htmlPlaces.attr(text[a.Name.Start:a.Name.End])
		if elements == nil {
			continue
		}
		p := elements[elementName(text, t.Atom, t.Name)]
		if p == nil {
			p = elements["*"]
		}
		if p == nil || w.seen(first, name) {
			continue
		}
		w.sites = append(w.sites, site{place: p, attr: name, element: t.Atom, name: t.Name, value: a.Value, quote: a.Quote, keep: keepFor(text, t, p)})
	}
}

// seen reports whether one of the sites from first on is the attribute name.
func (w *walk) seen(first int, name string) bool {
	for _, s := range w.sites[first:] {
		if s.attr == name {
			return true
		}
	}
	return false
}

// keepFor says why the references of a place must stay in this tag.
func keepFor(text []byte, t *htmlscan.Token, p *place) string {
	if p.against != codebase {
		return ""
	}
	for _, a := range t.Attrs {
		if bytes.EqualFold(text[a.Name.Start:a.Name.End], []byte("codebase")) {
			return "relative to the codebase of its element"
		}
	}
	return ""
}

// elementName returns the name of an element in lower case.
func elementName(text []byte, a atom.Atom, name htmlscan.Span) string {
	if a != 0 {
		return a.String()
	}
	return string(lower(nil, text[name.Start:name.End]))
}

// site hands the references of an attribute to the policy, and appends the
// edits of text that make them what the policy wants.
func (w *walk) site(edits []edit.Edit, text []byte, s *site) []edit.Edit {
	w.chars.Reset(text, s.value.Start, s.value.End, view.Quote(s.quote))
	value := w.chars.Text()
	ref := &w.ref
	ref.Element, ref.Attr = elementName(text, s.element, s.name), s.attr
	ref.inner[0] = &w.chars
	if s.syntax == tokens {
		ref.allow = noSpace
	}
	if ref.keep == "" {
		ref.keep = s.keep
	}
	w.carried = w.carried[:0]
	for start, end := range s.syntax.references(value) {
		w.carried = w.reference(w.carried, value, start, end, s.empty)
	}
	return w.chars.Carry(edits, w.carried)
}

// references yields the spans of the URLs in a value.
func (s syntax) references(value []byte) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		if s == single {
			yield(0, len(value))
			return
		}
		for pos := 0; pos < len(value); {
			end := pos
			for end < len(value) && !isSpace(value[end]) {
				end++
			}
			if end > pos && !yield(pos, end) {
				return
			}
			pos = end + 1
		}
	}
}

// isSpace reports whether c is ASCII white space as HTML has it.
func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}

// reference hands the reference at value[start:end] to the policy and appends
// the edits of value.
func (w *walk) reference(edits []edit.Edit, value []byte, start, end int, empty emptyRule) []edit.Edit {
	w.url.Reset(value, start, end)
	ref := &w.ref
	ref.Text = w.url.Text()
	ref.inner[1], ref.layers = &w.url, 2
	if len(ref.Text) == 0 && empty == emptyLeft && ref.keep == "" {
		ref.keep = "empty, where HTML wants a URL"
	}
	if w.decide(ref) {
		edits = w.url.Carry(edits, w.one[:])
	}
	return edits
}
