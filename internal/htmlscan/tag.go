package htmlscan

import "bytes"

// Classes of bytes.
const (
	isSpace   = 1 << iota // white space; CR too, since spans are of raw text
	isSlash               // "/"
	isGreater             // ">"
	isEquals              // "="
	isAlpha               // ASCII letters
)

var byteClass = func() (c [256]uint8) {
	for _, b := range " \t\n\f\r" {
		c[b] = isSpace
	}
	c['/'], c['>'], c['='] = isSlash, isGreater, isEquals
	for b := 'a'; b <= 'z'; b++ {
		c[b], c[b-'a'+'A'] = isAlpha, isAlpha
	}
	return c
}()

// scanTag scans a tag that starts at at and whose name starts at i. It
// returns the offset after the tag, or cutOff.
func (s *Scanner) scanTag(kind Kind, at, i int) int {
	text := s.text[:s.end]
	t := &s.tag
	t.Kind, t.Start = kind, at
	if i = s.scanAttrs(text, t.scanName(text, i)); i < 0 {
		return cutOff
	}
	if kind == EndTag {
		t.Attrs = t.Attrs[:0]
		t.clearTree()
	}
	return i
}

// scanAttrs scans the rest of a tag whose name ends at i. It returns the offset
// after the tag, or cutOff.
func (s *Scanner) scanAttrs(text []byte, i int) int {
	t, names := &s.tag, s.names
	t.Attrs = t.Attrs[:0]
	for {
		// HTML Standard 13.2.5.32 (before attribute name state) and
		// 13.2.5.40 (self-closing start tag state)
		from := i
		for i < len(text) && byteClass[text[i]]&(isSpace|isSlash) != 0 {
			i++
		}
		if i >= len(text) {
			return cutOff
		}
		if text[i] == '>' {
			t.SelfClosing = i > from && text[i-1] == '/'
			t.End = i + 1
			return i + 1
		}
		// An equals sign here belongs to the name.
		a, start := t.addAttr(), i
		i = attrNameEnd(text, i)
		a.Name.Start, a.Name.End = start, i
		if a.Wanted = names != nil && names.has(text, start, i); a.Wanted {
			s.wanted = true
		}
		if i+1 < len(text) && text[i] == '=' && text[i+1] == '"' {
			// The most frequent of the cases below.
			end := s.marks.Near(quote, i+2)
			if end >= s.marks.End {
				end = s.marks.Next(quote, i+2)
			}
			if end >= len(text) {
				return cutOff
			}
			a.Quote, a.Value.Start, a.Value.End = DoubleQuoted, i+2, end
			i = end + 1
			continue
		}
		a.Quote, a.Value.Start, a.Value.End = NoValue, i, i
		if i = a.scanRest(text, i); i < 0 {
			return cutOff
		}
	}
}

// addAttr adds an attribute, to be filled in field by field.
func (t *Token) addAttr() *Attr {
	n := len(t.Attrs)
	if n == cap(t.Attrs) {
		t.Attrs = append(t.Attrs, Attr{})
	}
	t.Attrs = t.Attrs[:n+1]
	return &t.Attrs[n]
}

// scanRest scans what follows the name of the attribute, which ends at i. It
// returns the offset after the attribute, or cutOff.
func (a *Attr) scanRest(text []byte, i int) int {
	// HTML Standard 13.2.5.34 (after attribute name state)
	for i < len(text) && byteClass[text[i]] == isSpace {
		i++
	}
	if i < len(text) && text[i] == '=' {
		return a.scanValue(text, i+1)
	}
	return i
}

// attrNameEnd returns the end of the attribute name that begins at i, where any
// byte may be.
//
// HTML Standard 13.2.5.33 (attribute name state)
func attrNameEnd(text []byte, i int) int {
	i++
	for range 2 {
		if i+word > len(text) {
			break
		}
		if m := attrDelimiters(load(text, i)); m != 0 {
			i += firstMark(m)
			break
		}
		i += word
	}
	for i < len(text) && byteClass[text[i]]&(isSpace|isSlash|isGreater|isEquals) == 0 {
		i++
	}
	return i
}

// scanValue scans the value that follows the equals sign before i, and
// returns the offset after it, or cutOff.
func (a *Attr) scanValue(text []byte, i int) int {
	// HTML Standard 13.2.5.35 (before attribute value state)
	for i < len(text) && byteClass[text[i]] == isSpace {
		i++
	}
	if i >= len(text) {
		return cutOff
	}
	quote := text[i]
	switch quote {
	case '"':
		a.Quote = DoubleQuoted
	case '\'':
		a.Quote = SingleQuoted
	default:
		// HTML Standard 13.2.5.38 (attribute value (unquoted) state)
		a.Quote, a.Value.Start = Unquoted, i
		for i < len(text) && byteClass[text[i]]&(isSpace|isGreater) == 0 {
			i++
		}
		a.Value.End = i
		return i
	}
	// HTML Standard 13.2.5.36 and 13.2.5.37 (attribute value (quoted) states)
	i++
	n := bytes.IndexByte(text[i:], quote)
	if n < 0 {
		return cutOff
	}
	a.Value = Span{i, i + n}
	return i + n + 1
}
