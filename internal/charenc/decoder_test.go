package charenc

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// Names of the encodings of the Encoding Standard section 4.2 that a Decoder reads.
var decodable = []string{
	"ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-8-i",
	"iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh", "windows-874",
	"windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257",
	"windows-1258", "x-mac-cyrillic", "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "x-user-defined",
}

// decode returns all of text as UTF-8, as a Reader reads it.
func decode(e Encoding, text []byte) (out []byte) {
	r := e.Reader(text)
	for i := 0; i < len(text); {
		n := r.ASCIILen(i, len(text))
		out = append(out, text[i:i+n]...)
		if i += n; i < len(text) {
			out, n = r.Append(out, i)
			i += n
		}
	}
	return out
}

// Single bytes: what differs from golang.org/x/text are the control characters, which the indexes
// of the standard have.
func TestDecodeBytes(t *testing.T) {
	for _, name := range decodable {
		e := named(t, name)
		if e.kind != plain {
			continue
		}
		for c := 0x80; c < 0x100; c++ {
			want, err := e.Coding().NewDecoder().Bytes([]byte{byte(c)})
			require.NoError(t, err)
			if c < 0xa0 && string(want) == "\ufffd" {
				want = []byte(string(rune(c)))
			}
			require.Equal(t, string(want), string(decode(e, []byte{byte(c)})), "%s %x", name, c)
		}
	}
	require.Equal(t, "\u0081\u20ac", string(decode(named(t, "windows-1252"), []byte("\x81\x80"))))
}

// Pairs of bytes: golang.org/x/text agrees where both see a character.
func TestDecodePairs(t *testing.T) {
	for _, name := range multibyte {
		e, n := named(t, name), 0
		if name == "iso-2022-jp" {
			continue
		}
		for lead := 0x80; lead < 0x100; lead++ {
			for trail := 0x40; trail < 0x100; trail++ {
				text := []byte{byte(lead), byte(trail)}
				want, err := oracles[name].NewDecoder().Bytes(text)
				if err != nil || bytes.Contains(want, []byte("\ufffd")) {
					continue
				}
				n++
				if name == "shift_jis" && lead == 0x80 || bytes.Equal(want, decode(e, text)) {
					continue
				}
				require.Equal(t, string(want), string(decode(e, text)), "%s %x", name, text)
			}
		}
		require.Greater(t, n, 7000, name)
	}
	for _, c := range []struct{ name, text, want string }{
		{"shift_jis", "\xf0\x40\xf9\xfc\x80", "\ue000\ue757\u0080"}, // Encoding Standard section 12.3.1, steps 3 and 4
		{"big5", "\x88\x62\x88\xa5", "\u00ca\u0304\u00ea\u030c"},    // section 11.1.1, step 3
		{"gbk", "\x80\x810\x810\x84\x31\xa4\x37", "\u20ac\u0080\ufffd"},
		{"gbk", "\xa5\\\xa1\x40\xa7\xa0\xa3\xa0\xaa\xa1\xf8\xa1", "\ue662\ue4c6\ue765\u3000\ue000\ue234"}, // index gb18030
		{"gbk", "\xfe\x59\xfe\xa0\xa6\xda\xa6\xdb\xa6\xf3\xa2\xb0\xa8\xbc\xa9\x5f\x815\xf47", "龴龻︒︑︙\ue76bḿ\ue7e6\ue7c7"},
		{"euc-jp", "\x8e\xb1\x8f\xb0\xa1\x8f\xa1<", "\uff71\u4e02\ufffd<"},
		{"iso-2022-jp", "\x1b(J\\~\x1b(I1\x1b$B$\"\x1b(B\\", "¥‾\uff71あ\\"},
		{"iso-2022-jp", "\x1b(J\x1b(Ba", "\ufffda"}, // section 12.2.1: two escape sequences and no character between
	} {
		require.Equal(t, c.want, string(decode(named(t, c.name), []byte(c.text))), c.name)
	}
}

// What an encoding writes, it reads again, and it has all characters that a page may hold.
func TestEncodeDecode(t *testing.T) {
	for _, name := range decodable {
		e, n := named(t, name), 0
		d := e.Decoder()
		for r := rune(0); r < 0x30000; r++ {
			if r > 0x600 {
				r += 40 // a part is enough
			}
			if !utf8.ValidRune(r) || name == "iso-2022-jp" && r < utf8.RuneSelf {
				continue
			}
			out, ok := d.AppendRune(nil, r)
			if !ok {
				require.Empty(t, out)
				continue
			}
			n++
			if r < utf8.RuneSelf {
				continue
			}
			back, read := d.Append(nil, out)
			if string(back) != string(r) || read != len(out) {
				require.Equal(t, string(r), string(back), "%s %x", name, out)
			}
		}
		require.Greater(t, n, 100, name)
	}
}

func TestIsUTF8(t *testing.T) {
	for _, c := range []struct {
		text, charset string
		want          bool
	}{
		{"é", "utf-8", true},
		{"\xe9", "utf-8", true}, // as it is
		{"é", "windows-1252", false},
		{"e", "windows-1252", true},
		{"é", "", true},
		{"\xe9", "", false},
		{"\\~", "shift_jis", true},
		{"\\~\x0e", "iso-2022-jp", false},
		{"\\~", "iso-2022-jp", true},
	} {
		require.Equal(t, c.want, Determine([]byte(c.text), c.charset).IsUTF8([]byte(c.text)), "%q", c)
	}
}
