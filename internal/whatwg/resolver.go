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
	p.in = prepare(input, enc)
	if !p.run() {
		return nil, false
	}
	return p.url(), true
}

// Append appends the serialised URL of a reference to dst. For one of the kind
// [Invalid] it appends nothing.
func (r Resolver) Append(dst, input []byte) ([]byte, Kind) {
	if prefix, ok := r.Prefix(input); ok {
		return append(append(dst, prefix...), input...), Relative
	}
	return r.parse(dst, input, true)
}

// AppendRelative does what [Resolver.Append] does for a relative reference, and
// appends nothing for one of another kind. It is for the text of documents: a NUL is
// U+FFFD, as HTML and CSS have it before a URL is parsed, but at the start, where
// [Resolver.IsAbsolute] passes over it.
func (r Resolver) AppendRelative(dst, input []byte) ([]byte, Kind) {
	if prefix, ok := r.Prefix(input); ok {
		return append(append(dst, prefix...), input...), Relative
	}
	if isOpaque(input) {
		return dst, Absolute
	}
	if bytes.IndexByte(input, 0) >= 0 {
		in := bytes.TrimLeftFunc(decode(input, r.Encoding), func(c rune) bool { return c <= ' ' })
		return r.run(dst, prepare(bytes.ReplaceAll(in, []byte{0}, []byte("\ufffd")), nil), false)
	}
	return r.parse(dst, input, false)
}

// parse runs the parser. An absolute URL is appended only if absolute is set.
func (r Resolver) parse(dst, input []byte, absolute bool) ([]byte, Kind) {
	return r.run(dst, prepare(input, r.Encoding), absolute)
}

// run does the same for input that is prepared.
func (r Resolver) run(dst, in []byte, absolute bool) ([]byte, Kind) {
	p := parser{base: r.Base, enc: r.Encoding, out: dst, in: in}
	s, kind := p.host(p.begin()), Relative
	switch {
	case s == failed:
		return p.out[:p.start], Invalid
	case !p.dependent && !r.floats(p.in):
		kind = Absolute
	}
	if kind == Absolute && !absolute {
		return p.out[:p.start], kind
	}
	p.finish(s)
	return p.out, kind
}

// IsAbsolute reports whether the reference says all that its URL has, so that
// the base does not matter. The parser may still fail.
func (r Resolver) IsAbsolute(input []byte) bool {
	if isOpaque(input) {
		return true
	}
	in := prepare(input, r.Encoding)
	return schemeLen(in) > 0 && !r.floats(in)
}

// floats reports whether in is relative to a base of its own scheme, which there may be
// where the document is opened elsewhere. Without a base, nothing is made of it.
func (r Resolver) floats(in []byte) bool { return r.Base != nil && floats(in) }

// floats reports whether in has a special scheme that is not followed by two
// slashes: it is relative to a base of that scheme.
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
