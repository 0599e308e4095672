package jsscan

// A state says what may follow the last token.
type state uint8

const (
	statement state = iota // a statement, or the end of a list of statements
	operand                // an expression
	value                  // an operator: the token ended an expression
	ended                  // only a closing bracket or punctuation may follow on the same line
	exported               // after export default: an expression or a declaration
	binding                // after var, let and const: the name or pattern that is declared
	arrow                  // after "=>"
	property               // after ".": the name of a property
	header                 // the "(" of if, for and the like, or the "{" of catch
	function               // the name or "(" of a function
	body                   // the "{" of a function, switch or catch
	unsure                 // value or operand: after await or yield, which may be names
)

// A kind is the kind of an open bracket.
type kind uint8

const (
	block        kind = iota // "{" of statements
	object                   // "{" of an object or of a pattern
	class                    // "{" of a class
	paren                    // "("
	bracket                  // "["
	substitution             // "${"
)

// A flavor says whether a function is async, so that await is an operator in it, and whether it is
// a generator, so that yield is an operator in it.
type flavor struct{ async, generator bool }

// A frame is an open bracket.
type frame struct {
	kind      kind
	after     state  // the state after the closing bracket
	key       bool   // in an object or class, a property name or its modifier follows
	declares  bool   // in a declaration with var, let or const
	loop      bool   // the bracket is the "(" of for
	code      flavor // the flavor of the code in the bracket
	then      state  // if after is body: the state after the body
	head      flavor // the flavor of the function whose parameters may be in the "("
	ternaries int    // question marks without their colon
}

// A classHead is a class whose body has not begun.
type classHead struct {
	depth int   // the number of open brackets
	after state // the state after the body
}

// maxDepth is how deep brackets may nest.
const maxDepth = 10_000

// push opens a bracket. It reports false if the scan stops.
func (s *scanner) push(f frame) bool {
	if len(s.frames) > maxDepth {
		return s.stop("brackets are nested too deep")
	}
	f.key = f.kind == object || f.kind == class
	s.frames = append(s.frames, f)
	if s.state = operand; f.kind == block {
		s.state = statement
	}
	return true
}

// top returns the innermost open bracket. The script itself counts as a block.
func (s *scanner) top() *frame { return &s.frames[len(s.frames)-1] }

// pop closes the innermost bracket, or stops the scan if ok is false: the closing bracket has
// another kind.
func (s *scanner) pop(ok bool) (f frame, _ bool) {
	f = *s.top()
	if len(s.frames) == 1 || !ok || s.inClassHead() {
		return f, s.stop("a bracket closes nothing")
	}
	s.frames = s.frames[:len(s.frames)-1]
	s.state = f.after
	s.pos++
	return f, true
}

// inClassHead reports whether a class directly inside the innermost bracket still lacks its
// body.
func (s *scanner) inClassHead() bool {
	n := len(s.heads)
	return n > 0 && s.heads[n-1].depth == len(s.frames)
}

// openBrace reads "{" and decides what it begins.
func (s *scanner) openBrace(last token) bool {
	top := s.top()
	f := frame{kind: block, after: statement, code: top.code}
	switch {
	case s.state == body:
		f.after, f.code = s.next.then, s.next.head
	case s.state == arrow:
		f.after, f.code = ended, flavor{async: last.async}
	case s.state == header: // the header of catch
	case top.key:
		if last.word != wordStatic {
			return s.stop("a block begins where none can")
		}
		f.after, f.code = ended, flavor{}
	case s.state == value && s.inClassHead():
		n := len(s.heads) - 1
		f = frame{kind: class, after: s.heads[n].after}
		s.heads = s.heads[:n]
	case s.state == binding && !s.mayBeName(last.word):
		top.declares = true
		fallthrough
	case s.state == operand, s.state == exported:
		f.kind, f.after = object, value
	case s.state == statement, s.mayEnd(s.state, s.nl):
	default:
		return s.stop("it cannot be decided whether a block begins")
	}
	s.pos++
	return s.push(f)
}

// mayEnd reports whether a line break before a token that cannot continue a statement ends
// that statement (clause 12.10.1). before is the state before the token.
func (s *scanner) mayEnd(before state, nl bool) bool {
	return nl && s.top().kind == block && (before == value || before == ended)
}

// mayBeName reports whether the last word is let, and may be a name: for example, if it is on
// a line of its own after if (x). In a module, let is never a name.
func (s *scanner) mayBeName(last word) bool {
	return last == wordLet && s.nl && s.goal == Script && !s.top().loop
}

// openParen reads "(" and decides what it begins.
func (s *scanner) openParen(last token) bool {
	top := s.top()
	f := frame{after: value}
	switch {
	case s.state == header, s.state == function:
		f = s.next
	case top.key:
		f, top.head = frame{after: body, then: ended, head: top.head}, flavor{}
	case last.word == wordAsync:
		f.head.async = !s.nl
	}
	f.kind, f.code = paren, top.code
	s.pos++
	return s.push(f)
}

// closeBrace reads "}", and after the brace of a substitution the rest of the template.
func (s *scanner) closeBrace() bool {
	k := s.top().kind
	if _, ok := s.pop(k <= class || k == substitution); !ok {
		return false
	}
	return k != substitution || s.template()
}
