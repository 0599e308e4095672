package charenc

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
)

// A jisState is a state of the ISO-2022-JP decoder between two characters
// (Encoding Standard section 12.2.1).
type jisState uint8

const (
	jisASCII jisState = iota
	jisRoman
	jisKatakana
	jisDouble // "lead byte"
)

const escape = 0x1b

// designations are the bytes after the escape byte in the sequences that the decoder knows.
// Any other escape byte is an error of one byte, and the state does not change.
var designations = map[[2]byte]jisState{
	{'(', 'B'}: jisASCII,
	{'(', 'J'}: jisRoman,
	{'(', 'I'}: jisKatakana,
	{'$', '@'}: jisDouble,
	{'$', 'B'}: jisDouble,
}

// isISO2022JP reports whether text that declares no encoding is ISO-2022-JP: no byte is
// above 0x7F, and there is a run of two-byte characters that ends as the encoding requires.
// In other ASCII-compatible encodings such escape sequences have no meaning.
func isISO2022JP(text []byte) bool {
	double, single := false, false
	for rest := text; !single; rest = rest[1:] {
		i := bytes.IndexByte(rest, escape)
		if i < 0 {
			return false
		}
		rest = rest[i:]
		state, ok := designation(rest)
		single = ok && double && (state == jisASCII || state == jisRoman)
		double = double || ok && state == jisDouble
	}
	return ascii.Is(text)
}

// designation returns the state after the escape sequence that b begins with.
func designation(b []byte) (jisState, bool) {
	if len(b) < 3 || b[0] != escape {
		return 0, false
	}
	state, ok := designations[[2]byte(b[1:3])]
	return state, ok
}

// jisSize returns the length of the character or error at the start of b, in the state of
// two-byte characters. Any byte but an escape byte counts as the second byte, even if that
// makes an error.
func jisSize(b []byte) int {
	if b[0] < 0x21 || b[0] > 0x7e || len(b) < 2 || b[1] == escape {
		return 1
	}
	return 2
}

// isJIS reports whether c is an ASCII character in a state of one-byte
// characters. c is not the escape byte.
func isJIS(c byte, state jisState) bool {
	switch {
	case state == jisKatakana || c >= 0x80 || c == 0x0e || c == 0x0f:
		return false
	case state == jisRoman:
		return c != '\\' && c != '~' // yen sign and overline
	}
	return true
}

// jisASCIILen returns how many ASCII characters b begins with, in a state of one-byte characters.
func jisASCIILen(b []byte, state jisState) (n int) {
	for n < len(b) && b[n] != escape && isJIS(b[n], state) {
		n++
	}
	return n
}
