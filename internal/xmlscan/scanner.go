package xmlscan

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/markup"
)

// A Scanner splits XML text into tokens. Once its buffers have grown it does not allocate
// per token, and [Scanner.Reset] keeps the buffers.
type Scanner struct {
	text []byte
	pos  int // the offset where Next continues, unless a tag is held

	run  Token // tokens of the kinds Text and EOF
	tag  Token // tokens of all other kinds
	held bool  // tag is scanned but not yet returned

	scope scope
}

// New returns a scanner of text.
func New(text []byte) *Scanner {
	s := new(Scanner)
	s.Reset(text)
	return s
}

// Reset makes s scan text from its start.
func (s *Scanner) Reset(text []byte) {
	s.text, s.pos, s.held = text, 0, false
	s.scope.reset(text)
}

// Next returns the next token, which is valid until the next call. At the end of the text,
// and in all later calls, its kind is [EOF].
func (s *Scanner) Next() *Token {
	if !s.held && s.data() {
		return &s.run
	}
	if !s.held {
		s.run = Token{Kind: EOF, Span: markup.Span{Start: len(s.text), End: len(s.text)}, Depth: s.scope.depth()}
		return &s.run
	}
	s.held = false
	switch t := &s.tag; t.Kind {
	case StartTag:
		s.scope.open(t)
	case EndTag:
		s.scope.close(t)
	default:
		t.Depth = s.scope.depth()
		if t.Kind == CDATA {
			t.In = s.scope.innermost()
		}
	}
	return &s.tag
}

// data scans the text up to the next markup, and the markup itself, which it holds back for the
// next call of Next. It reports whether there is text before the markup.
//
// XML 1.0 section 2.4 (Character Data and Markup)
func (s *Scanner) data() bool {
	start, at := s.pos, s.pos
	for {
		i := bytes.IndexByte(s.text[at:], '<')
		if i < 0 {
			at, s.pos = len(s.text), len(s.text)
			break
		}
		at += i
		end, ok := s.markup(at)
		if ok {
			s.held, s.pos = true, end
			break
		}
		at = end
	}
	if start == at {
		return false
	}
	r := &s.run
	r.Kind, r.Span = Text, markup.Span{Start: start, End: at}
	r.Depth, r.In = s.scope.depth(), s.scope.innermost()
	return true
}
