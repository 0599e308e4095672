package whatwg

import (
	"bytes"

	"golang.org/x/text/encoding"
)

// A Resolver resolves references against a base, in the encoding of a document.
// It is immutable. The zero value has no base, and is for UTF-8.
type Resolver struct {
	Base     *URL
	Encoding encoding.Encoding
}

// A Kind tells what a reference is.
type Kind uint8

// The kinds.
const (
	Invalid  Kind = iota // the parser fails
	Absolute             // it gives the same URL whatever the base
	Relative             // it takes something of the base, or would of another one
)

// Parse parses input without a base.
func Parse(input []byte, enc encoding.Encoding) (*URL, bool) {
	p := parser{enc: enc}
	p.in, _ = prepare(input, enc)
	if !p.run() {
		return nil, false
	}
	return p.url(), true
}

// Append appends the serialisation of the URL of a relative reference to dst.
// It appends nothing for references of the other kinds.
func (r Resolver) Append(dst, input []byte) ([]byte, Kind) {
	if prefix, ok := r.Prefix(input); ok {
		return append(append(dst, prefix...), input...), Relative
	}
	return r.parse(dst, input)
}

// parse does what Append does for every reference.
func (r Resolver) parse(dst, input []byte) ([]byte, Kind) {
	if isOpaque(input) {
		return dst, Absolute
	}
	p := parser{base: r.Base, enc: r.Encoding, out: dst}
	p.in, _ = prepare(input, r.Encoding)
	s := p.host(p.begin())
	switch {
	case s == failed:
		return p.out[:p.start], Invalid
	case !p.dependent && !r.floats(p.in):
		return p.out[:p.start], Absolute
	}
	p.finish(s)
	return p.out, Relative
}

// IsAbsolute reports whether the reference says all that its URL has, so that
// the base does not matter. The parser may still fail.
func (r Resolver) IsAbsolute(input []byte) bool {
	if isOpaque(input) {
		return true
	}
	in, _ := prepare(input, r.Encoding)
	return schemeLen(in) > 0 && !r.floats(in)
}

// floats reports whether in is relative to a base of its own scheme, which there may be
// where the document is opened elsewhere. Without a base, nothing is made of it.
func (r Resolver) floats(in []byte) bool { return r.Base != nil && floats(in) }

// Floats reports whether input has a special scheme that is not followed by two slashes:
// against a base of that scheme it is relative. The URL Standard has two slashes in an
// absolute-URL string (section 4.3).
func Floats(input []byte) bool {
	in, _ := prepare(input, nil)
	return floats(in)
}

func floats(in []byte) bool {
	n := schemeLen(in)
	if n == 0 {
		return false
	}
	s := lookup(in[:n-1])
	return s != notSpecial && !(s.isSlash(in, n) && s.isSlash(in, n+1))
}

// isOpaque tells for sure of references with an opaque path, which can be long,
// that they are absolute, and valid: data:, mailto:, javascript:.
func isOpaque(input []byte) bool {
	n := schemeLen(input)
	return n > 0 && lookup(input[:n-1]) == notSpecial && n < len(input) && input[n] > ' ' && input[n] != '/'
}

// AppendPrefixed does what Append does, but what it appends for a relative
// reference is spelled as that is, where possible: a part of the base, and then
// all of input but for white space and the base's scheme at its start. Parsed
// without a base, in the same encoding, it gives the same URL.
func (r Resolver) AppendPrefixed(dst, input []byte) ([]byte, Kind) {
	if prefix, ok := r.Prefix(input); ok {
		return append(append(dst, prefix...), input...), Relative
	}
	if isOpaque(input) {
		return dst, Absolute
	}
	p := parser{base: r.Base, enc: r.Encoding, out: dst}
	in, c := prepare(input, r.Encoding)
	p.in = in
	s := p.begin()
	if q := p; q.host(s) == failed {
		return dst, Invalid
	}
	switch {
	case p.dependent:
	case r.floats(in):
		return r.parse(dst, input)
	default:
		return dst, Absolute
	}
	if s == path && !p.scheme.isSlash(in, p.own) {
		p.out = append(p.out, '/')
		p.guard()
	}
	p.out = append(p.out, input[offset(input, p.own):]...)
	if p.own == 0 && len(in) == len(input) && c&(nonASCII|shift) == 0 && p.scheme != file {
		// What follows the inherited part is read as it was in input.
		return p.out, Relative
	}
	return r.verify(p.out, len(dst), input)
}

// verify puts the serialised URL of input in the place of dst[at:] if that does
// not give the same URL by itself.
func (r Resolver) verify(dst []byte, at int, input []byte) ([]byte, Kind) {
	end := len(dst)
	dst, _ = r.parse(dst, input)
	p := parser{enc: r.Encoding, out: dst}
	p.in, _ = prepare(dst[at:end], r.Encoding)
	href := dst[end:]
	if p.run() && bytes.Equal(p.out[p.start:], href) {
		return p.out[:end], Relative
	}
	return append(dst[:at], href...), Relative
}

// offset returns where the n-th byte of the prepared input is in input, of
// which the bytes before that are all of a scheme.
func offset(input []byte, n int) int {
	i := 0
	for i < len(input) && input[i] <= ' ' {
		i++
	}
	for ; n > 0 && i < len(input); i++ {
		if classes[input[i]]&tabOrNewline == 0 {
			n--
		}
	}
	return i
}
