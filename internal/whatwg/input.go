package whatwg

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// prepare does what the basic URL parser does with its input before the state
// machine runs: it removes C0 controls and spaces around it, and tabs and
// newlines within. The input is of the encoding, nil is UTF-8; what comes out
// is valid UTF-8, and a copy only where something within has changed.
func prepare(input []byte, enc encoding.Encoding) []byte {
	c := classOf(input)
	if c&nonASCII != 0 || enc != nil && c&shift != 0 {
		input = decode(input, enc)
	}
	for len(input) > 0 && input[0] <= ' ' {
		input = input[1:]
	}
	for len(input) > 0 && input[len(input)-1] <= ' ' {
		input = input[:len(input)-1]
	}
	if c&tabOrNewline != 0 {
		input = withoutTabs(input)
	}
	return input
}

// OutputEncoding returns the encoding to use for a document in enc (Encoding
// Standard section 4.3): nil, for UTF-8, if that is UTF-8, UTF-16, the
// replacement encoding, nil, or of no use for ASCII.
func OutputEncoding(enc encoding.Encoding) encoding.Encoding {
	const ascii, other = "{|}~", "é"
	if enc == nil {
		return nil
	}
	if s, err := enc.NewEncoder().String(ascii); err != nil || s != ascii {
		return nil
	}
	if s, err := enc.NewDecoder().String(ascii); err != nil || s != ascii {
		return nil
	}
	if s, err := enc.NewEncoder().String(other); err == nil && s == other {
		return nil
	}
	return enc
}

// withoutTabs returns s without tabs and newlines. It is s if there are none.
func withoutTabs(s []byte) []byte {
	if classOf(s)&tabOrNewline == 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for _, b := range s {
		if classes[b]&tabOrNewline == 0 {
			out = append(out, b)
		}
	}
	return out
}

// decode returns s in UTF-8, U+FFFD for what is malformed.
func decode(s []byte, enc encoding.Encoding) []byte {
	if enc == nil {
		if utf8.Valid(s) {
			return s
		}
		return decodeUTF8(s)
	}
	out, _, err := transform.Bytes(enc.NewDecoder(), s)
	if err != nil { // of a decoder that follows another standard
		return decodeUTF8(s)
	}
	return out
}

// decodeUTF8 is the UTF-8 decoder of the Encoding Standard section 8.1.1: one
// U+FFFD for each maximal subpart of a sequence.
func decodeUTF8(s []byte) []byte {
	out := make([]byte, 0, len(s)+16)
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		if r == utf8.RuneError && n == 1 {
			n = subpart(s)
		}
		out = utf8.AppendRune(out, r)
		s = s[n:]
	}
	return out
}

// subpart returns the length of the maximal subpart at the start of s: the
// longest start of a well-formed sequence, or a single byte.
func subpart(s []byte) int {
	n := 1
	for n < len(s) && n < utf8.UTFMax && !utf8.FullRune(s[:n]) {
		n++
	}
	// FullRune says yes to s[:n] as soon as it is malformed.
	if n > 1 && utf8.FullRune(s[:n]) {
		n--
	}
	return n
}
