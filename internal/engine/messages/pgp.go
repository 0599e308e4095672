package messages

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/simd"
)

// PGP reports whether text contains an armored message, and whether it contains
// a signed message: RFC 9580 section 6.2.
func PGP(text []byte) (armored, signed bool) {
	const begin, name = "-----BEGIN ", "PGP "
	for pos := 0; ; pos++ {
		n := simd.IndexPair(text[pos:], name[0], name[1])
		if n < 0 {
			return armored, signed
		}
		pos += n
		if after, ok := bytes.CutPrefix(text[pos:], []byte(name)); ok && bytes.HasSuffix(text[:pos], []byte(begin)) {
			armored = armored || bytes.HasPrefix(after, []byte("MESSAGE-----"))
			signed = signed || bytes.HasPrefix(after, []byte("SIGNED MESSAGE-----"))
		}
	}
}
