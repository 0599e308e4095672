package whatwg

import "github.com/hrefix/hrefix/internal/ascii"

// A class is a set of properties of a byte.
type class uint16

// Properties of bytes: the percent-encode sets of the URL Standard section 1.3, each with the bytes
// of all code points beyond ASCII; the code points that are forbidden in a host or a domain
// (section 3.2); and other sets that the parser needs.
const (
	c0ControlSet class = 1 << iota
	fragmentSet
	querySet
	specialQuerySet
	pathSet
	userinfoSet
	forbiddenHost
	forbiddenDomain
	tabOrNewline
	nonASCII
	delimiter // a byte that may end a segment of a path
	inScheme  // allowed in a scheme after its first letter
)

// classes has the class of every byte.
var classes = func() (t [256]class) {
	add := func(c class, bytes string) {
		for _, b := range []byte(bytes) {
			t[b] |= c
		}
	}
	for i := range t {
		b := byte(i)
		switch {
		case b <= 0x1f:
			t[i] = c0ControlSet | forbiddenDomain
		case b == 0x7f:
			t[i] = c0ControlSet | forbiddenDomain
		case b >= 0x80:
			t[i] = c0ControlSet | nonASCII
		case ascii.IsAlpha(b) || ascii.IsDigit(b):
			t[i] = inScheme
		}
		if t[i]&c0ControlSet != 0 {
			t[i] |= fragmentSet | querySet | specialQuerySet | pathSet | userinfoSet
		}
	}
	add(fragmentSet, " \"<>`")
	add(querySet|specialQuerySet|pathSet|userinfoSet, " \"#<>")
	add(specialQuerySet, "'")
	add(pathSet|userinfoSet, "?^`{}")
	add(userinfoSet, "/:;=@[\\]|")
	add(forbiddenHost|forbiddenDomain, "\x00\t\n\r #/:<>?@[\\]^|")
	add(forbiddenDomain, "%")
	add(tabOrNewline, "\t\n\r")
	add(delimiter, "/\\?#")
	add(inScheme, "+-.")
	return t
}()

// classOf returns the union of the properties of the bytes of s.
func classOf(s []byte) (c class) {
	for ; len(s) >= 4; s = s[4:] {
		c |= classes[s[0]] | classes[s[1]] | classes[s[2]] | classes[s[3]]
	}
	for _, b := range s {
		c |= classes[b]
	}
	return c
}

// lower converts s to ASCII lowercase, in place.
func lower(s []byte) {
	for i, b := range s {
		s[i] = ascii.Lower(b)
	}
}

// appendEncoded appends s with the bytes of a percent-encode set percent-encoded. s is
// UTF-8, or has been converted to another encoding already.
func appendEncoded(dst, s []byte, set class) []byte {
	const digits = "0123456789ABCDEF"
	done := 0
	for i, b := range s {
		if classes[b]&set != 0 {
			dst = append(dst, s[done:i]...)
			dst = append(dst, '%', digits[b>>4], digits[b&15])
			done = i + 1
		}
	}
	return append(dst, s[done:]...)
}
