package xmlscan

import (
	"iter"

	"github.com/hrefix/hrefix/internal/markup"
)

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
