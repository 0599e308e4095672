package cssscan

import "bytes"

// A kind is a kind of token. It distinguishes only what this package needs.
type kind uint8

const (
	eof        kind = iota
	blank           // white space, or a comment
	stringTok       // the text is without the quotes
	urlTok          // the text is the URL, as written
	function        // the text is the name
	atKeyword       // the text is the name
	opening         // a bracket: ( [ {
	closing         // a bracket: ) ] }
	comma           //
	semicolon       //
	commentTag      // <!-- or -->
	other           // everything else, including bad strings and bad URLs
)

// A token is a token of the kind whose text is [start, end). first is its first byte.
type token struct {
	kind       kind
	first      byte
	start, end int
}

// A lexer reads tokens as in CSS Syntax Level 3 section 4.3, but does not preprocess the
// text (section 3.3): NUL is part of names, and each newline byte is white space on its
// own.
type lexer struct {
	src  []byte
	pos  int
	seen int // skip has examined the bytes before this offset
}

// none is the byte that at returns past the end of the text. It is DEL, which is part of no
// name, number or escape of hex digits.
const none = 0x7F

func (l *lexer) at(i int) byte {
	if i < len(l.src) {
		return l.src[i]
	}
	return none
}

// next reads a token (section 4.3.1).
func (l *lexer) next() token {
	start := l.pos
	if start >= len(l.src) {
		return token{kind: eof}
	}
	c := l.src[start]
	if isNameStart(c) {
		return l.identLike()
	}
	switch c {
	case ' ', '\t', '\n', '\r', '\f':
		l.pos = l.space(start)
		return l.token(blank, start)
	case '"', '\'':
		return l.string()
	case '(', '[', '{':
		return l.one(opening)
	case ')', ']', '}':
		return l.one(closing)
	case ',':
		return l.one(comma)
	case ';':
		return l.one(semicolon)
	case '/':
		if l.at(start+1) == '*' {
			return l.comment()
		}
	case '<':
		if l.at(start+1) == '!' && l.at(start+2) == '-' && l.at(start+3) == '-' {
			l.pos += len("<!--")
			return l.token(commentTag, start)
		}
	case '@':
		if l.startsName(start + 1) {
			l.pos = l.name(start + 1)
			return token{atKeyword, c, start + 1, l.pos}
		}
	case '#':
		if isName(l.at(start+1)) || l.isEscape(start+1) {
			l.pos = l.name(start + 1)
			return l.token(other, start)
		}
	case '-':
		return l.minus()
	case '\\':
		if l.isEscape(start) {
			return l.identLike()
		}
	default:
		if l.startsNumber(start) {
			return l.numeric()
		}
	}
	return l.one(other)
}

// skip moves to a token that may contain a URL, or begin or end something. It skips blanks,
// names, numbers and punctuation. It does not skip the last name if that may be the name of
// a function or continues with an escape. It looks at every byte at most twice.
func (l *lexer) skip() {
	if l.pos < l.seen {
		return
	}
	i := l.pos
	for i < len(l.src) && classes[l.src[i]]&(apart|dull) != 0 {
		i++
	}
	l.seen = i
	if c := l.at(i); c == '(' || c == '\\' {
		for i > l.pos && classes[l.src[i-1]]&apart == 0 {
			i--
		}
	}
	l.pos = i
}

func (l *lexer) one(k kind) token {
	l.pos++
	return l.token(k, l.pos-1)
}

// token returns the token from start to the position of the lexer.
func (l *lexer) token(k kind, start int) token {
	return token{k, l.src[start], start, l.pos}
}

func (l *lexer) minus() token {
	start := l.pos
	switch {
	case l.startsNumber(start):
		return l.numeric()
	case l.at(start+1) == '-' && l.at(start+2) == '>':
		l.pos += len("-->")
		return l.token(commentTag, start)
	case l.startsName(start):
		return l.identLike()
	}
	return l.one(other)
}

// comment skips a comment (section 4.3.2).
func (l *lexer) comment() token {
	start := l.pos
	l.pos = len(l.src)
	text := start + len("/*")
	if n := bytes.Index(l.src[text:], []byte("*/")); n >= 0 {
		l.pos = text + n + len("*/")
	}
	return l.token(blank, start)
}

// numeric reads a number with its unit (section 4.3.3): in "1url(" the name is a unit, not
// a function.
func (l *lexer) numeric() token {
	start := l.pos
	l.pos = l.number(start)
	if l.startsName(l.pos) {
		l.pos = l.name(l.pos)
	}
	return l.token(other, start)
}

// number returns the end of the number at i (section 4.3.12).
func (l *lexer) number(i int) int {
	if c := l.at(i); c == '+' || c == '-' {
		i++
	}
	i = l.digits(i)
	if l.at(i) == '.' && isDigit(l.at(i+1)) {
		i = l.digits(i + 1)
	}
	if l.at(i)|0x20 != 'e' {
		return i
	}
	exp := i + 1
	if c := l.at(exp); c == '+' || c == '-' {
		exp++
	}
	if isDigit(l.at(exp)) {
		return l.digits(exp)
	}
	return i
}

// identLike reads a name, and the parenthesis or the unquoted URL that belongs to it
// (section 4.3.4).
func (l *lexer) identLike() token {
	start := l.pos
	end := l.name(start)
	l.pos = end
	if l.at(end) != '(' {
		return l.token(other, start)
	}
	l.pos++
	if isNamed(l.src[start:end], "url") {
		i := l.space(l.pos)
		if c := l.at(i); c != '"' && c != '\'' {
			return l.url(i)
		}
	}
	return token{function, l.src[start], start, end}
}

// string reads a string (section 4.3.5). At the end of the text the string is complete
// without its quote. At a newline it is bad, and the newline is not part of it.
func (l *lexer) string() token {
	quote := l.src[l.pos]
	start := l.pos + 1
	for i := start; i < len(l.src); {
		switch c := l.src[i]; {
		case c == quote:
			l.pos = i + 1
			return token{stringTok, quote, start, i}
		case c == '\\':
			i = l.escape(i)
		case isNewline(c):
			l.pos = i
			return token{other, quote, start, i}
		default:
			i++
		}
	}
	l.pos = len(l.src)
	return token{stringTok, quote, start, l.pos}
}

// url reads an unquoted URL from its first byte (section 4.3.6). At the end of the text the
// URL is complete without its parenthesis.
func (l *lexer) url(start int) token {
	i := start
	for i < len(l.src) && l.src[i] != ')' {
		switch c := l.src[i]; {
		case isSpace(c):
			end := l.space(i)
			if end < len(l.src) && l.src[end] != ')' {
				return l.badURL(end)
			}
			l.pos = min(end+1, len(l.src))
			return token{urlTok, '(', start, i}
		case l.isEscape(i):
			i = l.escape(i)
		case isBadInURL(c):
			return l.badURL(i)
		default:
			i++
		}
	}
	l.pos = min(i+1, len(l.src))
	return token{urlTok, '(', start, i}
}

// badURL skips the rest of a bad URL (section 4.3.14).
func (l *lexer) badURL(i int) token {
	start := i
	for i < len(l.src) && l.src[i] != ')' {
		if l.isEscape(i) {
			i = l.escape(i)
		} else {
			i++
		}
	}
	l.pos = min(i+1, len(l.src))
	return token{other, '(', start, i}
}

// isEscape reports whether there is an escape at i (section 4.3.8).
func (l *lexer) isEscape(i int) bool { return l.at(i) == '\\' && !isNewline(l.at(i+1)) }

// escape returns the end of the escape at i (section 4.3.7), or of an escaped newline in a
// string. Of a multibyte character it skips only the first byte; the other bytes are
// literal wherever an escape is allowed.
func (l *lexer) escape(i int) int {
	i++
	switch c := l.at(i); {
	case i >= len(l.src):
		return i
	case isNewline(c):
		return l.newline(i)
	case !isHex(c):
		return i + 1
	}
	for end := i + maxHex; i < end && isHex(l.at(i)); {
		i++
	}
	if isSpace(l.at(i)) {
		return l.newline(i)
	}
	return i
}

// maxHex is the most digits of an escape.
const maxHex = 6

// newline returns the end of the white space character at i (section 3.3).
func (l *lexer) newline(i int) int {
	if l.src[i] == '\r' && l.at(i+1) == '\n' {
		return i + 2
	}
	return i + 1
}

// startsName reports whether a name begins at i (section 4.3.9).
func (l *lexer) startsName(i int) bool {
	if l.at(i) == '-' {
		i++
		return l.at(i) == '-' || isNameStart(l.at(i)) || l.isEscape(i)
	}
	return isNameStart(l.at(i)) || l.isEscape(i)
}

// startsNumber reports whether a number begins at i (section 4.3.10).
func (l *lexer) startsNumber(i int) bool {
	if c := l.at(i); c == '+' || c == '-' {
		i++
	}
	if l.at(i) == '.' {
		i++
	}
	return isDigit(l.at(i))
}

// name returns the end of the name at i (section 4.3.11).
func (l *lexer) name(i int) int {
	for i < len(l.src) {
		if isName(l.src[i]) {
			i++
		} else if l.isEscape(i) {
			i = l.escape(i)
		} else {
			break
		}
	}
	return i
}

func (l *lexer) digits(i int) int {
	for isDigit(l.at(i)) {
		i++
	}
	return i
}

func (l *lexer) space(i int) int {
	for i < len(l.src) && isSpace(l.src[i]) {
		i++
	}
	return i
}
