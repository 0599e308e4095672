package resolve

import (
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/internal/whatwg"
	"golang.org/x/text/encoding"
)

// A Base is a parsed base URL, for resolving many references by the rules of
// one dialect. It is immutable and safe for concurrent use. The zero value is
// the empty base of RFC 1808 section 3.4.
type Base struct {
	dialect Dialect
	url     string // the result of String
	parts
	// For RFC 1808 and RFC 3986.
	dir string // scheme, net_loc and directory without dot segments
	// For RFC 1808: the base without its fragment, which precedes the fragment
	// in the target of a reference such as "#f".
	whole string
	// For RFC 1808: the parent directories, which replace "..", "../.." and so
	// on. See parents.
	up []string
	// For RFC 3986: the URL without its fragment and dot segments. Its path
	// ends and its query begins at offset file.
	inherited string
	file      int
	// For the URL Standard.
	resolver whatwg.Resolver
}

// Base parses url for use as a base. Any string is accepted. If the dialect
// cannot use url as a base, every relative reference is [Unresolved]. The RFCs
// cannot use a URL without a scheme. The URL Standard cannot use an invalid
// URL.
func (d Dialect) Base(url string) *Base {
	switch d {
	case RFC3986:
		return base3986(url)
	case WHATWG:
		return baseWHATWG(url, nil)
	}
	return base1808(url)
}

// BaseWithEncoding is [Dialect.Base] for a URL in a document whose encoding is
// enc, as for [Base.WithEncoding]. The URL is given in UTF-8. The result is a base
// for references in documents in UTF-8.
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

// share returns s as a string. If the base begins with s, the string shares its
// memory, because bases may be long and numerous.
func (b *Base) share(s []byte) string {
	if len(s) <= len(b.url) && b.url[:len(s)] == string(s) {
		return b.url[:len(s)]
	}
	return string(s)
}

// String returns the base URL as it is used. RFC 1808 adds the "/" of RFC 1738
// section 3.3, and the URL Standard serializes the URL. An unusable URL is
// returned unchanged.
func (b *Base) String() string { return b.url }

// Resolves reports whether relative references can have a target: the base has
// a scheme and is valid in the dialect.
func (b *Base) Resolves() bool {
	if b.dialect == WHATWG {
		return b.resolver.Base != nil
	}
	return b.scheme > 0
}

// WithEncoding returns the base for references in a document whose encoding is enc, which must be
// one of the Encoding Standard. Nil means UTF-8. The references themselves are given in UTF-8, like
// all strings of this package. The encoding makes a difference only in the dialect [WHATWG], which
// in most URLs percent-encodes the query in the encoding of the document (URL Standard section 4.4,
// HTML Standard section 2.4.2). The encoder of enc writes it: the encoders of golang.org/x/text
// differ from the Encoding Standard in rare characters, such as the characters of JIS X 0212 in
// EUC-JP.
func (b *Base) WithEncoding(enc encoding.Encoding) *Base {
	if b.dialect != WHATWG {
		return b
	}
	in := *b
	in.resolver.Encoding = whatwg.OutputEncoding(enc)
	return &in
}

// IsAbsolute reports whether ref is absolute: its target does not depend on the
// base. In the RFCs, every reference with a scheme is absolute. In the URL
// Standard, a reference such as "http:g" is not, since a base of the same
// scheme changes its target. The URL Standard ignores leading white space.
func (b *Base) IsAbsolute(ref []byte) bool {
	switch b.dialect {
	case RFC3986:
		return schemeLen3986(ref) > 0
	case WHATWG:
		return b.resolver.IsAbsolute(ref)
	}
	return IsAbsolute(ref)
}

// Append appends the target of ref to dst and returns the extended buffer. If
// ref is [Unresolved], it appends ref. RFC 3986 and the URL Standard also
// normalize absolute references. Append allocates only to extend dst, and in
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

// AppendReplacement appends what replaces ref in the text of a document: the
// target of a relative reference, but an absolute reference unchanged. It is
// like [Base.Append] otherwise. In the dialect [WHATWG] it reads a NUL as
// U+FFFD, as HTML and CSS do.
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

// Prefix returns how [Base.AppendReplacement] changes ref, if it changes only
// the start: the replacement is prefix followed by ref[n:]. The last bytes of
// prefix and of ref[:n] differ. ok is false if more than the start changes, or
// if finding that out would take longer than appending the replacement.
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

// Resolve returns the target of ref, as [Base.Append] does.
func (b *Base) Resolve(ref string) (string, Outcome) {
	out, o := b.Append(nil, []byte(ref))
	if string(out) == ref {
		return ref, o
	}
	return string(out), o
}

// Resolve returns the target of ref against base in the default dialect. If
// base is empty, the target is ref (RFC 1808 section 4, step 1).
func Resolve(base, ref string) string {
	target, _ := RFC1808.Base(base).Resolve(ref)
	return target
}

// An Outcome is the result of resolving a reference.
type Outcome uint8

// The outcomes of [Base.Append].
const (
	// Unresolved means that there is no target: the base cannot be used, or the
	// rules for resolution make no URL of the reference. The reference is returned
	// unchanged (RFC 1808 section 4, step 1).
	Unresolved Outcome = iota
	// Absolute means that the reference was absolute: its target does not
	// depend on the base. RFC 1808 returns it unchanged (section 4, step 2b),
	// RFC 3986 without dot segments (section 5.2.2), and the URL Standard
	// serialized.
	Absolute
	// Resolved means that the target was made from the base and the reference.
	Resolved
)

var outcomeNames = [...]string{Unresolved: "unresolved", Absolute: "absolute", Resolved: "resolved"}

// String returns the name of the outcome, as the command prints it.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}
