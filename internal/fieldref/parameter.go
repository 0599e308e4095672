package fieldref

// Parameter returns the span of the value of a parameter, without its quotes.
// text[start:end] is the body of a field such as Content-Disposition (RFC 2183 section 2);
// name is in lower case. ok is false if there is no such parameter, or more than one, or if
// readers disagree about its value.
func Parameter(text []byte, start, end int, name string) (from, to int, ok bool) {
	f := newField(contentType, text, start, end)
	for _, p := range f.params(f.token(f.skipComments(start))) {
		if p.name != name {
			continue
		}
		if ok || f.keepValue(p) != "" {
			return 0, 0, false
		}
		from, to, ok = p.from, p.to, true
	}
	if ok && to-from > 1 && text[from] == '"' {
		from, to = from+1, to-1
	}
	return from, to, ok
}
