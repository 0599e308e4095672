package resolve

import "bytes"

// A Reference is a URL reference parsed by RFC 1808 section 2.4. The components
// have no delimiters, but Path has the "/" that may precede it (section 2.4.6).
// Path is always present.
type Reference struct {
	Scheme, NetLoc, Path, Params, Query, Fragment string
	// Has reports which components are present. They may be empty.
	Has Presence
}

// Presence is a set of components.
type Presence uint8

// The components that may be absent.
const (
	HasScheme Presence = 1 << iota
	HasNetLoc
	HasParams
	HasQuery
	HasFragment
)

// Parse parses s by RFC 1808 section 2.4. Every string is a reference.
func Parse(s string) Reference {
	p := split([]byte(s))
	r := Reference{Path: s[p.path:p.params]}
	take := func(dst *string, has Presence, start, end, delim int) {
		if start < end {
			*dst, r.Has = s[start+delim:end], r.Has|has
		}
	}
	if p.scheme > 0 {
		r.Scheme, r.Has = s[:p.scheme-1], HasScheme
	}
	take(&r.NetLoc, HasNetLoc, p.scheme, p.path, 2)
	take(&r.Params, HasParams, p.params, p.query, 1)
	take(&r.Query, HasQuery, p.query, p.fragment, 1)
	take(&r.Fragment, HasFragment, p.fragment, len(s), 1)
	return r
}

// String returns the reference with its delimiters: RFC 1808 section 4, step 7.
// It is the inverse of [Parse].
func (r Reference) String() string {
	b := make([]byte, 0, len(r.Scheme)+len(r.NetLoc)+len(r.Path)+len(r.Params)+len(r.Query)+len(r.Fragment)+6)
	if r.Has&HasScheme != 0 {
		b = append(append(b, r.Scheme...), ':')
	}
	if r.Has&HasNetLoc != 0 {
		b = append(append(b, "//"...), r.NetLoc...)
	}
	b = append(b, r.Path...)
	if r.Has&HasParams != 0 {
		b = append(append(b, ';'), r.Params...)
	}
	if r.Has&HasQuery != 0 {
		b = append(append(b, '?'), r.Query...)
	}
	if r.Has&HasFragment != 0 {
		b = append(append(b, '#'), r.Fragment...)
	}
	return string(b)
}

// parts holds the offsets that separate the components of a string. A range
// includes the delimiter of its component. The range of an absent component
// is empty.
//
//	scheme:          [0, scheme)
//	//net_loc        [scheme, path)
//	path             [path, params)
//	;params          [params, query)
//	?query           [query, fragment)
//	#fragment        [fragment, len)
type parts struct {
	scheme, path, params, query, fragment int
}

// split applies RFC 1808 sections 2.4.1 to 2.4.6, in this order.
func split(s []byte) (p parts) {
	p.fragment = index(s, 0, len(s), '#')       // 2.4.1
	p.scheme = schemeLen(s[:p.fragment])        // 2.4.2
	p.path = netLocEnd(s, p.scheme, p.fragment) // 2.4.3
	p.query = index(s, p.path, p.fragment, '?') // 2.4.4
	p.params = index(s, p.path, p.query, ';')   // 2.4.5
	return p                                    // 2.4.6
}

// index returns the offset in s of the first c in s[from:to], or to if c does
// not occur.
func index(s []byte, from, to int, c byte) int {
	if i := bytes.IndexByte(s[from:to], c); i >= 0 {
		return from + i
	}
	return to
}

// schemeLen returns the length of the scheme of s including its colon, or 0 if
// s has no scheme: RFC 1808 section 2.4.2.
func schemeLen[T []byte | string](s T) int {
	i := 0
	for i < len(s) && schemeByte[s[i]] {
		i++
	}
	if i == 0 || i == len(s) || s[i] != ':' {
		return 0
	}
	return i + 1
}

// netLocEnd returns the end of the net_loc of s[from:end], or from if there is
// no net_loc: RFC 1808 section 2.4.3.
func netLocEnd(s []byte, from, end int) int {
	if end-from < 2 || s[from] != '/' || s[from+1] != '/' {
		return from
	}
	return index(s, from+2, end, '/')
}

// schemeByte has the bytes that RFC 1808 section 2.4.2 allows in a scheme.
var schemeByte = func() (t [256]bool) {
	for c := range t {
		b := byte(c)
		t[c] = 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b == '+' || b == '-' || b == '.'
	}
	return t
}()

// IsAbsolute reports whether ref begins with a scheme, so that it is its own
// target in RFC 1808 (section 4, step 2b).
func IsAbsolute[T []byte | string](ref T) bool {
	return schemeLen(ref) > 0
}
