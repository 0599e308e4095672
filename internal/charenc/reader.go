package charenc

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
)

// A Reader reads the characters of one text in the encoding of a [Decoder], from any offset, and
// encodes new characters for an offset. It knows where the escape sequences of ISO-2022-JP are,
// because the meaning of all bytes after them depends on them. It is immutable.
type Reader struct {
	*Decoder
	text      []byte
	stateful  bool // the encoding is ISO-2022-JP
	sequences []sequence
	blocks    []int // the number of sequences before each block of blockLen bytes
}

// A sequence is an escape sequence of ISO-2022-JP that the decoder knows. It is packed into one
// number to save memory: a text may consist of nothing but sequences.
type sequence int

func newSequence(at int, state jisState, malformed bool) sequence {
	s := sequence(at)<<3 | sequence(state)<<1
	if malformed {
		s |= 1
	}
	return s
}

// at returns the offset of the sequence in the text.
func (s sequence) at() int { return int(s >> 3) }

// state returns the state after the sequence.
func (s sequence) state() jisState { return jisState(s >> 1 & 3) }

// malformed reports whether the sequence directly follows another sequence. The decoder then reads
// U+FFFD.
func (s sequence) malformed() bool { return s&1 != 0 }

const (
	sequenceLen = 3  // the length of a sequence in bytes
	blockLen    = 64 // the length of a block of text, which has at most 22 sequences
)

// Reader returns the reader of text in e, which must have a decoder: see [Encoding.Decoder].
func (e Encoding) Reader(text []byte) *Reader {
	r := &Reader{Decoder: e.Decoder(), text: text, stateful: e.kind == iso2022JP}
	if r.stateful {
		r.findSequences()
	}
	return r
}

// findSequences finds the escape sequences of the text.
func (r *Reader) findSequences() {
	r.blocks = make([]int, 0, len(r.text)/blockLen+1)
	r.sequences = make([]sequence, 0, bytes.Count(r.text, []byte{escape}))
	state, follows := jisASCII, false
	for i := 0; i < len(r.text); {
		for len(r.blocks)*blockLen <= i {
			r.blocks = append(r.blocks, len(r.sequences))
		}
		if next, ok := designation(r.text[i:]); ok {
			r.sequences = append(r.sequences, newSequence(i, next, follows))
			state, follows = next, true
			i += sequenceLen
			continue
		}
		n := 1
		if state == jisDouble {
			n = jisSize(r.text[i:])
		}
		follows = false
		i += n
	}
}

// stateAt returns the state at an offset, and how many sequences begin before it.
func (r *Reader) stateAt(at int) (state jisState, n int) {
	if block := at / blockLen; block < len(r.blocks) {
		n = r.blocks[block]
	} else {
		n = len(r.sequences)
	}
	for n < len(r.sequences) && r.sequences[n].at() < at {
		n++
	}
	if n > 0 {
		state = r.sequences[n-1].state()
	}
	return state, n
}

// sequenceAt returns sequence n if it begins at an offset.
func (r *Reader) sequenceAt(at, n int) (s sequence, ok bool) {
	if n < len(r.sequences) && r.sequences[n].at() == at {
		return r.sequences[n], true
	}
	return s, false
}

// ASCIILen returns how many ASCII characters the text has from at up to the first other character, or end.
func (r *Reader) ASCIILen(at, end int) int {
	if !r.stateful {
		if r.text[at] >= utf8.RuneSelf {
			return 0
		}
		return ascii.Len(r.text[at:end])
	}
	if state, _ := r.stateAt(at); state != jisDouble {
		return jisASCIILen(r.text[at:end], state)
	}
	return 0
}

// Append appends to dst the character at an offset of the text, which is not ASCII. It returns how
// many bytes it read. An escape sequence of ISO-2022-JP is read without a character.
func (r *Reader) Append(dst []byte, at int) ([]byte, int) {
	b := r.text[at:]
	if !r.stateful {
		return r.Decoder.Append(dst, b)
	}
	state, before := r.stateAt(at)
	if s, ok := r.sequenceAt(at, before); ok {
		if s.malformed() {
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
		return dst, sequenceLen
	}
	c, n := b[0], 1
	char := utf8.RuneError
	switch {
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
// text has at start, and end in the state that it has at end.
func (r *Reader) AppendEncoded(dst, s []byte, start, end int) (_ []byte, ok bool) {
	if r.stateful {
		return r.appendJIS(dst, s, start, end)
	}
	for len(s) > 0 {
		n := ascii.Len(s)
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
	state, _ := r.stateAt(start)
	after, n := r.stateAt(end)
	for len(s) > 0 {
		c, size := utf8.DecodeRune(s)
		s = s[size:]
		if c < utf8.RuneSelf {
			if c == escape || !isJIS(byte(c), jisASCII) {
				return dst, false
			}
			if state > jisRoman || !isJIS(byte(c), state) {
				dst, state = appendSequence(dst, jisASCII), jisASCII
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
			dst, state = appendSequence(dst, jisDouble), jisDouble
		}
		dst = append(dst, pair[0]&0x7f, pair[1]&0x7f)
	}
	if _, follows := r.sequenceAt(end, n); state != after && !follows && end < len(r.text) {
		dst = appendSequence(dst, after)
	}
	return dst, true
}

// Has reports whether the encoding has all characters of s.
func (r *Reader) Has(s []byte) bool {
	if !r.stateful && ascii.Is(s) {
		return true
	}
	_, ok := r.AppendEncoded(nil, s, 0, 0)
	return ok
}

// appendSequence appends the escape sequence for a state.
func appendSequence(dst []byte, state jisState) []byte {
	if state == jisDouble {
		return append(dst, escape, '$', 'B')
	}
	return append(dst, escape, '(', "BJI"[slices.Index([]jisState{jisASCII, jisRoman, jisKatakana}, state)])
}
