package fieldref

import (
	"strings"
	"unicode/utf8"
)

// token returns the end of the token (RFC 2045 section 5.1) at pos.
func (f *field) token(pos int) int {
	for ; pos < f.end; pos++ {
		if c := f.text[pos]; c <= ' ' || c >= 0x7f || strings.IndexByte(`()<>@,;:\"/[]?=`, c) >= 0 {
			break
		}
	}
	return pos
}

// skipComments returns the offset of the first byte from pos on that is neither white space
// nor in a comment (RFC 5322 section 3.2.2). A parenthesis inside a word does not begin a
// comment.
func (f *field) skipComments(pos int) int {
	for depth := 0; pos < f.end; pos++ {
		switch c := f.text[pos]; {
		case c == '(' && (depth > 0 || pos == f.start || strings.IndexByte(" \t\r\n;\"", f.text[pos-1]) >= 0):
			depth++
		case depth == 0 && !isSpace(c):
			return pos
		case c == '\\':
			pos++
		case c == ')':
			depth--
		}
	}
	return f.end
}

// mediaType returns the media type at the start of a Content-Type field, and its end.
func (f *field) mediaType() (name string, end int) {
	pos := f.skipComments(f.start)
	slash := f.token(pos)
	kind := f.text[pos:slash]
	slash = f.skipComments(slash)
	if slash == f.end || f.text[slash] != '/' {
		return "", f.end
	}
	pos = f.skipComments(slash + 1)
	end = f.token(pos)
	return strings.ToLower(string(kind) + "/" + string(f.text[pos:end])), end
}

// params returns the parameters from pos on (RFC 2045 section 5.1). Like mimebase, it
// accepts values that should be in quotes, and parameters without semicolons between them.
func (f *field) params(pos int) (all []param) {
	for {
		pos = f.skipComments(pos)
		for pos < f.end && f.text[pos] == ';' {
			pos = f.skipComments(pos + 1)
		}
		if pos == f.end {
			return all
		}
		p := f.param(pos)
		if p.value && p.name != "" {
			all = append(all, p)
		}
		pos = max(p.next, pos+1)
	}
}

// param reads the parameter at pos. Text that is not a parameter extends to the next
// semicolon.
func (f *field) param(pos int) param {
	p := param{start: pos}
	pos = f.token(pos)
	p.name = strings.ToLower(string(f.text[p.start:pos]))
	pos = f.skipComments(pos)
	if pos == f.end || f.text[pos] != '=' || p.name == "" {
		for pos < f.end && f.text[pos] != ';' {
			pos++
		}
		p.next = pos
		return p
	}
	f.paramValue(&p, f.skipComments(pos+1), f.bare)
	return p
}

// bare returns the end of the value without quotes at pos. The value ends before a semicolon,
// or before white space with a parameter or a comment after it.
func (f *field) bare(pos int) int {
	for ; pos < f.end && f.text[pos] != ';'; pos++ {
		if !isSpace(f.text[pos]) {
			continue
		}
		next := skipSpace(f.text, pos, f.end)
		if next < f.end && f.text[next] == '(' {
			return pos
		}
		if end := f.token(next); end > next && end < f.end && f.text[end] == '=' {
			return pos
		}
		pos = next - 1
	}
	return pos
}

// HasStrayBreak reports whether the body of a field has a character that ends a line for
// some readers only: a CR without LF, NUL, VT, FF, FS, GS, RS, NEL, or a line or
// paragraph separator of Unicode. Those readers may take what follows for another field.
func HasStrayBreak(body []byte) bool {
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\r':
			if i+1 == len(body) || body[i+1] != '\n' {
				return true
			}
		case c == 0, '\v' <= c && c <= '\f', 0x1c <= c && c <= 0x1e:
			return true
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(body[i:])
			if r == 0x85 || r == '\u2028' || r == '\u2029' || size == 1 && c == 0x85 {
				return true
			}
			i += size - 1
		}
	}
	return false
}

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
