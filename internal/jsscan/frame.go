package jsscan

// A state says what the grammar wants after a token.
type state uint8

const (
	statement state = iota // a statement, or the end of a list of them
	operand                // an expression
	value                  // what may follow an expression
	ended                  // nothing on the same line but a closing bracket or punctuation
	exported               // after export default: an expression or a declaration
	binding                // after var, let and const: the name or pattern that is declared
	arrow                  // after "=>"
	property               // after ".": the name of a property
	header                 // the "(" of if, for and the like, or the "{" of catch
	function               // the name or "(" of a function
	body                   // the "{" of a function, switch or catch
	unsure                 // value or operand: after await or yield, which may be names
)

// A kind is that of an open bracket.
type kind uint8

const (
	block        kind = iota // "{" of statements
	object                   // "{" of an object or of a pattern
	class                    // "{" of a class
	paren                    // "("
	bracket                  // "["
	substitution             // "${"
)

// A flavor says whether await and yield are operators in a function.
type flavor struct{ async, generator bool }

// A frame is an open bracket.
type frame struct {
	kind      kind
	after     state  // what follows the bracket that closes it
	key       bool   // in an object or class: a name, or what belongs to it, comes
	declares  bool   // in a statement with var, let or const
	loop      bool   // the "(" of for
	code      flavor // of what is inside
	then      state  // if after is body: what follows that
	head      flavor // of a "(": that of the function that it may begin
	ternaries int    // question marks without their colon
}

// A classHead is a class whose body has not begun.
type classHead struct {
	depth int // how many brackets are around
	after state
}

// maxDepth is how deep brackets may nest.
const maxDepth = 10_000

// push opens a bracket.
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

// top returns the innermost open bracket. The script itself is a block.
func (s *scanner) top() *frame { return &s.frames[len(s.frames)-1] }

// pop closes the innermost bracket, if ok.
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

// inClassHead reports whether the body of a class has to come, inside of the innermost
// bracket.
func (s *scanner) inClassHead() bool {
	n := len(s.heads)
	return n > 0 && s.heads[n-1].depth == len(s.frames)
}

// openBrace opens the "{" at hand.
func (s *scanner) openBrace(last token) bool {
	top := s.top()
	f := frame{kind: block, after: statement, code: top.code}
	switch {
	case s.state == body:
		f.after, f.code = s.next.then, s.next.head
	case s.state == arrow:
		f.after, f.code = ended, flavor{async: last.async}
	case s.state == header: // of catch
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

// mayEnd reports whether a statement ends before a token that cannot continue it: one
// that is on another line (clause 12.10.1). The state is that before the token.
func (s *scanner) mayEnd(before state, nl bool) bool {
	return nl && s.top().kind == block && (before == value || before == ended)
}

// mayBeName reports whether let, if it is the last word, may be a name: on a line of its
// own as the statement of an if, say, but never in a module.
func (s *scanner) mayBeName(last word) bool {
	return last == wordLet && s.nl && s.goal == Script && !s.top().loop
}

// openParen opens the "(" at hand.
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

// closeParen closes the ")" at hand.
func (s *scanner) closeParen() bool {
	f, ok := s.pop(s.top().kind == paren)
	s.next, s.last.async = f, f.head.async
	return ok
}

// closeBrace closes the "}" at hand.
func (s *scanner) closeBrace() bool {
	k := s.top().kind
	if _, ok := s.pop(k <= class || k == substitution); !ok {
		return false
	}
	return k != substitution || s.template()
}
