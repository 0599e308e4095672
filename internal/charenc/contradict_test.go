package charenc

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

func TestContradiction(t *testing.T) {
	const (
		page     = "<!doctype html>\n<p>\u00e9 <a href=x>x</a>"
		japanese = "<p>\u3000\u6f22\u5b57\u3042\u3044\u3046\u3048\u304a</p>\n" // with a space whose bytes look like "0"
		sheet    = "a{b:url(x)}"
	)
	le := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	be := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	le32 := utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	be32 := utf32.UTF32(utf32.BigEndian, utf32.UseBOM)
	for _, c := range []struct {
		label string
		in    encoding.Encoding
		want  string
	}{
		{"utf-16le", le, ""}, {"utf-16be", be, ""}, {"utf-16", le, ""},
		{"utf-16le", unicode.UTF8, EightBit}, {"utf-16be", unicode.UTF8, EightBit},
		{"utf-16be", le, "utf-16le"}, {"utf-16le", be, "utf-16be"}, {"utf-16", be, "utf-16be"},
		{"utf-16le", le32, "utf-32"}, {"utf-16be", be32, "utf-32"}, {"utf-16le", be32, "utf-32"},
		{"utf-8", unicode.UTF8, ""}, {"shift_jis", unicode.UTF8, ""}, {"", unicode.UTF8, ""},
		{"utf-8", le, "utf-16le"}, {"iso-8859-1", be, "utf-16be"}, {"", le, "utf-16le"}, {"", be, "utf-16be"},
		{"", le32, "utf-32"}, {"", be32, "utf-32"}, {"utf-8", le32, "utf-32"},
		{"utf-32", le32, ""}, // which cannot be read anyway
	} {
		for _, text := range []string{page, japanese, sheet} {
			b, err := c.in.NewEncoder().Bytes([]byte(text))
			require.NoError(t, err)
			e := Determine(b, c.label)
			require.Equal(t, c.want, e.Contradiction(b), "%s %q", c.label, b)
		}
	}
	for _, text := range []string{"", "<", "\x00", "<\x00", "a\x00b", "abc\x00def\x00ghi", "\u6f22"} {
		require.Empty(t, Determine([]byte(text), "").Contradiction([]byte(text)), "%q", text)
	}
	for _, text := range []string{"", "x", "\x3c\x00\x42\x30"} {
		require.Empty(t, Determine([]byte(text), "utf-16le").Contradiction([]byte(text)), "%q", text)
	}
	for _, text := range []string{"\xff\xfe<p>", "<\x00?\x00x\x00<p>"} {
		require.Empty(t, Determine([]byte(text), "").Contradiction([]byte(text)), "%q", text)
	}
}
