package pin

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// A Document is the XML document that [XML] examines.
type Document struct {
	Text       []byte
	Base       *base.Result
	LinksSheet bool // an xml-stylesheet instruction has a relative URL
	HasSrcdocs bool // there are srcdoc attributes
}

// XML returns the spot for the base of an XML document: into the head of XHTML, or else into the
// start tag of the root element.
//
// SVG and other XML have no BASE element but an xml:base attribute (XML Base section 3). It
// applies only inside its element: not to the instructions that link style sheets, nor to a
// second root element, which an XML document must not have.
func XML(d Document) (at Spot) {
	s := xmlscan.New(d.Text)
	root := s.Next()
	for ; root.Kind != xmlscan.StartTag; root = s.Next() {
		if root.Kind == xmlscan.EOF {
			return Spot{Reason: notPinned("it has no root element")}
		}
	}
	isShown := root.Space == xmlscan.SVG || root.Space == xmlscan.MathML || root.Space == xmlscan.XHTML // by browsers, which follow its links
	at.Root = Root{End: root.End, NameEnd: root.Name.End, Ignored: isShown}
	if value, ok := d.xmlBase(root); ok {
		at.Root.HasBase, at.Reason = d.Base.IsAbsolute([]byte(value)), notPinned("the xml:base of its root element cannot become absolute")
		if why := d.outOfScope(s); why != none && !at.Root.HasBase {
			at.Root.End, at.Reason = 0, why
		}
		return at
	}
	if root.Space == xmlscan.XHTML && d.name(root) == "html" {
		at.Root.Ignored = false
		if d.findHead(s, &at); at.Reason == none && d.LinksSheet {
			at.Reason = notPinned("BASE would not apply to the linked style sheet")
		}
		return at
	}
	at.At, at.before, at.after = root.Name.End, ` xml:base="`, `"`
	at.Reason = d.outOfScope(s)
	return at
}

// name returns the local name of a tag.
func (d *Document) name(t *xmlscan.Token) string { return string(d.Text[t.Local.Start:t.Local.End]) }

// xmlBase returns the URL in the xml:base attribute of a tag.
func (d *Document) xmlBase(t *xmlscan.Token) (url string, ok bool) {
	for i := range t.Attrs {
		if a := &t.Attrs[i]; a.Space == xmlscan.XML && string(d.Text[a.Local.Start:a.Local.End]) == "base" {
			return view.AttrURL(d.Text, a.Value.Start, a.Value.End, a.Quote), true
		}
	}
	return "", false
}

// outOfScope returns the reason why an xml:base attribute of the root element would not apply
// to all references, if there is one. s has scanned the start tag of the root element.
func (d *Document) outOfScope(s *xmlscan.Scanner) reason.Reason {
	if d.LinksSheet {
		return notPinned("xml:base would not apply to the linked style sheet")
	}
	if d.HasSrcdocs {
		return notPinned("xml:base would not apply to the document in a srcdoc attribute")
	}
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		if t.Kind == xmlscan.StartTag && t.Depth == 0 {
			return notPinned("it has more than one root element")
		}
	}
	return none
}

// findHead sets at to the start of the head, which must be the first element in the root
// element. s has scanned the start tag of the root element. No BASE precedes the head.
func (d *Document) findHead(s *xmlscan.Scanner, at *Spot) {
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		if t.Kind != xmlscan.StartTag {
			continue
		}
		if t.Depth != 1 || t.SelfClosing || t.Space != xmlscan.XHTML || d.name(t) != "head" {
			break
		}
		prefix := string(d.Text[t.Name.Start:t.Local.Start])
		at.At, at.before, at.after = t.End, "<"+prefix+`base href="`, `"/>`
		return
	}
	at.Reason = notPinned("it has no head element that BASE could go to")
}
