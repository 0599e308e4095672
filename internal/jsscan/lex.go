package jsscan

import (
	"bytes"
	"unicode/utf8"
)

// Classes of bytes.
const (
	wordStart uint8 = 1 << iota // begins a name
	wordPart                    // continues a name
	blank                       // white space other than line breaks
	newline
	digit
)

var classes = func() (t [256]uint8) {
	for c := range t {
		switch b := byte(c); {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', b == '$', b == '_':
			t[c] = wordStart | wordPart
		case '0' <= b && b <= '9':
			t[c] = wordPart | digit
		case b == ' ', b == '\t', b == '\v', b == '\f':
			t[c] = blank
		case b == '\n', b == '\r':
			t[c] = newline
		}
	}
	return t
}()

func isWordByte(c byte) bool { return classes[c]&wordPart != 0 }

func isDigit(c byte) bool { return classes[c]&digit != 0 }

// at returns the byte at i, or 0 if i is beyond the end.
func (s *scanner) at(i int) byte {
	if i < len(s.src) {
		return s.src[i]
	}
	return 0
}

// space skips white space, line breaks and comments (clauses 12.2 to 12.4). It sets s.nl
// if it skipped a line break. It reports false at the end of the script, or if the scan
// stops.
func (s *scanner) space() bool {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch {
		case classes[c]&blank != 0:
			s.pos++
		case classes[c]&newline != 0:
			s.pos++
			s.nl = true
		case c == '/' && s.at(s.pos+1) == '/':
			s.lineComment()
		case c == '/' && s.at(s.pos+1) == '*':
			if !s.blockComment() {
				return false
			}
		case c >= utf8.RuneSelf:
			n, isNewline := s.wideSpace()
			if n == 0 {
				return true
			}
			s.pos += n
			s.nl = s.nl || isNewline
		case s.htmlComment(c), c == '#' && s.pos == 0 && s.at(1) == '!':
			s.lineComment()
		default:
			return true
		}
	}
	return false
}

// htmlComment reports whether an HTML-like comment begins here (Annex B.1.1).
func (s *scanner) htmlComment(c byte) bool {
	if s.goal == Module {
		return false
	}
	rest := s.src[s.pos:]
	return c == '<' && bytes.HasPrefix(rest, []byte("<!--")) || c == '-' && s.nl && bytes.HasPrefix(rest, []byte("-->"))
}

// lineComment skips a comment up to the line break.
func (s *scanner) lineComment() {
	for ; s.pos < len(s.src); s.pos++ {
		if c := s.src[s.pos]; classes[c]&newline != 0 || c >= utf8.RuneSelf && s.isSeparator(s.pos) {
			return
		}
	}
}

// blockComment skips a comment. A comment with a line break in it counts as a line break.
func (s *scanner) blockComment() bool {
	n := bytes.Index(s.src[s.pos+2:], []byte("*/"))
	if n < 0 {
		return s.stop("a comment has no end")
	}
	comment := s.src[s.pos : s.pos+2+n]
	s.pos += len(comment) + len("*/")
	s.nl = s.nl || bytes.ContainsAny(comment, "\n\r") || bytes.Contains(comment, []byte("\u2028")) || bytes.Contains(comment, []byte("\u2029"))
	return true
}

// isSeparator reports whether U+2028 or U+2029, which are line breaks, is at i.
func (s *scanner) isSeparator(i int) bool {
	return s.src[i] == 0xE2 && s.at(i+1) == 0x80 && s.at(i+2)|1 == 0xA9
}

// wideSpace returns the length of the non-ASCII white space or line break at s.pos, or 0
// (clauses 12.2 and 12.3).
func (s *scanner) wideSpace() (n int, isNewline bool) {
	r, n := utf8.DecodeRune(s.src[s.pos:])
	switch {
	case r == '\u2028', r == '\u2029':
		return n, true
	case r == '\u00a0', r == '\ufeff', r == '\u1680', '\u2000' <= r && r <= '\u200a', r == '\u202f', r == '\u205f', r == '\u3000':
		return n, false
	}
	return 0, false
}

// word skips the name at s.pos and returns it (clause 12.7). plain reports whether it has no
// escapes: a name with an escape is not a keyword.
func (s *scanner) word() (name []byte, plain bool) {
	start := s.pos
	for plain = true; s.pos < len(s.src); {
		c := s.src[s.pos]
		switch {
		case classes[c]&wordPart != 0:
			s.pos++
			continue
		case c == '\\' && s.at(s.pos+1) == 'u':
			plain = false
			if s.pos += 2; s.at(s.pos) == '{' {
				n := bytes.IndexByte(s.src[s.pos:min(len(s.src), s.pos+16)], '}')
				s.pos += max(n, 0) + 1
			}
			continue
		case c >= utf8.RuneSelf:
			if n, _ := s.wideSpace(); n == 0 {
				s.pos++
				continue
			}
		}
		break
	}
	return s.src[start:s.pos], plain
}

// number skips a numeric literal (clause 12.9.3).
func (s *scanner) number() {
	if c := s.at(s.pos+1) | 0x20; s.src[s.pos] == '0' && (c == 'x' || c == 'o' || c == 'b') {
		for s.pos < len(s.src) && isWordByte(s.src[s.pos]) {
			s.pos++
		}
		return
	}
	s.digits()
	if s.at(s.pos) == '.' {
		s.pos++
		s.digits()
	}
	if s.at(s.pos)|0x20 == 'e' {
		if s.pos++; s.at(s.pos) == '+' || s.at(s.pos) == '-' {
			s.pos++
		}
		s.digits()
	}
	if s.at(s.pos) == 'n' {
		s.pos++
	}
}

func (s *scanner) digits() {
	for s.pos < len(s.src) && (isDigit(s.src[s.pos]) || s.src[s.pos] == '_') {
		s.pos++
	}
}

// str skips the string at s.pos and returns the span of its content (clause 12.9.4).
func (s *scanner) str() (start, end int, ok bool) {
	quote := s.src[s.pos]
	start = s.pos + 1
	for i := start; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == quote:
			s.pos = i + 1
			return start, i, true
		case c == '\\':
			if i++; s.at(i) == '\r' && s.at(i+1) == '\n' {
				i++
			}
		case classes[c]&newline != 0:
			return 0, 0, s.stop("a string has no end")
		}
	}
	return 0, 0, s.stop("a string has no end")
}

// template skips the characters of a template from s.pos on, up to its end or to the start
// of a substitution, which it opens (clause 12.9.6).
func (s *scanner) template() bool {
	for i := s.pos; i < len(s.src); i++ {
		switch s.src[i] {
		case '`':
			s.pos, s.state = i+1, value
			return true
		case '\\':
			i++
		case '$':
			if s.at(i+1) == '{' {
				s.pos = i + 2
				return s.push(frame{kind: substitution, after: value, code: s.top().code})
			}
		}
	}
	return s.stop("a template has no end")
}

// regexp skips the regular expression at s.pos (clause 12.9.5).
func (s *scanner) regexp() bool {
	class := false
	for i := s.pos + 1; i < len(s.src); i++ {
		c := s.src[i]
		if c == '\\' {
			i++
			c = s.at(i)
		} else if c == '/' && !class {
			s.pos = i + 1
			s.word()
			return true
		} else if c == '[' {
			class = true
		} else if c == ']' {
			class = false
		}
		if i >= len(s.src) || classes[c]&newline != 0 || c >= utf8.RuneSelf && s.isSeparator(i) {
			break
		}
	}
	return s.stop("a regular expression has no end")
}
