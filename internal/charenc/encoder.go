package charenc

import (
	"errors"
	"slices"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// Coding returns the encoding called e.Name, or nil if golang.org/x/text does not have it. Its encoder
// follows the Encoding Standard, as browsers do when they write the queries of URLs. The encoders of
// golang.org/x/text have other characters: they lack C1 control characters and some characters of
// gb18030, and they write characters of JIS X 0212 and HKSCS, which browsers only read.
func (e Encoding) Coding() encoding.Encoding {
	if e.Decoder() == nil {
		return e.library()
	}
	return coding{e.library(), e}
}

// library returns the encoding called e.Name from golang.org/x/text, or nil if it does not have it.
func (e Encoding) library() encoding.Encoding {
	coding, _ := charset.Lookup(e.Name())
	return coding
}

// A coding has the decoder of golang.org/x/text and the encoder of the Encoding Standard.
type coding struct {
	encoding.Encoding
	of Encoding
}

// NewEncoder implements [encoding.Encoding].
func (c coding) NewEncoder() *encoding.Encoder {
	return &encoding.Encoder{Transformer: &encoder{Decoder: c.of.Decoder(), gbk: c.of.Name() == "gbk"}}
}

// An encoder is the encoder of the Encoding Standard for one text.
type encoder struct {
	*Decoder
	gbk   bool
	state jisState // the state in ISO-2022-JP
}

// errMissing is returned for a character that the encoding lacks.
var errMissing = errors.New("the encoding does not have the character")

// Reset implements [transform.Transformer].
func (e *encoder) Reset() { e.state = jisASCII }

// Transform implements [transform.Transformer].
func (e *encoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if !atEOF && !utf8.FullRune(src[nSrc:]) {
			return nDst, nSrc, transform.ErrShortSrc
		}
		r, size := utf8.DecodeRune(src[nSrc:])
		var buf [8]byte
		b, state, ok := buf[:0], e.state, false
		if e.kind == iso2022JP {
			b, state, ok = e.encodeJIS(b, r)
		} else {
			b, ok = e.encodeStateless(b, r)
		}
		if len(b) > len(dst)-nDst {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst, e.state = nDst+copy(dst[nDst:], b), state
		if !ok {
			return nDst, nSrc, errMissing
		}
		nSrc += size
	}
	if atEOF && e.state != jisASCII {
		if len(dst)-nDst < sequenceLen {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst, e.state = len(appendSequence(dst[:nDst], jisASCII)), jisASCII
	}
	return nDst, nSrc, nil
}

// encodeStateless follows the encoders of the Encoding Standard sections 9.1 (single bytes), 10.2.2
// (gb18030), 11.1.2 (Big5), 12.1.2 (EUC-JP), 12.3.2 (Shift_JIS) and 13.1.2 (EUC-KR).
func (e *encoder) encodeStateless(dst []byte, r rune) (_ []byte, ok bool) {
	if e.kind == shiftJIS || e.kind == eucJP {
		r = likeJIS(r)
	}
	switch {
	case r < utf8.RuneSelf:
		return append(dst, byte(r)), true
	case r == utf8.RuneError && e.kind != gb18030, r == 0xe5e5 && e.kind == gb18030:
		return dst, false
	}
	if i := slices.Index(e.single[:], r); i >= 0 && (e.kind != gb18030 || e.gbk && r == '€') {
		return append(dst, byte(0x80+i)), true
	}
	if e.size == nil {
		return dst, false
	}
	if pair := e.codes()[r]; pair != 0 {
		return append(dst, byte(pair>>8), byte(pair)), true
	}
	switch {
	case e.kind != gb18030 || e.gbk:
		return dst, false
	case r == '\ue7c7':
		return append(dst, pointer7457...), true
	}
	b, err := e.coding.NewEncoder().Bytes(utf8.AppendRune(nil, r))
	return append(dst, b...), err == nil && len(b) == 4
}

// encodeJIS follows the Encoding Standard section 12.2.2. It returns the state after r. If the encoding lacks r, it
// appends the escape sequence to a state in which another text can be written for r.
func (e *encoder) encodeJIS(dst []byte, r rune) (_ []byte, state jisState, ok bool) {
	if halfWidth <= r && int(r-halfWidth) < len(fullWidth) {
		r = fullWidth[r-halfWidth]
	}
	like := likeJIS(r)
	pair := e.codes()[like]
	switch {
	case like < utf8.RuneSelf && r != like:
		state = jisRoman
	case like < utf8.RuneSelf:
		if e.state == jisRoman && isJIS(byte(r), jisRoman) {
			state = jisRoman
		}
	case pair != 0:
		state = jisDouble
	case e.state == jisDouble:
		return appendSequence(dst, jisASCII), jisASCII, false
	default:
		return dst, e.state, false
	}
	if state != e.state {
		dst = appendSequence(dst, state)
	}
	if state == jisDouble {
		return append(dst, byte(pair>>8)&0x7f, byte(pair)&0x7f), state, true
	}
	return append(dst, byte(like)), state, true
}

// likeJIS returns the character that the Japanese encoders write for r: r itself, except for three characters.
func likeJIS(r rune) rune {
	switch r {
	case '¥':
		return '\\'
	case '‾':
		return '~'
	case '\u2212': // minus sign
		return '\uff0d'
	}
	return r
}

// fullWidth has the characters of index ISO-2022-JP katakana, from halfWidth on.
var fullWidth = []rune("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜")

const halfWidth = '\uff61'

// newCodes returns the pair of bytes that the encoder writes for each character: the first pair in
// the index, or the last pair for six characters of Big5.
func (d *Decoder) newCodes() map[rune]uint16 {
	codes := make(map[rune]uint16, 24_000)
	for i, r := range d.pairs {
		lead, trail := byte(0x81+i/191), byte(0x40+i%191)
		if _, twice := codes[r]; r == 0 || !d.writes(lead) || twice && !(d.kind == big5 && slices.Contains(lastOfBig5, r)) {
			continue
		}
		codes[r] = uint16(lead)<<8 | uint16(trail)
	}
	if d.kind == gb18030 {
		for _, c := range revisedGB18030 {
			codes[c.was] = c.pair
		}
	}
	return codes
}

// lastOfBig5 are the characters of the Encoding Standard section 5, index Big5 pointer, step 2.
var lastOfBig5 = []rune("═╞╡╪十卅")

// writes reports whether the encoder writes pairs that begin with lead. Other pairs are only read:
// characters of HKSCS in Big5, duplicates and private use in Shift_JIS (section 5, index Shift_JIS
// pointer), and katakana of half width in ISO-2022-JP.
func (d *Decoder) writes(lead byte) bool {
	switch d.kind {
	case big5:
		return lead >= 0xa1
	case shiftJIS:
		return lead < 0xed || lead > 0xf9
	case iso2022JP:
		return lead >= 0xa1
	}
	return true
}
