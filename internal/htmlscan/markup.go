package htmlscan

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/markup"
)

// markup scans the markup that begins with the "<" at the offset at, and sets
// s.tag. It returns the offset after the markup, noMarkup or cutOff.
//
// HTML Standard 13.2.5.6 (tag open state)
func (s *Scanner) markup(at int) int {
	text := s.text[:s.end]
	i := at + 1
	if i >= len(text) {
		return noMarkup
	}
	switch c := text[i]; {
	case byteClass[c] == isAlpha:
		return s.scanTag(StartTag, at, i)
	case c == '/': // 13.2.5.7 (end tag open state)
		if i++; i >= len(text) {
			return noMarkup
		}
		if byteClass[text[i]] == isAlpha {
			return s.scanTag(EndTag, at, i)
		}
	case c == '!':
		return s.declaration(at)
	case c != '?':
		return noMarkup
	}
	return s.upTo(Comment, at, i) // 13.2.5.41 (bogus comment state)
}

// HTML Standard 13.2.5.42 (markup declaration open state)
func (s *Scanner) declaration(at int) int {
	i := at + 2
	rest := s.text[i:s.end]
	switch {
	case bytes.HasPrefix(rest, []byte("--")):
		return s.comment(at, i+2)
	case hasPrefixFold(rest, "doctype"):
		// 13.2.5.53 (DOCTYPE state) and following: no state, not even within a quoted identifier, continues past ">".
		return s.upTo(Doctype, at, i)
	case bytes.HasPrefix(rest, []byte(cdataOpen)) && s.inForeign():
		// 13.2.5.69 (CDATA section state) and following
		if n := bytes.Index(rest, []byte(cdataClose)); n >= 0 {
			return s.other(CDATA, at, i+n+len(cdataClose))
		}
		return s.other(CDATA, at, s.end)
	}
	return s.upTo(Comment, at, i)
}

// inForeign reports whether the current node is an SVG or MathML element.
func (s *Scanner) inForeign() bool {
	if s.skim.treeBehind {
		return len(s.skim.foreign) > 0
	}
	return s.tree.foreign()
}

// comment scans a comment whose content starts at i.
//
// HTML Standard 13.2.5.43 (comment start state) and following
func (s *Scanner) comment(at, i int) int {
	text := s.text[:s.end]
	if hasPrefixFold(text[i:], ">") {
		return s.other(Comment, at, i+1)
	}
	if hasPrefixFold(text[i:], "->") {
		return s.other(Comment, at, i+2)
	}
	for j := i; ; j++ {
		n := bytes.IndexByte(text[j:], '>')
		if n < 0 {
			return s.other(Comment, at, len(text))
		}
		j += n
		if bytes.HasSuffix(text[i:j], []byte("--")) || bytes.HasSuffix(text[i:j], []byte("--!")) {
			return s.other(Comment, at, j+1)
		}
	}
}

const cdataOpen, cdataClose = "[CDATA[", "]]>"

// other makes s.tag a token without name and attributes, and returns end.
func (s *Scanner) other(kind Kind, start, end int) int {
	t := &s.tag
	t.Kind, t.Span, t.Attrs = kind, markup.Span{Start: start, End: end}, t.Attrs[:0]
	t.Name, t.Atom, t.SelfClosing, t.interest = markup.Span{}, 0, false, 0
	t.clearTree()
	return end
}

// upTo is other for a token that ends after the next ">" from i on, or at s.end.
func (s *Scanner) upTo(kind Kind, start, i int) int {
	end := s.end
	if n := bytes.IndexByte(s.text[i:end], '>'); n >= 0 {
		end = i + n + 1
	}
	return s.other(kind, start, end)
}

// hasPrefixFold reports whether b begins with the lower-case prefix, in any
// ASCII case.
func hasPrefixFold(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && ascii.EqualFold(b[:len(prefix)], prefix)
}
