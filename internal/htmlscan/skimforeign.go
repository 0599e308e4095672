package htmlscan

// maxForeign is how many nested foreign elements a skimming scanner follows. The stack of the tree holds
// more, so it does not drop an element that the skimming scanner counts as open.
const maxForeign = 64

// A foreignElement is an open SVG or MathML element. Only the innermost can have point set.
type foreignElement struct {
	key   uint64 // the key of its name
	start int    // the offset of its start tag
	ns    Namespace
	point bool // it may be an integration point, so its content may be HTML
}

// A foreignOutcome is the meaning of a start tag in foreign content.
type foreignOutcome uint8

const (
	foreignTag foreignOutcome = iota // the tag makes a foreign element
	htmlTag                          // the tag ends the foreign content
	needsTree                        // only the tree can decide
)

// pushForeign makes s.tag a foreign element, and adds it to the open elements unless the tag closes itself.
func (s *Scanner) pushForeign(ns Namespace) {
	t := &s.tag
	t.Namespace = ns
	if t.SelfClosing {
		return
	}
	e := foreignElement{key: t.key, start: t.Start, ns: ns}
	switch t.id {
	case nMi, nMn, nMo, nMs, nMtext, nForeignObject, nDesc, nTitle, nAnnotationXML:
		e.point = true // an element with this name is an integration point in one of the two namespaces, or with certain attributes
	}
	s.skim.foreign = append(s.skim.foreign, e)
}

// skimForeignStart handles the start tag in s.tag in foreign content.
//
// HTML Standard 13.2.6.5 (foreign content), start tags
func (s *Scanner) skimForeignStart() foreignOutcome {
	k, t := &s.skim, &s.tag
	top := k.foreign[len(k.foreign)-1]
	switch {
	// The content of style and script elements is reported, too.
	case top.point, len(k.foreign) == maxForeign, t.id == nFont, t.id == nStyle, t.id == nScript:
		return needsTree
	case classes[t.id]&breakout != 0:
		k.foreign = k.foreign[:0]
		return htmlTag
	}
	s.pushForeign(top.ns)
	return foreignTag
}

// skimForeignEnd handles the end tag in s.tag in foreign content. It reports false if only the tree
// can decide what the tag ends.
//
// HTML Standard 13.2.6.5 (foreign content), end tags
func (s *Scanner) skimForeignEnd() bool {
	k, t := &s.skim, &s.tag
	for i := len(k.foreign) - 1; i >= 0; i-- {
		if f := &k.foreign[i]; f.key == t.key && sameName(s.text, f.start+1, t.Name) {
			k.foreign = k.foreign[:i]
			return true
		}
	}
	return false
}
