package whatwg

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// prepare does the first steps of the basic URL parser, before its state machine: it
// removes C0 controls and spaces at both ends, and tabs and newlines everywhere. The result is
// valid UTF-8, and a copy only if bytes inside have changed.
func prepare(input []byte) []byte {
	c := classOf(input)
	if c&nonASCII != 0 {
		input = decode(input)
	}
	for len(input) > 0 && input[0] <= ' ' {
		input = input[1:]
	}
	for len(input) > 0 && input[len(input)-1] <= ' ' {
		input = input[:len(input)-1]
	}
	if c&tabOrNewline != 0 && classOf(input)&tabOrNewline != 0 { // inside, too
		out := make([]byte, 0, len(input))
		for _, b := range input {
			if classes[b]&tabOrNewline == 0 {
				out = append(out, b)
			}
		}
		return out
	}
	return input
}

// OutputEncoding returns the encoding of URLs in a document in enc (Encoding Standard
// section 4.3). It returns nil, which means UTF-8, if enc is nil, UTF-8, UTF-16, the
// replacement encoding, or an encoding that cannot write ASCII.
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

// decode implements the UTF-8 decoder of the Encoding Standard section 8.1.1, which writes one
// U+FFFD for each maximal subpart of a malformed sequence.
func decode(s []byte) []byte {
	if utf8.Valid(s) {
		return s
	}
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

// subpart returns the length of the maximal subpart at the start of s: the longest
// beginning of a well-formed sequence, or one byte.
func subpart(s []byte) int {
	n := 1
	for n < len(s) && n < utf8.UTFMax && !utf8.FullRune(s[:n]) {
		n++
	}
	// FullRune returns true as soon as s[:n] is malformed.
	if n > 1 && utf8.FullRune(s[:n]) {
		n--
	}
	return n
}
