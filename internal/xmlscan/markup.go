package xmlscan

import (
	"bytes"
	"iter"

	"github.com/hrefix/hrefix/internal/markup"
)

const (
	commentOpen, commentClose = "<!--", "-->"
	cdataOpen, cdataClose     = "<![CDATA[", "]]>"
	procOpen, procClose       = "<?", "?>"
)

// markup scans the markup that begins with the "<" at offset at into s.tag, and returns the offset
// after it. If there is no markup, it returns false, and the offset up to which the text certainly
// has no markup.
func (s *Scanner) markup(at int) (int, bool) {
	i := at + 1
	if i == len(s.text) {
		return i, false
	}
	switch c := s.text[i]; {
	case byteClass[c]&isNameStart != 0:
		return s.scanTag(StartTag, at, i)
	case c == '/' && i+1 < len(s.text) && byteClass[s.text[i+1]]&isNameStart != 0:
		return s.scanTag(EndTag, at, i+1)
	case c == '?':
		return s.procInst(at)
	case c == '!':
		return s.declaration(at)
	}
	return i, false
}

// declaration scans markup that begins with "<!".
func (s *Scanner) declaration(at int) (int, bool) {
	rest := s.text[at:]
	switch {
	case hasPrefix(rest, commentOpen):
		// XML 1.0 section 2.5 (Comments)
		return s.delimited(Comment, at, commentOpen, commentClose)
	case hasPrefix(rest, cdataOpen):
		// XML 1.0 section 2.7 (CDATA Sections)
		return s.delimited(CDATA, at, cdataOpen, cdataClose)
	case len(rest) >= len(doctypeOpen) && bytes.EqualFold(rest[:len(doctypeOpen)], []byte(doctypeOpen)):
		return s.doctype(at)
	}
	return at + 1, false
}

// procInst scans a processing instruction. White space after "<?" is an error; the scanner
// accepts it and leaves the target empty.
//
// XML 1.0 section 2.6 (Processing Instructions)
func (s *Scanner) procInst(at int) (int, bool) {
	end, ok := s.delimited(ProcInst, at, procOpen, procClose)
	if ok {
		target := targetOf(s.text, s.tag.Span)
		s.tag.Name, s.tag.Local = target, target
	}
	return end, ok
}

// delimited scans from the opening delimiter at at to the next closing delimiter.
func (s *Scanner) delimited(kind Kind, at int, opening, closing string) (int, bool) {
	end := after(s.text, at+len(opening), closing)
	if end < 0 {
		return len(s.text), false
	}
	s.other(kind, at, end)
	return end, true
}

// other makes s.tag a token without name and attributes.
func (s *Scanner) other(kind Kind, start, end int) {
	s.tag = Token{Kind: kind, Span: markup.Span{Start: start, End: end}, Attrs: s.tag.Attrs[:0]}
}

// after returns the offset after the next mark from i on, or -1.
func after(text []byte, i int, mark string) int {
	n := bytes.Index(text[i:], []byte(mark))
	if n < 0 {
		return -1
	}
	return i + n + len(mark)
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// PseudoAttrs returns the pseudo-attributes of a processing instruction, such as the href
// of `<?xml-stylesheet href="a.css"?>`. References in their values are not decoded. The
// sequence ends at the first text that is not a pseudo-attribute.
//
// Associating Style Sheets with XML documents 1.0 section 3
func PseudoAttrs(text []byte, pi markup.Span) iter.Seq[Attr] {
	return func(yield func(Attr) bool) {
		if !isProcInst(text, pi) {
			return
		}
		text := text[:pi.End-len(procClose)]
		for i := targetOf(text, pi).End; ; {
			a, end := pseudoAttr(text, skipSpace(text, i))
			if end < 0 || !yield(a) {
				return
			}
			i = end
		}
	}
}

// pseudoAttr scans the pseudo-attribute that starts at i. It returns the
// offset after it, or -1.
func pseudoAttr(text []byte, i int) (Attr, int) {
	if i >= len(text) || byteClass[text[i]]&isNameStart == 0 {
		return Attr{}, -1
	}
	a := Attr{Name: markup.Span{Start: i, End: nameEnd(text, i)}}
	a.Local = a.Name
	i = skipSpace(text, a.Name.End)
	if i >= len(text) || text[i] != '=' {
		return Attr{}, -1
	}
	end := a.scanValue(text, skipSpace(text, i+1))
	if a.Quote == markup.NoValue || a.Quote == markup.Unquoted {
		return Attr{}, -1
	}
	return a, end
}

// isProcInst reports whether pi is the span of a processing instruction.
func isProcInst(text []byte, pi markup.Span) bool {
	return 0 <= pi.Start && pi.Start+len(procOpen)+len(procClose) <= pi.End && pi.End <= len(text) &&
		hasPrefix(text[pi.Start:], procOpen) && hasPrefix(text[pi.End-len(procClose):], procClose)
}

// targetOf returns the target of the processing instruction at pi.
//
// XML 1.0 section 2.6, production 17 (PITarget)
func targetOf(text []byte, pi markup.Span) markup.Span {
	start := pi.Start + len(procOpen)
	end := start
	for end < len(text) && text[end] != '?' && byteClass[text[end]]&isSpace == 0 {
		end++
	}
	return markup.Span{Start: start, End: end}
}
