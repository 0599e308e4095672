package whatwg

import (
	"bytes"
	"slices"

	"golang.org/x/text/encoding"
)

// A parser runs the basic URL parser (URL Standard section 4.4) and serialises the URL at the same
// time: it writes each component as soon as it is known. The buffer of the Standard is a part of
// in.
type parser struct {
	base *URL              // nil if there is no base
	enc  encoding.Encoding // the encoding of the query; nil means UTF-8
	in   []byte            // the input, as prepare returns it
	pos  int               // the pointer
	out  []byte

	scheme           scheme
	nullHost, opaque bool
	dependent        bool // the URL has a part of the base
	// Offsets in out: the start of the URL, and the offsets of the same names in URL.
	start, origin, path, query, fragment int
}

// A state is the state of the state machine at pos, where it continues. At its end, a query
// and a fragment may follow.
type state uint8

const (
	failed state = iota
	authority
	fileHost
	path
	opaquePath
	pathDone
)

// begin writes the scheme and the parts that are inherited from the base. The rest of in
// begins with the first component that is not inherited. begin stops before the slashes of an
// authority.
func (p *parser) begin() state {
	p.start = len(p.out)
	n := schemeLen(p.in)
	if n == 0 {
		return p.noScheme()
	}
	p.scheme, p.pos = lookup(p.in[:n-1]), n
	if !p.scheme.independent(p.in, n, p.base) {
		return p.relative()
	}
	p.out = append(p.out, p.in[:n]...)
	lower(p.out[p.start:])
	return p.afterScheme()
}

// afterScheme implements the end of the scheme state, and the states after it that count
// slashes, as far as they do not depend on the base.
func (p *parser) afterScheme() state {
	slash, two := p.slashes()
	switch {
	case two, p.scheme != notSpecial && p.scheme != file:
		return p.afterSlashes()
	case p.scheme == file:
		p.out = append(p.out, "//"...)
	default:
		p.nullHost, p.opaque = true, !slash
	}
	p.origin, p.path = len(p.out), len(p.out)
	if p.opaque {
		return opaquePath
	}
	if slash {
		p.pos++
	}
	return path
}

// host parses the authority or the host, if the state s parses it.
func (p *parser) host(s state) state {
	switch s {
	case authority:
		return p.authority()
	case fileHost:
		return p.fileHost()
	}
	return s
}

// finish writes the path, the query and the fragment.
func (p *parser) finish(s state) {
	switch s {
	case path:
		p.segments()
		if path := p.out[p.path:]; p.nullHost && bytes.HasPrefix(path, []byte("//")) {
			// The path must not be read as a host (section 4.5, step 3).
			p.out = slices.Insert(p.out, p.path, '/', '.')
			p.path += 2
		}
	case opaquePath:
		p.opaquePath()
	}
	p.query = len(p.out)
	if p.pos < len(p.in) && p.in[p.pos] == '?' {
		p.writeQuery()
	}
	p.fragment = len(p.out)
	if p.pos < len(p.in) {
		p.writeFragment()
	}
}
