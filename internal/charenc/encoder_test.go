package charenc

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/transform"
)

// What the encoders of golang.org/x/text do not write, or write otherwise.
func TestEncoder(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"windows-1252", "\u0081€\u00ad", "\x81\x80\xad"},
		{"iso-8859-7", "\u008fα", "\x8f\xe1"},
		{"x-user-defined", "\uf780", "\x80"},
		{"shift_jis", "¥‾−\u0080ｱ≒纊", "\\~\x81\x7c\x80\xb1\x81\xe0\xfa\x5c"},
		{"euc-jp", "¥‾−ｱ纊", "\\~\xa1\xdd\x8e\xb1\xf9\xa1"},
		{"iso-2022-jp", "a¥b‾\\c", "a\x1b(J\\b~\x1b(B\\c"},
		{"iso-2022-jp", "ｱﾟ−¥", "\x1b$B%\"!,!]\x1b(J\\\x1b(B"},
		{"big5", "卅═", "\xa4\xca\xf9\xf9"},
		{"gbk", "€\ue662龴\ue81e︐\ue78d\ue766ḿ", "\x80\xa5\\\xfe\x59\xfe\x59\xa6\xd9\xa6\xd9\xa2\xab\xa8\xbc"},
		{"gb18030", "€\u3000\ue7c7\U0001f600\u0080\ufffd", "\xa2\xe3\xa1\xa1\x815\xf47\x949\xfc6\x810\x810\x841\xa47"},
	} {
		got, err := named(t, c.name).Coding().NewEncoder().String(c.text)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, got, c.name)
	}
	for _, c := range []struct{ name, text string }{
		{"windows-1252", "\u0080"}, {"windows-1252", "\ufffd"}, {"x-user-defined", "\u0081"},
		{"shift_jis", "\ue000"}, // section 12.3.2 has no private use
		{"euc-jp", "丂"},         // JIS X 0212: section 12.1.2
		{"big5", "\U00026021"},  // HKSCS: section 11.1.2
		{"gbk", "\u0080"}, {"gbk", "\ue5e5"}, {"gb18030", "\ue5e5"},
		{"euc-kr", "\u0080"}, {"euc-jp", "\u0080"}, {"iso-2022-jp", "丂"},
	} {
		_, err := named(t, c.name).Coding().NewEncoder().String(c.text)
		require.ErrorIs(t, err, errMissing, "%s %q", c.name, c.text)
	}
}

// TestEncoderDecodes counts the characters that each encoder writes, as the indexes of the Encoding
// Standard have them, and decodes each.
func TestEncoderDecodes(t *testing.T) {
	for name, want := range map[string]int{
		"gbk": 23957, "gb18030": 63359, "big5": 14362, "euc-jp": 7392, "iso-2022-jp": 7392, "shift_jis": 7393, "euc-kr": 17048,
		"windows-1252": 128, "iso-8859-6": 83, "windows-1255": 118, "koi8-u": 128, "x-user-defined": 128,
	} {
		e, n := named(t, name), 0
		other := map[rune]bool{'¥': true, '‾': true, '\u2212': true} // that the decoder reads as others
		for _, c := range revisedGB18030 {
			other[c.was] = true
		}
		for i := range fullWidth {
			other[halfWidth+rune(i)] = name == "iso-2022-jp"
		}
		enc := e.Coding().NewEncoder()
		for r := rune(0x80); r < 0x10000; r++ {
			b, err := enc.Bytes(utf8.AppendRune(nil, r))
			if !utf8.ValidRune(r) || err != nil {
				continue
			}
			n++
			if text := string(decode(e, b)); text != string(r) && !other[r] {
				require.Equal(t, string(r), text, "%s %x", name, b)
			}
		}
		require.Equal(t, want, n, name)
	}
}

// A character that does not fit is not written in part, and one that is missing leaves the state in
// which another text can be written.
func TestEncoderTransform(t *testing.T) {
	e := named(t, "iso-2022-jp").Coding().NewEncoder()
	var buf [5]byte
	n, read, err := e.Transform(buf[:4], []byte("あ"), true)
	require.Equal(t, []any{0, 0, transform.ErrShortDst}, []any{n, read, err})
	n, read, err = e.Transform(buf[:], []byte("あい"), true)
	require.Equal(t, []any{5, 3, transform.ErrShortDst}, []any{n, read, err})
	n, read, err = e.Transform(buf[:], []byte("丂"), true)
	require.Equal(t, []any{"\x1b(B", 0, errMissing}, []any{string(buf[:n]), read, err})
	n, read, err = e.Transform(buf[:], []byte("¥"), true)
	require.Equal(t, []any{4, 2, transform.ErrShortDst}, []any{n, read, err})
	n, read, err = e.Transform(buf[:], []byte("\xe3"), false)
	require.Equal(t, []any{0, 0, transform.ErrShortSrc}, []any{n, read, err})
	n, _, err = e.Transform(buf[:], nil, true)
	require.Equal(t, []any{"\x1b(B", nil}, []any{string(buf[:n]), err})
}
