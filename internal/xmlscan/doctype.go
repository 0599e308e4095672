package xmlscan

import "github.com/hrefix/hrefix/internal/markup"

const (
	doctypeOpen = "<!DOCTYPE"
	entityOpen  = "<!ENTITY"
)

// doctype scans a DOCTYPE. In its internal subset, a ">" ends a declaration, not the
// DOCTYPE. Quotes have a meaning except in comments and processing instructions.
//
// XML 1.0 section 2.8 (Prolog and Document Type Declaration)
func (s *Scanner) doctype(at int) (int, bool) {
	subset := false
	for i := at + len(doctypeOpen); 0 <= i && i < len(s.text); {
		if s.text[i] == '>' && !subset {
			s.other(Doctype, at, i+1)
			return i + 1, true
		}
		i, subset = passDoctype(s.text, i, subset)
	}
	return len(s.text), false
}

// passDoctype returns the offset after the literal, comment, processing instruction or other byte
// at i in a DOCTYPE. The offset is negative if the piece has no end. subset reports whether i is
// within the internal subset; the result reports the same for the returned offset.
func passDoctype(text []byte, i int, subset bool) (int, bool) {
	rest := text[i:]
	switch c := text[i]; {
	case c == '"':
		return after(text, i+1, `"`), subset
	case c == '\'':
		return after(text, i+1, `'`), subset
	case subset && hasPrefix(rest, commentOpen):
		return after(text, i+len(commentOpen), commentClose), subset
	case subset && hasPrefix(rest, procOpen):
		return after(text, i+len(procOpen), procClose), subset
	default:
		return i + 1, c == '[' || subset && c != ']'
	}
}

// Entities returns the names of the general entities that a DOCTYPE declares, in the order
// of the declarations, including duplicates. doctype is its span in text. more reports
// whether there are parameter entities, which may declare further entities. Entities does
// not read an external subset.
//
// XML 1.0 section 4.2 (Entity Declarations)
func Entities(text []byte, doctype markup.Span) (names []markup.Span, more bool) {
	text = text[:doctype.End]
	subset := false
	for i := doctype.Start + len(doctypeOpen); 0 <= i && i < len(text); {
		if subset && hasPrefix(text[i:], entityOpen) {
			i = skipSpace(text, i+len(entityOpen))
			switch {
			case i == len(text):
			case text[i] == '%': // declares a parameter entity
				i++
			case byteClass[text[i]]&isNameStart != 0:
				names = append(names, markup.Span{Start: i, End: nameEnd(text, i)})
			}
			continue
		}
		more = more || subset && text[i] == '%'
		i, subset = passDoctype(text, i, subset)
	}
	return names, more
}
