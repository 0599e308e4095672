package view

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

func newJS(outer []byte, start, end int, quote byte) (*JS, error) {
	v := new(JS)
	err := v.Reset(outer, start, end, quote)
	return v, err
}

func jsCodec(quote byte) codec {
	return codec{open: func(o []byte, s, e int) View {
		v, _ := newJS(o, s, e, quote)
		return v
	}}
}

// jsSources are contents of strings or, with template set, of templates. Those with a
// syntax error are marked.
var jsSources = []struct {
	src, text         string
	template, invalid bool
}{
	{src: "", text: ""},
	{src: "./a.js", text: "./a.js"},
	{src: `.\/a\.js`, text: "./a.js"},
	{src: `\b\f\n\r\t\v\'\"\\\` + "`", text: "\b\f\n\r\t\v'\"\\`"},
	{src: `\x2e\x2F`, text: "./"},
	{src: `\u002e\u{2f}\u{00002F}\u{1f600}`, text: ".//😀"},
	{src: `\ud83d\ude00\u{d83d}\u{de00}\ud83d\u{de00}`, text: "😀😀😀"},
	{src: "\\ud83d\\\n\\\r\n\\ude00", text: "😀"},
	{src: `\ud83d\ude00\ud83dx\ude00`, text: "😀\ufffdx\ufffd"},
	{src: `\ude00\ud83d`, text: "\ufffd\ufffd"},
	{src: "a\\\nb\\\r\nc\\\rd\\\u2028e\\\u2029f", text: "abcdef"},
	{src: "a\u2028b", text: "a\u2028b"},
	{src: `\0\01\12\377\400\8\9\08`, text: "\x00\x01\nÿ 0\x389\x008"},
	{src: `\é\a\$\{`, text: "éa${"},
	{src: "é\xff", text: "é\xff"},
	{src: `\x2`, text: `\x2`, invalid: true},
	{src: `\xg0`, text: `\xg0`, invalid: true},
	{src: `\u12`, text: `\u12`, invalid: true},
	{src: `\u{}`, text: `\u{}`, invalid: true},
	{src: `\u{110000}`, text: `\u{110000}`, invalid: true},
	{src: `\u{41`, text: `\u{41`, invalid: true},
	{src: `a\`, text: `a\`, invalid: true},
	{src: "\\\xff", text: "\\\xff", invalid: true},
	{src: "a\r\nb\rc\nd\\\r\ne", text: "a\nb\nc\nde", template: true},
	{src: `\0$\${`, text: "\x00$${", template: true},
	{src: `\1`, text: `\1`, template: true, invalid: true},
	{src: `\00`, text: `\00`, template: true, invalid: true},
	{src: `\8`, text: `\8`, template: true, invalid: true},
}

func TestJSDecode(t *testing.T) {
	for _, c := range jsSources {
		quotes := `"'`
		if c.template {
			quotes = "`"
		}
		for _, quote := range []byte(quotes) {
			outer, start, end := around([]byte(c.src), "import ", ";")
			v, err := newJS(outer, start, end, quote)
			require.Equal(t, c.text, string(v.Text()), "%q", c.src)
			require.Equal(t, c.invalid, err != nil, "%q", c.src)
			checkSource(t, v, start, end)
			require.Equal(t, start, v.Source(0))
			require.Equal(t, end, v.Source(len(v.Text())))
		}
	}
}

func TestJSCarry(t *testing.T) {
	for _, c := range []struct {
		src   string
		quote byte
		edits []edit.Edit
		want  string
	}{
		{"./a.js", '"', rep(0, 2, "http://h/d/"), "http://h/d/a.js"},
		{`.\x2fa.js`, '"', rep(0, 2, "http://h/d/"), "http://h/d/a.js"},
		{`./\u0061.js`, '"', rep(0, 2, "http://h/d/"), `http://h/d/\u0061.js`},
		{"g", '"', ins(0, "\"'`\\\n\r\t\x00\x1f${"), `\"'` + "`" + `\\\n\r\x09\x00\x1f${g`},
		{"g", '\'', ins(0, "\"'`"), "\"\\'`g"},
		{"g", '`', ins(0, "\"'`${"), "\"'\\`\\${g"},
		{"g", '"', ins(1, "</script><!-- é\xff"), `g\x3c/script\x3e\x3c!-- é` + "\xff"},
		// What would be read together.
		{`\0g`, '"', ins(1, "1"), "\\0\\\n1g"},
		{`\0g1`, '"', rep(1, 2, ""), "\\0\\\n1"},
		{`\12g`, '"', ins(1, "x"), `\12xg`},
		{`\x41g`, '"', ins(1, "42"), `\x4142g`},
		{"$g", '`', ins(1, "{"), "$\\\n{g"},
		{"$g", '"', ins(1, "{"), "${g"},
		{"$g{", '`', rep(1, 2, ""), "$\\\n{"},
		{"\rg\n", '`', rep(1, 2, ""), "\r\\\n\n"},
		{"\\\rg\n", '`', rep(0, 1, ""), "\\\r\\\n\n"},
		{`\ud83dg\ude00`, '"', rep(3, 4, ""), `\ufffd\ude00`},
		{`\ud83dg\ude00`, '"', rep(3, 4, "x"), `\ud83dx\ude00`},
		{"\\ud83d\\\ng\\ude00", '"', rep(3, 4, ""), `\ufffd\ude00`},
		{"\\ud83d\\\n\\ude00g", '"', rep(0, 1, "x"), "x\xf0\x9f\x98\x80g"[:1] + "\x9f\x98\x80g"},
		// Marks of a script's content.
		{"<x", '"', rep(1, 2, ""), `\x3c`},
		{`\<x`, '"', rep(1, 2, "!"), `\x3c!`},
		{`\\<x`, '"', rep(2, 3, "!"), `\\\x3c!`},
		{"<x/script", '"', rep(1, 2, ""), `\x3c/script`},
		{"--x>", '"', rep(2, 3, ""), `--\x3e`},
		{`--x\>`, '"', rep(2, 3, ""), `--\>`},
	} {
		outer, start, end := around([]byte(c.src), "import ", ";")
		_, got := checkLaws(t, jsCodec(c.quote), outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%q %s", c.src, show(c.edits))
	}
}

var jsParts = []string{
	"a", "b/", "u", "0", "7", "9", "x", "{", "}", "$", "é", "<", "!", "--", "-", ">", "/script", "scr", `\\`, `\"`, `\/`, `\n`, `\u0041`, `\x2e`,
	`\u{1f600}`, `\u{d83d}`, `\ud83d`, `\ude00`, `\ud83d\ude00`, `\0`, `\1`, `\12`, `\377`, "\\\n", "\\\r", "\\\r\n", "\\\u2028", `\<`, `\é`, " ", "\u2028",
}

func TestJSRandom(t *testing.T) {
	r := rand.New(rand.NewSource(19))
	for i := range corpus.Rounds(12_000) {
		parts := jsParts
		if i%3 == 0 {
			parts = append([]string{"\r", "\n", "\r\n", `\`, `\x`, `\u`}, jsParts...)
		}
		checkRandomJS(t, r, randomParts(r, []int{4, 8, 40}[r.Intn(3)], parts), "\"'`"[r.Intn(3)])
	}
	long := bytes.Repeat([]byte(`abc\u0041d\\e\ud83d\ude00`), 200)
	for range 30 {
		checkRandomJS(t, r, long, '"')
	}
}

// checkRandomJS checks the law for random edits, if src is valid, and that a script element
// around the string keeps its content.
func checkRandomJS(t testing.TB, r *rand.Rand, src []byte, quote byte) {
	t.Helper()
	outer, start, end := around(src, `<script>"`, `"</script>`)
	v, err := newJS(outer, start, end, quote)
	checkSource(t, v, start, end)
	if err != nil {
		return
	}
	chars := []string{"abc/", "u0041nd8e\\\"'`", "<>!-/script", "\x00\n\t\r\b\f<&>é${", "0123456789"}[r.Intn(5)]
	_, got := checkLaws(t, jsCodec(quote), outer, start, end, randomEdits(r, len(v.Text()), chars))
	if isJS(src, quote) {
		require.True(t, isJS(got, quote), "%q -> %q", src, got)
		_, err := newJS(got, 0, len(got), quote)
		require.NoError(t, err)
	}
	checkScript(t, src, got)
}

// isJS reports whether a string with the content src ends at the end of src and not before.
func isJS(src []byte, quote byte) bool {
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\':
			if i++; i < len(src) && src[i] == '\r' && i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
			if i == len(src) {
				return false
			}
		case c == quote, quote != '`' && (c == '\n' || c == '\r'), quote == '`' && c == '$' && i+1 < len(src) && src[i+1] == '{':
			return false
		}
	}
	return true
}

func TestJSAllocs(t *testing.T) {
	var v JS
	for _, src := range []string{"./a.js", `.\x2fa.js`} {
		outer, start, end := around([]byte(src), `"`, `"`)
		require.NoError(t, v.Reset(outer, start, end, '"'))
		require.Zero(t, testing.AllocsPerRun(100, func() {
			_ = v.Reset(outer, start, end, '"')
			_ = v.Source(1)
		}), "the buffer is used again")
	}
}

// Contents that consist of backslashes, escapes or "<" take linear time.
func TestJSLong(t *testing.T) {
	for _, part := range []string{"x", `\\`, `\0`, `\u0041`, `\u{41}`, `\ud83d`, `\ud83d\ude00`, "\\\n", "<", "</", "-", ">", "$"} {
		src := bytes.Repeat([]byte(part), 60_000/len(part))
		v, err := newJS(src, 0, len(src), '"')
		require.NoError(t, err)
		var edits []edit.Edit
		for off := 1; off < len(v.Text()); off += 20 {
			edits = append(edits, edit.Edit{Start: off, End: off, New: []byte("n")})
		}
		out := apply(t, src, v.Carry(nil, edits))
		again, err := newJS(out, 0, len(out), '"')
		require.NoError(t, err)
		require.True(t, bytes.Equal(apply(t, v.Text(), edits), again.Text()), part)
	}
}

func FuzzJS(f *testing.F) {
	for i, c := range jsSources {
		f.Add([]byte(c.src), byte(i), int64(i))
	}
	for i, part := range jsParts {
		f.Add([]byte(part+`x\ude00`+part), byte(i), int64(i))
	}
	f.Fuzz(func(t *testing.T, src []byte, quote byte, seed int64) {
		checkRandomJS(t, rand.New(rand.NewSource(seed)), src, "\"'`"[quote%3])
	})
}
