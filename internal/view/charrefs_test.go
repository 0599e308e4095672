package view

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"math/rand"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// tag returns an element with the attribute, and the span of the attribute's value.
func tag(value []byte, quote markup.Quote) (outer []byte, start, end int) {
	switch quote {
	case markup.DoubleQuoted:
		return around(value, `<a b href="`, `">`)
	case markup.SingleQuoted:
		return around(value, `<a b href='`, `'>`)
	case markup.Unquoted:
		return around(value, `<a b href=`, `>`)
	}
	return around(nil, `<a b href`, `>`)
}

// tokenized returns the value of the href attribute as a tokenizer reads it. It checks that
// there is one more attribute and nothing else.
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

// checkCharRefs checks the law of views with a tokenizer as the decoder.
func checkCharRefs(t testing.TB, value []byte, quote markup.Quote, edits func(size int) []edit.Edit) string {
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

// unquote removes the quotes that an edit added to a value.
func unquote(span []byte, quote markup.Quote) ([]byte, markup.Quote) {
	switch {
	case quote == markup.Unquoted && bytes.HasPrefix(span, []byte(`"`)):
		return span[1 : len(span)-1], markup.DoubleQuoted
	case quote == markup.NoValue && len(span) > 0:
		return span[2 : len(span)-1], markup.DoubleQuoted
	}
	return span, quote
}

func TestCharRefsCarry(t *testing.T) {
	for _, c := range []struct {
		src   string
		quote markup.Quote
		edits []edit.Edit
		want  string
	}{
		{"g?x=1&amp;y=2", markup.DoubleQuoted, ins(0, "http://a/b/"), "http://a/b/g?x=1&amp;y=2"},
		{"g?x=1&y=2", markup.DoubleQuoted, ins(0, "http://a/b/"), "http://a/b/g?x=1&y=2"},
		{"g", markup.DoubleQuoted, ins(0, `"'<>&`), `&quot;'&lt;&gt;&amp;g`},
		{"g", markup.SingleQuoted, ins(0, `"'<>&`), `"&#39;&lt;&gt;&amp;g`},
		{"g", markup.Unquoted, ins(0, "\"'<>&=`"), "&quot;&#39;&lt;&gt;&amp;=`g"},
		{"g", markup.DoubleQuoted, ins(1, "\r"), "g&#13;"},
		{"x/", markup.Unquoted, ins(0, "http://a/"), "http://a/x/"},
		{"x", markup.Unquoted, ins(1, " "), `"x "`},
		{`x"y'`, markup.Unquoted, ins(4, " "), `"x&quot;y' "`},
		{`x"&y"m`, markup.Unquoted, []edit.Edit{{Start: 0, End: 1, New: []byte(" ")}, {Start: 3, End: 5, New: []byte("a")}},
			`" &quot;&am"`},
		{"x", markup.Unquoted, rep(0, 1, ""), `""`},
		{`x"y`, markup.Unquoted, rep(0, 1, ""), `&quot;y`},
		{"", markup.Unquoted, ins(0, "a"), "a"},
		{"", markup.Unquoted, ins(0, "a b"), `"a b"`},
		{"", markup.NoValue, ins(0, `a"b'`), `="a&quot;b'"`},
		{"", markup.NoValue, ins(0, ""), ""},
		// Literal ampersands before an edit.
		{"a&b", markup.DoubleQuoted, ins(2, "amp;"), "a&amp;amp;b"},
		{"a&b", markup.DoubleQuoted, ins(2, "x;"), "a&x;b"},
		{"&xlt;", markup.DoubleQuoted, rep(1, 2, ""), "&amp;lt;"},
		{"&xlt", markup.DoubleQuoted, rep(1, 2, ""), "&amp;lt"},
		{"&xltx", markup.DoubleQuoted, rep(1, 2, ""), "&ltx"},
		{"&#a", markup.DoubleQuoted, ins(2, "1"), "&amp;#1a"},
		{"&#x", markup.SingleQuoted, ins(3, "1"), "&amp;#x1"},
		{"&#x", markup.SingleQuoted, ins(3, "g"), "&#xg"},
		{"&lt=", markup.DoubleQuoted, rep(3, 4, ""), "&amp;lt"},
		{"&xamyp;", markup.DoubleQuoted, []edit.Edit{{Start: 1, End: 2}, {Start: 4, End: 5}}, "&amp;amp;"},
		// References without a semicolon before an edit.
		{"&amp", markup.DoubleQuoted, ins(1, "x"), "&amp;x"},
		{"&amp", markup.DoubleQuoted, ins(1, "="), "&amp;="},
		{"&amp", markup.DoubleQuoted, ins(1, ";"), "&amp;;"},
		{"&amp", markup.DoubleQuoted, ins(1, "/"), "&amp/"},
		{"&amp-lt;", markup.DoubleQuoted, rep(1, 2, ""), "&amp;lt;"},
		{"&#38", markup.DoubleQuoted, ins(1, "1"), "&#38;1"},
		{"&#38x", markup.DoubleQuoted, ins(2, "1"), "&#38x1"},
		// Part of a reference.
		{"&NotEqualTilde;", markup.DoubleQuoted, rep(0, 3, "x"), "x\u0338"},
		{"&NotEqualTilde;", markup.DoubleQuoted, ins(3, "x"), "\u2242x\u0338"},
		{"a&fjlig;b", markup.DoubleQuoted, []edit.Edit{{Start: 1, End: 2, New: []byte("x")}, {Start: 3, End: 4}}, "axj"},
	} {
		got := checkCharRefs(t, []byte(c.src), c.quote, func(int) []edit.Edit { return c.edits })
		require.Equal(t, c.want, got, "%q %s", c.src, show(c.edits))
	}
}

// names are names of references, legacy names without a semicolon, and text that looks like
// a name.
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
		quote := markup.Quote(r.Intn(4))
		value := randomParts(r, []int{4, 20}[r.Intn(2)], parts)
		checkRandomRefs(t, r, value, quote)
	}
	long := bytes.Repeat([]byte("abc&amp;d&e"), 200)
	for range 30 {
		checkRandomRefs(t, r, long, markup.DoubleQuoted)
	}
}

func checkRandomRefs(t testing.TB, r *rand.Rand, value []byte, quote markup.Quote) {
	t.Helper()
	switch quote {
	case markup.NoValue:
		value = nil
	case markup.SingleQuoted:
		value = bytes.ReplaceAll(value, []byte("'"), nil)
	case markup.Unquoted:
		value = bytes.TrimLeft(value, "'")
		if len(value) > 0 && r.Intn(3) == 0 {
			value = append(value, `"'y`...)
		}
	}
	chars := []string{"amp;lt#x26=", "abc/ ", "ab\"'<>&\r\n\t;"}[r.Intn(3)]
	checkCharRefs(t, value, quote, func(size int) []edit.Edit { return randomEdits(r, size, chars) })
}

// TestXMLCharRefs checks the law of views with a parser of XML as the decoder.
func TestXMLCharRefs(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for c := ' '; c < 0x180; c++ {
		for _, form := range []string{"a&#%d;b", "a&#x%x;b", "a&#x%X;&#x0%x;", "&amp;&#0%d;&#133;"} {
			quote := markup.XMLSingleQuoted + markup.Quote(r.Intn(2))
			value := []byte(fmt.Sprintf(strings.ReplaceAll(form, "%", "%[1]"), c))
			v := NewCharRefs(value, 0, len(value), quote)
			require.Equal(t, parsed(t, value, quote), string(v.Text()), "%s", value)
			checkSource(t, v, 0, len(value))
			edits := randomEdits(r, len(v.Text()), "ab\"'<>&\r\n\t;")
			out := apply(t, value, v.Carry(nil, edits))
			if want := apply(t, v.Text(), edits); utf8.Valid(want) { // no edit within a character
				require.Equal(t, string(want), parsed(t, out, quote), "%s %v", value, edits)
			}
		}
	}
}

// parsed returns the value of an attribute as a parser of XML reads it.
func parsed(t *testing.T, value []byte, quote markup.Quote) string {
	t.Helper()
	mark := map[markup.Quote]string{markup.XMLSingleQuoted: "'", markup.XMLDoubleQuoted: `"`}[quote]
	token, err := xml.NewDecoder(strings.NewReader("<a b=" + mark + string(value) + mark + "/>")).Token()
	require.NoError(t, err, "%s", value)
	return token.(xml.StartElement).Attr[0].Value
}

// allNames returns the names that the html package of Go knows, with a semicolon if they
// have one. These are the names of the standard.
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

// All names, and text that is almost a name, decode as by a tokenizer.
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
	outer, start, end := tag([]byte(value), markup.DoubleQuoted)
	if want, got := tokenized(t, outer), string(NewCharRefs(outer, start, end, markup.DoubleQuoted).Text()); want != got {
		require.Equal(t, want, got, value)
	}
}

func TestCharRefsAllocs(t *testing.T) {
	outer, start, end := tag([]byte("g?x=1"), markup.DoubleQuoted)
	var v CharRefs
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Reset(outer, start, end, markup.DoubleQuoted)
		_ = v.Source(0)
	}))
	require.Same(t, &outer[start], &v.Text()[0])
	outer, start, end = tag([]byte("g?x=1&amp;y=2&z=3"), markup.DoubleQuoted)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Reset(outer, start, end, markup.DoubleQuoted)
		_ = v.Source(9)
	}), "the buffer is used again")
}

// Values that consist of ampersands, quotes or references take linear time.
func TestCharRefsLong(t *testing.T) {
	for _, part := range []string{"x", "&", `"`, "&amp", "&amp;", "&#1", "&x", "a&#"} {
		value := append([]byte("x"), bytes.Repeat([]byte(part), 60_000/len(part))...)
		v := NewCharRefs(value, 0, len(value), markup.Unquoted)
		var edits []edit.Edit
		for off := 1; off < len(v.Text()); off += 20 {
			edits = append(edits, edit.Edit{Start: off, End: off, New: []byte(" 1")})
		}
		out, _ := unquote(apply(t, value, v.Carry(nil, edits)), markup.Unquoted)
		got := NewCharRefs(out, 0, len(out), markup.DoubleQuoted).Text()
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
		checkRandomRefs(t, rand.New(rand.NewSource(seed)), value, markup.Quote(quote%4))
	})
}

// TestCharRefsBlocks decodes values of many blocks, some of which become longer.
func TestCharRefsBlocks(t *testing.T) {
	rnd := rand.New(rand.NewSource(6))
	parts := []string{"&nGt;", "&lt;", "&amp;", "&#39;", "&", "x", " some text of a paragraph", strings.Repeat("y", 300), "&NotEqualTilde;"}
	for range corpus.Rounds(300) {
		from := parts[rnd.Intn(len(parts)):]
		var value []byte
		for len(value) < 60+rnd.Intn(3000) {
			value = append(value, from[rnd.Intn(len(from))]...)
		}
		checkCharRefs(t, value, markup.DoubleQuoted, func(size int) []edit.Edit { return randomEdits(rnd, size, "g&; \"") })
	}
}
