package charenc

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
)

// prescan looks for a meta tag that declares an encoding (HTML Standard section 13.2.3.2,
// "prescan a byte stream to determine its encoding"). A tag that is cut off at the end of
// text does not count.
func prescan(text []byte) (Encoding, bool) {
	switch {
	case bytes.HasPrefix(text, []byte("<\x00?\x00x\x00")):
		return Encoding{name: "utf-16le", kind: utf16LE}, true
	case bytes.HasPrefix(text, []byte("\x00<\x00?\x00x")):
		return Encoding{name: "utf-16be", kind: utf16BE}, true
	}
	s := scanner{text: text}
	for s.next() {
		if !s.isMeta() {
			s.skip()
			continue
		}
		s.pos += len("<meta")
		e, ok := s.meta()
		if ok && !s.ended {
			return e, true
		}
	}
	return Encoding{}, false
}

// Declares reports whether a prescan of all of text, not only of the first 1,024 bytes,
// finds a meta tag that declares an encoding.
func Declares(text []byte) bool {
	_, ok := prescan(text)
	return ok
}

// A scanner reads the bytes of the prescan. ended is set when the algorithm needs a byte
// beyond the end of the text.
type scanner struct {
	text  []byte
	pos   int
	ended bool
}

// next moves to the next "<".
func (s *scanner) next() bool {
	if s.ended || s.pos >= len(s.text) {
		return false
	}
	i := bytes.IndexByte(s.text[s.pos:], '<')
	s.pos += i
	return i >= 0
}

// at returns the byte n bytes after the current byte, or 0.
func (s *scanner) at(n int) byte {
	if s.pos+n >= len(s.text) {
		return 0
	}
	return s.text[s.pos+n]
}

// peek returns the current byte. At the end it sets ended.
func (s *scanner) peek() byte {
	if s.pos >= len(s.text) {
		s.ended = true
		return 0
	}
	return s.text[s.pos]
}

// isMeta reports whether a meta tag begins at the current byte.
func (s *scanner) isMeta() bool {
	const tag = "<meta"
	c := s.at(len(tag))
	return (ascii.IsWhitespace(c) || c == '/') && bytes.EqualFold(s.text[s.pos:s.pos+len(tag)], []byte(tag))
}

// skip moves past the markup that begins with the current "<": a comment, a tag with its
// attributes, or anything else in angle brackets. If it is not markup, skip moves past this
// byte.
func (s *scanner) skip() {
	if bytes.HasPrefix(s.text[s.pos:], []byte("<!--")) {
		s.pos += len("<!") // the hyphens of the start may also be the hyphens of the end
		s.past("-->")
		return
	}
	s.pos++
	switch c := s.at(0); {
	case ascii.IsAlpha(c), c == '/' && ascii.IsAlpha(s.at(1)):
		s.tag()
	case c == '!' || c == '/' || c == '?':
		s.past(">")
	}
}

// past moves past the next occurrence of end.
func (s *scanner) past(end string) {
	i := bytes.Index(s.text[s.pos:], []byte(end))
	s.ended = i < 0
	s.pos += i + len(end)
}

// tag moves past the name and the attributes of a tag.
func (s *scanner) tag() {
	for c := s.peek(); !s.ended && !ascii.IsWhitespace(c) && c != '>'; c = s.peek() {
		s.pos++
	}
	for {
		if _, _, ok := s.attribute(); !ok {
			return
		}
	}
}

// meta reads the attributes of a meta tag and returns the encoding that it declares. The
// first attribute of each name counts.
func (s *scanner) meta() (Encoding, bool) {
	var found Encoding
	var known, pragma, charset, hasEquiv, hasContent, hasCharset bool
	for {
		name, value, ok := s.attribute()
		if !ok {
			break
		}
		switch string(ascii.AppendLower(nil, name)) {
		case "http-equiv":
			pragma = pragma || !hasEquiv && string(ascii.AppendLower(nil, value)) == "content-type"
			hasEquiv = true
		case "content":
			if !known && !charset && !hasContent {
				found, known = fromContent(ascii.AppendLower(nil, value))
			}
			hasContent = true
		case "charset":
			if !hasCharset {
				found, known = declared(string(value))
				charset, hasCharset = true, true
			}
		}
	}
	return found.ofMeta(), known && (charset || pragma)
}

// attribute reads an attribute (HTML Standard section 13.2.3.2, "get an attribute") and
// returns its name and value as written. ok is false at the end of the tag and at the end
// of the text.
func (s *scanner) attribute() (name, value []byte, ok bool) {
	for c := s.peek(); ascii.IsWhitespace(c) || c == '/'; c = s.peek() {
		s.pos++
	}
	if s.peek() == '>' || s.ended {
		return nil, nil, false
	}
	start := s.pos
	for c := s.peek(); !s.ended && !ascii.IsWhitespace(c) && c != '/' && c != '>' && (c != '=' || s.pos == start); c = s.peek() {
		s.pos++
	}
	name = s.text[start:s.pos]
	s.space()
	if s.peek() != '=' {
		return name, nil, !s.ended
	}
	s.pos++
	s.space()
	value = s.value()
	return name, value, !s.ended
}

// value reads the value of an attribute, in quotes or not.
func (s *scanner) value() []byte {
	quote := s.peek()
	if quote == '"' || quote == '\'' {
		s.pos++
		start := s.pos
		s.past(string(quote))
		if s.ended {
			return nil
		}
		return s.text[start : s.pos-1]
	}
	start := s.pos
	for c := quote; !s.ended && !ascii.IsWhitespace(c) && c != '>'; c = s.peek() {
		s.pos++
	}
	return s.text[start:s.pos]
}

func (s *scanner) space() {
	for ascii.IsWhitespace(s.peek()) {
		s.pos++
	}
}

// fromContent finds the encoding in the content attribute of a meta element (HTML Standard,
// "extracting a character encoding from a meta element"). s must be in lower case.
func fromContent(s []byte) (Encoding, bool) {
	for {
		_, rest, ok := bytes.Cut(s, []byte("charset"))
		if !ok {
			return Encoding{}, false
		}
		s = bytes.TrimLeft(rest, ascii.Whitespace)
		if len(s) > 0 && s[0] == '=' {
			break
		}
	}
	s = bytes.TrimLeft(s[1:], ascii.Whitespace)
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		label, _, ok := bytes.Cut(s[1:], s[:1])
		if !ok {
			return Encoding{}, false
		}
		return declared(string(label))
	}
	if i := bytes.IndexAny(s, ascii.Whitespace+";"); i >= 0 {
		s = s[:i]
	}
	return declared(string(s))
}

// Tentative reports whether e, returned by [Determine], gives way to the encoding of the
// first meta element that declares one (HTML Standard section 13.2.3.4, "changing the
// encoding while parsing").
func (e Encoding) Tentative() bool {
	_, wide := e.UTF16()
	return !wide && (e.source == Meta || e.source == Default)
}

// OfMeta returns the encoding that a meta element declares (HTML Standard section 13.2.6.4.4, "A
// start tag whose tag name is "meta""). charset, httpEquiv and content are the decoded values of
// those attributes, or nil if the element lacks the attribute.
func OfMeta(charset, httpEquiv, content []byte) (Encoding, bool) {
	e, ok := declared(string(charset))
	if !ok && bytes.EqualFold(httpEquiv, []byte("content-type")) {
		e, ok = fromContent(ascii.AppendLower(nil, content))
	}
	return e.ofMeta().from(Meta), ok
}

// ofMeta returns the encoding to use if a meta element declares e.
func (e Encoding) ofMeta() Encoding {
	if e.name == "x-user-defined" {
		return Encoding{name: defaultName}
	}
	return e
}
