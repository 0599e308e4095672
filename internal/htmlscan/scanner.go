package htmlscan

import (
	"bytes"
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/simd"
)

// The numbers by which the [simd.Window] of a Scanner knows the bytes whose offsets it finds.
const (
	less  = iota // "<"
	quote        // a quotation mark
)

// A Scanner splits HTML text into tokens. Once its buffers have grown it does not allocate
// per token, and [Scanner.Reset] keeps the buffers.
type Scanner struct {
	text  []byte
	marks simd.Window // the offsets of less and quote
	pos   int         // the offset where Next continues, unless a tag is held
	end   int         // the end of the text, or of the noscript element

	run  Token // Text and RawText
	tag  Token // tokens of all other kinds
	held bool  // tag is scanned but not yet returned

	raw        rawKind
	rawName    string    // lower-case name of the end tag that ends the raw text
	rawAtom    atom.Atom // the element of the raw text
	rawEnd     bool      // the next end tag ends a raw-text element
	inNoscript bool

	tree  tree
	saved tree // the tree outside the noscript element

	names *Names // the wanted attributes; not nil
	skim  skimmer
}

// New returns a scanner of text.
func New(text []byte) *Scanner {
	s := new(Scanner)
	s.Reset(text)
	return s
}

// Reset makes s scan text from its start.
func (s *Scanner) Reset(text []byte) { s.ResetAt(text, 0) }

// ResetAt makes s scan text from offset start on, as a document of its own. The spans of
// its tokens are still offsets in text.
func (s *Scanner) ResetAt(text []byte, start int) {
	s.text, s.pos, s.end = text, start, len(text)
	s.held, s.raw, s.rawEnd, s.inNoscript = false, notRaw, false, false
	s.tree.reset(text)
	s.marks.Reset(text, '<', '"')
	s.names, s.skim.on, s.skim.treeBehind, s.skim.table = &noNames, false, false, -1
}

// Next returns the next token, which is valid until the next call. At the end of the text,
// and in all later calls, its kind is [EOF].
func (s *Scanner) Next() *Token {
	for {
		if t := s.step(); t != nil {
			return t
		}
	}
}

// IsOpen reports whether the element of a start tag is open after the last token. s must not skim.
func (s *Scanner) IsOpen(tag *Token) bool {
	return slices.ContainsFunc(s.tree.stack, func(e element) bool { return e.start == tag.Start && e.key == tag.key })
}

// step continues the scan. It returns nil if another step is needed for the next token.
func (s *Scanner) step() *Token {
	switch {
	case s.held:
		return s.deliver()
	case s.raw != notRaw:
		if s.rawText() {
			return &s.run
		}
	case s.pos < s.end:
		s.leaveTree()
		if s.skim.treeBehind {
			if s.skimToToken(); !s.held {
				return nil
			}
			return s.deliver()
		}
		if s.data() {
			s.tree.chars(s.text[s.run.Start:s.run.End], s.run.Start)
			return &s.run
		}
	case s.inNoscript:
		s.leaveNoscript()
	default:
		s.run = Token{Kind: EOF, Span: markup.Span{Start: s.end, End: s.end}}
		return &s.run
	}
	return nil
}

// deliver passes the held token to the tree and returns it.
func (s *Scanner) deliver() *Token {
	t := &s.tag
	s.held = false
	if s.skim.treeBehind {
		s.rawEnd = false
		return t
	}
	t.InNoscript = s.inNoscript
	switch t.Kind {
	case StartTag:
		s.tree.start(t)
		if kind := s.tree.raw; kind != notRaw {
			s.tree.raw = notRaw
			s.enterRaw(kind)
		}
	case EndTag:
		if s.rawEnd {
			s.rawEnd = false
			return t
		}
		s.tree.endTag(t)
	case Doctype:
		s.tree.doctype()
	case CDATA:
		content := s.text[t.Start+len("<!"+cdataOpen) : t.End]
		s.tree.chars(bytes.TrimSuffix(content, []byte(cdataClose)), t.Start)
	}
	return t
}

// Results of markup and of the functions that it calls, instead of an offset.
const (
	noMarkup = -1 // the "<" is character data
	cutOff   = -2 // the "<" begins a tag that is cut off at the end of the text
)

// data scans up to and including the next markup, and holds the markup for the next step. It
// reports whether s.run is text before the markup.
//
// HTML Standard 13.2.5.1 (data state)
func (s *Scanner) data() bool {
	start, at := s.pos, s.pos
	for {
		if at = s.marks.Next(less, at); at >= s.end {
			at, s.pos = s.end, s.end
			break
		}
		next := s.markup(at)
		if next >= 0 {
			s.held, s.pos = true, next
			break
		}
		if next == cutOff {
			at, s.pos = s.end, s.end
			break
		}
		at++
	}
	return s.emitRun(Text, start, at)
}

// emitRun makes s.run the token from start to end. It reports false if there is nothing between them.
func (s *Scanner) emitRun(kind Kind, start, end int) bool {
	if start == end {
		return false
	}
	r := &s.run
	r.Kind, r.Span, r.InNoscript, r.Element = kind, markup.Span{Start: start, End: end}, s.inNoscript, 0
	return true
}
