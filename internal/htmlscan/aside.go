package htmlscan

import "github.com/hrefix/hrefix/internal/markup"

// maxForeign is how many nested foreign elements a skimming scanner follows. So few elements never
// overflow the stack of the tree, so the tree would not drop them either.
const maxForeign = 64

// A foreignName is the name of an SVG or MathML element that is open while a scanner skims.
// Only the innermost one can be an integration point.
type foreignName struct {
	key   uint64
	name  markup.Span
	ns    Namespace
	point bool // the content may be HTML
}

// A foreignOutcome is the meaning of a start tag in foreign content.
type foreignOutcome uint8

const (
	foreignTag foreignOutcome = iota // the tag makes a foreign element
	htmlTag                          // the tag ends the foreign content
	needsTree                        // only the tree can decide
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

// pushForeign pushes an open foreign element for s.tag.
func (s *Scanner) pushForeign(ns Namespace) {
	t := &s.tag
	t.Namespace = ns
	if !t.SelfClosing {
		s.skim.foreign = append(s.skim.foreign, foreignName{t.key, t.Name, ns, mayBePoint(t.id)})
	}
}

// mayBePoint reports whether an element with that name is an integration point in SVG or
// MathML.
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
	// The content of style and script elements is reported, too.
	case top.point, len(k.foreign) == maxForeign, t.id == nFont, t.id == nStyle, t.id == nScript:
		return needsTree
	case names[t.id].class&breakout != 0:
		k.foreign = k.foreign[:0]
		return htmlTag
	}
	s.pushForeign(top.ns)
	return foreignTag
}

// closeForeign handles an end tag in foreign content. It reports false if only the tree can
// decide what the tag ends.
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
