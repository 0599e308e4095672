package view

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

func newJSON(outer []byte, start, end int) *JSON {
	v := new(JSON)
	v.Reset(outer, start, end)
	return v
}

var jsonCodec = codec{open: func(o []byte, s, e int) View { return newJSON(o, s, e) }}

// jsonSources are contents of strings. Those that are not valid JSON are marked.
var jsonSources = []struct {
	src, text string
	invalid   bool
}{
	{"", "", false},
	{"a/b", "a/b", false},
	{`http:\/\/a\/b`, "http://a/b", false},
	{`\"\\\/\b\f\n\r\t`, "\"\\/\b\f\n\r\t", false},
	{`\u0041\u00e9\u20AC\u0000\u007f`, "Aé€\x00\x7f", false},
	{`a\ud83d\ude00b`, "a😀b", false},
	{`\uD83D\uDE00\uD83D`, "😀\ufffd", false},
	{`\ud83d`, "\ufffd", false},
	{`\ude00`, "\ufffd", false},
	{`\ude00\ud83d`, "\ufffd\ufffd", false},
	{`\ud83d\u0041`, "\ufffdA", false},
	{`\ud83dx\ude00`, "\ufffdx\ufffd", false},
	{`\ud83d\\ude00`, `�\ude00`, false},
	{`\\u0041`, `\u0041`, false},
	{`\\\u0041`, `\A`, false},
	{`\\\\n`, `\\n`, false},
	{"é\xff", "é\xff", false}, // encoding/json reads U+FFFD
	{`\`, `\`, true},
	{`a\q`, `a\q`, true},
	{`\u`, `\u`, true},
	{`\u12`, `\u12`, true},
	{`\u12g4`, `\u12g4`, true},
	{`\ud83d\ude0`, "\ufffd" + `\ude0`, true},
	{`\U0041`, `\U0041`, true},
	{`\\\`, `\\`, true},
}

func TestJSONDecode(t *testing.T) {
	for _, c := range jsonSources {
		outer, start, end := around([]byte(c.src), `{"`, `":1}`)
		v := newJSON(outer, start, end)
		require.Equal(t, c.text, string(v.Text()), "%q", c.src)
		checkSource(t, v, start, end)
		require.Equal(t, start, v.Source(0))
		require.Equal(t, end, v.Source(len(v.Text())))

		var want string
		err := json.Unmarshal([]byte(`"`+c.src+`"`), &want)
		require.Equal(t, c.invalid, err != nil, "%q", c.src)
		if err == nil && utf8.ValidString(c.src) {
			require.Equal(t, want, c.text, "%q", c.src)
		}
	}
}

func TestJSONCarry(t *testing.T) {
	for _, c := range []struct {
		src   string
		edits []edit.Edit
		want  string
	}{
		{"g", ins(0, "http://a/b/?x&y"), "http://a/b/?x&yg"},
		{`\/g`, ins(0, "http://a"), `http://a\/g`},
		{`.\/g\u0041`, rep(0, 2, "http://a/"), `http://a/g\u0041`},
		{"g", ins(1, "\"\\\b\f\n\r\t\x00\x1f\x7f"), `g\"\\\b\f\n\r\t\u0000\u001f` + "\x7f"},
		{"g", ins(1, "</script><!-- é\xff"), `g\u003c/script\u003e\u003c!-- é` + "\xff"},
		{"a<b", ins(0, "x"), "xa<b"},
		// Part of a unit, and text next to one.
		{`a\u00e9b`, rep(1, 2, "x"), "ax\xa9b"},
		{`\n\n`, ins(1, "x"), `\nx\n`},
		{`\u0041b`, ins(1, "42"), `\u004142b`},
		{`\\n`, rep(0, 1, ""), `n`},
		{`\\\n`, ins(1, "x"), `\\x\n`},
		// Halves of a surrogate pair.
		{`\ud83dx\ude00`, rep(3, 4, ""), `\ufffd\ude00`},
		{`\ud83dx\ude00`, rep(3, 4, "y"), `\ud83dy\ude00`},
		{`\ud83dxb`, rep(3, 4, ""), `\ud83db`},
		{`\ude00x\ud83d`, rep(3, 4, ""), `\ude00\ud83d`},
		{`\\ud83dx\ude00`, rep(6, 7, ""), `\\ud83d\ude00`},
		{`\u12xy`, rep(4, 5, ""), `\\u12y`},
		// Backslashes that are not valid JSON.
		{`\`, ins(1, "n"), `\\n`},
		{`\q`, rep(1, 2, "n"), `\\n`},
		{`\u`, ins(2, "0041"), `\\u0041`},
		{`\u004`, ins(5, "1"), `\\u0041`},
		{`\qx`, ins(2, "n"), `\qnx`},
		{`\\\q`, rep(2, 3, "n"), `\\\\n`},
		{`\<`, ins(2, "/script"), `\\\u003c/script`},
		// Marks of a script's content.
		{"<x", rep(1, 2, ""), `\u003c`},
		{"<a", ins(1, "/script"), `\u003c/scripta`},
		{"<x/script", rep(1, 2, ""), `\u003c/script`},
		{"</SCRx", rep(5, 6, "ipt>"), `\u003c/SCRipt\u003e`},
		{"</scriptx", rep(8, 9, " "), `\u003c/script `},
		{"<!x--", rep(2, 3, ""), `\u003c!--`},
		{"<scripx", rep(6, 7, "t "), `\u003cscript `},
		{"<b x", rep(2, 3, "y"), "<byx"},
		{"</scripts x", rep(9, 10, "y"), "</scriptsyx"},
		{"<script x", ins(7, " y"), "<script y x"},
		{"<!--x", ins(4, "y"), "<!--yx"},
		{"--x>", rep(2, 3, ""), `--\u003e`},
		{"-x->", rep(1, 2, ""), `-\u003e`[:1] + `-\u003e`},
		{"x>", rep(0, 1, "--"), `--\u003e`},
		{"x>", rep(0, 1, "y"), "y>"},
		{"x-->", rep(0, 1, "y"), "y-->"},
	} {
		outer, start, end := around([]byte(c.src), `{"`, `":1}`)
		_, got := checkLaws(t, jsonCodec, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%q %s", c.src, show(c.edits))
	}
}

func TestJSONASCII(t *testing.T) {
	ascii := codec{open: func(o []byte, s, e int) View {
		v := &JSON{ASCII: true}
		v.Reset(o, s, e)
		return v
	}}
	for _, c := range []struct {
		src   string
		edits []edit.Edit
		want  string
	}{
		{"é", ins(0, "aé\"\u20ac\U0001f600"), `a\u00e9\"\u20ac\ud83d\ude00é`},
		{`\ud83d`, ins(3, "\U0001f600"), `\ud83d\ud83d\ude00`},
		{`\`, ins(1, "é"), `\\\u00e9`},
		{"<", ins(1, "é"), `\u003c\u00e9`},
	} {
		outer, start, end := around([]byte(c.src), `{"`, `":1}`)
		_, got := checkLaws(t, ascii, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%q", c.src)
	}
}

var jsonParts = []string{
	"a", "b/", "u", "0", "d83d", "de00", "é", "\xff", "<", "!", "--", "-", ">", "/script", "scr", `\\`, `\"`, `\/`, `\n`, `\u0041`,
	`\u00E9`, `\u20ac`, `\ud83d`, `\ude00`, `\ud83d\ude00`, `\u0000`, `\u003c`, " ",
}

func TestJSONRandom(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	broken := append([]string{`\`, `\u`, `\u12`, `\q`}, jsonParts...)
	for i := range corpus.Rounds(12_000) {
		parts := jsonParts
		if i%3 == 0 {
			parts = broken
		}
		checkRandomJSON(t, r, randomParts(r, []int{4, 8, 40}[r.Intn(3)], parts))
	}
	long := bytes.Repeat([]byte(`abc\u0041d\\e\ud83d\ude00`), 200)
	for range 30 {
		checkRandomJSON(t, r, long)
	}
}

// checkRandomJSON checks the law for random edits, that JSON stays valid, and that a script
// element around the string keeps its content.
func checkRandomJSON(t testing.TB, r *rand.Rand, src []byte) {
	t.Helper()
	outer, start, end := around(src, `<script>"`, `"</script>`)
	v := newJSON(outer, start, end)
	chars := []string{"abc/", "u0041nd8e\\\"", "<>!-/script", "\x00\n\t\r\b\f<&>é"}[r.Intn(4)]
	_, got := checkLaws(t, jsonCodec, outer, start, end, randomEdits(r, len(v.Text()), chars))
	if valid(src) {
		require.True(t, valid(got), "%q -> %q", src, got)
	}
	checkScript(t, src, got)
}

// checkScript checks that a script element keeps its content if src in a string is replaced
// by got.
func checkScript(t testing.TB, src, got []byte) {
	t.Helper()
	if hasMark(src) || bytes.IndexByte(src, 0) >= 0 || bytes.IndexByte(src, '\r') >= 0 {
		return
	}
	z := html.NewTokenizer(strings.NewReader(`<script>"` + string(got) + `"</script>`))
	require.Equal(t, html.StartTagToken, z.Next())
	require.Equal(t, html.TextToken, z.Next())
	require.Equal(t, `"`+string(got)+`"`, string(z.Raw()), "%q -> %q", src, got)
	require.False(t, hasMark(got), "%q -> %q", src, got)
}

func valid(src []byte) bool { return json.Valid([]byte(`"` + string(src) + `"`)) }

// hasMark reports whether src has text that could end a script element or a comment in one.
func hasMark(src []byte) bool {
	lower := bytes.ToLower(src)
	for _, m := range []string{"<!--", "-->"} {
		if bytes.Contains(lower, []byte(m)) {
			return true
		}
	}
	for _, m := range []string{"</script", "<script"} {
		for rest := lower; ; {
			i := bytes.Index(rest, []byte(m))
			if i < 0 {
				break
			}
			rest = rest[i+len(m):]
			if isTagNameEnd(rest, 0) {
				return true
			}
		}
	}
	return false
}

func TestJSONAllocs(t *testing.T) {
	var v JSON
	outer, start, end := around([]byte("/a/b"), `"`, `"`)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Reset(outer, start, end)
		_ = v.Source(1)
	}))
	require.Same(t, &outer[start], &v.Text()[0], "no copy")
	outer, start, end = around([]byte(`\/a\/b`), `"`, `"`)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Reset(outer, start, end)
		_ = v.Source(1)
	}), "the buffer is used again")
}

// Contents that consist of backslashes, escapes or "<" take linear time.
func TestJSONLong(t *testing.T) {
	for _, part := range []string{"x", `\\`, `\`, `\u`, `\u0041`, `\ud83d`, `\ud83d\ude00`, "<", "</", "-", ">"} {
		src := bytes.Repeat([]byte(part), 60_000/len(part))
		v := newJSON(src, 0, len(src))
		var edits []edit.Edit
		for off := 1; off < len(v.Text()); off += 20 {
			edits = append(edits, edit.Edit{Start: off, End: off, New: []byte("n")})
		}
		out := apply(t, src, v.Carry(nil, edits))
		got := newJSON(out, 0, len(out)).Text()
		require.True(t, bytes.Equal(apply(t, v.Text(), edits), got), part)
	}
}

func FuzzJSON(f *testing.F) {
	for i, c := range jsonSources {
		f.Add([]byte(c.src), int64(i))
	}
	for i, part := range jsonParts {
		f.Add([]byte(part+`x\ude00`+part), int64(i))
	}
	f.Fuzz(func(t *testing.T, src []byte, seed int64) {
		checkRandomJSON(t, rand.New(rand.NewSource(seed)), src)
	})
}

func BenchmarkJSON(b *testing.B) {
	for _, value := range []string{"/a/b.html", `http:\/\/a\/b\u0026c`} {
		b.Run(value, func(b *testing.B) {
			var v JSON
			src := []byte(value)
			b.ReportAllocs()
			for b.Loop() {
				v.Reset(src, 0, len(src))
			}
		})
	}
}
