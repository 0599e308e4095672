package resolve

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/whatwg"
)

// AppendRelative is the inverse of [Base.Append]. It appends the shortest
// suitable reference whose target is target, which is absolute. If there is no
// such reference, it appends target and returns false.
//
// A suitable reference has no scheme or net_loc and does not begin with "/", so
// it still works when all documents of a site are moved together. All readers
// resolve it in the same way. It is empty, a fragment, a query, or a path from
// the directory of the base. It is not params alone, since only RFC 1808 has
// these. A path begins with "./" if its first segment would otherwise be empty,
// begin with white space, or be read as a scheme (RFC 3986 section 4.2) or as
// params. A path that ends in ".." gets a "/" at its end.
//
// [Base.Append] gives target for the reference, byte for byte. In the URL
// Standard it gives the serialized target.
func (b *Base) AppendRelative(dst, target []byte) ([]byte, bool) {
	if !b.Resolves() {
		return append(dst, target...), false
	}
	r := relation{base: b, want: target}
	if b.dialect != WHATWG {
		return r.append(dst, target)
	}
	u, ok := whatwg.Parse(target, b.resolver.Encoding)
	if !ok {
		return append(dst, target...), false
	}
	r.want = []byte(u.Href())
	at := len(dst)
	if p := split3986(target); p.path < p.params { // prefer the spelling of target
		if dst, ok = r.append(dst, target); ok {
			return dst, true
		}
	}
	if dst, ok = r.append(dst[:at], r.want); ok {
		return dst, true
	}
	return append(dst[:at], target...), false
}

// Relative returns the reference for target, as [Base.AppendRelative] does.
func (b *Base) Relative(target string) (string, bool) {
	ref, ok := b.AppendRelative(nil, []byte(target))
	return string(ref), ok
}

// A relation searches for a reference whose target is want.
type relation struct {
	base *Base
	want []byte
}

// append tries the forms of a reference to target, the shortest first. It
// appends the first that has the target r.want, or target if none has.
func (r *relation) append(dst, target []byte) ([]byte, bool) {
	b, at := r.base, len(dst)
	base, t := b.parts, split3986(target)
	if b.dialect == RFC1808 {
		t = split(target)
	}
	site := target[:t.path] // the scheme and the net_loc
	if b.dialect == WHATWG {
		site = r.want[:split3986(r.want).path] // as they are serialized
	}
	if string(site) != b.url[:b.path] {
		return append(dst, target...), false
	}
	path, file := t.path, []byte(b.url[base.path:base.query])
	switch {
	case base.fragment == len(b.url) && t.fragment == len(target) && r.gives(dst, nil):
		return dst, true
	case t.fragment < len(target) && r.gives(dst, target[t.fragment:]):
		return append(dst, target[t.fragment:]...), true
	case t.query < t.fragment && bytes.Equal(target[path:t.query], file) && r.gives(dst, target[t.query:]):
		return append(dst, target[t.query:]...), true
	}
	dst = b.appendPathTo(dst, target, t)
	if ref := dst[at:]; r.gives(dst, ref) {
		return dst, true
	}
	return append(dst[:at], target...), false
}

// gives reports whether r.want is the target of ref. It overwrites the memory
// after dst.
func (r *relation) gives(dst, ref []byte) bool {
	got, outcome := r.base.Append(dst, ref)
	return outcome == Resolved && bytes.Equal(got[len(dst):], r.want)
}

// appendPathTo appends a path from the directory of the base to the path of
// target, with the query and fragment of target.
func (b *Base) appendPathTo(dst, target []byte, t parts) []byte {
	path := target[t.path:t.params]
	dir := b.url[b.path:b.query] // the path of the base up to its last "/", without dot segments
	if b.dialect == WHATWG {
		dir = dir[:strings.LastIndexByte(dir, '/')+1]
	} else {
		dir = b.dir[b.path:]
	}
	same := 0 // the offset after the last "/" of the common path
	for i := 0; i < len(dir) && i < len(path) && dir[i] == path[i]; i++ {
		if dir[i] == '/' {
			same = i + 1
		}
	}
	at := len(dst)
	for i := same; i < len(dir); i++ {
		if dir[i] == '/' {
			dst = append(dst, "../"...)
		}
	}
	rest := target[t.path+same:]
	if len(dst) == at && needsDot(rest, t.params-t.path-same) {
		dst = append(dst, "./"...)
	}
	return append(dst, rest...)
}

// needsDot reports whether ref must be written with "./" at its start. The
// first n bytes of ref are its path.
func needsDot(ref []byte, n int) bool {
	if n == 0 || ref[0] <= ' ' || ref[0] == '\\' || ref[0] == ';' {
		return true
	}
	for _, c := range ref[:n] {
		switch c {
		case '/':
			return ref[0] == '/'
		case ':':
			return true
		}
	}
	return ref[0] == '/'
}
