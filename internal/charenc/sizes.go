package charenc

import (
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
)

// The size functions return the length of the character or error at the start of b, whose
// first byte is above 0x7F. An error ends before an ASCII byte, because the decoder reads
// that byte again.

// shiftJISSize follows Encoding Standard section 12.3.1.
func shiftJISSize(b []byte) int {
	lead := b[0]
	if lead == 0x80 || 0xa0 <= lead && lead < 0xe0 || lead > 0xfc {
		return 1
	}
	return pairSize(b, shiftJISHoles)
}

// big5Size follows Encoding Standard section 11.1.1.
func big5Size(b []byte) int {
	if b[0] == 0x80 || b[0] == 0xff {
		return 1
	}
	return pairSize(b, big5Holes)
}

// eucKRSize follows Encoding Standard section 13.1.1.
func eucKRSize(b []byte) int {
	if b[0] == 0x80 || b[0] == 0xff {
		return 1
	}
	return pairSize(b, eucKRHoles)
}

// gb18030Size follows Encoding Standard section 10.2.1. Its index is complete.
func gb18030Size(b []byte) int {
	if b[0] == 0x80 || b[0] == 0xff {
		return 1
	}
	if len(b) < 2 || !ascii.IsDigit(b[1]) {
		return pairSize(b, nil)
	}
	switch {
	case len(b) == 2: // at the end of the text the decoder has nothing to read again
		return 2
	case b[2] < 0x81 || b[2] == 0xff:
		return 1
	case len(b) == 3:
		return 3
	case !ascii.IsDigit(b[3]):
		return 1
	}
	return 4
}

// eucJPSize follows Encoding Standard section 12.1.1.
func eucJPSize(b []byte) int {
	switch lead := b[0]; {
	case lead != 0x8e && lead != 0x8f && (lead < 0xa1 || lead == 0xff), len(b) < 2, b[1] < utf8.RuneSelf:
		return 1
	case lead == 0x8f && 0xa1 <= b[1] && b[1] <= 0xfe:
		if len(b) < 3 || b[2] < utf8.RuneSelf {
			return 2
		}
		return 3
	}
	return 2
}

// A hole is a range of lead bytes and of ASCII trail bytes that are in the range of the
// encoding but whose pairs are not characters.
type hole struct{ first, last, from, to byte }

// pairSize returns the length of the pair, or of the error, at the start of b. holes are
// sorted by lead byte.
func pairSize(b []byte, holes []hole) int {
	if len(b) < 2 {
		return 1
	}
	lead, trail := b[0], b[1]
	if trail >= 0x80 {
		return 2
	}
	if trail < 0x40 || trail == 0x7f {
		return 1
	}
	for _, h := range holes {
		if lead < h.first {
			break
		}
		if lead <= h.last && h.from <= trail && trail <= h.to {
			return 1
		}
	}
	return 2
}

// shiftJISHoles are the pairs with an ASCII trail byte that index jis0208 lacks, except for
// lead bytes F0 to F9, which are private use.
var shiftJISHoles = []hole{
	{0x82, 0x82, 0x40, 0x4e}, {0x82, 0x82, 0x59, 0x5f}, {0x82, 0x82, 0x7a, 0x7e},
	{0x84, 0x84, 0x61, 0x6f},
	{0x85, 0x86, 0x40, 0x7e},
	{0x87, 0x87, 0x5e, 0x5e}, {0x87, 0x87, 0x76, 0x7d},
	{0x88, 0x88, 0x40, 0x7e},
	{0x98, 0x98, 0x73, 0x7e},
	{0xeb, 0xec, 0x40, 0x7e},
	{0xef, 0xef, 0x40, 0x7e},
	{0xfc, 0xfc, 0x4c, 0x7e},
}

// big5Holes are the pairs with an ASCII trail byte that index Big5 lacks.
var big5Holes = []hole{
	{0x81, 0x86, 0x40, 0x7e},
	{0x87, 0x87, 0x66, 0x66},
	{0x89, 0x89, 0x42, 0x42}, {0x89, 0x89, 0x44, 0x45}, {0x89, 0x89, 0x4a, 0x4b},
	{0x8a, 0x8a, 0x42, 0x42}, {0x8a, 0x8a, 0x63, 0x63}, {0x8a, 0x8a, 0x75, 0x75},
	{0x8b, 0x8b, 0x54, 0x54},
	{0x8d, 0x8d, 0x41, 0x41},
	{0x9b, 0x9b, 0x61, 0x61},
	{0x9f, 0x9f, 0x4e, 0x4e},
	{0xa0, 0xa0, 0x54, 0x54}, {0xa0, 0xa0, 0x57, 0x57}, {0xa0, 0xa0, 0x5a, 0x5a}, {0xa0, 0xa0, 0x62, 0x62}, {0xa0, 0xa0, 0x72, 0x72},
}

// eucKRHoles are the pairs with an ASCII trail byte that index EUC-KR lacks. The trail
// bytes are letters, up to C6 52.
var eucKRHoles = []hole{
	{0x81, 0xfe, 0x40, 0x40}, {0x81, 0xfe, 0x5b, 0x60}, {0x81, 0xfe, 0x7b, 0x7e},
	{0xc6, 0xc6, 0x53, 0x7a},
	{0xc7, 0xfe, 0x41, 0x7a},
}
