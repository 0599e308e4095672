package cssscan

import "bytes"

// Most of a style sheet is neither URL nor string nor comment, and where the rules
// in it begin and end matters for at-rules alone. So the finder leaps, from between
// two rules on, over all but the few bytes that can begin something, and keeps no
// account of what is open. When it comes to where that must be known, it goes back to
// where it leapt off, and reads every token up to there: no byte is read more than
// three times.

// landings are the bytes that the finder stops at when it leaps.
var landings = [...]byte{'(', '@', '/', '"', '\'', '\\'}

// A leaper is where a finder is when it leaps.
type leaper struct {
	next    [len(landings)]int // where those are, if that is not behind the lexer
	escaped int                // the end of an escape: what follows goes on with its name
	until   int                // no URL before it is told, and no leap made
}

// leapers is how leapers begin: nothing is known of what is ahead.
var leapers = leaper{next: [...]int{-1, -1, -1, -1, -1, -1}, escaped: -1}

// leap yields the URLs of a style sheet from between two rules on, to the end or to
// where the rules must be known: the lexer is back where it was then. It reports
// whether yield wants more.
func (f *finder) leap(yield func(Ref) bool) bool {
	from := f.lex.pos
	for {
		at := f.land()
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

// land returns where the next of the landings is, or the end of the text.
func (f *finder) land() int {
	first := len(f.lex.src)
	for i, c := range landings {
		if f.next[i] < f.lex.pos {
			f.next[i] = f.lex.index(c)
		}
		first = min(first, f.next[i])
	}
	return first
}

// index returns where the next c is, or the end of the text.
func (l *lexer) index(c byte) int {
	if n := bytes.IndexByte(l.src[l.pos:], c); n >= 0 {
		return l.pos + n
	}
	return len(l.src)
}

// look moves past what begins at a landing, and returns the URL in it. ok is false if
// it depends on the rules what that is.
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

// parenthesis does what look does for a parenthesis, with what is before it from
// offset from on.
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

// argument returns the string that the arguments of a function begin with.
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

// mayTakeURL reports whether what stands before a parenthesis may end in the name of
// a function that takes URLs.
func mayTakeURL(word []byte) bool {
	const letters = len("url")
	return len(word) >= letters && isNamedAny(word[len(word)-letters:], "url", "src", "set")
}

// isNamedAny reports whether ident is one of the names: see isNamed.
func isNamedAny(ident []byte, names ...string) bool {
	for _, name := range names {
		if isNamed(ident, name) {
			return true
		}
	}
	return false
}
