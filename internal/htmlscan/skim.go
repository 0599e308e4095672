package htmlscan

import "github.com/hrefix/hrefix/internal/markup"

// Most tags of most documents are of no interest to whoever looks for URLs, and
// what the tree makes of them is of none either: a browser may ignore them, or
// put them elsewhere, but their attributes are read all the same. The tree is
// needed for BASE, for frames, and where foreign content meets HTML. So a
// scanner that skims does without, knows foreign content by a small stack of its
// own (aside.go), and when it comes to a tag that needs the tree, goes back to
// where the tree was right the last time, and builds it up to there.
//
// Outside of SVG, MathML, framesets and the columns of templates it is the name
// alone that makes the content of an element raw text (HTML Standard 13.2.6.4:
// every insertion mode but these comes to "in head" or "in body" for the names
// that do).

// A skimmer is the state of a scanner that skims.
type skimmer struct {
	on    bool
	apart bool // the tree is not that of pos, but that of mark

	mark     int  // offset that the tree is right for
	markEnd  int  // what end was there
	markIn   bool // what inNoscript was there
	template bool // there may be an open template
	foreign  []foreignName
}

// Want makes s mark the attributes that are in names, which must not be nil: see
// [Attr]. It lasts until the next Reset.
func (s *Scanner) Want(names *Names) { s.names = names }

// Skim makes s skim from the next token on: of text, end tags and start tags
// without an attribute that is wanted it tells but few. Of start tags that it
// tells, Merged is not set, Ignored, InTemplate, Dropped and [Scanner.Place] are
// right for base and frameset only, and Ignored for meta, style and script.
// It lasts until the next Reset.
func (s *Scanner) Skim() { s.skim.on = true }

// settle begins to do without the tree, if what follows can.
func (s *Scanner) settle() {
	k := &s.skim
	if !k.on || k.apart || s.rawEnd || !s.tree.calm() {
		return
	}
	k.apart, k.mark, k.markEnd, k.markIn = true, s.pos, s.end, s.inNoscript
	k.template, k.foreign = false, k.foreign[:0]
}

// calm reports whether names alone say what is raw text, until the next tag that
// needs the tree.
func (t *tree) calm() bool {
	switch t.mode {
	case inFrameset, afterFrameset, afterAfterFrameset:
		return false
	}
	return t.foreigns == 0 && t.open[nTemplate] == 0
}

// build goes back to where the tree was right, and builds it up to the tag at at,
// which it holds back.
func (s *Scanner) build(at int) {
	k := &s.skim
	k.on, k.apart = false, false
	s.pos, s.end, s.inNoscript = k.mark, k.markEnd, k.markIn
	s.held, s.raw, s.rawEnd = false, notRaw, false
	for !(s.held && s.tag.Start >= at) && s.pos < len(s.text) {
		s.step()
	}
	k.on = true
}

// pass goes to the next token that is told, and holds it back. Most tags are passed over
// here; what may be more is left to passMarkup.
func (s *Scanner) pass() {
	text, m := s.text[:s.end], &s.marks
	next := s.pos
	for next < len(text) {
		if !m.Holds(next) {
			m.Move(next)
		}
		at, size := s.passBare(text, next)
		if size == 0 {
			if at >= m.End {
				next = m.End
				continue
			}
			if at >= len(text) {
				break
			}
			if next, size = s.longBare(text, at); next > 0 {
				continue
			}
		}
		if size > 0 {
			if next = s.scanAttrs(text, at+1+size); next < 0 || s.wanted {
				s.holdPlain(text, at, size, next)
				return
			}
			continue
		}
		if next = s.passMarkup(at); next < 0 {
			if next == cutOff {
				s.pos = s.end
				return
			}
			next = at + 1
			continue
		}
		if s.held || s.raw != notRaw || s.end != len(text) || !s.skim.apart {
			s.pos = next
			return
		}
	}
	s.pos = s.end
}

// holdPlain holds back a start tag at at, whose name is of that size and whose attributes
// end at next, or are cut off.
func (s *Scanner) holdPlain(text []byte, at, size, next int) {
	if next < 0 {
		s.pos = s.end
		return
	}
	t := &s.tag
	t.Kind, t.Start, t.Name, t.InNoscript = StartTag, at, markup.Span{Start: at + 1, End: at + 1 + size}, s.inNoscript
	t.lookUp(text, keyOf(text[at+1:at+1+size]))
	t.clearTree()
	s.held, s.pos = true, next
}

// passMarkup scans the markup at at. It returns what markup does, and holds back
// what is told.
func (s *Scanner) passMarkup(at int) int {
	next := s.markup(at)
	if next < 0 {
		return next
	}
	s.tag.InNoscript = s.inNoscript
	switch s.tag.Kind {
	case StartTag:
		return s.passStart(at, next)
	case EndTag:
		if len(s.skim.foreign) > 0 && !s.closeForeign() {
			s.build(at)
			return s.pos
		}
		return next
	}
	s.held = true
	return next
}

// passStart handles the start tag in s.tag.
func (s *Scanner) passStart(at, next int) int {
	t := &s.tag
	t.clearTree()
	k := &s.skim
	if len(k.foreign) > 0 {
		switch s.openForeign() {
		case foreignTag:
			s.held = s.wanted
			return next
		case needsTree:
			s.build(at)
			return s.pos
		}
	}
	switch rule := skimRules[t.id]; rule {
	case skimPlain:
		s.held = s.wanted
	case skimTold:
		if len(t.Attrs) > 0 && k.template {
			s.build(at)
			return s.pos
		}
		s.held = len(t.Attrs) > 0
	case skimBase:
		if len(t.Attrs) > 0 {
			s.build(at)
			return s.pos
		}
	case skimColumn:
		if k.template {
			s.build(at)
			return s.pos
		}
		s.held = s.wanted
	case skimTree:
		s.build(at)
		return s.pos
	case skimTemplate:
		k.template = true
		s.held = s.wanted
	case skimForeign:
		s.held = s.wanted
		s.beginForeign()
	case skimNoscript:
		s.held, s.pos = s.wanted, next
		if !s.inNoscript {
			s.enterNoscript()
		}
	default:
		s.held = s.wanted || t.id == nStyle || t.id == nScript
		s.pos = next
		s.enterRaw(rawKinds[rule])
	}
	return next
}
