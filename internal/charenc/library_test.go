package charenc

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/ascii"
)

// deviations are texts that golang.org/x/text decodes to other ASCII characters than the
// Encoding Standard, one for each class.
var deviations = []struct{ name, text, class string }{
	{"shift_jis", "\x85\x5c", "an unmapped pair takes its ASCII trail"},
	{"shift_jis", "\xf0\x5c\xeb\x5c", "an unmapped pair takes its ASCII trail"},
	{"big5", "\x81\x5c", "an unmapped pair takes its ASCII trail"},
	{"big5", "\xa4\x7f", "7F is taken as a trail"},
	{"gb18030", "\x81<\x810", "3A to 3F are taken as the second of four bytes"},
	{"gb18030", "\x810", "bytes are restored at the end"},
	{"gb18030", "\x849\xfe9", "four bytes beyond the ranges restore the digits"},
	{"iso-2022-jp", "\x1b$B\n<", "LF ends a run of two-byte characters"},
	{"iso-2022-jp", "\x1b$B<\x1b(B<", "an escape byte is taken as a trail"},
	{"iso-2022-jp", "\x1b$B\x80\x1b(B<\x1b$B \x1b(B<", "a byte out of range takes a trail"},
	{"iso-2022-jp", "\x1b(J\\~", "Roman is ASCII"},
	{"iso-2022-jp", "\x1b$(D<<", "JIS X 0212 is known"},
	{"iso-2022-jp", "\x0e\x0f", "SO and SI are characters"},
}

// decoded returns the ASCII characters that golang.org/x/text finds in text.
func decoded(t testing.TB, name string, text []byte) (out []byte) {
	t.Helper()
	b, err := oracles[name].NewDecoder().Bytes(text)
	require.NoError(t, err)
	for _, r := range string(b) {
		if r < 0x80 {
			out = append(out, byte(r))
		}
	}
	return out
}

func TestLibraryDeviations(t *testing.T) {
	for _, d := range deviations {
		text := []byte(d.text)
		require.NotEqual(t, string(below0x80(referenceMask(d.name, text))), string(decoded(t, d.name, text)), "%s: no more: %q", d.class, text)
	}
}

// deviates reports whether text may be in one of the classes.
func deviates(name string, text []byte) bool {
	holes := map[string][]hole{"shift_jis": shiftJISHoles, "big5": big5Holes}[name]
	for i := range len(text) - 1 {
		lead, trail := text[i], text[i+1]
		if lead < 0x80 {
			continue
		}
		if name == "big5" && trail == 0x7f {
			return true
		}
		if (name == "gb18030" || name == "gbk") && '0' <= trail && trail < '@' {
			rest := text[i+2:]
			if len(rest) < 2 || trail > '9' || ascii.IsDigit(rest[1]) && rest[0] >= 0x81 {
				return true
			}
		}
		if 0x40 <= trail && trail < 0x7f && holes != nil && pairSize(text[i:i+2], holes) == 1 {
			return true
		}
	}
	return false
}

// golang.org/x/text and the mask find the same ASCII characters in any text outside these
// classes.
func TestMaskLibrary(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for _, name := range multibyte {
		e, compared := named(t, name), 0
		for range 1500 {
			text := randomText(r, 24)
			switch {
			case name == "iso-2022-jp":
				text = randomJIS(r)
			case deviates(name, text):
				continue
			}
			compared++
			want, got := decoded(t, name, text), below0x80(mask(e, text))
			require.Equal(t, string(want), string(got), "%s %q", name, text)
		}
		require.Greater(t, compared, 200, name)
	}
}

// randomJIS returns ISO-2022-JP with errors in the first state only.
func randomJIS(r *rand.Rand) (out []byte) {
	parts := []string{"a", "<", "\\", "\n", "\x1b<", "\x1b(x", "\x1b$x", "\x80", "\xff<", "\x1b(B"}
	for range r.Intn(12) {
		start := []string{"", "\x1b$B", "\x1b$@", "\x1b(I"}[r.Intn(4)]
		if start == "" {
			out = append(out, parts[r.Intn(len(parts))]...)
			continue
		}
		out = append(out, start...)
		for range r.Intn(4) {
			out = append(out, byte(0x21+r.Intn(94)), byte(0x21+r.Intn(94)))
		}
		out = append(out, "\x1b(B"...)
	}
	return out
}

// Random characters of each encoding. golang.org/x/text decodes all of them by the
// standard.
func TestMaskValid(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for _, name := range multibyte {
		e, enc := named(t, name), oracles[name].NewEncoder()
		for range 60 {
			var text, want []byte
			for range 40 {
				c := rune(r.Intn(0x80))
				if r.Intn(2) == 0 {
					c = []rune{0x3000, 0x4e00, 0xac00, 0xff00}[r.Intn(4)] + rune(r.Intn(0x100))
				}
				out, err := enc.Bytes([]byte(string(c)))
				if err != nil || slices.Contains([]rune{0x0e, 0x0f, 0x1b}, c) {
					continue
				}
				if c < 0x80 {
					want = append(want, byte(c))
				}
				text = append(text, out...)
			}
			require.Equal(t, string(want), string(below0x80(mask(e, text))), "%s %q", name, text)
			require.Equal(t, bytes.Clone(want), decoded(t, name, text))
		}
	}
}
