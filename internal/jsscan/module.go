package jsscan

// importWord reads the tokens after the word import, which is at start.
func (s *scanner) importWord(start int, before state) bool {
	look := s.ahead()
	if !look.space() {
		return s.stop("it is not valid")
	}
	switch look.at(look.pos) {
	case '(':
		return s.importCall(look, start)
	case '.':
		return s.importMeta(look, start)
	}
	if !s.isItem(before) {
		return s.stop("an import declaration where none can be")
	}
	return s.declaration(true)
}

// isItem reports whether an import or export declaration can begin (clause 16.2).
func (s *scanner) isItem(before state) bool {
	return s.goal == Module && len(s.frames) == 1 && (before == statement || s.mayEnd(before, s.nl))
}

// importCall yields the argument of import() if it is a specifier. look is at the "(". s does
// not move: it reads the argument later, like any other expression.
func (s *scanner) importCall(look *scanner, start int) bool {
	spec, ok := look.argument()
	if !ok {
		s.computed(start)
		return true
	}
	return s.yield(spec)
}

// importMeta looks at the property of import. look is at the ".".
func (s *scanner) importMeta(look *scanner, start int) bool {
	switch look.member() {
	case "source", "defer":
		if look.space() && look.at(look.pos) == '(' {
			return s.importCall(look, start)
		}
	case "meta":
		if !look.space() || look.at(look.pos) != '.' {
			s.computed(start)
			return true
		}
		switch look.member() {
		case "url":
			s.computed(start)
		case "resolve":
			if look.space() && look.at(look.pos) == '(' {
				return s.importCall(look, start)
			}
			s.computed(start)
		}
	}
	return true
}

// member skips "." and the name after it, and returns the name.
func (s *scanner) member() string {
	s.pos++
	s.space()
	name, _ := s.word()
	return string(name)
}

// computed records the offset of a computed specifier, unless an earlier one was found.
func (s *scanner) computed(at int) {
	if s.result.Computed < 0 {
		s.result.Computed = at
	}
}

// argument returns the first argument of a call whose "(" is at s.pos. ok is false unless
// the argument is just a string or a template without substitutions.
func (s *scanner) argument() (spec Specifier, ok bool) {
	s.pos++
	if !s.space() {
		return spec, false
	}
	switch c := s.src[s.pos]; c {
	case '"', '\'':
		start, end, ok := s.str()
		if !ok {
			return spec, false
		}
		spec = Specifier{start, end, c}
	case '`':
		s.pos++
		start, depth := s.pos, len(s.frames)
		if !s.template() || len(s.frames) > depth {
			return spec, false
		}
		spec = Specifier{start, s.pos - 1, c}
	default:
		return spec, false
	}
	return spec, s.space() && (s.src[s.pos] == ',' || s.src[s.pos] == ')')
}

// exportWord reads the tokens after the word export.
func (s *scanner) exportWord(before state) bool {
	if !s.isItem(before) {
		return s.stop("an export declaration where none can be")
	}
	look := s.ahead()
	if !look.space() {
		return s.stop("it is not valid")
	}
	switch look.src[look.pos] {
	case '*', '{':
		return s.declaration(false)
	}
	s.state = statement
	if word, _ := look.word(); string(word) == "default" {
		s.pos, s.state = look.pos, exported
	}
	return true
}

// declaration reads an import declaration after its first word, or export * or export {},
// without interpreting the names in it.
func (s *scanner) declaration(isImport bool) bool {
	from := isImport // a string that follows here is the specifier
	for depth := 0; s.space(); {
		switch c := s.src[s.pos]; {
		case classes[c]&wordStart != 0, c == '\\', c >= 0x80:
			word, _ := s.word()
			if len(word) == 0 {
				return s.stop("it is not valid")
			}
			from = depth == 0 && string(word) == "from"
			continue
		case c == '"', c == '\'':
			start, end, ok := s.str()
			switch {
			case !ok:
				return false
			case depth == 0 && from:
				return s.yield(Specifier{start, end, c}) && s.attributes()
			case depth == 0 && isImport:
				return s.stop("it is not valid")
			}
			continue
		case c == '{' && depth == 0:
			depth = 1
		case c == '}' && depth == 1:
			depth = 0
			if s.pos++; !isImport {
				return s.exported()
			}
			continue
		case c == ',' || c == '*':
		default:
			return s.stop("it is not valid")
		}
		s.pos++
		from = false
	}
	return s.stop("it is not valid")
}

// exported reads the from clause after the "}" of export {}, if there is one.
func (s *scanner) exported() bool {
	s.state = statement
	look := s.ahead()
	if !look.space() {
		return true
	}
	if word, _ := look.word(); string(word) != "from" || !look.space() {
		return true
	}
	c := look.src[look.pos]
	if c != '"' && c != '\'' {
		s.pos = look.pos // "from" is a name, which begins a statement
		s.state = value
		return true
	}
	s.pos = look.pos
	start, end, ok := s.str()
	return ok && s.yield(Specifier{start, end, c}) && s.attributes()
}

// attributes skips the import attributes after the specifier of a declaration, if there are
// any.
func (s *scanner) attributes() bool {
	s.state = statement
	look := s.ahead()
	look.nl = false
	if !look.space() {
		return true
	}
	word, _ := look.word()
	if string(word) != "with" && (string(word) != "assert" || look.nl) || !look.space() || look.src[look.pos] != '{' {
		return true
	}
	s.pos = look.pos + 1
	for s.space() {
		switch c := s.src[s.pos]; {
		case c == '}':
			s.pos++
			return true
		case c == '"', c == '\'':
			if _, _, ok := s.str(); !ok {
				return false
			}
			continue
		case classes[c]&wordStart != 0:
			s.word()
			continue
		case c == ',' || c == ':':
		default:
			return s.stop("it is not valid")
		}
		s.pos++
	}
	return false
}
