package view

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

func newCSS(outer []byte, start, end int, form CSSForm) *CSS {
	v := new(CSS)
	v.Reset(outer, start, end, form)
	return v
}

func cssCodec(form CSSForm) codec {
	return codec{open: func(o []byte, s, e int) View { return newCSS(o, s, e, form) }}
}

// cssAround returns text as the token of a form, and its span.
func cssAround(text []byte, form CSSForm) (outer []byte, start, end int) {
	switch form {
	case CSSDoubleQuoted:
		return around(text, `@import "`, `" print`)
	case CSSSingleQuoted:
		return around(text, `@import '`, `' print`)
	}
	return around(text, "a{b:url( ", " )}")
}

// Texts of tokens, and their decoded form.
var cssTexts = []struct {
	text string
	form CSSForm
	want string
}{
	{"", CSSRaw, ""},
	{"a/b.png", CSSRaw, "a/b.png"},
	{"a/b (c).png", CSSDoubleQuoted, "a/b (c).png"},
	{"a'b", CSSDoubleQuoted, "a'b"},
	{`a\"b\'c\\d`, CSSDoubleQuoted, `a"b'c\d`},
	{`a\'b`, CSSSingleQuoted, "a'b"},
	{`a\ b\(c\)\,`, CSSRaw, "a b(c),"},
	{`\g\z\.`, CSSRaw, "gz."},
	{`\A`, CSSRaw, "\n"},
	{`\41`, CSSRaw, "A"},
	{`\041b`, CSSRaw, "\u041b"},
	{`\41 b`, CSSRaw, "Ab"},
	{`\41  b`, CSSDoubleQuoted, "A b"},
	{"\\41\tb", CSSRaw, "Ab"},
	{"\\41\nb", CSSRaw, "Ab"},
	{"\\41\rb", CSSRaw, "Ab"},
	{"\\41\fb", CSSRaw, "Ab"},
	{"\\41\r\nb", CSSRaw, "Ab"},
	{"\\41\vb", CSSDoubleQuoted, "A\vb"},
	{`\000041b`, CSSRaw, "Ab"},
	{`\0000410`, CSSRaw, "A0"},
	{`\000041 b`, CSSRaw, "Ab"},
	{`\e9\20AC\1f600`, CSSRaw, "\u00e9\u20ac\U0001f600"},
	{`\10ffff`, CSSRaw, "\U0010ffff"},
	{`\0\d800 \DFFF\110000\ffffff`, CSSRaw, "\ufffd\ufffd\ufffd\ufffd\ufffd"},
	{"\\\u00e9", CSSRaw, "\u00e9"},
	{"a\\\nb\\\rc\\\r\nd\\\fe", CSSDoubleQuoted, "abcde"},
	{"\\\n", CSSSingleQuoted, ""},
	{"\x00\\\x00", CSSDoubleQuoted, "\x00\x00"},
	{`a\`, CSSDoubleQuoted, "a"},
	{`a\`, CSSRaw, "a\ufffd"},
	{`\`, CSSRaw, "\ufffd"},
}

func TestCSSText(t *testing.T) {
	for _, c := range cssTexts {
		outer, start, end := cssAround([]byte(c.text), c.form)
		v := newCSS(outer, start, end, c.form)
		require.Equal(t, c.want, string(v.Text()), "%q %d", c.text, c.form)
		require.Equal(t, start, v.Source(0), "%q", c.text)
	}
	outer := []byte(`"a\41 b\` + "\n" + `c"`)
	v := newCSS(outer, 1, len(outer)-1, CSSDoubleQuoted)
	require.Equal(t, "aAbc", string(v.Text()))
	for off, want := range []int{1, 2, 6, 9, 10} {
		require.Equal(t, want, v.Source(off), "%d", off)
	}
}

func TestCSSCarry(t *testing.T) {
	for _, c := range []struct {
		text  string
		form  CSSForm
		edits []edit.Edit
		want  string
	}{
		{"g", CSSRaw, ins(0, "http://a/"), "http://a/g"},
		{"", CSSRaw, ins(0, "http://a/"), "http://a/"},
		{`a\ b`, CSSRaw, ins(0, "http://a/"), `http://a/a\ b`},
		{`\41`, CSSRaw, ins(0, "http://a/"), `http://a/\41`},

		{"", CSSRaw, ins(0, " \t\n\r\f()\"'\\\x01\x7f<"), `\ \9 \a \d \c \(\)\"\'\\\1 \7f \3c `},
		{"", CSSDoubleQuoted, ins(0, " \t\n\r\f()\"'\\\x01\x7f<"), " \t\\a \\d \\c ()\\\"'\\\\\x01\x7f\\3c "},
		{"", CSSSingleQuoted, ins(0, `"'`), `"\'`},
		{"", CSSRaw, ins(0, "\x00\u00e9\xff"), "\x00\u00e9\xff"},

		// A kept escape must not read on.
		{`\41g`, CSSRaw, ins(1, "b"), `\41 bg`},
		{`\41g`, CSSRaw, ins(1, "g"), `\41gg`},
		{`\41 g`, CSSRaw, ins(1, "b"), `\41 bg`},
		{`\000041g`, CSSRaw, ins(1, "b"), `\000041bg`},
		{`\000041g`, CSSDoubleQuoted, ins(1, " "), `\000041  g`},
		{`\41g`, CSSDoubleQuoted, ins(1, " "), `\41  g`},
		{`\41g`, CSSRaw, ins(1, " "), `\41\ g`},
		{`\41gb`, CSSRaw, rep(1, 2, ""), `\41 b`},
		{`\41g b`, CSSDoubleQuoted, rep(1, 2, ""), `\41  b`},
		{`\41g\42`, CSSRaw, rep(1, 2, ""), `\41\42`},
		{`\41g`, CSSRaw, rep(1, 2, ""), `\41`},
		{`\zg`, CSSRaw, ins(1, "b"), `\zbg`},
		{"\\41\\\nb", CSSDoubleQuoted, ins(1, "c"), "\\41\\\ncb"},

		// An escape that is replaced in part is written again.
		{`a\e9 b`, CSSRaw, rep(1, 3, "x"), "axb"},
		{`a\e9 b`, CSSRaw, rep(2, 3, "x"), "a\xc3xb"},
		{`a\41 b`, CSSRaw, rep(1, 2, ""), "ab"},

		// The end of the style sheet.
		{`a\`, CSSDoubleQuoted, ins(1, "b"), `ab\`},
		{`a\`, CSSRaw, ins(4, "b"), `a\fffd b`},
		{`a\`, CSSRaw, append(ins(1, "x"), ins(4, "y")...), `ax\fffd y`},
		{`a\`, CSSRaw, rep(1, 4, "b"), `ab`},
	} {
		outer, start, end := cssAround([]byte(c.text), c.form)
		_, got := checkLaws(t, cssCodec(c.form), outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%q %s", c.text, show(c.edits))
	}
}

// cssToken returns text without the bytes that would end a token of the form.
func cssToken(text []byte, form CSSForm) []byte {
	var out []byte
	for pos := 0; pos < len(text); {
		u := readCSS(text, pos, len(text), form == CSSRaw)
		part := text[u.start:u.end]
		switch {
		case text[pos] != '\\':
			part = slices.DeleteFunc(bytes.Clone(part), func(c byte) bool {
				return c != '<' && c != '>' && cssEscape(c, form) != ""
			})
		case form == CSSRaw && len(part) > 1 && isCSSNewline(part[1]):
			part = nil
		}
		out = append(out, part...)
		pos = u.end
	}
	return out
}

func checkRandomCSS(t testing.TB, r *rand.Rand, text []byte, form CSSForm) {
	t.Helper()
	text = cssToken(cssToken(text, form), form) // twice, since leaving bytes out may join CR and LF
	outer, start, end := cssAround(text, form)
	v := newCSS(outer, start, end, form)
	chars := []string{"09afgAF ", "ab/ ", "\\\"'() \n\r\f<\x01\x7f\x00"}[r.Intn(3)]
	edits := randomEdits(r, len(v.Text()), chars)
	_, got := checkLaws(t, cssCodec(form), outer, start, end, edits)
	require.Equal(t, string(got), string(cssToken(got, form)), "still one token: %q %s", text, show(edits))
}

func TestCSSRandom(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	parts := []string{
		"a", "b", "g", "0", "/", ".", "\u00e9", "<", `\a`, `\41`, `\41 `, "\\41\r\n", "\\9\t", `\00004`, `\000041`,
		`\e9`, `\20ac `, `\0`, `\d800`, `\g`, `\"`, `\'`, `\\`, `\ `, `\(`, "\\\u00e9", "\\\n", "\\\r\n", "\\\r", "\\\f",
		"(", ")", "'", `"`, " ", "\t", "\x00",
	}
	for range corpus.Rounds(8000) {
		form := CSSForm(r.Intn(3))
		text := randomParts(r, []int{4, 20}[r.Intn(2)], parts)
		if r.Intn(8) == 0 {
			text = append(text, '\\')
		}
		checkRandomCSS(t, r, text, form)
	}
	long := bytes.Repeat([]byte(`abc\e9 d\41g\`+"\n"), 200)
	for range 30 {
		checkRandomCSS(t, r, long, CSSSingleQuoted)
	}
}

func TestCSSAllocs(t *testing.T) {
	outer, start, end := cssAround([]byte("a/b.png"), CSSRaw)
	var v CSS
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Reset(outer, start, end, CSSRaw)
		_ = v.Source(0)
	}))
	require.Same(t, &outer[start], &v.Text()[0], "no copy")
	outer, start, end = cssAround([]byte(`a\ b\41.png`), CSSRaw)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Reset(outer, start, end, CSSRaw)
		_ = v.Source(3)
	}), "the buffer is used again")
}

// Texts that consist of escapes or dropped newlines take linear time.
func TestCSSLong(t *testing.T) {
	for _, part := range []string{"x", `\\`, `\41`, `\41 `, `\e9`, "\\\n", "x\\\r\n"} {
		text := append([]byte("x"), bytes.Repeat([]byte(part), 60_000/len(part))...)
		v := newCSS(text, 0, len(text), CSSDoubleQuoted)
		var edits []edit.Edit
		for off := 1; off < len(v.Text()); off += 20 {
			edits = append(edits, edit.Edit{Start: off, End: off, New: []byte(" 1")})
		}
		out := apply(t, text, v.Carry(nil, edits))
		got := newCSS(out, 0, len(out), CSSDoubleQuoted).Text()
		require.True(t, bytes.Equal(apply(t, v.Text(), edits), got), part)
	}
}

func BenchmarkCSS(b *testing.B) {
	for _, text := range []string{"../img/background.png", `../img/back\20 ground\(1\).png`} {
		b.Run(text, func(b *testing.B) {
			var v CSS
			src := []byte(text)
			b.ReportAllocs()
			for b.Loop() {
				v.Reset(src, 0, len(src), CSSRaw)
			}
		})
	}
}

func FuzzCSS(f *testing.F) {
	for _, c := range cssTexts {
		f.Add([]byte(c.text), uint8(c.form), int64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, form uint8, seed int64) {
		checkRandomCSS(t, rand.New(rand.NewSource(seed)), text, CSSForm(form%3))
	})
}
