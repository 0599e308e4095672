package resolve

// base3986 takes url apart for RFC 3986.
//
// Section 5.2.1 allows to normalise a base. What is done of that is to remove
// the dot segments of a path that a reference inherits as it is: a target made
// of it would lose them when resolved again (section 5.2.2). Where only the
// directory counts, ".." at the end of the base's path is a name like any other
// (section 5.2.3).
func base3986(url string) *Base {
	b := &Base{dialect: RFC3986, url: url, parts: split3986([]byte(url))}
	if b.scheme > 0 {
		b.dir = b.directory(removeDotSegments)
		path := string(removeDotSegments([]byte(url[b.path:b.query])))
		b.file, b.inherited = b.path+len(path), url[:b.path]+path+url[b.query:b.fragment]
	}
	return b
}

// split3986 takes s apart into the components of RFC 3986 section 3. There are
// no params, and net_loc is what is called authority there.
func split3986(s []byte) (p parts) {
	p.fragment = index(s, 0, len(s), '#')
	p.scheme = schemeLen3986(s[:p.fragment])
	p.query = index(s, p.scheme, p.fragment, '?')
	p.path, p.params = netLocEnd(s, p.scheme, p.query), p.query
	return p
}

// schemeLen3986 returns the length of the scheme of s with its colon, 0 when
// there is none. A scheme begins with a letter (RFC 3986 section 3.1).
func schemeLen3986(s []byte) int {
	if len(s) == 0 || s[0]|0x20 < 'a' || s[0]|0x20 > 'z' {
		return 0
	}
	return schemeLen(s)
}

// append3986 is RFC 3986 section 5.2.2, strict. No component changes any byte,
// and an empty one is present (section 5.3).
func (b *Base) append3986(dst, ref []byte) ([]byte, Outcome) {
	if n := schemeLen3986(ref); n > 0 {
		if !hasDots(ref[n:]) {
			return append(dst, ref...), Absolute
		}
		return appendWithoutDots(dst, ref, split3986(ref)), Absolute
	}
	p := split3986(ref)
	switch {
	case b.scheme == 0: // section 5.2.1
		return append(dst, ref...), Unresolved
	case p.path > 0: // an authority of its own
		dst = append(dst, b.url[:b.scheme]...)
		return appendWithoutDots(dst, ref, p), Resolved
	case p.path == p.query:
		same := b.inherited
		if p.query < p.fragment {
			same = same[:b.file]
		}
		dst = append(dst, same...)
		return append(dst, ref...), Resolved
	case ref[0] == '/':
		dst = append(dst, b.url[:b.path]...)
		return appendWithoutDots(dst, ref, p), Resolved
	}
	at := len(dst) + b.path
	dst = append(append(dst, b.dir...), ref[:p.query]...)
	if hasDots(ref[:p.query]) {
		dst = dst[:at+len(removeDotSegments(dst[at:]))]
	}
	return append(dst, ref[p.query:]...), Resolved
}

// appendWithoutDots appends ref with the dot segments removed from its path.
func appendWithoutDots(dst, ref []byte, p parts) []byte {
	if !hasDots(ref[p.path:p.query]) {
		return append(dst, ref...)
	}
	at := len(dst) + p.path
	dst = append(dst, ref[:p.query]...)
	dst = dst[:at+len(removeDotSegments(dst[at:]))]
	return append(dst, ref[p.query:]...)
}

// removeDotSegments does in place what RFC 3986 section 5.2.4 does with an
// input and an output buffer, and returns the output.
func removeDotSegments(path []byte) []byte {
	r := leadingDots(path) // steps A and D
	w := 0
	for r < len(path) {
		end := index(path, r+1, len(path), '/')
		switch string(path[r:end]) {
		case "/.": // step B
		case "/..": // step C
			for w > 0 && path[w-1] != '/' {
				w--
			}
			w = max(0, w-1)
		default: // step E
			w += copy(path[w:], path[r:end])
			r = end
			continue
		}
		if r = end; end == len(path) {
			path[w] = '/'
			w++
		}
	}
	return path[:w]
}

// leadingDots returns the length of the dot segments that path begins with,
// with the "/" after each.
func leadingDots(path []byte) int {
	r := 0
	for r < len(path) {
		end := index(path, r, len(path), '/')
		if s := string(path[r:end]); s != "." && s != ".." {
			break
		}
		r = min(end+1, len(path))
	}
	return r
}
