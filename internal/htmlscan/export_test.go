package htmlscan

// StartIn makes s begin in a state of the tokenizer, after a start tag named last, without
// tree construction. It reports false for an unknown state.
func (s *Scanner) StartIn(state, last string) bool {
	s.tree.detached = true
	s.rawName = last
	if last == "" {
		s.rawName = "\x00" // no tag has this name
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

// MaxDepth is the maximum number of elements on the stack.
const MaxDepth = maxDepth
