package htmlscan

import "github.com/hrefix/hrefix/internal/markup"

// Callers that look for URLs need few tags, and for most of those they do not need the
// tree: a browser may ignore a tag or move its element, but reads its attributes in any
// case. The tree is needed for BASE, for frames, and where foreign content contains HTML.
// So a skimming scanner does not build the tree. It tracks foreign content on a small stack
// of its own (aside.go). At a tag that needs the tree, it goes back to the last offset for
// which the tree was up to date, and builds the tree from there to the tag.
//
// Outside SVG, MathML, framesets and the columns of templates, the name alone determines
// whether the content of an element is raw text: for such names every other insertion mode
// uses the rules of "in head" or "in body" (HTML Standard 13.2.6.4).

// A skimmer is the state of a skimming scanner.
type skimmer struct {
	on    bool
	apart bool // the tree is up to date for mark, not for pos

	mark     int  // the offset for which the tree is up to date
	markEnd  int  // the value of end at mark
	markIn   bool // the value of inNoscript at mark
	template bool // a template may be open
	table    int  // see Table
	foreign  []foreignName
}

// Want makes s set [Attr.Wanted] of the attributes in names, which must not be nil. It is
// in effect until the next Reset.
func (s *Scanner) Want(names *Names) { s.names = names }

// Skim makes s skim from the next token on: it returns few of the text tokens, end tags,
// and start tags without a wanted attribute. In the start tags that it returns, Merged is
// not set. Ignored, InTemplate, Dropped and [Scanner.Place] are correct only for base and
// frameset, and Ignored also for meta, style and script. Skim is in effect until the next
// Reset.
func (s *Scanner) Skim() { s.skim.on = true }

// MayBeInTemplate reports whether the next tags may be in a template although their InTemplate is
// not set, because the scanner skims.
func (s *Scanner) MayBeInTemplate() bool { return s.skim.apart && s.skim.template }

// Table returns the offset of the last start tag of a table that the skimming scanner has seen outside of templates
// and noscript, or -1. That table is open until its end tag, or until another start tag of a table.
func (s *Scanner) Table() int { return s.skim.table }

// leaveTree stops building the tree, if the next tokens do not need it.
func (s *Scanner) leaveTree() {
	k := &s.skim
	if !k.on || k.apart || s.rawEnd || !s.tree.canLeave() {
		return
	}
	k.apart, k.mark, k.markEnd, k.markIn = true, s.pos, s.end, s.inNoscript
	k.template, k.foreign = false, k.foreign[:0]
}

// canLeave reports whether names alone determine what is raw text, until the next tag that
// needs the tree.
func (t *tree) canLeave() bool {
	switch t.mode {
	case inFrameset, afterFrameset, afterAfterFrameset:
		return false
	}
	return t.foreigns == 0 && t.open[nTemplate] == 0
}

// build goes back to the offset for which the tree is up to date, and builds the tree up to
// the tag at at, which it holds back.
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

// pass moves to the next token to return, and holds it back. It skips most tags itself, and leaves
// tags that may matter to passMarkup.
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
			s.holdPlain(text, at, size, next)
			return
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

// holdPlain holds back a start tag at at, whose attributes are scanned. size is the length of
// its name. It ends at next, or is cut off.
func (s *Scanner) holdPlain(text []byte, at, size, next int) {
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

// passMarkup scans the markup at at, with the result of markup. If it is a token to return,
// it holds the token back.
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
			s.held = s.tag.interest != 0
			return next
		case needsTree:
			s.build(at)
			return s.pos
		}
	}
	switch rule := skimRules[t.id]; rule {
	case skimPlain:
		if t.id == nTable && !k.template && !s.inNoscript {
			k.table = at
		}
		s.held = s.tag.interest != 0
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
		s.held = s.tag.interest != 0
	case skimTree:
		s.build(at)
		return s.pos
	case skimTemplate:
		k.template = true
		s.held = s.tag.interest != 0
	case skimForeign:
		s.held = s.tag.interest != 0
		s.beginForeign()
	case skimNoscript:
		s.held, s.pos = s.tag.interest != 0, next
		if !s.inNoscript {
			s.enterNoscript()
		}
	default:
		s.held = s.tag.interest != 0 || t.id == nStyle || t.id == nScript
		s.pos = next
		s.enterRaw(rawKinds[rule])
	}
	return next
}
