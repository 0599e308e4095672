package htmlscan

import "github.com/hrefix/hrefix/internal/markup"

// maxForeign is how many foreign elements within each other a scanner that
// skims follows. The stack of the tree does not overflow by so few, so that
// none of them is lost there.
const maxForeign = 64

// A foreignName is the name of an open SVG or MathML element, while a scanner
// skims. Only the innermost can be an integration point.
type foreignName struct {
	key   uint64
	name  markup.Span
	ns    Namespace
	point bool // what it holds may be HTML
}

// What a start tag in foreign content is.
type foreignOutcome uint8

const (
	foreignTag foreignOutcome = iota // it makes a foreign element
	htmlTag                          // it ends the foreign content
	needsTree                        // the tree must tell
)

// inForeign reports whether the current node is an SVG or MathML element.
func (s *Scanner) inForeign() bool {
	if s.skim.apart {
		return len(s.skim.foreign) > 0
	}
	return s.tree.foreign()
}

// beginForeign begins foreign content with the svg or math tag in s.tag.
func (s *Scanner) beginForeign() {
	ns := SVG
	if s.tag.id == nMath {
		ns = MathML
	}
	s.pushForeign(ns)
}

// pushForeign makes s.tag that of an open foreign element.
func (s *Scanner) pushForeign(ns Namespace) {
	t := &s.tag
	t.Namespace = ns
	if !t.SelfClosing {
		s.skim.foreign = append(s.skim.foreign, foreignName{t.key, t.Name, ns, mayBePoint(t.id)})
	}
}

// mayBePoint reports whether an element of that name is an integration point, in
// SVG or in MathML.
func mayBePoint(id name) bool {
	switch id {
	case nMi, nMn, nMo, nMs, nMtext, nForeignObject, nDesc, nTitle, nAnnotationXML:
		return true
	}
	return false
}

// openForeign handles a start tag in foreign content.
//
// HTML Standard 13.2.6.5 (foreign content), start tags
func (s *Scanner) openForeign() foreignOutcome {
	k, t := &s.skim, &s.tag
	top := k.foreign[len(k.foreign)-1]
	switch {
	// Styles and scripts have content that is told.
	case top.point, len(k.foreign) == maxForeign, t.id == nFont, t.id == nStyle, t.id == nScript:
		return needsTree
	case names[t.id].class&breakout != 0:
		k.foreign = k.foreign[:0]
		return htmlTag
	}
	s.pushForeign(top.ns)
	return foreignTag
}

// closeForeign handles an end tag in foreign content. It reports false if the
// tree must tell what it ends.
//
// HTML Standard 13.2.6.5 (foreign content), end tags
func (s *Scanner) closeForeign() bool {
	k, t := &s.skim, &s.tag
	for i := len(k.foreign) - 1; i >= 0; i-- {
		if f := &k.foreign[i]; f.key == t.key && s.sameName(f.name, t.Name) {
			k.foreign = k.foreign[:i]
			return true
		}
	}
	return false
}

// sameName reports whether two tag names of the same key are the same.
func (s *Scanner) sameName(a, b markup.Span) bool {
	n := a.End - a.Start
	if n != b.End-b.Start {
		return false
	}
	for i := range n {
		if fold[s.text[a.Start+i]] != fold[s.text[b.Start+i]] {
			return false
		}
	}
	return true
}
