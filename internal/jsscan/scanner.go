package jsscan

import (
	"strings"
	"unicode/utf8"
)

// A scanner reads the tokens of a script one after the other.
type scanner struct {
	src    []byte
	goal   Goal
	yield  func(Specifier) bool
	limit  int // the offset of the last word after which a specifier may come
	result Result

	pos    int
	nl     bool    // a line break, or the start of the script, is before the current token
	state  state   // after the last token
	last   token   // more about the last token
	frames []frame // the open brackets; the first is the script itself
	heads  []classHead
	next   frame // in the states header and function, the frame of the next "("; in body, the frame of the last ")"
}

// A token is what the scanner remembers of the last token.
type token struct {
	word   word
	before state // if word is wordAsync, the state before it
	nl     bool  // if word is wordAsync, the value of s.nl before it
	async  bool  // the token ends the parameters, or is the arrow, of what may be an async function
}

// stop stops the scan for a reason, and returns false.
func (s *scanner) stop(reason string) bool {
	if s.result.Reason == "" {
		s.result.Stopped, s.result.Reason = min(s.pos, len(s.src)), reason
	}
	return false
}

// newScanner returns a scanner before the first token.
func newScanner(src []byte, goal Goal, yield func(Specifier) bool) scanner {
	script := frame{kind: block, code: flavor{async: goal == Module}}
	return scanner{src: src, goal: goal, yield: yield, nl: true, frames: []frame{script}, result: Result{Computed: -1, Stopped: -1}}
}

// token reads the token at s.pos. It reports false if the scan is over.
func (s *scanner) token() bool {
	last := s.last
	s.last = token{}
	if s.nl && (last.word == wordReturn || last.word == wordBreak) && s.top().kind == block {
		s.state = statement
	}
	c := s.src[s.pos]
	switch top := s.top(); {
	case s.state == unsure && s.nl:
		return s.stop("it cannot be decided whether a statement ends")
	case s.endsField(c):
		top.key, top.head = true, flavor{}
	case top.declares && (s.state == statement || s.mayEnd(s.state, s.nl) && s.ends(c)):
		top.declares = false
	}
	switch {
	case classes[c]&wordStart != 0, c == '\\', c >= utf8.RuneSelf:
		return s.name(last)
	case !s.fits(c, last):
		return s.stop("it is not valid")
	case c == '{':
		return s.openBrace(last)
	case c == '(':
		return s.openParen(last)
	case c == '"', c == '\'':
		_, _, ok := s.str()
		s.literal(last)
		return ok
	case isDigit(c), c == '.' && isDigit(s.at(s.pos+1)):
		s.number()
		s.literal(last)
		return !isWordByte(s.at(s.pos)) || s.stop("it is not valid")
	case c == '=' && s.at(s.pos+1) == '>':
		s.pos += 2
		s.state, s.last.async = arrow, last.async
		return true
	}
	return s.punctuator(c, last)
}

// fits reports whether c may begin a token in the states that allow only certain tokens.
func (s *scanner) fits(c byte, last token) bool {
	switch s.state {
	case header:
		return c == '(' || c == '{' && last.word == wordCatch
	case function:
		return c == '(' || c == '*'
	case body:
		return c == '{'
	case property:
		return c == '(' || c == '[' || c == '`' || c == '#'
	}
	return true
}

// endsField reports whether the initializer of a class field ends before the current token,
// which begins with c: the token is on another line and cannot continue the initializer.
func (s *scanner) endsField(c byte) bool {
	top := s.top()
	return s.nl && top.kind == class && !top.key && !s.inClassHead() && s.ends(c)
}

// ends reports whether an expression or a declaration cannot continue with the current
// token, which begins with c.
func (s *scanner) ends(c byte) bool {
	switch {
	case s.state == ended:
		return c != '}' && c != ';' && c != ',' && c != '=' && c != ')'
	case s.state != value:
		return false
	case classes[c]&(wordStart|digit) != 0, c == '\\', c >= utf8.RuneSelf:
		w, _ := s.ahead().word()
		return string(w) != "in" && string(w) != "instanceof"
	}
	return c == '"' || c == '\'' || c == '#' || c == '@' || c == '{' || (c == '+' || c == '-') && s.at(s.pos+1) == c
}

// ahead returns a copy of s to look ahead with.
func (s *scanner) ahead() *scanner {
	look := *s
	return &look
}

// literal sets the state after a string or number, which may be the name of a property.
func (s *scanner) literal(last token) {
	top := s.top()
	s.modified(top, last)
	if !top.key {
		s.state = value
	}
}

// modified is called for the name of a property. If the word async is before the name, it notes that the
// method with that name is async.
func (s *scanner) modified(top *frame, last token) {
	if top.key && last.word == wordAsync && !s.nl {
		top.head.async = true
	}
}

// punctuator reads a token that is no name, string or number, nor "{", "(" or "=>".
func (s *scanner) punctuator(c byte, last token) bool {
	top := s.top()
	switch c {
	case '}':
		return s.closeBrace()
	case ')':
		f, ok := s.pop(top.kind == paren)
		s.next, s.last.async = f, f.head.async
		return ok
	case ']':
		_, ok := s.pop(top.kind == bracket)
		return ok
	case '[':
		s.modified(top, last)
		top.declares = top.declares || s.state == binding
		s.pos++
		return s.push(frame{kind: bracket, after: value, code: top.code})
	case '`':
		s.pos++
		return s.template()
	case '/':
		return s.slash()
	case '#': // a private name
		s.pos++
		if name, _ := s.word(); len(name) == 0 {
			return s.stop("it is not valid")
		}
		s.literal(last)
		return true
	case '@':
		return s.decorator()
	case ';':
		return s.semicolon()
	case ',':
		s.pos++
		s.state = operand
		if top.kind == object {
			top.key, top.head = true, flavor{}
		} else if top.declares {
			s.state = binding
		}
		return true
	case ':':
		return s.colon()
	case '*':
		s.pos++
		switch {
		case s.state == function:
			s.next.head.generator = true
		case top.key:
			s.modified(top, last)
			top.head.generator = true
		default:
			s.state = operand
		}
		return true
	}
	return s.operator(c, last)
}

// slash reads a "/" that begins no comment: a division or a regular expression.
func (s *scanner) slash() bool {
	if s.top().key {
		return s.stop("it is not valid")
	}
	switch s.state {
	case statement, operand, exported, arrow:
		s.state = value
		return s.regexp()
	case value:
		s.pos++
		s.state = operand
		return true
	case ended:
		if s.mayEnd(s.state, s.nl) {
			s.state = value
			return s.regexp()
		}
	}
	return s.stop(`it cannot be decided whether "/" begins a regular expression`)
}

// decorator reads "@" and the expression after it, up to the "(" of its arguments if it has
// any.
func (s *scanner) decorator() bool {
	before := s.state
	for s.pos++; ; s.pos++ {
		if !s.space() {
			return false
		}
		if s.at(s.pos) == '#' {
			s.pos++
		}
		s.word()
		look := s.ahead()
		if !look.space() || look.at(look.pos) != '.' && look.at(look.pos) != '(' {
			s.state = before
			return true
		}
		if s.pos = look.pos; s.at(s.pos) == '(' {
			s.pos++
			return s.push(frame{kind: paren, after: before, code: s.top().code})
		}
	}
}

func (s *scanner) semicolon() bool {
	s.pos++
	top := s.top()
	top.declares = false
	switch top.kind {
	case block:
		s.state = statement
	case paren:
		s.state = operand // this is the head of for
	case class:
		top.key, top.head, s.state = true, flavor{}, operand
	default:
		return s.stop("it is not valid")
	}
	return true
}

func (s *scanner) colon() bool {
	s.pos++
	s.state = operand
	switch top := s.top(); {
	case top.ternaries > 0:
		top.ternaries--
	case top.kind == object:
		top.key = false
	case top.kind == block:
		s.state = statement // after a label, or the colon of a case
	default:
		return s.stop("it is not valid")
	}
	return true
}

// operator reads an operator or a dot. An operator of several characters may be read one by
// one if that leads to the same state.
func (s *scanner) operator(c byte, last token) bool {
	next := s.at(s.pos + 1)
	switch {
	case c == '.' && next == '.' && s.at(s.pos+2) == '.':
		s.pos += 3
		s.top().key = false
		s.state = operand
	case c == '.':
		s.pos++
		s.state = property
	case c == '?' && next == '.' && !isDigit(s.at(s.pos+2)):
		s.pos += 2
		s.state = property
	case c == '?' && next == '?':
		s.pos += 2
		s.state = operand
	case c == '?':
		s.pos++
		s.top().ternaries++
		s.state = operand
	case (c == '+' || c == '-') && next == c:
		s.pos += 2
		switch {
		case s.nl || s.state != value && s.state != unsure && last.word != wordLet:
			s.state = operand
		case last.word == wordLet:
			s.state = value
		}
	case c == '=' && s.top().key:
		s.pos++
		s.top().key = false
		s.state = operand
	case strings.IndexByte("+-%&|^!~<>=", c) >= 0:
		s.pos++
		s.state = operand
	default:
		return s.stop("it is not valid")
	}
	return true
}
