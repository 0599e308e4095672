package resolve

import "strings"

// An Outcome says what resolving a reference came to.
type Outcome uint8

// The outcomes.
const (
	// Unresolved: there is no absolute target, for want of a base with a
	// scheme. The reference is given back (RFC 1808 section 4, step 1).
	Unresolved Outcome = iota
	// Absolute: the reference was absolute already, and is given back byte
	// for byte (RFC 1808 section 4, step 2b).
	Absolute
	// Resolved: the target was made from the base and the reference.
	Resolved
)

// String returns the outcome's name, as the command prints it.
func (o Outcome) String() string {
	return [...]string{"unresolved", "absolute", "resolved"}[o]
}

// A Base is a base URL, taken apart once to resolve many references. It is
// immutable, and safe for concurrent use. The zero value is the empty base of
// RFC 1808 section 3.4.
type Base struct {
	url string // the whole, with the "/" of RFC 1738 section 3.3 put in
	parts
	dir string // scheme, net_loc and directory, dot segments removed
}

// String returns the base URL.
func (b *Base) String() string { return b.url }

// Base takes url apart for use as a base. Every string will do; one without a
// scheme leaves every relative reference [Unresolved].
func (d Dialect) Base(url string) *Base {
	b := &Base{url: withRootPath(url)}
	b.parts = split(b.url)
	if b.scheme == 0 {
		return b
	}
	dir := append([]byte(nil), b.url[:b.path]...)
	path := b.url[b.path:b.params]
	path = path[:strings.LastIndexByte(path, '/')+1]
	if path == "" && b.path > b.scheme {
		path = "/"
	}
	b.dir = string(append(dir, removeDots([]byte(path))...))
	return b
}

// withRootPath puts in the "/" that an http or https URL lacks when a query
// or parameters follow the host: RFC 1738 section 3.3, against the letter of
// RFC 1808 section 2.4.3, which has the net_loc run on to the next "/".
func withRootPath(url string) string {
	p := split(url)
	scheme := url[:p.scheme]
	if p.path == p.scheme || !strings.EqualFold(scheme, "http:") && !strings.EqualFold(scheme, "https:") {
		return url
	}
	if i := strings.IndexAny(url[p.scheme:p.path], "?;"); i >= 0 {
		return url[:p.scheme+i] + "/" + url[p.scheme+i:]
	}
	return url
}

// Append appends the target of ref to dst and returns the extended buffer. It
// follows RFC 1808 section 4 step by step and allocates only where dst has
// to grow.
func (b *Base) Append(dst, ref []byte) ([]byte, Outcome) {
	switch {
	case b.scheme == 0: // Step 1
		if IsAbsolute(ref) {
			return append(dst, ref...), Absolute
		}
		return append(dst, ref...), Unresolved
	case len(ref) == 0: // Step 2a
		return append(dst, b.url...), Resolved
	}
	p := split(ref)
	switch {
	case p.scheme > 0: // Step 2b
		return append(dst, ref...), Absolute
	case p.path > 2: // Step 3: a net_loc of its own
		dst = append(dst, b.url[:b.scheme]...)
		return append(dst, ref...), Resolved
	case p.path < p.params && ref[p.path] == '/': // Step 4
		dst = b.appendNetLoc(dst, p.path > 0)
		return appendPath(dst, ref[p.path:], b.netLoc() || p.path > 0), Resolved
	case p.path == p.params: // Step 5
		return b.appendInherited(dst, ref, p), Resolved
	}
	return b.appendMerged(dst, ref[p.path:], p.params-p.path), Resolved // Step 6
}

// netLoc reports whether the base has a net_loc, be it empty.
func (b *Base) netLoc() bool { return b.path > b.scheme }

// appendNetLoc appends the scheme and net_loc of the base. slashes says that
// the reference has an empty net_loc of its own, whose "//" stays when the
// base has none to inherit.
func (b *Base) appendNetLoc(dst []byte, slashes bool) []byte {
	dst = append(dst, b.url[:b.path]...)
	if slashes && !b.netLoc() {
		dst = append(dst, "//"...)
	}
	return dst
}

// appendPath appends rest, which begins with a path, and guards a path that
// begins with "//" where no net_loc stands before it.
func appendPath(dst, rest []byte, netLoc bool) []byte {
	if !netLoc && len(rest) > 1 && rest[0] == '/' && rest[1] == '/' {
		dst = append(dst, "/."...)
	}
	return append(dst, rest...)
}

// appendInherited is RFC 1808 section 4, step 5: the reference has no path.
func (b *Base) appendInherited(dst, ref []byte, p parts) []byte {
	dst = b.appendNetLoc(dst, p.path > 0)
	dst = append(dst, b.url[b.path:b.params]...)
	params, query := ref[p.params:p.query], ref[p.query:p.fragment]
	root := len(dst)
	if len(params) > 1 { // 5a
		dst = append(append(dst, params...), query...)
	} else {
		dst = inherit(dst, b.url[b.params:b.query], params)
		if len(query) > 1 { // 5b
			dst = append(dst, query...)
		} else {
			dst = inherit(dst, b.url[b.query:b.fragment], query)
		}
	}
	if b.path == b.params && b.netLoc() && len(dst) > root {
		dst = append(dst, 0) // only "/" may follow a net_loc
		copy(dst[root+1:], dst[root:])
		dst[root] = '/'
	}
	return append(dst, ref[p.fragment:]...)
}

// inherit appends the base's component, or else what the reference has: a
// lone delimiter or nothing.
func inherit(dst []byte, base string, own []byte) []byte {
	if base != "" {
		return append(dst, base...)
	}
	return append(dst, own...)
}

// appendMerged is RFC 1808 section 4, step 6: rest is a relative path of
// pathLen bytes and what follows it.
func (b *Base) appendMerged(dst, rest []byte, pathLen int) []byte {
	at := len(dst) + b.path
	dst = append(append(dst, b.dir...), rest[:pathLen]...)
	if hasDots(rest[:pathLen]) {
		dst = dst[:at+len(removeDots(dst[at:]))]
	}
	if path := dst[at:]; !b.netLoc() && len(path) > 1 && path[0] == '/' && path[1] == '/' {
		n := len(path)
		dst = append(dst, "/."...)
		copy(dst[at+2:], dst[at:at+n])
		copy(dst[at:], "/.")
	}
	return append(dst, rest[pathLen:]...)
}

// hasDots reports whether path may hold a segment "." or "..".
func hasDots(path []byte) bool {
	for i, c := range path {
		if c == '.' && (i == 0 || path[i-1] == '/') {
			return true
		}
	}
	return false
}

// removeDots removes the "." and ".." segments of path in place and returns
// what is left: RFC 1808 section 4, steps 6a to 6d. The four steps, done one
// after the other, remove what one walk with a stack of segments removes: "."
// is no segment for ".." to take away, and the leftmost "<segment>/../" is
// the one that the walk meets first. path itself serves as the stack.
func removeDots(path []byte) []byte {
	root := 0
	if len(path) > 0 && path[0] == '/' {
		root = 1
	}
	w := root
	for r := root; r < len(path); {
		end := index(path, r, len(path), '/')
		segment, next := path[r:end], min(end+1, len(path))
		switch {
		case string(segment) == ".":
		case string(segment) == ".." && w > root && !endsInParent(path[root:w]):
			w = lastSegment(path, root, w)
		default:
			w += copy(path[w:], path[r:next])
		}
		r = next
	}
	return path[:w]
}

// endsInParent reports whether dir, which ends in "/", has ".." as its last
// segment.
func endsInParent(dir []byte) bool {
	n := len(dir)
	return n >= 3 && string(dir[n-3:]) == "../" && (n == 3 || dir[n-4] == '/')
}

// lastSegment returns where the last segment of path[root:end], which ends in
// "/", begins.
func lastSegment(path []byte, root, end int) int {
	i := end - 1
	for i > root && path[i-1] != '/' {
		i--
	}
	return i
}

// Resolve returns the target of ref: [Base.Append] for strings.
func (b *Base) Resolve(ref string) (string, Outcome) {
	out, o := b.Append(nil, []byte(ref))
	if o != Resolved {
		return ref, o
	}
	return string(out), o
}

// Resolve returns the target of ref against base in the default dialect. With
// an empty base, ref comes back as it is (RFC 1808 section 4, step 1).
func Resolve(base, ref string) string {
	target, _ := RFC1808.Base(base).Resolve(ref)
	return target
}
