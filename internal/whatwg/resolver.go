package whatwg

import (
	"bytes"

	"golang.org/x/text/encoding"
)

// A Resolver resolves references, in UTF-8, against a base. Encoding is the encoding of the document,
// in which queries are written; nil means UTF-8. A Resolver is immutable. The zero value has no
// base.
type Resolver struct {
	Base     *URL
	Encoding encoding.Encoding
}

// A Kind is the result of resolving a reference.
type Kind uint8

// The kinds.
const (
	Invalid  Kind = iota // the parser fails
	Absolute             // the URL is the same with any base
	Relative             // the URL has a part of the base, or would have with another base
)

// Parse parses input, in UTF-8, without a base. Its query is written in enc; nil means UTF-8.
func Parse(input []byte, enc encoding.Encoding) (*URL, bool) {
	p := parser{enc: enc, in: prepare(input)}
	s := p.host(p.begin())
	if s == failed {
		return nil, false
	}
	p.finish(s)
	dir := p.path + bytes.LastIndexByte(p.out[p.path:p.query], '/') + 1
	return &URL{
		href: string(p.out), scheme: p.scheme, nullHost: p.nullHost, opaque: p.opaque,
		origin: p.origin, path: p.path, dir: dir, query: p.query, fragment: p.fragment,
	}, true
}

// Append appends the serialised URL of a reference to dst. It appends nothing for an
// [Invalid] reference.
func (r Resolver) Append(dst, input []byte) ([]byte, Kind) {
	if prefix, ok := r.Prefix(input); ok {
		return append(append(dst, prefix...), input...), Relative
	}
	return r.parse(dst, input, true)
}

// AppendRelative is [Resolver.Append] for relative references only: it appends nothing for
// other kinds. input is text of a document. HTML and CSS convert NUL to U+FFFD before a URL
// is parsed, so AppendRelative reads NUL as U+FFFD, except at the start, where
// [Resolver.IsAbsolute] skips it.
func (r Resolver) AppendRelative(dst, input []byte) ([]byte, Kind) {
	if prefix, ok := r.Prefix(input); ok {
		return append(append(dst, prefix...), input...), Relative
	}
	if isOpaque(input) {
		return dst, Absolute
	}
	if bytes.IndexByte(input, 0) >= 0 {
		in := bytes.TrimLeftFunc(decode(input), func(c rune) bool { return c <= ' ' })
		return r.run(dst, prepare(bytes.ReplaceAll(in, []byte{0}, []byte("\ufffd"))), false)
	}
	return r.parse(dst, input, false)
}

// parse runs the parser. It appends an absolute URL only if absolute is set.
func (r Resolver) parse(dst, input []byte, absolute bool) ([]byte, Kind) {
	return r.run(dst, prepare(input), absolute)
}

// run is parse for input that prepare has returned.
func (r Resolver) run(dst, in []byte, absolute bool) ([]byte, Kind) {
	p := parser{base: r.Base, enc: r.Encoding, out: dst, in: in}
	s, kind := p.host(p.begin()), Relative
	switch {
	case s == failed:
		return p.out[:p.start], Invalid
	case !p.dependent && !r.missingSlashes(p.in):
		kind = Absolute
	}
	if kind == Absolute && !absolute {
		return p.out[:p.start], kind
	}
	p.finish(s)
	return p.out, kind
}

// IsAbsolute reports whether the URL of the reference does not depend on the base. The
// parser may still fail.
func (r Resolver) IsAbsolute(input []byte) bool {
	if isOpaque(input) {
		return true
	}
	in := prepare(input)
	return schemeLen(in) > 0 && !r.missingSlashes(in)
}

// missingSlashes reports whether in would be relative if the base had the scheme of in, as
// "http:g" would be. The document may have such a base when it is opened elsewhere. If r has
// no base, missingSlashes reports false.
//
// Two slashes do not follow the special scheme of such a reference (URL Standard section 4.4,
// validation error special-scheme-missing-following-solidus).
func (r Resolver) missingSlashes(in []byte) bool {
	n := schemeLen(in)
	if r.Base == nil || n == 0 {
		return false
	}
	s := lookup(in[:n-1])
	return s != notSpecial && !(s.isSlash(in, n) && s.isSlash(in, n+1)) && !s.hasDrive(in, n, r.Base)
}

// isOpaque reports whether in certainly has an opaque path and is absolute and valid, such as
// data:, mailto: and javascript: URLs. It is a quick check, because such references can be long.
func isOpaque(input []byte) bool {
	n := schemeLen(input)
	return n > 0 && lookup(input[:n-1]) == notSpecial && n < len(input) && input[n] > ' ' && input[n] != '/'
}
