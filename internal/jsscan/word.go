package jsscan

// A word is a word on which the meaning of the next token depends.
type word uint8

const (
	_          word = iota
	wordReturn      // return, throw and yield: a line break after the word ends the statement
	wordBreak       // break and continue: a line break after the word ends the statement; a label may follow
	wordAsync
	wordStatic
	wordCatch
	wordLet
)

// name reads a name or keyword.
func (s *scanner) name(last token) bool {
	start := s.pos
	name, plain := s.word()
	if len(name) == 0 {
		return s.stop("it is not valid")
	}
	top := s.top()
	switch {
	case s.state == property:
		s.state = value
		return true
	case s.state == function:
		return true
	case s.state == header:
		return string(name) == "await" && s.next.loop || s.stop("it is not valid")
	case s.state == body:
		return s.stop("it is not valid")
	case top.key: // the name of a property, or a modifier before it
		s.modified(top, last)
		if plain && string(name) == "async" {
			s.last.word = wordAsync
		} else if plain && string(name) == "static" && top.kind == class {
			s.last.word = wordStatic
		}
		return true
	}
	before := s.state
	if before == binding && s.declared(string(name), last.word) {
		return true
	}
	s.state = value
	if !plain {
		return true
	}
	switch string(name) {
	case "import":
		return s.importWord(start, before)
	case "export":
		return s.exportWord(before)
	case "function":
		return s.functionWord(before, last)
	case "class":
		return s.classWord(before)
	}
	s.reserved(string(name), before, last)
	return true
}

// headers are the frames of the "(" after a keyword.
var headers = map[string]frame{
	"if":     {after: statement},
	"while":  {after: statement},
	"with":   {after: statement},
	"for":    {after: statement, loop: true},
	"switch": {after: body, then: statement},
	"catch":  {after: body, then: statement},
}

// reserved sets the state after a name, or after a word that is reserved, always or in some
// places.
func (s *scanner) reserved(name string, before state, last token) {
	switch name {
	case "if", "while", "with", "for", "switch", "catch":
		s.state, s.next = header, headers[name]
		s.next.head = s.top().code // the flavor of the body
		if name == "catch" {
			s.last.word = wordCatch
		}
	case "else", "do", "try", "finally":
		s.state = statement
	case "return", "throw":
		s.state, s.last.word = operand, wordReturn
	case "break", "continue":
		s.state, s.last.word = ended, wordBreak
	case "debugger":
		s.state = ended
	case "typeof", "void", "delete", "new", "in", "instanceof", "case", "extends":
		s.state = operand
	case "var", "const":
		s.state = binding
	case "let":
		if before != operand || s.top().loop {
			s.state, s.last.word = binding, wordLet
		}
	case "async":
		s.last = token{word: wordAsync, before: before, nl: s.nl}
	case "await", "yield":
		s.operatorWord(name)
	case "of":
		if top := s.top(); top.loop && (before == value || before == ended) {
			s.state = operand
		}
	default:
		if last.word == wordBreak && !s.nl {
			s.state = ended
		}
		s.last.async = last.word == wordAsync && !s.nl
	}
}

// declared sets the state after a name in the state binding. It reports false if the name cannot be
// declared. Then the let before it is a name, and the name begins a new statement.
func (s *scanner) declared(name string, last word) bool {
	switch name {
	case "in", "instanceof", "if", "for", "while", "do", "return", "switch", "throw", "try", "with",
		"function", "class", "var", "const", "typeof", "void", "delete", "new", "import", "this", "debugger", "break", "continue":
		return false
	}
	s.state, s.top().declares = ended, true
	if s.mayBeName(last) {
		s.state = unsure
	}
	return true
}

// operatorWord sets the state after await or yield. They are operators in modules and in
// functions of their kind; elsewhere they may be names.
func (s *scanner) operatorWord(name string) {
	code := s.top().code
	isOperator := code.async
	if name == "yield" {
		isOperator = code.generator
	}
	switch {
	case !isOperator && s.goal == Script:
		s.state = unsure
	case name == "yield":
		s.state, s.last.word = operand, wordReturn
	default:
		s.state = operand
	}
}

// isDeclaration reports whether function or class begins a declaration. before is the state
// before the word. ok is false if that cannot be decided.
func (s *scanner) isDeclaration(before state, nl bool) (yes, ok bool) {
	switch before {
	case statement, exported:
		return true, true
	case operand, arrow:
		return false, true
	}
	if s.mayEnd(before, nl) {
		return true, true
	}
	return false, s.stop("it cannot be decided whether a declaration begins")
}

func (s *scanner) functionWord(before state, last token) bool {
	nl, async := s.nl, last.word == wordAsync && !s.nl
	if async {
		before, nl = last.before, last.nl
	}
	declared, ok := s.isDeclaration(before, nl)
	s.next = frame{after: body, then: value, head: flavor{async: async}}
	if declared {
		s.next.then = statement
	}
	s.state = function
	return ok
}

func (s *scanner) classWord(before state) bool {
	declared, ok := s.isDeclaration(before, s.nl)
	h := classHead{depth: len(s.frames), after: value}
	if declared {
		h.after = statement
	}
	s.heads = append(s.heads, h)
	return ok
}
