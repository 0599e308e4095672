package htmlscan

// If a reader runs scripts, the content of a noscript element is raw text; otherwise it is
// markup. Here the content ends where the raw text ends and is scanned as markup, so that
// elements inside do not extend beyond it.
//
// HTML Standard 13.2.6.4.4 (in head) and 13.2.6.4.7 (in body), start tag "noscript", with
// both values of the scripting flag.

// enterNoscript begins the content of a noscript element.
func (s *Scanner) enterNoscript() {
	s.end = s.findEndTag("noscript", s.pos)
	s.inNoscript = true
	if s.skim.apart {
		return
	}
	s.saved.copyFrom(&s.tree)
	s.tree.openNoscript(&s.tag)
}

// leaveNoscript ends the content. If there is more text, the end tag is next.
func (s *Scanner) leaveNoscript() {
	s.end = len(s.text)
	s.inNoscript = false
	if s.skim.apart {
		s.skim.foreign = s.skim.foreign[:0]
		return
	}
	s.rawEnd = s.pos < s.end
	s.tree.copyFrom(&s.saved)
}
