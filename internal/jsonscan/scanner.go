package jsonscan

import "bytes"

// A Kind is the kind of a token.
type Kind uint8

// The kinds.
const (
	End         Kind = iota // the end of the text, after one value
	Invalid                 // the text is not JSON from here on
	BeginObject             // {
	EndObject               // }
	BeginArray              // [
	EndArray                // ]
	Name                    // the name of a member of an object
	String                  // a string that is a value
	Literal                 // a number, true, false or null
)

// Faults that callers look for: of a text that does not end after its first value, and of a string.
const (
	SeveralValues = "text after the value"
	OpenString    = "a string without an end"
)

// MaxDepth is how deep arrays and objects may be nested.
const MaxDepth = 10_000

// byteOrderMark is the byte order mark of UTF-8. JSON must not begin with it, but readers may ignore
// it (RFC 8259 section 8.1).
const byteOrderMark = "\xef\xbb\xbf"

// A Scanner reads the tokens of a text. [Scanner.Reset] makes it ready.
type Scanner struct {
	// Start and End delimit the last token. For a name or string, these are the ends of its
	// content, without the quotes.
	Start, End int
	// Depth is the number of arrays and objects that are open after the last token.
	Depth int
	// Fault says what is wrong at Start, if the last token is Invalid.
	Fault string

	src     []byte
	pos     int
	expects state
	objects []uint64 // a bit for each level: 1 for an object
}

// A state is what a Scanner expects next.
type state uint8

const (
	aValue       state = iota
	valueOrEnd         // the first element of an array, or its end
	nameOrEnd          // the first name in an object, or its end
	commaOrEnd         // after a value
	nothing            // after the only value
	nothingValid       // after an error
)

// Reset makes s read src from its beginning.
func (s *Scanner) Reset(src []byte) {
	*s = Scanner{src: src, objects: s.objects[:0]}
	if bytes.HasPrefix(src, []byte(byteOrderMark)) {
		s.pos = len(byteOrderMark)
	}
}

// Next reads the next token, and returns its kind. After End or Invalid it returns the same kind again.
func (s *Scanner) Next() Kind {
	s.space()
	if s.expects == commaOrEnd && s.peek() == ',' {
		s.pos++
		s.space()
		if s.inObject() {
			return s.name()
		}
		return s.value()
	}
	s.Start, s.End = s.pos, s.pos
	switch c := s.peek(); {
	case s.expects == nothingValid:
		return Invalid
	case s.expects == nothing && s.pos == len(s.src):
		return End
	case s.expects == nothing:
		return s.fail(SeveralValues)
	case (c == '}' || c == ']') && s.expects != aValue:
		return s.close(c)
	case s.expects == commaOrEnd:
		return s.fail("no comma or end of the " + s.container())
	case s.expects == nameOrEnd:
		return s.name()
	}
	return s.value()
}

// fail ends the scan with a fault at the current offset, and returns Invalid.
func (s *Scanner) fail(fault string) Kind {
	if s.pos >= len(s.src) {
		fault = "the text ends too early"
	}
	s.Start, s.End, s.Fault, s.expects = s.pos, s.pos, fault, nothingValid
	return Invalid
}

// peek returns the next byte, or 0 at the end of the text.
func (s *Scanner) peek() byte {
	if s.pos >= len(s.src) {
		return 0
	}
	return s.src[s.pos]
}

// space skips white space.
func (s *Scanner) space() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// name reads a name and the colon after it.
func (s *Scanner) name() Kind {
	if s.peek() != '"' {
		return s.fail("no name of a member")
	}
	if !s.str() {
		return Invalid
	}
	s.space()
	if s.peek() != ':' {
		return s.fail("no colon after a name")
	}
	s.pos++
	s.expects = aValue
	return Name
}

// value reads a value, or the beginning of an array or object.
func (s *Scanner) value() Kind {
	s.Start = s.pos
	switch s.peek() {
	case '"':
		if !s.str() {
			return Invalid
		}
		s.afterValue()
		return String
	case '{':
		return s.open(true)
	case '[':
		return s.open(false)
	}
	for s.pos < len(s.src) && isLiteral(s.src[s.pos]) {
		s.pos++
	}
	if s.End = s.pos; s.End == s.Start {
		return s.fail("no value")
	}
	s.afterValue()
	return Literal
}

// isLiteral reports whether c may be in a number or literal.
func isLiteral(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '-' || c == '+' || c == '.'
}

// afterValue sets the state after a value: the end of the text, if no array or object is open.
func (s *Scanner) afterValue() {
	if s.expects = commaOrEnd; s.Depth == 0 {
		s.expects = nothing
	}
}

// str reads a string, and sets Start and End to its content. It returns false, after a call of fail,
// if the string has no end.
func (s *Scanner) str() bool {
	end, ok := StringEnd(s.src, s.pos+1)
	if !ok {
		s.fail(OpenString)
		return false
	}
	s.Start, s.End, s.pos = s.pos+1, end, end+1
	return true
}

// open reads the beginning of an array or object.
func (s *Scanner) open(object bool) Kind {
	if s.Depth == MaxDepth {
		return s.fail("nested too deep")
	}
	kind := BeginArray
	if s.expects = valueOrEnd; object {
		kind, s.expects = BeginObject, nameOrEnd
	}
	word, bit := s.Depth/64, uint64(1)<<(s.Depth%64)
	if word == len(s.objects) {
		s.objects = append(s.objects, 0)
	}
	if s.objects[word] &^= bit; object {
		s.objects[word] |= bit
	}
	s.Depth++
	s.pos++
	s.End = s.pos
	return kind
}

// inObject reports whether the innermost container is an object.
func (s *Scanner) inObject() bool {
	at := s.Depth - 1
	return s.objects[at/64]>>(at%64)&1 != 0
}

// container returns the name of the innermost container, for faults.
func (s *Scanner) container() string {
	if s.inObject() {
		return "object"
	}
	return "array"
}

// close reads the end of an array or object, which is c.
func (s *Scanner) close(c byte) Kind {
	kind := EndArray
	if c == '}' {
		kind = EndObject
	}
	if s.inObject() != (kind == EndObject) {
		return s.fail("no comma or end of the " + s.container())
	}
	s.pos++
	s.End = s.pos
	s.Depth--
	s.afterValue()
	return kind
}

// StringEnd returns the offset of the quote that ends the string whose content begins at src[pos].
// ok is false, and end is the length of src, if the string has no end.
func StringEnd(src []byte, pos int) (end int, ok bool) {
	for quote := -1; ; {
		if quote < pos {
			n := -1
			if pos <= len(src) {
				n = bytes.IndexByte(src[pos:], '"')
			}
			if n < 0 {
				return len(src), false
			}
			quote = pos + n
		}
		escape := bytes.IndexByte(src[pos:quote], '\\')
		if escape < 0 {
			return quote, true
		}
		pos += escape + 2
	}
}
