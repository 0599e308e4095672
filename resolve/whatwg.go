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
	return outcome(dst, ref, kind)
}

// outcome completes dst, to which a target was appended if ref is relative.
func outcome(dst, ref []byte, kind whatwg.Kind) ([]byte, Outcome) {
	switch kind {
	case whatwg.Relative:
		return dst, Resolved
	case whatwg.Absolute:
		return append(dst, ref...), Absolute
	}
	return append(dst, ref...), Unresolved
}
