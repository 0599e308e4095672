package charenc

import (
	"slices"
	"sort"
	"unicode/utf8"
)

// A Reader reads the characters of one text in the encoding of a [Decoder], from any offset, and
// encodes new characters for an offset. It holds the escape sequences of ISO-2022-JP, on which the
// meaning of the bytes after them depends. It is immutable.
type Reader struct {
	*Decoder
	text   []byte
	shifts []shift // in ISO-2022-JP
	shifty bool    // the encoding is ISO-2022-JP
}

// A shift is an escape sequence of ISO-2022-JP at an offset.
type shift struct {
	at        int
	state     jisState // after it
	malformed bool     // no character precedes it since the shift before: the decoder reads U+FFFD
}

const shiftLen = 3

// Reader returns the reader of text in e, which must have a [Encoding.Decoder].
func (e Encoding) Reader(text []byte) *Reader {
	r := &Reader{Decoder: e.Decoder(), text: text, shifty: e.kind == iso2022JP}
	if !r.shifty {
		return r
	}
	state, fresh := jisASCII, false
	for i := 0; i < len(text); {
		if next, ok := designation(text[i:]); ok {
			r.shifts = append(r.shifts, shift{i, next, fresh})
			state, fresh = next, true
			i += shiftLen
			continue
		}
		fresh = false
		if i++; state == jisDouble {
			i += jisSize(text[i-1:]) - 1
		}
	}
	return r
}

// shiftBefore returns how many shifts begin before an offset, and the state there.
func (r *Reader) shiftBefore(at int) (n int, state jisState) {
	n = sort.Search(len(r.shifts), func(i int) bool { return r.shifts[i].at >= at })
	if n > 0 {
		state = r.shifts[n-1].state
	}
	return n, state
}

// shiftAt returns the shift that begins at an offset.
func (r *Reader) shiftAt(at int) (shift, bool) {
	n, _ := r.shiftBefore(at)
	if n < len(r.shifts) && r.shifts[n].at == at {
		return r.shifts[n], true
	}
	return shift{}, false
}

// ASCIILen returns how many bytes of the text from an offset on are ASCII characters, up to end.
func (r *Reader) ASCIILen(at, end int) int {
	if !r.shifty {
		return nextHigh(r.text[:end], at) - at
	}
	_, state := r.shiftBefore(at)
	i := at
	if state != jisDouble {
		for i < end && r.text[i] != escape && isJIS(r.text[i], state) {
			i++
		}
	}
	return i - at
}

// Append appends to dst the character at an offset of the text, which is not ASCII. It returns how
// many bytes it read. An escape sequence of ISO-2022-JP is read without a character.
func (r *Reader) Append(dst []byte, at int) ([]byte, int) {
	if !r.shifty {
		return r.Decoder.Append(dst, r.text[at:])
	}
	b := r.text[at:]
	if s, ok := r.shiftAt(at); ok {
		if s.malformed {
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
		return dst, shiftLen
	}
	c, n := b[0], 1
	char := utf8.RuneError
	switch _, state := r.shiftBefore(at); {
	case c == escape:
	case state == jisRoman && c == '\\':
		char = '¥'
	case state == jisRoman && c == '~':
		char = '‾'
	case state == jisKatakana && 0x21 <= c && c <= 0x5f:
		char = 0xff61 + rune(c-0x21)
	case state == jisDouble:
		if n = jisSize(b); n == 2 && 0x21 <= b[1] && b[1] <= 0x7e {
			return appendPair(dst, r.pairs[pairIndex(c|0x80, b[1]|0x80)]), n
		}
	}
	return utf8.AppendRune(dst, char), n
}

// AppendEncoded appends the characters of s, which replace the text from start to end. It reports
// whether the encoding has all of them. In ISO-2022-JP the characters begin in the state that the
// text has at start, and end in the one that it has at end.
func (r *Reader) AppendEncoded(dst, s []byte, start, end int) (_ []byte, ok bool) {
	if r.shifty {
		return r.appendJIS(dst, s, start, end)
	}
	for len(s) > 0 {
		n := nextHigh(s, 0)
		dst, s = append(dst, s[:n]...), s[n:]
		if len(s) == 0 {
			break
		}
		c, size := utf8.DecodeRune(s)
		if dst, ok = r.AppendRune(dst, c); !ok {
			return dst, false
		}
		s = s[size:]
	}
	return dst, true
}

// appendJIS is AppendEncoded for ISO-2022-JP.
func (r *Reader) appendJIS(dst, s []byte, start, end int) ([]byte, bool) {
	_, state := r.shiftBefore(start)
	n, after := r.shiftBefore(end)
	for len(s) > 0 {
		c, size := utf8.DecodeRune(s)
		s = s[size:]
		if c < utf8.RuneSelf {
			if c == escape || !isJIS(byte(c), jisASCII) {
				return dst, false
			}
			if state > jisRoman || !isJIS(byte(c), state) {
				dst, state = appendShift(dst, jisASCII), jisASCII
			}
			dst = append(dst, byte(c))
			continue
		}
		var buf [utf8.UTFMax]byte
		pair, ok := r.Decoder.AppendRune(buf[:0], c)
		if !ok || len(pair) != 2 || pair[0] < 0xa1 {
			return dst, false
		}
		if state != jisDouble {
			dst, state = appendShift(dst, jisDouble), jisDouble
		}
		dst = append(dst, pair[0]&0x7f, pair[1]&0x7f)
	}
	if follows := n < len(r.shifts) && r.shifts[n].at == end; state != after && !follows && end < len(r.text) {
		dst = appendShift(dst, after)
	}
	return dst, true
}

// Has reports whether the encoding has all characters of s.
func (r *Reader) Has(s []byte) bool {
	if !r.shifty && nextHigh(s, 0) == len(s) {
		return true
	}
	_, ok := r.AppendEncoded(nil, s, 0, 0)
	return ok
}

// appendShift appends the escape sequence for a state.
func appendShift(dst []byte, state jisState) []byte {
	if state == jisDouble {
		return append(dst, escape, '$', 'B')
	}
	return append(dst, escape, '(', "BJI"[slices.Index([]jisState{jisASCII, jisRoman, jisKatakana}, state)])
}
