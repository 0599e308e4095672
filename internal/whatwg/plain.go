package whatwg

// Prefix returns the part of a relative reference's URL before the reference, if the rest of the
// URL is the unchanged reference: the parser removes, encodes and shortens nothing in input. This
// is true of most references, and can be seen from their bytes. ok is false for all other
// references, and for some that would take longer to decide.
func (r Resolver) Prefix(input []byte) (prefix string, ok bool) {
	b := r.Base
	if b == nil || b.scheme == notSpecial || b.scheme == file {
		return "", false
	}
	if len(input) == 0 {
		return b.href[:b.fragment], true
	}
	i := 0 // the start of the path, or the byte after it
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

// plainSegment returns the end of the segment that input begins with. It returns -1 if the segment
// may be a scheme or a dot segment.
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

// isPlain reports whether the rest of a reference, from the end of a segment on, is written
// as it is in a URL with a special scheme.
func isPlain(rest []byte) bool {
	for i := 0; i < len(rest); i++ {
		if classes[rest[i]]&(delimiter|pathSet) == 0 {
			continue
		}
		switch rest[i] {
		case '/':
			if i+1 < len(rest) && (rest[i+1] == '.' || rest[i+1] == '%') { // a dot segment may begin here
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

// isPlainQuery is isPlain for the text after the "?" of a query.
func isPlainQuery(rest []byte) bool {
	for i, b := range rest {
		if classes[b]&specialQuerySet != 0 {
			return b == '#' && classOf(rest[i+1:])&fragmentSet == 0
		}
	}
	return true
}
