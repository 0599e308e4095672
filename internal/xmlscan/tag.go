package xmlscan

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/markup"
)

// Classes of bytes.
const (
	isSpace     = 1 << iota // white space
	isSlash                 // "/"
	isGreater               // ">"
	isLess                  // "<"
	isEquals                // "="
	isNameStart             // a byte that may begin a name
)

// endsName has the classes of the bytes that end a name.
const endsName = isSpace | isSlash | isGreater | isLess | isEquals

// XML 1.0 section 2.3 (Common Syntactic Constructs), productions 3 and 4. Every byte above
// ASCII may begin a name.
var byteClass = func() (c [256]uint8) {
	for _, b := range " \t\n\r" {
		c[b] = isSpace
	}
	c['/'], c['>'], c['<'], c['='] = isSlash, isGreater, isLess, isEquals
	c[':'], c['_'] = isNameStart, isNameStart
	for b := 'a'; b <= 'z'; b++ {
		c[b], c[b-'a'+'A'] = isNameStart, isNameStart
	}
	for b := 0x80; b <= 0xFF; b++ {
		c[b] = isNameStart
	}
	return c
}()

// scanTag scans a tag that starts at at and whose name starts at i. It returns the offset
// after the tag. If the tag is cut off, it returns the offset of the cut and false.
//
// XML 1.0 section 3.1 (Start-Tags, End-Tags, and Empty-Element Tags)
func (s *Scanner) scanTag(kind Kind, at, i int) (int, bool) {
	text, t := s.text, &s.tag
	t.Attrs, t.In = t.Attrs[:0], Element{}
	t.Cut = false
	t.Name = markup.Span{Start: i, End: nameEnd(text, i)}
	t.Local = localPart(text, t.Name)
	for i = t.Name.End; i < len(text); {
		switch c := byteClass[text[i]]; {
		case c == isGreater:
			t.Kind, t.Span = kind, markup.Span{Start: at, End: i + 1}
			// The slash of "/>" is never part of a name or a value.
			t.SelfClosing = kind == StartTag && text[i-1] == '/'
			if kind == EndTag {
				t.Attrs = t.Attrs[:0]
			}
			return i + 1, true
		case c == isLess:
			return i, false
		case c&(isSpace|isSlash) != 0:
			i++
		default:
			i = s.scanAttr(i)
		}
	}
	return len(text), false
}

// maxAttrs is the maximum number of attributes kept per tag. An attribute may take much
// more memory than it has bytes.
const maxAttrs = 10_000

// scanAttr scans the attribute that starts at i. It returns the offset after it, or the end
// of the text if the attribute is cut off.
func (s *Scanner) scanAttr(i int) int {
	text := s.text
	a := Attr{Name: markup.Span{Start: i, End: nameEnd(text, i)}}
	i = a.Name.End
	a.Local, a.Value = localPart(text, a.Name), markup.Span{Start: i, End: i}
	// XML 1.0 section 2.8, production 25 (Eq)
	if eq := skipSpace(text, i); eq < len(text) && text[eq] == '=' {
		i = a.scanValue(text, skipSpace(text, eq+1))
	}
	if len(s.tag.Attrs) == maxAttrs {
		s.tag.Cut = true
		return i
	}
	s.tag.Attrs = append(s.tag.Attrs, a)
	return i
}

// scanValue scans the value that starts at i, and returns the offset after it.
//
// XML 1.0 section 2.3, production 10 (AttValue)
func (a *Attr) scanValue(text []byte, i int) int {
	if i == len(text) {
		return i
	}
	if quote := text[i]; quote == '"' || quote == '\'' {
		i++
		n := bytes.IndexByte(text[i:], quote)
		if n < 0 {
			return len(text)
		}
		a.Quote, a.Value = markup.XMLDoubleQuoted, markup.Span{Start: i, End: i + n}
		if quote == '\'' {
			a.Quote = markup.XMLSingleQuoted
		}
		return i + n + 1
	}
	a.Quote, a.Value.Start = markup.Unquoted, i
	for i < len(text) && byteClass[text[i]]&(isSpace|isGreater|isLess) == 0 && !hasPrefix(text[i:], "/>") {
		i++
	}
	a.Value.End = i
	return i
}

// nameEnd returns the end of the name that starts at i. The byte at i belongs to the name, whatever it is.
func nameEnd(text []byte, i int) int {
	for i++; i < len(text) && byteClass[text[i]]&endsName == 0; {
		i++
	}
	return i
}

// localPart returns the part of a name after the prefix and its colon. If nothing is before
// or after the colon, the name has no prefix.
//
// Namespaces in XML 1.0 section 4 (Qualified Names)
func localPart(text []byte, name markup.Span) markup.Span {
	i := bytes.IndexByte(text[name.Start:name.End], ':') + 1
	if i <= 1 || name.Start+i == name.End {
		return name
	}
	return markup.Span{Start: name.Start + i, End: name.End}
}

// skipSpace returns the end of the white space from i on.
func skipSpace(text []byte, i int) int {
	for i < len(text) && byteClass[text[i]] == isSpace {
		i++
	}
	return i
}
