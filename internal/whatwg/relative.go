package whatwg

import "strings"

// noScheme implements the no scheme state.
func (p *parser) noScheme() state {
	switch {
	case p.base == nil:
		return failed
	case !p.base.opaque:
		p.scheme = p.base.scheme
		return p.relative()
	case len(p.in) == 0 || p.in[0] != '#':
		return failed
	}
	p.inherit(p.base.fragment)
	return pathDone
}

// relative implements the relative state and the relative slash state, or the file state and the
// file slash state. The scheme is the scheme of the base.
func (p *parser) relative() state {
	slash, two := p.slashes()
	switch {
	case two:
		p.inherit(strings.IndexByte(p.base.href, ':') + 1)
		return p.afterSlashes()
	case slash:
		p.inherit(p.base.origin)
		p.pos++
		if p.scheme == file && !startsWithDrive(p.in[p.pos:]) {
			p.out = append(p.out, p.base.drive()...)
		}
		return path
	case p.pos == len(p.in) || p.in[p.pos] == '#':
		p.inherit(p.base.fragment)
		return pathDone
	case p.in[p.pos] == '?':
		p.inherit(p.base.query)
		return pathDone
	}
	p.inherit(p.base.origin)
	if p.scheme != file || !startsWithDrive(p.in[p.pos:]) {
		p.out = append(p.out, p.base.parent()...)
	}
	return path
}

// inherit copies the start of the base up to the offset end.
func (p *parser) inherit(end int) {
	b := p.base
	p.dependent = true
	p.out = append(p.out, b.href[:end]...)
	p.origin, p.path, p.nullHost = p.start+b.origin, p.start+min(b.path, end), b.nullHost
}

// slashes reports whether there is a slash at pos, and whether there are two.
func (p *parser) slashes() (one, two bool) {
	one = p.scheme.isSlash(p.in, p.pos)
	return one, one && p.scheme.isSlash(p.in, p.pos+1)
}

// afterSlashes returns the state that parses an authority.
func (p *parser) afterSlashes() state {
	p.nullHost = false
	if p.scheme == file {
		return fileHost
	}
	return authority
}
