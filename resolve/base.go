package resolve

import (
	"strings"

	"golang.org/x/text/encoding"

	"github.com/hrefix/hrefix/internal/whatwg"
)

// A Base is a base URL, taken apart once to resolve many references by the
// rules of one dialect. It is immutable, and safe for concurrent use. The zero
// value is the empty base of RFC 1808 section 3.4.
type Base struct {
	dialect Dialect
	url     string // the whole, as it is used
	parts
	// For RFC 1808 and RFC 3986.
	dir string // scheme, net_loc and directory, dot segments removed
	// For RFC 1808: what a reference inherits that is a mere fragment.
	whole string
	// For RFC 1808: what comes in place of "..", "../.." and so on, before a "/".
	up []string
	// For RFC 3986: all but the fragment, dot segments removed, of which file
	// bytes stand before the query.
	inherited string
	file      int
	// For the URL Standard.
	resolver whatwg.Resolver
}

// Base takes url apart for use as a base. Every string will do; one that the
// dialect cannot use leaves every relative reference [Unresolved]. For the RFCs
// that is one without a scheme, for the URL Standard one that cannot be parsed.
func (d Dialect) Base(url string) *Base {
	switch d {
	case RFC3986:
		return base3986(url)
	case WHATWG:
		return baseWHATWG(url, nil)
	}
	return base1808(url)
}

// BaseWithEncoding is [Dialect.Base] for a URL that stands in a document of another
// encoding than UTF-8, as for [Base.WithEncoding]. The base that it returns is for
// references in UTF-8.
func (d Dialect) BaseWithEncoding(url string, enc encoding.Encoding) *Base {
	if d == WHATWG {
		return baseWHATWG(url, enc)
	}
	return d.Base(url)
}

// directory returns the base up to the last "/" of its path, with the dot
// segments removed from the path.
func (b *Base) directory(removeDots func([]byte) []byte) string {
	dir := append([]byte(nil), b.url[:b.path]...)
	path := b.url[b.path:b.params]
	path = path[:strings.LastIndexByte(path, '/')+1]
	if path == "" && b.netLoc() {
		path = "/"
	}
	return b.share(append(dir, removeDots([]byte(path))...))
}

// share returns s as a string: as a part of the base, if the base begins with it. Bases
// may be long, and many.
func (b *Base) share(s []byte) string {
	if len(s) <= len(b.url) && b.url[:len(s)] == string(s) {
		return b.url[:len(s)]
	}
	return string(s)
}

// String returns the base URL as it is used: in RFC 1808 with the "/" of RFC
// 1738 section 3.3 put in, in the URL Standard serialised. One that cannot be
// used comes back as it was given.
func (b *Base) String() string { return b.url }

// Resolves reports whether there are relative references that the base gives a
// target: it has a scheme, and the dialect can parse it.
func (b *Base) Resolves() bool {
	if b.dialect == WHATWG {
		return b.resolver.Base != nil
	}
	return b.scheme > 0
}

// WithEncoding returns the base for references in a document of another encoding than
// UTF-8, which has to be one of the Encoding Standard, or nil for UTF-8. The
// bytes of references are then taken to be of that encoding. Only the dialect
// [WHATWG] asks for it (URL Standard section 4.4, HTML Standard section 2.4.2):
// it decodes references, and encodes the query of most URLs. UTF-16 is the
// same as UTF-8 here: its references are to be given in UTF-8.
func (b *Base) WithEncoding(enc encoding.Encoding) *Base {
	if b.dialect != WHATWG {
		return b
	}
	in := *b
	in.resolver.Encoding = whatwg.OutputEncoding(enc)
	return &in
}

// IsAbsolute reports whether ref is absolute, so that its target is the same
// whatever the base, and without one. In the RFCs that is a reference with a
// scheme. In the URL Standard a special scheme without "//" makes none, as in
// "http:g", which a base of that scheme would change; and leading white space
// does not count.
func (b *Base) IsAbsolute(ref []byte) bool {
	switch b.dialect {
	case RFC3986:
		return schemeLen3986(ref) > 0
	case WHATWG:
		return b.resolver.IsAbsolute(ref)
	}
	return IsAbsolute(ref)
}

// Append appends the target of ref to dst and returns the extended buffer; of a
// reference that is [Unresolved], the reference itself. RFC 3986 and the URL Standard
// normalise absolute references too. It allocates only where dst has to grow, and in
// the dialect [WHATWG] for references that are not plain ASCII.
func (b *Base) Append(dst, ref []byte) ([]byte, Outcome) {
	switch b.dialect {
	case RFC3986:
		return b.append3986(dst, ref)
	case WHATWG:
		return b.appendWHATWG(dst, ref)
	}
	return b.append1808(dst, ref)
}

// AppendReplacement is [Base.Append] for what replaces ref in the text of a document:
// the target, but of an absolute reference the reference itself, byte for byte. The
// target mostly ends as ref does, so that a prefix is all that is new. In the dialect
// [WHATWG], a NUL is U+FFFD, as HTML and CSS have it.
func (b *Base) AppendReplacement(dst, ref []byte) ([]byte, Outcome) {
	if b.dialect == WHATWG {
		return b.replaceWHATWG(dst, ref)
	}
	at := len(dst)
	dst, o := b.Append(dst, ref)
	if o == Absolute {
		dst = append(dst[:at], ref...)
	}
	return dst, o
}

// Prefix returns what the target of ref, as [Base.AppendReplacement] has it, has in
// place of the first n bytes of ref, and the outcome. Prefix and those n bytes have
// no last byte in common. ok is false if more than the prefix is new, or if it takes
// longer to find out than to append the target.
func (b *Base) Prefix(ref []byte) (prefix string, n int, o Outcome, ok bool) {
	switch b.dialect {
	case RFC3986:
		return "", 0, Unresolved, false
	case WHATWG:
		prefix, ok = b.resolver.Prefix(ref)
		return prefix, 0, Resolved, ok
	}
	return b.prefix1808(ref)
}

// Resolve returns the target of ref: [Base.Append] for strings.
func (b *Base) Resolve(ref string) (string, Outcome) {
	out, o := b.Append(nil, []byte(ref))
	if string(out) == ref {
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
