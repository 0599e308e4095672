package resolve

import (
	"golang.org/x/text/encoding"

	"github.com/hrefix/hrefix/internal/whatwg"
)

// baseWHATWG parses url, which is in encoding enc, by the URL Standard.
func baseWHATWG(url string, enc encoding.Encoding) *Base {
	b := &Base{dialect: WHATWG, url: url}
	if u, ok := whatwg.Parse([]byte(url), whatwg.OutputEncoding(enc)); ok {
		b.url, b.resolver.Base = u.Href(), u
		b.parts = split3986([]byte(b.url))
	}
	return b
}

// appendWHATWG applies the URL parser of the URL Standard (section 4.4) to ref
// and the base, and serialises the URL (section 4.5).
func (b *Base) appendWHATWG(dst, ref []byte) ([]byte, Outcome) {
	dst, kind := b.resolver.Append(dst, ref)
	if kind == whatwg.Invalid {
		dst = append(dst, ref...)
	}
	return dst, outcomes[kind]
}

// replaceWHATWG does the same for a relative reference, and appends others as they
// are.
func (b *Base) replaceWHATWG(dst, ref []byte) ([]byte, Outcome) {
	dst, kind := b.resolver.AppendRelative(dst, ref)
	if kind != whatwg.Relative {
		dst = append(dst, ref...)
	}
	return dst, outcomes[kind]
}

// outcomes are those of the kinds of references.
var outcomes = [...]Outcome{whatwg.Invalid: Unresolved, whatwg.Absolute: Absolute, whatwg.Relative: Resolved}
