package charenc

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/filekind"
)

// EightBit is the result of [Encoding.Contradiction] for text without NUL, since only UTF-16 and
// UTF-32 have NULs in text.
const EightBit = "an encoding of 8 bits"

// wide32 is the name of UTF-32 in either byte order.
const wide32 = "utf-32"

// Contradiction returns the encoding that text seems to have, if that is hardly e, or "". Read as
// e, such text has no markup, so no links are found in it. Contradiction finds three mistakes: a
// charset of UTF-16 for text of 8 bits, UTF-16 in the other byte order, and UTF-16 or UTF-32 without
// a byte order mark that is read as text of 8 bits. If the text has a byte order mark of UTF-16, the
// result is "".
func (e Encoding) Contradiction(text []byte) string {
	head := text[:min(len(text), Prescanned)]
	bigEndian, wide := e.UTF16()
	switch {
	case e.source == BOM, wide && e.source != Transport, !e.Readable():
		return ""
	case !wide && !seemsWide(head):
		return ""
	case wide && seemsNarrow(text):
		return EightBit
	}
	switch is := wideEncoding(text); {
	case is == wide32:
		return wide32
	case wide && (is == "" || is == byteOrder(bigEndian)):
		return ""
	default:
		return is
	}
}

// seemsWide reports whether a head without a byte order mark has two or four bytes for each
// character: it begins as markup does (XML 1.0 appendix F.1), or nearly half of it is NUL.
func seemsWide(head []byte) bool {
	if len(head) < 4 || bytes.IndexByte(head, 0) < 0 {
		return false
	}
	return filekind.IsWide(head) ||
		head[0] == '<' && head[1] == 0 && head[3] == 0 || head[0] == 0 && head[1] == '<' && head[2] == 0
}

// seemsNarrow reports whether text has pairs of ASCII characters and no NUL. In UTF-16, each ASCII
// character has a NUL.
func seemsNarrow(text []byte) bool {
	if bytes.IndexByte(text, 0) >= 0 {
		return false
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] < 0x80 && text[i+1] < 0x80 {
			return true
		}
	}
	return false
}

// wideEncoding returns the encoding of text in UTF-16 or UTF-32. The byte order in which text has more
// ASCII characters counts. If both have as many, the result is "".
func wideEncoding(text []byte) string {
	var little, big, nul int
	for i := 0; i+1 < len(text); i += 2 {
		switch a, b := text[i], text[i+1]; {
		case a == 0 && b == 0:
			nul++
		case b == 0 && a < 0x80:
			little++
		case a == 0 && b < 0x80:
			big++
		}
	}
	switch {
	case nul > 0 && 5*nul >= len(text): // nearly half of the units of 16 bits are NUL, which text in UTF-16 does not have
		return wide32
	case little == big:
		return ""
	}
	return byteOrder(big > little)
}

// byteOrder returns the name of UTF-16 in a byte order.
func byteOrder(bigEndian bool) string {
	if bigEndian {
		return "utf-16be"
	}
	return "utf-16le"
}
