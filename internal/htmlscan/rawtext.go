package htmlscan

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
)

// A rawKind is a way to scan the content of an element.
type rawKind uint8

const (
	notRaw      rawKind = iota
	rawPlain            // RCDATA and RAWTEXT: up to the end tag
	rawScript           // script data: up to the end tag, but for escapes
	rawForever          // PLAINTEXT: up to the end of the text
	rawNoscript         // markup, but only up to the end tag
)

// enterRaw begins the content of the raw-text element with the start tag s.tag.
func (s *Scanner) enterRaw(kind rawKind) {
	if kind == rawNoscript {
		s.enterNoscript()
		return
	}
	s.raw = kind
	s.rawName, s.rawAtom = names[s.tag.id], s.tag.Atom
}

// rawText scans the content of a raw-text element, and holds back the end tag for the next
// call. It reports whether there is any content.
func (s *Scanner) rawText() bool {
	start, end := s.pos, s.end
	switch s.raw {
	case rawPlain, rawScript:
		end = s.findEndTag(s.rawName, start)
	}
	s.raw, s.pos = notRaw, s.end
	if end < s.end {
		if next := s.scanTag(EndTag, end, end+2); next >= 0 {
			s.held, s.rawEnd, s.pos = true, true, next
			s.tag.InNoscript = s.inNoscript
		} else {
			end = s.end
		}
	}
	if !s.emitRun(RawText, start, end) {
		return false
	}
	s.run.Element = s.rawAtom
	return true
}

// findEndTag returns the offset of the end tag called name of the content that starts at i, or s.end.
//
// HTML Standard 13.2.5.9 to 13.2.5.14 (RCDATA and RAWTEXT end tags) and 13.2.5.4 (script data state)
func (s *Scanner) findEndTag(name string, i int) int {
	for {
		n := bytes.IndexByte(s.text[i:s.end], '<')
		if n < 0 {
			return s.end
		}
		i += n
		if s.isEndTag(i, name) {
			return i
		}
		if s.raw == rawScript && bytes.HasPrefix(s.text[i:s.end], []byte("<!--")) {
			end, done := s.findEscapeEnd(i + 2)
			if done {
				return end
			}
			i = end
			continue
		}
		i++
	}
}

// isEndTag reports whether "</name" and the end of a name are at i.
func (s *Scanner) isEndTag(i int, name string) bool {
	i++
	return i < s.end && s.text[i] == '/' && s.isName(i+1, name)
}

// isName reports whether name and the end of a name are at i.
func (s *Scanner) isName(i int, name string) bool {
	end := i + len(name)
	return end < s.end && byteClass[s.text[end]]&(isSpace|isSlash|isGreater) != 0 &&
		ascii.EqualFold(s.text[i:end], name)
}

// findEscapeEnd scans the escaped part of a script. i is the offset of its first two dashes, which
// may also be the dashes of "-->". If done is false, end is the offset after the escaped part.
// Otherwise it is the offset of the end tag of the script, or s.end.
//
// HTML Standard 13.2.5.20 to 13.2.5.31 (script data escaped states, script data double
// escaped states)
func (s *Scanner) findEscapeEnd(i int) (end int, done bool) {
	double, text := false, s.text[:s.end]
	for first := i; ; i++ {
		less := bytes.IndexByte(text[i:], '<')
		if less < 0 {
			less = len(text) - i
		}
		from := max(first, i-len("--")) // the dashes may be before the last "<"
		i += less
		if n := bytes.Index(text[from:i], []byte("-->")); n >= 0 {
			return from + n + len("-->"), false
		}
		switch {
		case i == len(text):
			return i, true
		case !double && s.isEndTag(i, s.rawName):
			return i, true
		case !double && s.isName(i+1, "script"), double && s.isEndTag(i, "script"):
			double = !double
		}
	}
}

// If a reader runs scripts, the content of a noscript element is raw text; otherwise it is
// markup. Here the content ends where the raw text ends and is scanned as markup, so that
// elements inside do not extend beyond it.
//
// HTML Standard 13.2.6.4.4 (in head) and 13.2.6.4.7 (in body), start tag "noscript", with
// both values of the scripting flag.

// enterNoscript begins the content of the noscript element with the start tag s.tag.
func (s *Scanner) enterNoscript() {
	s.end = s.findEndTag("noscript", s.pos)
	s.inNoscript = true
	if s.skim.treeBehind {
		return
	}
	s.saved.copyFrom(&s.tree)
	s.tree.openNoscript(&s.tag)
}

// leaveNoscript ends the content of a noscript element. If there is more text, the end tag is next.
func (s *Scanner) leaveNoscript() {
	s.end = len(s.text)
	s.inNoscript = false
	if s.skim.treeBehind {
		s.skim.foreign = s.skim.foreign[:0]
		return
	}
	s.rawEnd = s.pos < s.end
	s.tree.copyFrom(&s.saved)
}
