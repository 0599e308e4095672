package charenc

import (
	"bytes"
	"slices"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// A Decoder reads and writes the characters of an encoding, one at a time. It is immutable, and
// safe for concurrent use.
type Decoder struct {
	kind   kind
	coding encoding.Encoding
	size   func([]byte) int
	single [128]rune              // the characters of single bytes from 0x80 on
	pairs  []rune                 // the characters of two bytes, by pairIndex; 0 for no character
	codes  func() map[rune]uint16 // returns the result of newCodes, which it calls only once
}

// decoders has the decoder of each encoding that was needed so far, by name. A decoder is built
// once, because its tables take about a millisecond.
var decoders sync.Map

// Decoder returns the decoder of e, or nil if e is UTF-8, UTF-16, or not [Encoding.Readable].
func (e Encoding) Decoder() *Decoder {
	if e.Name() == UTF8 || e.kind == utf16LE || e.kind == utf16BE || e.kind == unreadable {
		return nil
	}
	if d, ok := decoders.Load(e.Name()); ok {
		return d.(*Decoder)
	}
	d, _ := decoders.LoadOrStore(e.Name(), newDecoder(e))
	return d.(*Decoder)
}

// sizes are the functions that return the length of a character of several bytes, by kind.
var sizes = [...]func([]byte) int{
	shiftJIS: shiftJISSize, gb18030: gb18030Size, big5: big5Size, eucKR: eucKRSize, eucJP: eucJPSize, iso2022JP: eucJPSize, plain: nil,
}

func newDecoder(e Encoding) *Decoder {
	d := &Decoder{kind: e.kind, coding: e.library(), size: sizes[e.kind]}
	switch e.kind {
	case gb18030: // GBK is decoded like gb18030, but written without its characters of four bytes
		d.coding = Encoding{name: "gb18030"}.library()
	case iso2022JP: // two-byte characters of ISO-2022-JP are characters of EUC-JP without the high bits
		d.coding = Encoding{name: "euc-jp"}.library()
	}
	for i := range d.single {
		d.single[i] = d.decodeOne(byte(0x80 + i))
	}
	if d.size == nil {
		return d
	}
	d.codes, d.pairs = sync.OnceValue(d.newCodes), make([]rune, 126*191)
	for lead := 0x81; lead <= 0xfe; lead++ {
		for trail := 0x40; trail <= 0xfe; trail++ {
			d.pairs[pairIndex(byte(lead), byte(trail))] = d.decodePair(byte(lead), byte(trail))
		}
	}
	return d
}

// pairIndex returns the index of a pair of bytes in the table of pairs.
func pairIndex(lead, trail byte) int { return int(lead-0x81)*191 + int(trail-0x40) }

// decodeOne returns the character of the byte c, or U+FFFD if c alone is not a character.
func (d *Decoder) decodeOne(c byte) rune {
	if d.kind == shiftJIS && c == 0x80 { // Encoding Standard section 12.3.1, step 4
		return 0x80
	}
	out, err := d.coding.NewDecoder().Bytes([]byte{c})
	switch r, n := utf8.DecodeRune(out); {
	case err == nil && n == len(out) && r != utf8.RuneError:
		return r
	case d.size == nil && c < 0xa0: // a control character, in every index of the standard
		return rune(c)
	}
	return utf8.RuneError
}

// decodePair returns the character of two bytes, or 0 if there is none. Some pairs of Big5 stand
// for two characters; these are packed into one number above [utf8.MaxRune]: see unpack.
func (d *Decoder) decodePair(lead, trail byte) rune {
	if d.kind == shiftJIS && 0xf0 <= lead && lead <= 0xf9 && trail != 0x7f && trail <= 0xfc {
		n := rune(trail) - 0x40 // private use: Encoding Standard section 12.3.1, step 3
		if trail > 0x7f {
			n--
		}
		return 0xe000 + rune(lead-0xf0)*188 + n
	}
	out, err := d.coding.NewDecoder().Bytes([]byte{lead, trail})
	if err != nil || bytes.Contains(out, []byte("\ufffd")) {
		if d.kind == gb18030 {
			return missingGB18030(lead, trail)
		}
		return 0
	}
	runes := bytes.Runes(out)
	switch {
	case len(runes) == 1 && runes[0] >= utf8.RuneSelf:
		return runes[0]
	case len(runes) == 2 && runes[0] >= utf8.RuneSelf && runes[1] >= utf8.RuneSelf && d.kind == big5:
		return runes[1]<<16 | runes[0]
	}
	return 0
}

// missingGB18030 returns the character that a pair of bytes is in the index of gb18030, if
// golang.org/x/text lacks it: most are of private use. Otherwise it returns 0.
func missingGB18030(lead, trail byte) rune {
	pair := uint16(lead)<<8 | uint16(trail)
	for _, c := range revisedGB18030 {
		if c.pair == pair {
			return c.now
		}
	}
	for _, h := range holesGB18030 {
		if h.first <= pair && pair <= h.last {
			return h.char + rune(pair-h.first)
		}
	}
	switch l, t := rune(lead), rune(trail); {
	case 0xa1 <= l && l <= 0xa7 && 0x40 <= t && t <= 0xa0 && t != 0x7f:
		if t > 0x7f {
			t--
		}
		return 0xe4c6 + 96*(l-0xa1) + t - 0x40
	case 0xaa <= l && l <= 0xaf && 0xa1 <= t && t <= 0xfe:
		return 0xe000 + 94*(l-0xaa) + t - 0xa1
	case 0xf8 <= l && l <= 0xfe && 0xa1 <= t && t <= 0xfe:
		return 0xe234 + 94*(l-0xf8) + t - 0xa1
	}
	return 0
}

// revisedGB18030 are the pairs of bytes that are characters of private use in GB 18030-2005, and
// other characters in GB 18030-2022. The Encoding Standard decodes them by the version of 2022, and
// encodes the characters of both versions (section 10.2.2, step 5).
var revisedGB18030 = [...]struct {
	pair     uint16
	now, was rune
}{
	{0xa6d9, 0xfe10, 0xe78d}, {0xa6da, 0xfe12, 0xe78e}, {0xa6db, 0xfe11, 0xe78f}, {0xa6dc, 0xfe13, 0xe790}, {0xa6dd, 0xfe14, 0xe791},
	{0xa6de, 0xfe15, 0xe792}, {0xa6df, 0xfe16, 0xe793}, {0xa6ec, 0xfe17, 0xe794}, {0xa6ed, 0xfe18, 0xe795}, {0xa6f3, 0xfe19, 0xe796},
	{0xfe59, 0x9fb4, 0xe81e}, {0xfe61, 0x9fb5, 0xe826}, {0xfe66, 0x9fb6, 0xe82b}, {0xfe67, 0x9fb7, 0xe82c}, {0xfe6d, 0x9fb8, 0xe832},
	{0xfe7e, 0x9fb9, 0xe843}, {0xfe90, 0x9fba, 0xe854}, {0xfea0, 0x9fbb, 0xe864},
}

// holesGB18030 are the other pairs of bytes that golang.org/x/text lacks between characters of the
// index, with the character of the first pair.
var holesGB18030 = [...]struct {
	first, last uint16
	char        rune
}{
	{0xa2ab, 0xa2b0, 0xe766}, {0xa2e4, 0xa2e4, 0xe76d}, {0xa2ef, 0xa2f0, 0xe76e}, {0xa2fd, 0xa2fe, 0xe770},
	{0xa4f4, 0xa4fe, 0xe772}, {0xa5f7, 0xa5fe, 0xe77d}, {0xa6b9, 0xa6c0, 0xe785}, {0xa6f6, 0xa6fe, 0xe797},
	{0xa7c2, 0xa7d0, 0xe7a0}, {0xa7f2, 0xa7fe, 0xe7af}, {0xa896, 0xa8a0, 0xe7bc}, {0xa8bc, 0xa8bc, 0x1e3f},
	{0xa8c1, 0xa8c4, 0xe7c9}, {0xa8ea, 0xa8fe, 0xe7cd}, {0xa958, 0xa958, 0xe7e2}, {0xa95b, 0xa95b, 0xe7e3},
	{0xa95d, 0xa95f, 0xe7e4}, {0xa997, 0xa9a3, 0xe7f4}, {0xa9f0, 0xa9fe, 0xe801}, {0xd7fa, 0xd7fe, 0xe810},
	{0xfe51, 0xfe53, 0xe816}, {0xfe6c, 0xfe6c, 0xe831}, {0xfe76, 0xfe76, 0xe83b}, {0xfe91, 0xfe91, 0xe855},
}

// pointer7457 is U+E7C7 in gb18030 (Encoding Standard section 5, index gb18030 ranges code point,
// step 2). In golang.org/x/text it is U+1E3F, which is a pair of bytes.
const pointer7457 = "\x815\xf47"

// appendPair appends the character of decodePair to dst, or U+FFFD if r is 0.
func appendPair(dst []byte, r rune) []byte {
	switch {
	case r == 0:
		r = utf8.RuneError
	case r > utf8.MaxRune:
		return utf8.AppendRune(utf8.AppendRune(dst, r&0xffff), r>>16)
	}
	return utf8.AppendRune(dst, r)
}

// Append appends the first character of b, whose first byte is not ASCII, to dst as UTF-8. It
// returns how many bytes of b it read. For bytes that are no character it appends U+FFFD.
func (d *Decoder) Append(dst, b []byte) ([]byte, int) {
	n := 1
	if d.size != nil {
		n = d.size(b)
	}
	switch n {
	case 1:
		return utf8.AppendRune(dst, d.single[b[0]-0x80]), 1
	case 2:
		if b[1] < 0x40 || b[1] == 0xff {
			return utf8.AppendRune(dst, utf8.RuneError), 2
		}
		return appendPair(dst, d.pairs[pairIndex(b[0], b[1])]), 2
	}
	if string(b[:n]) == pointer7457 {
		return utf8.AppendRune(dst, '\ue7c7'), n
	}
	var buf [8]byte
	out, read, err := d.coding.NewDecoder().Transform(buf[:], b[:n], true)
	if r, size := utf8.DecodeRune(buf[:out]); err == nil && read == n && size == out {
		return utf8.AppendRune(dst, r), n
	}
	return utf8.AppendRune(dst, utf8.RuneError), n
}

// AppendRune appends the character r in the encoding to dst. ok is false if the encoding does not have r.
func (d *Decoder) AppendRune(dst []byte, r rune) (out []byte, ok bool) {
	if r < utf8.RuneSelf {
		return append(dst, byte(r)), true
	}
	if i := slices.Index(d.single[:], r); i >= 0 && r != utf8.RuneError {
		return append(dst, byte(0x80+i)), true
	}
	if d.size == nil {
		return dst, false
	}
	var in, back [utf8.UTFMax]byte
	text := utf8.AppendRune(in[:0], r)
	b, err := d.coding.NewEncoder().Bytes(text)
	if err != nil || r == utf8.RuneError || len(b) == 0 || b[0] < utf8.RuneSelf {
		return dst, false
	}
	if read, n := d.Append(back[:0], b); n != len(b) || !bytes.Equal(read, text) {
		return dst, false
	}
	return append(dst, b...), true
}

// EndsInPair reports whether text may end with the first of two characters for which Big5 has one pair of
// bytes: Encoding Standard section 11.1.1, step 3.
func (d *Decoder) EndsInPair(text []byte) bool {
	return d.kind == big5 && (bytes.HasSuffix(text, []byte("\u00ca")) || bytes.HasSuffix(text, []byte("\u00ea")))
}
