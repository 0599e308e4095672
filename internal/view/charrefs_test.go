package view

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"math/rand"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// tag writes an element with the attribute, and returns the span of its value.
func tag(value []byte, quote Quote) (outer []byte, start, end int) {
	switch quote {
	case DoubleQuoted:
		return around(value, `<a b href="`, `">`)
	case SingleQuoted:
		return around(value, `<a b href='`, `'>`)
	case Unquoted:
		return around(value, `<a b href=`, `>`)
	}
	return around(nil, `<a b href`, `>`)
}

// tokenized returns the value that a tokenizer reads of the href attribute,
// and proves that there is nothing else but another one.
func tokenized(t testing.TB, doc []byte) string {
	t.Helper()
	z := html.NewTokenizer(bytes.NewReader(doc))
	require.Equal(t, html.StartTagToken, z.Next(), "%q", doc)
	tok := z.Token()
	require.Len(t, tok.Attr, 2, "%q", doc)
	require.Equal(t, "b", tok.Attr[0].Key, "%q", doc)
	require.Equal(t, "href", tok.Attr[1].Key, "%q", doc)
	require.Equal(t, html.ErrorToken, z.Next(), "%q", doc)
	return tok.Attr[1].Val
}

// checkCharRefs proves the laws of the view by a tokenizer.
func checkCharRefs(t testing.TB, value []byte, quote Quote, edits func(size int) []edit.Edit) string {
	t.Helper()
	outer, start, end := tag(value, quote)
	v := NewCharRefs(outer, start, end, quote)
	checkSource(t, v, start, end)
	if bytes.IndexByte(value, '\r') < 0 {
		require.Equal(t, tokenized(t, outer), string(v.Text()), "%q", value)
	}
	es := edits(len(v.Text()))
	carried := v.Carry(nil, es)
	require.NoError(t, edit.Check(carried, end))
	require.Empty(t, v.Carry(nil, nil))
	checkDst(t, v, es, carried)
	want, out := apply(t, v.Text(), es), apply(t, outer, carried)
	if bytes.IndexByte(value, '\r') < 0 {
		require.Equal(t, string(want), tokenized(t, out), "%q %s -> %s", value, show(es), show(carried))
	}
	span := out[start : end+len(out)-len(outer)]
	inner, quote := unquote(span, quote)
	got := NewCharRefs(inner, 0, len(inner), quote).Text()
	require.Equal(t, string(want), string(got), "%q %s -> %s", outer, show(es), show(carried))
	return string(span)
}

// unquote takes off the quotes that a value got.
func unquote(span []byte, quote Quote) ([]byte, Quote) {
	switch {
	case quote == Unquoted && bytes.HasPrefix(span, []byte(`"`)):
		return span[1 : len(span)-1], DoubleQuoted
	case quote == NoValue && len(span) > 0:
		return span[2 : len(span)-1], DoubleQuoted
	}
	return span, quote
}

func TestCharRefsCarry(t *testing.T) {
	for _, c := range []struct {
		src   string
		quote Quote
		edits []edit.Edit
		want  string
	}{
		{"g?x=1&amp;y=2", DoubleQuoted, ins(0, "http://a/b/"), "http://a/b/g?x=1&amp;y=2"},
		{"g?x=1&y=2", DoubleQuoted, ins(0, "http://a/b/"), "http://a/b/g?x=1&y=2"},
		{"g", DoubleQuoted, ins(0, `"'<>&`), `&quot;'&lt;&gt;&amp;g`},
		{"g", SingleQuoted, ins(0, `"'<>&`), `"&#39;&lt;&gt;&amp;g`},
		{"g", Unquoted, ins(0, "\"'<>&=`"), "&quot;&#39;&lt;&gt;&amp;=`g"},
		{"g", DoubleQuoted, ins(1, "\r"), "g&#13;"},
		{"x/", Unquoted, ins(0, "http://a/"), "http://a/x/"},
		{"x", Unquoted, ins(1, " "), `"x "`},
		{`x"y'`, Unquoted, ins(4, " "), `"x&quot;y' "`},
		{`x"&y"m`, Unquoted, []edit.Edit{{Start: 0, End: 1, New: []byte(" ")}, {Start: 3, End: 5, New: []byte("a")}},
			`" &quot;&am"`},
		{"x", Unquoted, rep(0, 1, ""), `""`},
		{`x"y`, Unquoted, rep(0, 1, ""), `&quot;y`},
		{"", Unquoted, ins(0, "a"), "a"},
		{"", Unquoted, ins(0, "a b"), `"a b"`},
		{"", NoValue, ins(0, `a"b'`), `="a&quot;b'"`},
		{"", NoValue, ins(0, ""), ""},
		// Literal ampersands before an edit.
		{"a&b", DoubleQuoted, ins(2, "amp;"), "a&amp;amp;b"},
		{"a&b", DoubleQuoted, ins(2, "x;"), "a&x;b"},
		{"&xlt;", DoubleQuoted, rep(1, 2, ""), "&amp;lt;"},
		{"&xlt", DoubleQuoted, rep(1, 2, ""), "&amp;lt"},
		{"&xltx", DoubleQuoted, rep(1, 2, ""), "&ltx"},
		{"&#a", DoubleQuoted, ins(2, "1"), "&amp;#1a"},
		{"&#x", SingleQuoted, ins(3, "1"), "&amp;#x1"},
		{"&#x", SingleQuoted, ins(3, "g"), "&#xg"},
		{"&lt=", DoubleQuoted, rep(3, 4, ""), "&amp;lt"},
		{"&xamyp;", DoubleQuoted, []edit.Edit{{Start: 1, End: 2}, {Start: 4, End: 5}}, "&amp;amp;"},
		// References without a semicolon before an edit.
		{"&amp", DoubleQuoted, ins(1, "x"), "&amp;x"},
		{"&amp", DoubleQuoted, ins(1, "="), "&amp;="},
		{"&amp", DoubleQuoted, ins(1, ";"), "&amp;;"},
		{"&amp", DoubleQuoted, ins(1, "/"), "&amp/"},
		{"&amp-lt;", DoubleQuoted, rep(1, 2, ""), "&amp;lt;"},
		{"&#38", DoubleQuoted, ins(1, "1"), "&#38;1"},
		{"&#38x", DoubleQuoted, ins(2, "1"), "&#38x1"},
		// Part of a reference.
		{"&NotEqualTilde;", DoubleQuoted, rep(0, 3, "x"), "x\u0338"},
		{"&NotEqualTilde;", DoubleQuoted, ins(3, "x"), "\u2242x\u0338"},
		{"a&fjlig;b", DoubleQuoted, []edit.Edit{{Start: 1, End: 2, New: []byte("x")}, {Start: 3, End: 4}}, "axj"},
	} {
		got := checkCharRefs(t, []byte(c.src), c.quote, func(int) []edit.Edit { return c.edits })
		require.Equal(t, c.want, got, "%q %s", c.src, show(c.edits))
	}
}

// names are those of references, legacy ones without their semicolon, and such
// that look like one.
var names = []string{
	"amp", "lt", "not", "notin;", "notit;", "copy", "copysr;", "eacute", "semi;", "Tab;", "NewLine;", "nbsp",
	"NotEqualTilde;", "fjlig;", "CounterClockwiseContourIntegral;", "#38", "#x26", "#X3c;", "#", "#x", "#x;",
	"#128;", "#0;", "#55296;", "#99999999999999999999;", "apos;", "apos", "AMP", "ampx", "Amp;",
}

func TestCharRefsRandom(t *testing.T) {
	r := rand.New(rand.NewSource(6))
	parts := []string{"&", ";", "=", "a", "m", "p", "x", "1", "/", "'", "#", "?x", "é", "\xff", "l", "t"}
	for _, n := range names {
		parts = append(parts, "&"+n)
	}
	for range corpus.Rounds(8000) {
		quote := Quote(r.Intn(4))
		value := randomParts(r, []int{4, 20}[r.Intn(2)], parts)
		checkRandomRefs(t, r, value, quote)
	}
	long := bytes.Repeat([]byte("abc&amp;d&e"), 200)
	for range 30 {
		checkRandomRefs(t, r, long, DoubleQuoted)
	}
}

func checkRandomRefs(t testing.TB, r *rand.Rand, value []byte, quote Quote) {
	t.Helper()
	switch quote {
	case NoValue:
		value = nil
	case SingleQuoted:
		value = bytes.ReplaceAll(value, []byte("'"), nil)
	case Unquoted:
		value = bytes.TrimLeft(value, "'")
		if len(value) > 0 && r.Intn(3) == 0 {
			value = append(value, `"'y`...)
		}
	}
	chars := []string{"amp;lt#x26=", "abc/ ", "ab\"'<>&\r\n\t;"}[r.Intn(3)]
	checkCharRefs(t, value, quote, func(size int) []edit.Edit { return randomEdits(r, size, chars) })
}

// allNames returns the names that the Go distribution knows, which are those
// of the standard, with a semicolon if they have it.
func allNames(t *testing.T) []string {
	path := filepath.Join(build.Default.GOROOT, "src", "html", "entity.go")
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Skip("the table is not at hand: ", err)
	}
	var out []string
	ast.Inspect(file, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.BasicLit); ok && key.Kind == token.STRING {
				name, err := strconv.Unquote(key.Value)
				require.NoError(t, err)
				out = append(out, name)
			}
		}
		return true
	})
	return out
}

// All names, and all that is near to them, decode as by a tokenizer.
func TestCharRefsAllNames(t *testing.T) {
	all := allNames(t)
	require.Greater(t, len(all), 2200)
	longest := 0
	for _, name := range all {
		bare := strings.TrimSuffix(name, ";")
		longest = max(longest, len(bare))
		checkName(t, "&"+name)
		require.NotEmpty(t, named([]byte("&"+name)), name)
		for _, near := range []string{bare, bare + "=", bare + "x;", bare + ";;", bare[:len(bare)-1] + ";", bare + "&"} {
			checkName(t, "&"+near)
		}
	}
	require.Equal(t, longestName, longest)
	for _, name := range names {
		for _, tail := range []string{"", ";", "=", "x", "1", ";x", "=x", "&amp;", " "} {
			checkName(t, "a&"+name+tail)
		}
	}
}

func checkName(t *testing.T, value string) {
	t.Helper()
	outer, start, end := tag([]byte(value), DoubleQuoted)
	if want, got := tokenized(t, outer), string(NewCharRefs(outer, start, end, DoubleQuoted).Text()); want != got {
		require.Equal(t, want, got, value)
	}
}

func TestCharRefsAllocs(t *testing.T) {
	outer, start, end := tag([]byte("g?x=1"), DoubleQuoted)
	var v CharRefs
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Reset(outer, start, end, DoubleQuoted)
		_ = v.Source(0)
	}))
	require.Same(t, &outer[start], &v.Text()[0])
	outer, start, end = tag([]byte("g?x=1&amp;y=2&z=3"), DoubleQuoted)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Reset(outer, start, end, DoubleQuoted)
		_ = v.Source(9)
	}), "the buffer is used again")
}

// Values that are all ampersands, quotes or references take linear time.
func TestCharRefsLong(t *testing.T) {
	for _, part := range []string{"x", "&", `"`, "&amp", "&amp;", "&#1", "&x", "a&#"} {
		value := append([]byte("x"), bytes.Repeat([]byte(part), 60_000/len(part))...)
		v := NewCharRefs(value, 0, len(value), Unquoted)
		var edits []edit.Edit
		for off := 1; off < len(v.Text()); off += 20 {
			edits = append(edits, edit.Edit{Start: off, End: off, New: []byte(" 1")})
		}
		out, _ := unquote(apply(t, value, v.Carry(nil, edits)), Unquoted)
		got := NewCharRefs(out, 0, len(out), DoubleQuoted).Text()
		require.True(t, bytes.Equal(apply(t, v.Text(), edits), got), part)
	}
}

func FuzzCharRefs(f *testing.F) {
	for _, n := range names {
		f.Add([]byte("a&"+n+"=x"), uint8(3), int64(1))
	}
	f.Fuzz(func(t *testing.T, value []byte, quote uint8, seed int64) {
		value = bytes.Map(func(r rune) rune {
			if strings.ContainsRune("\x00\r\"' \t\n\f>", r) {
				return -1
			}
			return r
		}, value)
		checkRandomRefs(t, rand.New(rand.NewSource(seed)), value, Quote(quote%4))
	})
}
