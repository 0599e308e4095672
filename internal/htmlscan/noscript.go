package htmlscan

// A reader may have scripts on, and then the content of a noscript element is
// raw text, or off, and then it is markup. The content is bounded as raw text
// and scanned as markup, so that nothing in it leaks out.
//
// HTML Standard 13.2.6.4.4 (in head) and 13.2.6.4.7 (in body), start tag
// "noscript", with both values of the scripting flag.

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

// leaveNoscript ends it. If there is more text, its end tag is next.
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
