package anchors

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// An Anchor is a name that a fragment can lead to. It is valid until the function that receives
// it returns.
type Anchor struct {
	Name    []byte // the name in UTF-8
	ID      bool   // the name is an id, not the name of an A element
	AnyCase bool   // the name matches in any case of ASCII letters
	At      int    // the offset of the value, or of the start tag of a marked element
	End     int    // the offset at which a marked element ends; otherwise 0
	Element markup.Span
}

// A Finder finds the anchors of documents, one after the other. It reuses its memory. The zero
// Finder is ready to use.
type Finder struct {
	text   []byte
	visit  func(*Anchor)
	anchor Anchor

	scanner htmlscan.Scanner
	xml     xmlscan.Scanner
	quirks  bool // the document is in quirks mode
	what    What // what f finds
	html    bool // an html tag with an id was found
	body    bool // the body element has an id
	// template is the depth of the outermost template element around the last XML tag, or -1.
	template int
	chars    view.CharRefs
}

// What selects the things that a [Finder] finds.
type What uint8

const (
	Names What = iota // anchors
	Maps              // image maps: see maps.go
	Marks             // elements that authors have marked for checkers of links: see marks.go
)

// Find sets what f finds from now on. A new Finder finds [Names].
func (f *Finder) Find(what What) { f.what = what }

// HTML calls visit for the anchors of HTML text.
func (f *Finder) HTML(text []byte, visit func(*Anchor)) {
	f.begin(text, visit)
	if f.what == Marks {
		f.htmlMarks()
		return
	}
	if from, ok := f.skim(); !ok {
		f.build(from)
	}
}

// skim visits the anchors without building the tree, which is faster. It stops at a tag for which
// the tree is needed, and returns its offset. ok is false then.
func (f *Finder) skim() (at int, ok bool) {
	f.quirks = f.beginsQuirks()
	s := &f.scanner
	s.Reset(f.text)
	s.Want(&wanted)
	s.Skim()
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.Kind == htmlscan.StartTag && needsTree(t, s) {
			return t.Start, false
		}
		f.tag(t)
	}
	return 0, true
}

// build visits the anchors from an offset on, by the tree that a browser builds.
func (f *Finder) build(from int) {
	f.html, f.body = false, false
	visit := f.visit
	f.visit = func(a *Anchor) {
		if a.At >= from {
			visit(a)
		}
	}
	f.quirks = f.beginsQuirks()
	s := &f.scanner
	s.Reset(f.text)
	s.Want(&wanted)
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		f.tag(t)
	}
}

// tag finds the anchors of t if t is the start tag of an element of the document.
func (f *Finder) tag(t *htmlscan.Token) {
	if !isElement(t) {
		return
	}
	if f.what == Maps {
		f.mapTag(t)
		return
	}
	id, name := f.attrs(t)
	if id != nil && !f.repeats(t) {
		f.found(id.Value, id.Quote, t.Name, true)
	}
	if name != nil {
		f.found(name.Value, name.Quote, t.Name, false)
	}
}

// isElement reports whether t is the start tag of an element of the document.
func isElement(t *htmlscan.Token) bool {
	return t.Kind == htmlscan.StartTag && (!t.Ignored || t.Merged) && !t.InTemplate && !t.InNoscript
}

// needsTree reports whether only the tree shows whether the start tag t makes an element of the document. s
// is a scanner that does not build the tree.
func needsTree(t *htmlscan.Token, s *htmlscan.Scanner) bool {
	return !t.InNoscript && len(t.Attrs) > 0 && (s.MayBeInTemplate() || t.Namespace == htmlscan.HTML && isTablePart(t.Atom))
}

// isTablePart reports whether a browser makes an element of a tag only within a table, or within
// a frameset.
func isTablePart(a atom.Atom) bool {
	switch a {
	case atom.Td, atom.Th, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption, atom.Col, atom.Colgroup, atom.Frame:
		return true
	}
	return false
}

// beginsQuirks reports whether a document is in quirks mode: it does not begin with a DOCTYPE, or
// begins with the DOCTYPE of an old version of HTML.
func (f *Finder) beginsQuirks() bool {
	s, text := &f.scanner, f.text
	s.Reset(text[:min(len(text), maxProlog)])
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		switch {
		case t.Kind == htmlscan.Doctype:
			return isQuirks(text[t.Start:t.End])
		case t.Kind == htmlscan.Comment:
		case t.Kind != htmlscan.Text, len(bytes.Trim(bytes.TrimPrefix(text[t.Start:t.End], []byte("\xef\xbb\xbf")), ascii.Whitespace)) > 0:
			return true // only white space and a byte order mark may come before the DOCTYPE
		}
	}
	return true
}

// maxProlog is the number of bytes that are searched for the DOCTYPE.
const maxProlog = 64 << 10

// wanted has the names of the attributes that make an anchor or name an image map.
var wanted = func() (n htmlscan.Names) {
	Note(&n)
	n.Add("usemap")
	return n
}()

// Note adds the names of the attributes that make an anchor to n, by [htmlscan.Names.AddNoted].
func Note(n *htmlscan.Names) {
	n.AddNoted("id")
	n.AddNoted("name")
}

// begin makes f ready for the anchors of another text.
func (f *Finder) begin(text []byte, visit func(*Anchor)) {
	f.text, f.visit = text, visit
	f.quirks, f.html, f.body, f.template = false, false, false, -1
}

// attrs returns the first id of a start tag, and the first name if the tag is an A element of HTML, or nil.
func (f *Finder) attrs(t *htmlscan.Token) (id, name *htmlscan.Attr) {
	named := t.Atom == atom.A && t.Namespace == htmlscan.HTML
	for i := range t.Attrs {
		a := &t.Attrs[i]
		switch a.Name.End - a.Name.Start {
		case len("id"):
			if id == nil && ascii.EqualFold(f.text[a.Name.Start:a.Name.End], "id") {
				if id = a; !named {
					return id, nil
				}
			}
		case len("name"):
			if named && name == nil && ascii.EqualFold(f.text[a.Name.Start:a.Name.End], "name") {
				name = a
			}
		}
	}
	return id, name
}

// repeats reports whether t is an html or body tag, and the element has an id already, so the id of
// t does not replace it. t has an id.
func (f *Finder) repeats(t *htmlscan.Token) (before bool) {
	if t.Namespace != htmlscan.HTML {
		return false
	}
	switch t.Atom {
	case atom.Html:
		before, f.html = f.html, true
	case atom.Body:
		before, f.body = f.body, true
	}
	return before
}

// found passes on the anchor with a value, unless the value is empty.
func (f *Finder) found(value markup.Span, quote markup.Quote, element markup.Span, id bool) {
	a := &f.anchor
	a.Name = f.decode(value, quote)
	if len(a.Name) == 0 {
		return
	}
	a.ID, a.AnyCase, a.At, a.Element = id, !id && f.quirks, value.Start, element
	f.visit(a)
}

// decode returns an attribute value as characters in UTF-8.
func (f *Finder) decode(value markup.Span, quote markup.Quote) []byte {
	text := f.text[value.Start:value.End]
	if bytes.IndexByte(text, '&') < 0 {
		return text
	}
	f.chars.Reset(text, 0, len(text), quote)
	return f.chars.Text()
}
