package filekind

import "bytes"

// isJSON reports whether a head begins as JSON does (RFC 8259): with an object that is
// empty or has a member, or with an array. Servers send some JSON with a prefix that keeps
// it from being run as a script. Text such as "[1] see" and templates such as "{{ x }}" do
// not begin as JSON.
func isJSON(head []byte) bool {
	text := dataStart(head)
	for _, guard := range [...]string{")]}',", ")]}'", "for(;;);", "for (;;);", "while(1);", "while (1);"} {
		if rest, ok := bytes.CutPrefix(text, []byte(guard)); ok {
			text = trimJSON(rest)
			break
		}
	}
	return beginsAsJSON(text)
}

// isJSONP reports whether a head begins as JSONP does: with the name of a function and an
// opening parenthesis, and JSON or a string as its only argument.
func isJSONP(head []byte) bool {
	text := dataStart(head)
	if rest, ok := bytes.CutPrefix(text, []byte("/**/")); ok {
		text = trimJSON(rest)
	}
	if bytes.HasPrefix(text, []byte("typeof ")) { // as WordPress and others guard it
		_, text, _ = bytes.Cut(text, []byte("&&"))
		text = trimJSON(text)
	}
	n := 0
	for n < len(text) && isNameByte(text[n]) {
		n++
	}
	if n == 0 || n == len(text) || text[n] != '(' {
		return false
	}
	text = trimJSON(text[n+1:])
	if beginsAsJSON(text) {
		return true
	}
	s := jsonScanner{text: text}
	return s.peek() == '"' && s.value() && s.endsCall()
}

// endsCall reports whether a call ends here, and text that is not code does not follow it.
func (s *jsonScanner) endsCall() bool {
	if s.peek() != ')' {
		return s.ended()
	}
	s.at++
	return s.peek() == ';' || s.ended()
}

// isNameByte reports whether c may be in the name of a function of JavaScript, which may
// be a property.
func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c == '.' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// isSerialized reports whether a head begins as serialized values of PHP do: with the type
// and the length of an array, an object or a string, such as `s:23:"`.
func isSerialized(head []byte) bool {
	text := dataStart(head)
	if len(text) < 5 || bytes.IndexByte([]byte("asOCE"), text[0]) < 0 || text[1] != ':' {
		return false
	}
	rest := bytes.TrimLeft(text[2:], "0123456789")
	if len(rest) < 2 || len(rest) == len(text)-2 || rest[0] != ':' {
		return false
	}
	if text[0] == 'a' {
		return rest[1] == '{'
	}
	return rest[1] == '"'
}

// dataStart returns a head in ASCII without the byte order mark and the white space that it
// begins with.
func dataStart(head []byte) []byte {
	return trimJSON(bytes.TrimPrefix(ASCII(head), []byte("\ufeff")))
}

func trimJSON(text []byte) []byte { return bytes.TrimLeft(text, " \t\r\n") }

// BeginsAsJSON reports whether text, the beginning of a file in ASCII, begins with an object or
// array of JSON.
func BeginsAsJSON(text []byte) bool { return beginsAsJSON(text) }

// beginsAsJSON reports whether text begins as an object or an array. The first member of
// an object decides. An array decides if it has no syntax error up to its end, its first
// object with a member, or the end of the head, and no other text follows it.
func beginsAsJSON(text []byte) bool {
	s := jsonScanner{text: text}
	if c := s.peek(); c != '{' && c != '[' {
		return false
	}
	if !s.value() {
		return s.member
	}
	c := s.peek()
	return s.member || s.ended() || c == '{' || c == '[' || c == ')' || c == ';'
}

// A jsonScanner reads the values of JSON.
type jsonScanner struct {
	text   []byte
	at     int
	depth  int
	member bool // an object with a member was met
}

// maxJSONDepth is how many arrays may be in one another before the scanner gives up.
const maxJSONDepth = 64

// ended reports whether nothing is left.
func (s *jsonScanner) ended() bool { return s.at >= len(s.text) }

// peek returns the next byte after white space, or 0 at the end.
func (s *jsonScanner) peek() byte {
	s.at = len(s.text) - len(trimJSON(s.text[s.at:]))
	if s.ended() {
		return 0
	}
	return s.text[s.at]
}

// value reads a value. It reports whether this is one, as far as the text goes. In an
// object, it reads the name and the colon of the first member only.
func (s *jsonScanner) value() bool {
	switch c := s.peek(); {
	case c == '{':
		return s.object()
	case c == '[':
		return s.array()
	case c == '"':
		return s.str()
	}
	return s.ended() || s.scalar()
}

// object reads an object that is empty, or the beginning of another.
func (s *jsonScanner) object() bool {
	s.at++
	switch s.peek() {
	case '}':
		s.at++
		return true
	case '"':
		s.member = s.str() && s.peek() == ':'
		return s.member
	}
	return s.ended()
}

// array reads an array up to its end, or to an object with a member.
func (s *jsonScanner) array() bool {
	if s.depth++; s.depth > maxJSONDepth {
		return false
	}
	s.at++
	if s.peek() == ']' {
		s.at++
		s.depth--
		return true
	}
	for {
		if !s.value() {
			return false
		}
		switch c := s.peek(); {
		case s.member || s.ended():
			return true
		case c == ']':
			s.at++
			s.depth--
			return true
		case c != ',':
			return false
		}
		s.at++
	}
}

// str reads a string, which holds no line ends.
func (s *jsonScanner) str() bool {
	for s.at++; !s.ended(); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return true
		case c == '\\':
			s.at++
		case c < ' ':
			return false
		}
	}
	return true
}

// scalar reads a number, or one of the names true, false and null.
func (s *jsonScanner) scalar() bool {
	rest := s.text[s.at:]
	for _, name := range [...]string{"true", "false", "null"} {
		if bytes.HasPrefix(rest, []byte(name)) {
			s.at += len(name)
			return true
		}
	}
	n := len(rest) - len(bytes.TrimLeft(rest, "+-.0123456789eE"))
	s.at += n
	return n > 0 && (rest[0] == '-' || '0' <= rest[0] && rest[0] <= '9')
}
