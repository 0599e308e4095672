package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/internal/xmlscan"
	"github.com/hrefix/hrefix/resolve"
)

// xmlSpot returns where the base of an XML document goes: into the head, if it is
// XHTML, or else into the start tag of the root element.
//
// SVG and other XML know no BASE. What they know is xml:base (XML Base section 3),
// which governs the element that it stands in: not a style sheet that a processing
// instruction links, and nothing beside the root, where an XML document has nothing.
func (w *walk) xmlSpot(sc *scope) (at spot) {
	s := &w.xml
	s.Reset(maskOf(sc.enc, &w.docMask, sc.bytes))
	root := s.Next()
	for ; root.Kind != xmlscan.StartTag; root = s.Next() {
		if root.Kind == xmlscan.EOF {
			return spot{reason: reason.NotPinned.With("it has no root element")}
		}
	}
	at.root, at.name, at.ignored = root.End, root.Name.End, isShown(root.Space)
	for i := range root.Attrs {
		if a := &root.Attrs[i]; a.Space == xmlscan.XML && string(sc.bytes[a.Local.Start:a.Local.End]) == "base" {
			value := view.AttrURL(sc.bytes, a.Value.Start, a.Value.End, markup.DoubleQuoted)
			at.own = sc.doc.Base.IsAbsolute([]byte(value))
			at.reason = reason.NotPinned.With("the xml:base of its root element cannot become absolute")
			if why := w.ungoverned(sc, s); why != none && !at.own {
				at.root, at.reason = 0, why
			}
			return at
		}
	}
	if root.Space == xmlscan.XHTML && string(sc.bytes[root.Local.Start:root.Local.End]) == "html" {
		at.ignored = false
		if at = headSpot(s, sc.bytes, at); at.reason == none && w.linksSheet(sc) {
			at.reason = reason.NotPinned.With("BASE would not govern the style sheet that is linked")
		}
		return at
	}
	at.at, at.before, at.after = root.Name.End, ` xml:base="`, `"`
	at.reason = w.ungoverned(sc, s)
	return at
}

// isShown reports whether browsers show the elements of a namespace, and follow their links.
func isShown(space xmlscan.Namespace) bool {
	return space == xmlscan.SVG || space == xmlscan.MathML || space == xmlscan.XHTML
}

// ungoverned returns the reason why xml:base of the root element, whose start tag s has scanned,
// would not govern everything, if there is one.
func (w *walk) ungoverned(sc *scope, s *xmlscan.Scanner) Reason {
	if w.linksSheet(sc) {
		return reason.NotPinned.With("xml:base would not govern the style sheet that is linked")
	}
	if w.hasSrcdoc() {
		return reason.NotPinned.With("xml:base would not govern the document in a srcdoc attribute")
	}
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		if t.Kind == xmlscan.StartTag && t.Depth == 0 {
			return reason.NotPinned.With("it has more than one root element")
		}
	}
	return none
}

// linksSheet reports whether a processing instruction links a style sheet by a relative
// URL, which nothing within the root element governs.
func (w *walk) linksSheet(sc *scope) bool {
	if w.stage == first {
		return w.tally.sheets > 0
	}
	return w.relativeSheets(sc.doc.Base.Base, sc.bytes) > 0
}

// hasSrcdoc reports whether the document has a srcdoc attribute.
func (w *walk) hasSrcdoc() bool {
	if w.stage == first {
		return w.tally.srcdocs > 0
	}
	return w.nestedSites() > 0
}

// relativeSheets returns how many of the sites of w, which are in text, are xml-stylesheet
// instructions with a URL that is relative to b.
func (w *walk) relativeSheets(b *resolve.Base, text []byte) (n int) {
	for i := range w.sites {
		if s := &w.sites[i]; s.element == "xml-stylesheet" && !b.IsAbsolute([]byte(s.url(text))) {
			n++
		}
	}
	return n
}

// nestedSites returns how many of the sites of w are srcdoc attributes.
func (w *walk) nestedSites() (n int) {
	for i := range w.sites {
		if w.sites[i].Syntax == syntax.Document {
			n++
		}
	}
	return n
}

// headSpot returns the place of a BASE element behind the root element's start
// tag: in the head, if that comes first. No BASE is before that.
func headSpot(s *xmlscan.Scanner, text []byte, at spot) spot {
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		if t.Kind != xmlscan.StartTag {
			continue
		}
		if t.Depth != 1 || t.SelfClosing || t.Space != xmlscan.XHTML || !bytes.Equal(text[t.Local.Start:t.Local.End], []byte("head")) {
			break
		}
		prefix := string(text[t.Name.Start:t.Local.Start])
		at.at, at.before, at.after = t.End, "<"+prefix+`base href="`, `"/>`
		return at
	}
	at.reason = reason.NotPinned.With("it has no head element that BASE could go to")
	return at
}
