package filekind

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/jsonscan"
)

// isJSON reports whether a head begins as JSON does (RFC 8259): with an object that is
// empty or has a member, or with an array. Servers send some JSON with a prefix that keeps
// it from being run as a script. Text such as "[1] see" and templates such as "{{ x }}" do
// not begin as JSON.
func isJSON(head []byte) bool {
	text := dataStart(head)
	for _, guard := range [...]string{")]}',", ")]}'", "for(;;);", "for (;;);", "while(1);", "while (1);"} {
		if rest, ok := bytes.CutPrefix(text, []byte(guard)); ok {
			text = trimJSON(rest)
			break
		}
	}
	return BeginsAsJSON(text)
}

// isJSONP reports whether a head begins as JSONP does: with the name of a function and an
// opening parenthesis, and JSON or a string as its only argument.
func isJSONP(head []byte) bool {
	text := dataStart(head)
	if rest, ok := bytes.CutPrefix(text, []byte("/**/")); ok {
		text = trimJSON(rest)
	}
	if bytes.HasPrefix(text, []byte("typeof ")) { // WordPress and others guard scripts like this
		_, text, _ = bytes.Cut(text, []byte("&&"))
		text = trimJSON(text)
	}
	n := 0
	for n < len(text) && (ascii.IsAlphanumeric(text[n]) || bytes.IndexByte([]byte("_$."), text[n]) >= 0) {
		n++ // the name of a function, or of a property that is a function
	}
	if n == 0 || n == len(text) || text[n] != '(' {
		return false
	}
	text = trimJSON(text[n+1:])
	return BeginsAsJSON(text) || isStringArgument(text)
}

// isStringArgument reports whether text begins with a string that is the only argument of a call, and
// text that is not code does not follow the call.
func isStringArgument(text []byte) bool {
	if len(text) == 0 || text[0] != '"' {
		return false
	}
	end, ok := jsonscan.StringEnd(text, 1)
	if hasLineEnd(text[1:end]) {
		return false
	}
	if !ok {
		return true
	}
	rest := trimJSON(text[end+1:])
	if len(rest) > 0 && rest[0] == ')' {
		if rest = trimJSON(rest[1:]); len(rest) > 0 && rest[0] == ';' {
			return true
		}
	}
	return len(rest) == 0
}

// isSerialized reports whether a head begins as serialized values of PHP do: with the type
// and the length of an array, an object or a string, such as `s:23:"`.
func isSerialized(head []byte) bool {
	text := dataStart(head)
	if len(text) < 5 || bytes.IndexByte([]byte("asOCE"), text[0]) < 0 || text[1] != ':' {
		return false
	}
	rest := bytes.TrimLeft(text[2:], "0123456789")
	if len(rest) < 2 || len(rest) == len(text)-2 || rest[0] != ':' {
		return false
	}
	if text[0] == 'a' {
		return rest[1] == '{'
	}
	return rest[1] == '"'
}

// dataStart returns a head in ASCII without the byte order mark and the white space that it
// begins with.
func dataStart(head []byte) []byte {
	return trimJSON(bytes.TrimPrefix(ASCII(head), []byte("\ufeff")))
}

func trimJSON(text []byte) []byte { return bytes.TrimLeft(text, " \t\r\n") }

// BeginsAsJSON reports whether text, the beginning of a file in ASCII, begins with an object or
// array of JSON. An object is judged by its first member. An array must have no syntax error up to
// its end, its first object with a member, or the end of the head, and no other text may follow it.
func BeginsAsJSON(text []byte) bool {
	if text = trimJSON(text); len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	var s jsonscan.Scanner
	for s.Reset(text); ; {
		switch kind := s.Next(); kind {
		case jsonscan.Name:
			return !hasLineEnd(text[s.Start:s.End])
		case jsonscan.String:
			if hasLineEnd(text[s.Start:s.End]) {
				return false
			}
		case jsonscan.Literal:
			if !isScalar(text[s.Start:s.End]) {
				return false
			}
		case jsonscan.End:
			return true
		case jsonscan.Invalid:
			return endsAsJSON(text[s.Start:], s.Fault)
		}
	}
}

// endsAsJSON reports whether the text before rest may be JSON although rest is not: rest is empty or
// the beginning of a string, because the head ends there, or rest is another value or the rest of a
// call.
func endsAsJSON(rest []byte, fault string) bool {
	switch {
	case len(rest) == 0:
		return true
	case fault == jsonscan.SeveralValues:
		return bytes.IndexByte([]byte("{[);"), rest[0]) >= 0
	}
	return fault == jsonscan.OpenString && !hasLineEnd(rest)
}

// hasLineEnd reports whether a string has a line end or another control character without a backslash
// before it.
func hasLineEnd(s []byte) bool {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] < ' ':
			return true
		}
	}
	return false
}

// isScalar reports whether a token is like a number, or one of the names true, false and null.
func isScalar(token []byte) bool {
	switch string(token) {
	case "true", "false", "null":
		return true
	}
	return len(bytes.Trim(token, "+-.0123456789eE")) == 0 && (token[0] == '-' || '0' <= token[0] && token[0] <= '9')
}
