package whatwg

import (
	"bytes"
	"net/netip"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

// appendHost implements the host parser and serializer (URL Standard sections 3.5 and 3.6).
// It reports whether in is a valid host.
func appendHost(dst, in []byte, isOpaque bool) ([]byte, bool) {
	switch {
	case len(in) > 0 && in[0] == '[':
		return appendIPv6(dst, in)
	case isOpaque:
		return appendEncoded(dst, in, c0ControlSet), classOf(in)&forbiddenHost == 0
	}
	at := len(dst)
	dst, ok := appendDomain(dst, in)
	if !ok || !endsInNumber(dst[at:]) {
		return dst, ok
	}
	ip, ok := parseIPv4(dst[at:])
	if !ok {
		return dst, false
	}
	return netip.AddrFrom4([4]byte{byte(ip >> 24), byte(ip >> 16), byte(ip >> 8), byte(ip)}).AppendTo(dst[:at]), true
}

// maxDomain is the greatest length, percent-decoded, of a domain that is not ASCII. The
// Standard has no limit, but the time to encode a domain is quadratic in its length. A
// domain that DNS allows, of 253 ASCII characters, has at most 1012 bytes.
const maxDomain = 1024

// appendDomain implements the domain parser (section 3.3), and the percent-decoding before
// it.
func appendDomain(dst, in []byte) ([]byte, bool) {
	at := len(dst)
	dst = append(dst, in...)
	c := classOf(in)
	if c&(forbiddenDomain|nonASCII) != 0 {
		if bytes.IndexByte(in, '%') >= 0 {
			dst = append(dst[:at], urltext.Decode(in)...)
			c = classOf(dst[at:])
		}
		if c&nonASCII != 0 {
			domain, ok := toASCII(dst[at:])
			if !ok {
				return dst, false
			}
			dst = append(dst[:at], domain...)
			c = classOf(dst[at:])
		}
	}
	lower(dst[at:])
	return dst, len(dst) > at && c&forbiddenDomain == 0
}

// profile has the options of the domain parser ToASCII (section 3.3), where
// beStrict is false.
var profile = idna.New(
	idna.MapForLookup(), idna.CheckHyphens(false), idna.BidiRule(), idna.CheckJoiners(true),
	idna.StrictDomainName(false), idna.Transitional(false), idna.VerifyDNSLength(false),
)

// toASCII returns the domain in ASCII.
func toASCII(domain []byte) (string, bool) {
	if len(domain) > maxDomain || !utf8.Valid(domain) {
		return "", false
	}
	// UTS 46 section 4, step 4: "xn--" alone is an error. The library decodes it to an
	// empty label.
	for label := range bytes.SplitSeq(domain, []byte(".")) {
		if ascii.EqualFold(label, "xn--") {
			return "", false
		}
	}
	// Capital sharp s is mapped to the small one since Unicode 15.1. The tables of the
	// library may be older.
	domain = bytes.ReplaceAll(domain, []byte("ẞ"), []byte("ß"))
	out, err := profile.ToASCII(string(domain))
	return out, err == nil
}
