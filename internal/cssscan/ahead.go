package cssscan

import "bytes"

// Most of a style sheet is neither URL nor string nor comment, and the starts and ends of
// rules matter only for at-rules. So the finder skips ahead, starting between two rules: it
// looks only for the stops, the few bytes that can begin a URL, a string, a comment, an escape
// or an at-rule, and does not track open blocks. If it has to know the open blocks at some
// place, it goes back to where it began to skip ahead, and reads all tokens up to that place.
// No byte is read more than three times.

// stops are the bytes at which the finder stops when it skips ahead.
var stops = [...]byte{'(', '@', '/', '"', '\'', '\\'}

// An ahead is the state of a finder while it skips ahead.
type ahead struct {
	next    [len(stops)]int // the next offset of each stop; not valid if it is before the lexer
	escaped int             // the end of the last escape: the name with the escape continues there
	until   int             // before this offset no URL is yielded and the finder does not skip ahead
}

// newAhead is the initial state: no stop is known.
var newAhead = ahead{next: [...]int{-1, -1, -1, -1, -1, -1}, escaped: -1}

// skipAhead yields the URLs of a style sheet, starting between two rules. It returns at the
// end, or where the rules must be known; then the lexer is back where it started. It
// reports whether yield wants more URLs.
func (f *finder) skipAhead(yield func(Ref) bool) bool {
	from := f.lex.pos
	for {
		at := f.nextStop()
		if at == len(f.lex.src) {
			f.lex.pos = at
			return true
		}
		ref, found, ok := f.look(at)
		switch {
		case !ok:
			f.lex.pos, f.until = from, at+1
			return true
		case found && !yield(ref):
			return false
		}
	}
}

// nextStop returns the offset of the next stop, or the end of the text.
func (f *finder) nextStop() int {
	first := len(f.lex.src)
	for i, c := range stops {
		if f.next[i] < f.lex.pos {
			if n := bytes.IndexByte(f.lex.src[f.lex.pos:], c); n >= 0 {
				f.next[i] = f.lex.pos + n
			} else {
				f.next[i] = len(f.lex.src)
			}
		}
		first = min(first, f.next[i])
	}
	return first
}

// look moves past the token that begins at the stop at the offset at. If the token has a URL, it returns the URL, and
// found is true. ok is false if look cannot decide without the rules around the token.
func (f *finder) look(at int) (ref Ref, found, ok bool) {
	l := &f.lex
	before := l.pos
	l.pos = at
	switch l.src[at] {
	case '(':
		return f.parenthesis(before, at)
	case '"', '\'':
		l.string()
	case '/':
		l.next()
	case '\\':
		if !l.isEscape(at) {
			l.pos++
			break
		}
		l.pos = l.escape(at)
		f.escaped = l.pos
	case '@':
		if t := l.next(); t.kind == atKeyword {
			return ref, false, !isNamedAny(l.src[t.start:t.end], "import", "namespace", "charset")
		}
	}
	return ref, false, true
}

// parenthesis is look for a "(" at offset at. The name before it begins at from or later.
func (f *finder) parenthesis(from, at int) (ref Ref, found, ok bool) {
	l := &f.lex
	l.pos = at + 1
	start := at
	for start > from && classes[l.src[start-1]]&dull != 0 {
		start--
	}
	if start == f.escaped {
		return ref, false, false
	}
	if !mayTakeURL(l.src[start:at]) {
		return ref, false, true
	}
	if bytes.HasSuffix(l.src[from:start], []byte("<!")) && bytes.HasPrefix(l.src[start:], []byte("--")) {
		start += len("--")
	}
	l.pos = start
	t := l.next()
	for l.pos <= at {
		t = l.next()
	}
	name := l.src[t.start:t.end]
	switch {
	case t.kind == urlTok:
		return Ref{Start: t.start, End: t.end}, true, true
	case t.kind != function:
		return ref, false, true
	case isNamedAny(name, "image-set", "-webkit-image-set"):
		return ref, false, false
	case isNamedAny(name, "url", "src"):
		ref, found = f.argument()
	}
	return ref, found, true
}

// argument returns the string at the start of a function's arguments.
func (f *finder) argument() (Ref, bool) {
	for {
		before := f.lex.pos
		switch t := f.lex.next(); t.kind {
		case blank:
		case stringTok:
			return Ref{Start: t.start, End: t.end, Form: form(t.first)}, true
		default:
			f.lex.pos = before
			return Ref{}, false
		}
	}
}

// mayTakeURL reports whether word, the text before a parenthesis, may end in the name of a
// function that takes URLs.
func mayTakeURL(word []byte) bool {
	const letters = len("url")
	return len(word) >= letters && isNamedAny(word[len(word)-letters:], "url", "src", "set")
}
