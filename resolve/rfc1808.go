package resolve

import (
	"bytes"
	"strings"
)

// base1808 parses url for RFC 1808.
func base1808(url string) *Base {
	b := &Base{dialect: RFC1808, url: withRootPath(url)}
	b.parts = split([]byte(b.url))
	if b.scheme > 0 {
		b.dir = b.directory(removeDots)
		b.whole = b.share(b.appendInherited(nil, nil, parts{}))
		b.up = b.parents()
	}
	return b
}

// maxParents is the number of parent directories that a base stores.
const maxParents = 8

// parents returns the parent directories of the base, the nearest first,
// without the "/" at the end. It stops at a directory that begins or ends with
// a "." as ".." does: [Base.Prefix] could not replace ".." by it, since the
// replacement would not be the shortest.
func (b *Base) parents() (up []string) {
	dir := []byte(b.dir[b.path:])
	for b.netLoc() && len(up) < maxParents {
		dir = removeDots(append(dir, "../"...))
		whole := b.share(append([]byte(b.url[:b.path]), dir...))
		if endsInParent(dir) || strings.HasSuffix(whole, "./") || whole[0] == '.' {
			break
		}
		up = append(up, strings.TrimSuffix(whole, "/"))
	}
	return up
}

// withRootPath adds the "/" that an http or https URL lacks if a query or
// params follow the host (RFC 1738 section 3.3). By RFC 1808 section 2.4.3
// alone, the net_loc would extend to the next "/".
func withRootPath(url string) string {
	p := split([]byte(url))
	scheme := url[:p.scheme]
	if p.path == p.scheme || !strings.EqualFold(scheme, "http:") && !strings.EqualFold(scheme, "https:") {
		return url
	}
	if i := strings.IndexAny(url[p.scheme:p.path], "?;"); i >= 0 {
		return url[:p.scheme+i] + "/" + url[p.scheme+i:]
	}
	return url
}

// append1808 implements RFC 1808 section 4.
func (b *Base) append1808(dst, ref []byte) ([]byte, Outcome) {
	prefix, n, o, ok := b.prefix1808(ref)
	if ok {
		return append(append(dst, prefix...), ref[n:]...), o
	}
	p := split(ref)
	switch {
	case p.path > 2: // Step 3: a net_loc of its own
		dst = append(dst, b.url[:b.scheme]...)
		return append(dst, ref...), Resolved
	case p.path > 0 && p.path < p.params: // Step 4: an empty net_loc, and a path
		return append(b.appendNetLoc(dst, true), ref[p.path:]...), Resolved
	case p.path == p.params: // Step 5
		return b.appendInherited(dst, ref, p), Resolved
	}
	return b.appendMerged(dst, ref, p.params), Resolved // Step 6
}

// prefix1808 implements [Base.Prefix]: RFC 1808 section 4 for references that
// change only in their first n bytes.
func (b *Base) prefix1808(ref []byte) (prefix string, n int, o Outcome, ok bool) {
	switch {
	case len(ref) > 0 && ref[0] != '/' && ref[0] != '#' && bytes.IndexByte(ref, ':') > 0 && schemeLen(ref) > 0: // Step 1, step 2b
		return "", 0, Absolute, true
	case b.scheme == 0: // Step 1
		return "", 0, Unresolved, true
	case len(ref) == 0: // Step 2a
		return b.url, 0, Resolved, true
	case ref[0] == '#': // Step 5 for a fragment alone
		return b.whole, 0, Resolved, true
	case ref[0] == '/' && (len(ref) == 1 || ref[1] != '/'): // Step 4 without a net_loc
		return b.url[:b.path], 0, Resolved, true
	case ref[0] == '.':
		return b.prefixUp(ref)
	case b.netLoc() && isPlainPath(ref): // Step 6 with nothing to remove
		return b.dir, 0, Resolved, true
	}
	return "", 0, Unresolved, false
}

// prefixUp is prefix1808 for a path that begins with ".." segments (step 6). ok
// is false if other dot segments follow.
func (b *Base) prefixUp(ref []byte) (prefix string, n int, o Outcome, ok bool) {
	rest, up := ref, 0
	for up < len(b.up) && len(rest) >= 3 && string(rest[:3]) == "../" {
		rest, up = rest[3:], up+1
	}
	if up == 0 || len(rest) > 0 && !isPlainPath(rest) {
		return "", 0, Unresolved, false
	}
	return b.up[up-1], 3*up - 1, Resolved, true
}

// isPlainPath reports whether ref, which is not empty, begins with a relative
// path without dot segments.
func isPlainPath(ref []byte) bool {
	switch ref[0] {
	case '/', ';', '?':
		return false
	}
	return !hasDots(ref)
}

// netLoc reports whether the base has a net_loc, which may be empty.
func (b *Base) netLoc() bool { return b.path > b.scheme }

// appendNetLoc appends the scheme and net_loc of the base. slashes reports
// whether the reference has an empty net_loc; its "//" is kept if the base has
// no net_loc.
func (b *Base) appendNetLoc(dst []byte, slashes bool) []byte {
	dst = append(dst, b.url[:b.path]...)
	if slashes && !b.netLoc() {
		dst = append(dst, "//"...)
	}
	return dst
}

// appendInherited is RFC 1808 section 4, step 5, for a reference without a
// path.
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

// inherit appends base, a component of the base with its delimiter. If the base
// does not have the component, it appends own, the component of the reference, which is
// a delimiter or empty.
func inherit(dst []byte, base string, own []byte) []byte {
	if base != "" {
		return append(dst, base...)
	}
	return append(dst, own...)
}

// appendMerged is RFC 1808 section 4, step 6. ref begins with a relative path
// of pathLen bytes.
func (b *Base) appendMerged(dst, ref []byte, pathLen int) []byte {
	at := len(dst) + b.path
	dst = append(append(dst, b.dir...), ref[:pathLen]...)
	if hasDots(ref[:pathLen]) {
		dst = dst[:at+len(removeDots(dst[at:]))]
	}
	if path := dst[at:]; !b.netLoc() && len(path) > 1 && path[0] == '/' && path[1] == '/' {
		n := len(path)
		dst = append(dst, "/."...)
		copy(dst[at+2:], dst[at:at+n])
		copy(dst[at:], "/.")
	}
	return append(dst, ref[pathLen:]...)
}
