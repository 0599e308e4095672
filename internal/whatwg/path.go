package whatwg

import "bytes"

// segments implements the path state. The path written so far, up to a segment, is the path of
// the base, or empty.
func (p *parser) segments() {
	for {
		end, c := p.segmentEnd()
		segment := p.in[p.pos:end]
		slash := p.scheme.isSlash(p.in, end)
		dots := dotSegment(segment)
		if dots == 2 {
			p.shorten()
		}
		if dots == 0 {
			p.segment(segment, c)
		} else if !slash {
			p.out = append(p.out, '/')
		}
		p.pos = end
		if !slash {
			return
		}
		p.pos++
	}
}

// segmentEnd returns the end of the segment at pos, and the class of the segment.
func (p *parser) segmentEnd() (int, class) {
	var c class
	for i := p.pos; i < len(p.in); i++ {
		b := p.in[i]
		if classes[b]&delimiter != 0 && (b != '\\' || p.scheme != notSpecial) {
			return i, c
		}
		c |= classes[b]
	}
	return len(p.in), c
}

// segment writes a segment of class c.
func (p *parser) segment(segment []byte, c class) {
	drive := p.scheme == file && len(p.out) == p.path && isDrive(segment)
	p.out = append(p.out, '/')
	if c&pathSet == 0 {
		p.out = append(p.out, segment...)
	} else {
		p.out = appendEncoded(p.out, segment, pathSet)
	}
	if drive {
		p.out[len(p.out)-1] = ':'
	}
}

// shorten shortens the path (section 4.2).
func (p *parser) shorten() {
	path := p.out[p.path:]
	if p.scheme == file && isDrivePath(path) {
		return
	}
	p.out = p.out[:p.path+max(0, bytes.LastIndexByte(path, '/'))]
}

// dotSegment returns 1 for a single-dot URL path segment, 2 for a double-dot URL path
// segment (section 4.1), and 0 for any other segment.
func dotSegment(s []byte) int {
	n := 0
	for len(s) > 0 {
		switch {
		case n == 2:
			return 0
		case s[0] == '.':
			s = s[1:]
		case len(s) > 2 && s[0] == '%' && s[1] == '2' && s[2]|0x20 == 'e':
			s = s[3:]
		default:
			return 0
		}
		n++
	}
	return n
}

// opaquePath implements the opaque path state. It writes a space directly before the query
// or the fragment as "%20".
func (p *parser) opaquePath() {
	end := p.pos
	for end < len(p.in) && p.in[end] != '?' && p.in[end] != '#' {
		end++
	}
	p.out = appendEncoded(p.out, p.in[p.pos:end], c0ControlSet)
	if end < len(p.in) && end > p.pos && p.in[end-1] == ' ' {
		p.out = append(p.out[:len(p.out)-1], "%20"...)
	}
	p.pos = end
}
