package resolve

import (
	"golang.org/x/text/encoding"

	"github.com/hrefix/hrefix/internal/whatwg"
)

// baseWHATWG parses url, from a document in the encoding enc, by the URL Standard.
func baseWHATWG(url string, enc encoding.Encoding) *Base {
	b := &Base{dialect: WHATWG, url: url}
	if u, ok := whatwg.Parse([]byte(url), whatwg.OutputEncoding(enc)); ok {
		b.url, b.resolver.Base = u.Href(), u
		b.parts = split3986([]byte(b.url))
	}
	return b
}

// appendWHATWG parses ref against the base (URL Standard section 4.4) and
// appends the serialized URL (section 4.5).
func (b *Base) appendWHATWG(dst, ref []byte) ([]byte, Outcome) {
	dst, kind := b.resolver.Append(dst, ref)
	if kind == whatwg.Invalid {
		dst = append(dst, ref...)
	}
	return dst, outcomes[kind]
}

// replaceWHATWG is appendWHATWG for a relative reference. It appends other
// references unchanged.
func (b *Base) replaceWHATWG(dst, ref []byte) ([]byte, Outcome) {
	dst, kind := b.resolver.AppendRelative(dst, ref)
	if kind != whatwg.Relative {
		dst = append(dst, ref...)
	}
	return dst, outcomes[kind]
}

// outcomes maps what package whatwg returns to outcomes.
var outcomes = [...]Outcome{whatwg.Invalid: Unresolved, whatwg.Absolute: Absolute, whatwg.Relative: Resolved}
