package whatwg

import (
	"bytes"
	"net/netip"
	"strconv"

	"github.com/hrefix/hrefix/internal/ascii"
)

// endsInNumber implements the ends in a number checker (URL Standard section 3.5).
func endsInNumber(domain []byte) bool {
	domain = bytes.TrimSuffix(domain, []byte("."))
	last := domain[bytes.LastIndexByte(domain, '.')+1:]
	if len(last) == 0 || !ascii.IsDigit(last[0]) {
		return false
	}
	if _, ok := number(last, 10, 1); ok {
		return true
	}
	_, ok := parseIPv4Number(last)
	return ok
}

// parseIPv4 implements the IPv4 parser.
func parseIPv4(in []byte) (ip int64, ok bool) {
	in = bytes.TrimSuffix(in, []byte("."))
	if bytes.Count(in, []byte(".")) > 3 {
		return 0, false
	}
	room := int64(1) << 32
	for {
		part, rest, more := bytes.Cut(in, []byte("."))
		n, ok := parseIPv4Number(part)
		if !ok {
			return 0, false
		}
		if !more {
			return ip + n, n < room
		}
		if n > 255 {
			return 0, false
		}
		room >>= 8
		ip += n * room
		in = rest
	}
}

// parseIPv4Number implements the IPv4 number parser. It returns 1<<32 for a number that is
// too large for any part.
func parseIPv4Number(in []byte) (int64, bool) {
	base := int64(10)
	switch {
	case len(in) >= 2 && in[0] == '0' && in[1]|0x20 == 'x':
		if len(in) == 2 {
			return 0, true
		}
		in, base = in[2:], 16
	case len(in) >= 2 && in[0] == '0':
		in, base = in[1:], 8
	}
	return number(in, base, 1<<32)
}

// appendIPv6 implements the IPv6 parser and serializer. in includes its brackets, or at least the
// first bracket.
func appendIPv6(dst, in []byte) ([]byte, bool) {
	n := len(in) - 1
	if in[n] != ']' || n > len("[0000:0000:0000:0000:0000:0000:255.255.255.255") {
		return dst, false
	}
	// netip also accepts zones, which the Standard does not have.
	ip, err := netip.ParseAddr(string(in[1:n]))
	if err != nil || !ip.Is6() || ip.Zone() != "" {
		return dst, false
	}
	return appendPieces(append(dst, '['), ip.As16()), true
}

// appendPieces implements the IPv6 serializer, and appends the closing bracket.
func appendPieces(dst []byte, ip [16]byte) []byte {
	piece := func(i int) uint64 { return uint64(ip[2*i])<<8 | uint64(ip[2*i+1]) }
	compress, size := -1, 1
	for i := 0; i < 8; {
		n := 0
		for i+n < 8 && piece(i+n) == 0 {
			n++
		}
		if n > size {
			compress, size = i, n
		}
		i += n + 1
	}
	for i := 0; i < 8; i++ {
		if i == compress {
			dst = append(dst, "::"...)
			i += size - 1
			continue
		}
		if i > 0 && dst[len(dst)-1] != ':' {
			dst = append(dst, ':')
		}
		dst = strconv.AppendUint(dst, piece(i), 16)
	}
	return append(dst, ']')
}
