package htmlscan

// StartIn makes s begin in a state of the tokenizer, after a start tag named
// last, and without tree construction. It reports false if it knows no such
// state.
func (s *Scanner) StartIn(state, last string) bool {
	s.tree.detached = true
	s.rawName = last
	if last == "" {
		s.rawName = "\x00" // the name of no tag
	}
	switch state {
	case "Data state":
	case "PLAINTEXT state":
		s.raw = rawForever
	case "RCDATA state", "RAWTEXT state":
		s.raw = rawPlain
	case "Script data state":
		s.raw = rawScript
	default:
		return false
	}
	return true
}

// MaxDepth is how many elements the stack holds.
const MaxDepth = maxDepth
