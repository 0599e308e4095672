package whatwg

// Prefix returns what the URL of a relative reference has before the reference, if
// that is all that the parser would do: nothing of input is removed, encoded or
// shortened. That holds for most references of most documents, and their bytes tell
// it. ok is false for all others, and for some that take longer to tell.
func (r Resolver) Prefix(input []byte) (prefix string, ok bool) {
	b := r.Base
	if b == nil || b.scheme == notSpecial || b.scheme == file {
		return "", false
	}
	if len(input) == 0 {
		return b.href[:b.fragment], true
	}
	i := 0 // where the path begins, or what is behind it
	switch input[0] {
	case '#':
		prefix = b.href[:b.fragment]
	case '?':
		prefix = b.href[:b.query]
	case '/':
		if b.scheme.isSlash(input, 1) { // a host
			return "", false
		}
		prefix = b.href[:b.origin]
	default:
		if i = plainSegment(input); i < 0 {
			return "", false
		}
		prefix = b.href[:b.dir]
	}
	return prefix, isPlain(input[i:])
}

// plainSegment returns where a segment ends that input begins with. It is -1 if it
// may be a scheme or a segment of dots.
func plainSegment(input []byte) int {
	if input[0] == '.' || input[0] == '%' {
		return -1
	}
	for i, b := range input {
		if b == ':' {
			return -1
		}
		if classes[b]&(delimiter|pathSet) != 0 {
			return i
		}
	}
	return len(input)
}

// isPlain reports whether the rest of a reference, from the end of a segment on, is
// written as it is in a URL of a special scheme.
func isPlain(rest []byte) bool {
	for i := 0; i < len(rest); i++ {
		if classes[rest[i]]&(delimiter|pathSet) == 0 {
			continue
		}
		switch rest[i] {
		case '/':
			if i+1 < len(rest) && (rest[i+1] == '.' || rest[i+1] == '%') { // segments of dots may be
				return false
			}
		case '?':
			return isPlainQuery(rest[i+1:])
		case '#':
			return classOf(rest[i+1:])&fragmentSet == 0
		default:
			return false
		}
	}
	return true
}

// isPlainQuery does the same from behind the "?" of a query on.
func isPlainQuery(rest []byte) bool {
	for i, b := range rest {
		if classes[b]&specialQuerySet != 0 {
			return b == '#' && classOf(rest[i+1:])&fragmentSet == 0
		}
	}
	return true
}
