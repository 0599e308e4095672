package resolve

// base3986 parses url for RFC 3986.
//
// Section 5.2.1 allows, but does not require, to normalize a base. base3986
// removes the dot segments of the path for references that inherit the whole
// path. Otherwise their targets would change when resolved again (section
// 5.2.2). For other references only the directory counts, and ".." at the end
// of the base's path is an ordinary name (section 5.2.3).
func base3986(url string) *Base {
	b := &Base{dialect: RFC3986, url: url, parts: split3986([]byte(url))}
	if b.scheme > 0 {
		b.dir = b.directory(removeDotSegments)
		path := string(removeDotSegments([]byte(url[b.path:b.query])))
		b.file, b.inherited = b.path+len(path), url[:b.path]+path+url[b.query:b.fragment]
	}
	return b
}

// split3986 splits s into the components of RFC 3986 section 3. There are no
// params. The RFC calls the net_loc authority.
func split3986(s []byte) (p parts) {
	p.fragment = index(s, 0, len(s), '#')
	p.scheme = schemeLen3986(s[:p.fragment])
	p.query = index(s, p.scheme, p.fragment, '?')
	p.path, p.params = netLocEnd(s, p.scheme, p.query), p.query
	return p
}

// schemeLen3986 returns the length of the scheme of s including its colon, or 0
// if s has no scheme. A scheme begins with a letter (RFC 3986 section 3.1).
func schemeLen3986(s []byte) int {
	if len(s) == 0 || s[0]|0x20 < 'a' || s[0]|0x20 > 'z' {
		return 0
	}
	return schemeLen(s)
}

// append3986 is the strict algorithm of RFC 3986 section 5.2.2. It keeps the
// bytes of all components, and an empty component is present (section 5.3).
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
	case p.path > 0: // the reference has an authority
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

// removeDotSegments is RFC 3986 section 5.2.4. Both the input and the output
// buffer of the RFC are in path. It returns the output.
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

// leadingDots returns the length of the dot segments at the start of path,
// including the "/" after each.
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
