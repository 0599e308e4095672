package htmlscan

import "github.com/hrefix/hrefix/internal/markup"

// A skimmer is the state of a skimming scanner. While treeBehind is set, the tree, end and inNoscript are as
// they were at the offset treePos.
type skimmer struct {
	on           bool // Skim was called; buildTree clears it while it works
	treeBehind   bool
	treePos      int
	treeEnd      int  // the value of end at treePos
	treeNoscript bool // the value of inNoscript at treePos

	template bool             // a template may be open
	table    int              // see Table
	foreign  []foreignElement // the open SVG and MathML elements
}

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

// Want makes s set [Attr.Wanted] in the attributes whose names are in names, which must not be nil.
// It is in effect until the next Reset.
func (s *Scanner) Want(names *Names) { s.names = names }

// Skim makes s skim from the next token on: it returns few of the text tokens, end tags,
// and start tags without a wanted attribute. In the start tags that it returns, Merged is
// not set. Ignored, InTemplate, Dropped and [Scanner.Place] are correct only for base and
// frameset, and Ignored also for meta, style and script. Skim is in effect until the next
// Reset.
func (s *Scanner) Skim() { s.skim.on = true }

// MayBeInTemplate reports whether the next tags may be in a template, although skimming does not set their
// InTemplate.
func (s *Scanner) MayBeInTemplate() bool { return s.skim.treeBehind && s.skim.template }

// Table returns the offset of the last start tag of a table that the skimming scanner has seen outside of templates
// and noscript, or -1. That table is open until its end tag, or until another start tag of a table.
func (s *Scanner) Table() int { return s.skim.table }

// leaveTree makes s continue without the tree, if from here on the name of a tag determines whether its content is raw
// text. In a frameset, in foreign content and in a template the tree is needed for that.
func (s *Scanner) leaveTree() {
	k, t := &s.skim, &s.tree
	if !k.on || k.treeBehind || s.rawEnd || t.foreigns > 0 || t.open[nTemplate] > 0 {
		return
	}
	switch t.mode {
	case inFrameset, afterFrameset, afterAfterFrameset:
		return
	}
	k.treeBehind, k.treePos, k.treeEnd, k.treeNoscript = true, s.pos, s.end, s.inNoscript
	k.template, k.foreign = false, k.foreign[:0]
}

// buildTree goes back to treePos, passes the tokens from there on to the tree, and holds back the tag at at,
// which needs the tree.
func (s *Scanner) buildTree(at int) {
	k := &s.skim
	k.on, k.treeBehind = false, false
	s.pos, s.end, s.inNoscript = k.treePos, k.treeEnd, k.treeNoscript
	s.held, s.raw, s.rawEnd = false, notRaw, false
	for !(s.held && s.tag.Start >= at) && s.pos < len(s.text) {
		s.step()
	}
	k.on = true
}

// skimToToken moves to the next token to return, and holds it back. It skips most tags itself, and leaves
// markup that may matter to skimMarkup.
func (s *Scanner) skimToToken() {
	text, m := s.text[:s.end], &s.marks
	next := s.pos
	for next < len(text) {
		if !m.Holds(next) {
			m.Move(next)
		}
		at, size := s.skimBare(text, next)
		if size == 0 {
			if at >= m.End {
				next = m.End
				continue
			}
			if at >= len(text) {
				break
			}
			if next, size = s.skimLongBare(text, at); next > 0 {
				continue
			}
		}
		if size > 0 {
			t := &s.tag
			t.Attrs, t.interest = t.Attrs[:0], 0
			if next = s.plainAttrs(text, at+1+size); next < len(text) && text[next] == '>' {
				if next++; t.interest == 0 {
					continue
				}
				t.SelfClosing, t.End = false, next
			} else if next = s.moreAttrs(text, next); next >= 0 && t.interest == 0 {
				continue
			}
			s.holdStartTag(text, at, size, next)
			return
		}
		if next = s.skimMarkup(at); next < 0 {
			if next == cutOff {
				s.pos = s.end
				return
			}
			next = at + 1
			continue
		}
		if s.held || s.raw != notRaw || s.end != len(text) || !s.skim.treeBehind {
			s.pos = next
			return
		}
	}
	s.pos = s.end
}

// holdStartTag holds back the start tag at at, whose attributes are scanned. size is the length of its name.
// The tag ends at next. If next is negative, the text ends in the tag, and nothing is held.
func (s *Scanner) holdStartTag(text []byte, at, size, next int) {
	if next < 0 {
		s.pos = s.end
		return
	}
	t := &s.tag
	t.Kind, t.Start, t.Name, t.InNoscript = StartTag, at, markup.Span{Start: at + 1, End: at + 1 + size}, s.inNoscript
	t.lookUp(text, keyOf(text[at+1:at+1+size]))
	t.clearTree()
	if t.interest == noted {
		t.interest |= only
	}
	s.held, s.pos = true, next
}

// skimMarkup scans the markup at the offset at, and holds it back if it is a token to return. It returns
// what markup returns, but after buildTree the offset up to which the tree has been built.
func (s *Scanner) skimMarkup(at int) int {
	next := s.markup(at)
	if next < 0 {
		return next
	}
	s.tag.InNoscript = s.inNoscript
	switch s.tag.Kind {
	case StartTag:
		return s.skimStartTag(at, next)
	case EndTag: // HTML Standard 13.2.6.5 (foreign content), end tags
		k, t := &s.skim, &s.tag
		if len(k.foreign) == 0 {
			return next
		}
		for i := len(k.foreign) - 1; i >= 0; i-- {
			if f := &k.foreign[i]; f.key == t.key && sameName(s.text, f.start+1, t.Name) {
				k.foreign = k.foreign[:i]
				return next
			}
		}
		s.buildTree(at) // only the tree can decide what the tag ends
		return s.pos
	}
	s.held = true
	return next
}

// skimStartTag handles the start tag in s.tag, which spans from at to next, for skimMarkup.
func (s *Scanner) skimStartTag(at, next int) int {
	t, k := &s.tag, &s.skim
	t.clearTree()
	if n := len(k.foreign); n > 0 { // HTML Standard 13.2.6.5 (foreign content), start tags
		switch top := k.foreign[n-1]; {
		// The content of style and script elements is reported, too.
		case top.point, n == maxForeign, t.id == nFont, t.id == nStyle, t.id == nScript:
			s.buildTree(at)
			return s.pos
		case classes[t.id]&breakout == 0:
			s.pushForeign(top.ns)
			s.held = t.interest != 0
			return next
		}
		k.foreign = k.foreign[:0] // the tag ends the foreign content
	}
	rule, hasAttrs := skimRules[t.id], len(t.Attrs) > 0
	switch {
	case rule == skimTree, rule == skimBase && hasAttrs,
		k.template && (rule == skimColumn || rule == skimTold && hasAttrs):
		s.buildTree(at)
		return s.pos
	}
	s.held = t.interest != 0
	switch rule {
	case skimPlain:
		if t.id == nTable && !k.template && !s.inNoscript {
			k.table = at
		}
	case skimTold:
		s.held = hasAttrs
	case skimTemplate:
		k.template = true
	case skimForeign:
		ns := SVG
		if t.id == nMath {
			ns = MathML
		}
		s.pushForeign(ns)
	case skimNoscript:
		if s.pos = next; !s.inNoscript {
			s.enterNoscript()
		}
	case skimRaw, skimScript, skimForever:
		s.held = s.held || t.id == nStyle || t.id == nScript
		s.pos = next
		s.enterRaw(rawKinds[rule])
	}
	return next
}

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
