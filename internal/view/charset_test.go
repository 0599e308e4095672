package view

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// charsets are encodings of each kind, with some bytes that have a meaning for their decoders.
var charsets = map[string][]string{
	"windows-1252":   {"\xe9", "\x81"},
	"windows-1255":   {"\xe0", "\xd9"},
	"x-user-defined": {"\x80", "\xff"},
	"shift_jis":      {"\x83\\", "\x81", "\xb1", "\xf0\x40", "\x80", "\x85\\"},
	"euc-jp":         {"\xa4\xa2", "\x8e\xb1", "\x8f\xb0\xa1", "\x8f", "\xa4"},
	"iso-2022-jp":    {"\x1b(B", "\x1b(J", "\x1b(I", "\x1b$B", "\x1b$@", "\x1b", "$\"", "\\", "~", "\x0e", "\n"},
	"gbk":            {"\x81\\", "\x81", "\x810\x810", "\x810", "\xfe9\xfe9"},
	"gb18030":        {"\x81\\", "\x81", "\x810\x810", "\x810", "\xfe9\xfe9"},
	"big5":           {"\xa5\\", "\xa4@", "\x88b", "\x81", "\x80"},
	"euc-kr":         {"\xb0\xa1", "\x81A", "\xc6R", "\xc6S", "\x81"},
}

func charsetNamed(t testing.TB, name string) charenc.Encoding {
	t.Helper()
	e, ok := charenc.Lookup(name)
	require.True(t, ok, name)
	return e
}

func charsetCodec(e charenc.Encoding) codec {
	c := codec{open: func(o []byte, _, _ int) View { return NewCharset(o, e) }}
	if e.Name() == "iso-2022-jp" { // how many U+FFFD escape sequences give depends on what is next to them
		c.clean = func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\ufffd"), nil) }
	}
	return c
}

func TestCharsetCarry(t *testing.T) {
	for _, c := range []struct {
		name, src string
		edits     []edit.Edit
		want      string
	}{
		{"windows-1252", "<\xe9>", ins(1, "x\u00e9\u20ac\u0081"), "<x\xe9\x80\x81\xe9>"},
		{"windows-1252", "<\xe9>", rep(1, 3, ""), "<>"},
		{"windows-1252", "<\xe9>", rep(2, 3, "\xa8"), "<\xe8>"}, // a character that the edit cuts through
		{"shift_jis", "'\x83\\'", ins(4, "\\'"), "'\x83\\\\''"},
		{"shift_jis", "'a'", ins(1, "\u30bd\\"), "'\x83\\\\a'"},
		{"gb18030", "a", ins(1, "\u4e02\U0001f600"), "a\x81@\x949\xfc6"},
		// Escape sequences before the edit stay there, and those after it.
		{"iso-2022-jp", "a\x1b$B$\"\x1b(Bb", ins(1, "x"), "ax\x1b$B$\"\x1b(Bb"},
		{"iso-2022-jp", "a\x1b$B$\"\x1b(Bb", ins(4, "x"), "a\x1b$B$\"\x1b(Bx\x1b(Bb"},
		{"iso-2022-jp", "a\x1b$B$\"$$\x1b(Bb", ins(4, "x"), "a\x1b$B$\"\x1b(Bx\x1b$B$$\x1b(Bb"},
		{"iso-2022-jp", "a\x1b$B$\"\x1b(Bb", rep(1, 4, ""), "a\x1b(Bb"},
		{"iso-2022-jp", "a\x1b$B$\"$$\x1b(Bb", rep(1, 4, "\u3046"), "a\x1b$B$&$$\x1b(Bb"},
		{"iso-2022-jp", "\x1b(J\"b", ins(1, "x/"), "\x1b(J\"x/b"},
		{"iso-2022-jp", "\x1b(J\"b", ins(1, "~\\"), "\x1b(J\"\x1b(B~\\\x1b(Jb"},
		{"iso-2022-jp", "\x1b(J\"\x1b(Bb", ins(1, "~"), "\x1b(J\"\x1b(B~\x1b(Bb"},
	} {
		_, got := checkLaws(t, charsetCodec(charsetNamed(t, c.name)), []byte(c.src), 0, len(c.src), c.edits)
		require.Equal(t, c.want, string(got), "%s %q", c.name, c.src)
	}
}

func TestCharsetAllows(t *testing.T) {
	for _, c := range []struct {
		name, before, text string
		want               bool
	}{
		{"windows-1252", "", "a\u20ac", true},
		{"windows-1252", "", "\u3042", false},
		{"windows-1252", "\ufffd", "a", false}, // "\x81a" may be a character
		{"shift_jis", "", "\u30bd\\\"", true},
		{"shift_jis", "", "\u00c1\"", false},
		{"iso-2022-jp", "", "\u3042a\\~", true},
		{"iso-2022-jp", "", "\x1b", false},
		{"iso-2022-jp", "", "\x0e", false},
		{"iso-2022-jp", "", "\uff71", false}, // written as another character
		{"euc-kr", "", "\ufffd", false},
	} {
		require.Equal(t, c.want, NewCharset(nil, charsetNamed(t, c.name)).Allows([]byte(c.before), edit.Edit{Start: len(c.before), End: len(c.before), New: []byte(c.text)}), "%v", c)
	}
}

// checkCharset makes random edits that the view allows.
func checkCharset(t testing.TB, name string, src []byte, r *rand.Rand) {
	t.Helper()
	e := charsetNamed(t, name)
	v := NewCharset(src, e)
	var edits []edit.Edit
	for _, e := range wholeEdits(r, v.Text()) {
		if v.Allows(v.Text(), e) {
			edits = append(edits, e)
		}
	}
	checkLaws(t, charsetCodec(e), src, 0, len(src), edits)
}

func TestCharsetRandom(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range corpus.Rounds(150) {
		for name, parts := range charsets {
			checkCharset(t, name, randomParts(r, 40, append(parts, "a", "<", "\"", "\\", "0", "@")), r)
		}
	}
}

func FuzzCharset(f *testing.F) {
	names := make([]string, 0, len(charsets))
	for name, parts := range charsets {
		names = append(names, name)
		f.Add(name, bytes.Join([][]byte{[]byte(parts[0]), []byte("<\\\""), []byte(parts[len(parts)-1])}, nil), int64(1))
	}
	f.Fuzz(func(t *testing.T, name string, src []byte, seed int64) {
		if charsets[name] == nil {
			name = names[0]
		}
		checkCharset(t, name, src, rand.New(rand.NewSource(seed)))
	})
}
