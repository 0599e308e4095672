package whatwg

import (
	"bytes"
	"strconv"

	"github.com/hrefix/hrefix/internal/ascii"
)

// authority implements the authority state, the host state and the port state. It also
// implements the states before them that skip slashes, and the path start state after them.
func (p *parser) authority() state {
	if p.scheme == notSpecial {
		p.pos += 2
	} else {
		for p.scheme.isSlash(p.in, p.pos) {
			p.pos++
		}
	}
	end := p.hostEnd()
	in := p.in[p.pos:end]
	p.pos = end
	p.out = append(p.out, "//"...)
	if at := bytes.LastIndexByte(in, '@'); at >= 0 {
		p.credentials(in[:at])
		if in = in[at+1:]; len(in) == 0 {
			return failed
		}
	}
	host, port := splitPort(in)
	if !p.hostAndPort(host, port) {
		return failed
	}
	return p.pathStart()
}

// hostEnd returns the end of the authority or host at pos.
func (p *parser) hostEnd() int {
	end, _ := p.segmentEnd()
	return end
}

// credentials writes the username and password.
func (p *parser) credentials(in []byte) {
	name, password, _ := bytes.Cut(in, []byte(":"))
	if len(name) == 0 && len(password) == 0 {
		return
	}
	p.out = appendEncoded(p.out, name, userinfoSet)
	if len(password) > 0 {
		p.out = append(p.out, ':')
		p.out = appendEncoded(p.out, password, userinfoSet)
	}
	p.out = append(p.out, '@')
}

// splitPort splits in before the first colon that is not within brackets.
func splitPort(in []byte) (host, port []byte) {
	inside := false
	for i, b := range in {
		switch {
		case b == '[':
			inside = true
		case b == ']':
			inside = false
		case b == ':' && !inside:
			return in[:i], in[i:]
		}
	}
	return in, nil
}

// hostAndPort writes host and port, and reports whether they are valid. port is empty, or
// includes its colon.
func (p *parser) hostAndPort(host, port []byte) bool {
	if len(host) == 0 && (p.scheme != notSpecial || len(port) > 0) {
		return false
	}
	out, ok := appendHost(p.out, host, p.scheme == notSpecial)
	if !ok {
		return false
	}
	p.out = out
	if len(port) < 2 {
		return true
	}
	n, ok := number(port[1:], 10, 1<<16)
	if !ok || n == 1<<16 {
		return false
	}
	if n != special[p.scheme].port {
		p.out = append(p.out, ':')
		p.out = strconv.AppendInt(p.out, n, 10)
	}
	return true
}

// pathStart is the path start state.
func (p *parser) pathStart() state {
	p.origin, p.path = len(p.out), len(p.out)
	switch {
	case p.scheme.isSlash(p.in, p.pos):
		p.pos++
		return path
	case p.scheme == notSpecial:
		return pathDone
	}
	return path
}

// fileHost is the file host state.
func (p *parser) fileHost() state {
	p.out = append(p.out, "//"...)
	p.pos += 2
	end := p.hostEnd()
	host := p.in[p.pos:end]
	if isDrive(host) {
		p.origin, p.path = len(p.out), len(p.out)
		return path
	}
	p.pos = end
	if len(host) > 0 {
		at := len(p.out)
		out, ok := appendHost(p.out, host, false)
		if !ok {
			return failed
		}
		if string(out[at:]) == "localhost" {
			out = out[:at]
		}
		p.out = out
	}
	return p.pathStart()
}

// number returns the value of digits in a base, or limit if the value is greater. ok is
// false if digits is empty or has another character.
func number(digits []byte, base, limit int64) (n int64, ok bool) {
	n = 0
	for _, b := range digits {
		v := int64(ascii.HexValue(b))
		if v < 0 || v >= base {
			return 0, false
		}
		n = min(n*base+v, limit)
	}
	return n, len(digits) > 0
}
