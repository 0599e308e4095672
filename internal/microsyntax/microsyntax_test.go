package microsyntax_test

import (
	"bytes"
	"fmt"
	"iter"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/hrefix/hrefix/internal/microsyntax"
)

// A grammar is one of the functions, with its spans as pairs, and values that its own tests
// check.
type grammar struct {
	name  string
	spans func([]byte) iter.Seq2[int, int]
	cases []row
	parts []string // parts of random values
}

// A row is a value, and the texts of its spans.
type row struct {
	value string
	want  []string
}

var jsonParts = []string{
	"{", "}", "[", "]", ",", ":", " ", "\"", `\`, `"/a"`, `"./b"`, `"g"`, `"imports"`, `"scopes"`, `"integrity"`, `"prefetch"`,
	`"urls"`, `"@id"`, `"@context"`, `"@base"`, `"http:\/\/a\u002f"`, "1", "null", "{\"imports\":{\"a\":\"/b\"}}",
	`{"prefetch":[{"urls":["a","b"]}]}`, `{"url":["a",{"@id":"b"}]}`,
}

var grammars = []grammar{
	{"Tokens", Tokens, tokensCases, []string{"a", "b/", " ", "\t", "\n", ",", "\v", "\u00a0", "\xff"}},
	{"CommaTokens", CommaTokens, commaCases, []string{"a", "b/", " ", "\t", "\n", ",", "\v", "\u00a0", "\xff"}},
	{"Srcset", srcsetSpans, srcsetCases, []string{"a", "b,c", " ", ",", " 1x", " 2w", "(", ")", "\n", " -1x", "\xff"}},
	{"Refresh", refreshSpans, refreshCases, []string{"1", ".", " ", ";", ",", "url", "=", "'", "\"", "u", "x", "\n", "\xff"}},
	{"ImportMap", ImportMap, importMapCases, jsonParts},
	{"SpeculationRules", SpeculationRules, speculationCases, jsonParts},
	{"JSONLD", JSONLD, jsonLDCases, jsonParts},
	{"BlockAttributes", BlockAttributes, blockCases, jsonParts},
	{"Bgset", Bgset, bgsetCases, []string{"a", "b,c", " ", ",", "|", " | ", " 1x", "[", " [x, y]", "(", ")", "\n", "\xff"}},
	{"SemicolonTokens", SemicolonTokens, semicolonCases, []string{"a", "b/", " ", "\t", "\n", ";", ",", "\xff"}},
}

// srcsetSpans yields the spans of the candidates of a srcset.
func srcsetSpans(value []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for c := range Srcset(value) {
			if !yield(c.Start, c.End) {
				return
			}
		}
	}
}

// refreshSpans yields the span of a refresh, if there is one.
func refreshSpans(value []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		if start, end, ok := Refresh(value); ok {
			yield(start, end)
		}
	}
}

// texts returns the texts of the spans of value. It checks that they are in order, and that
// the caller can stop the sequence.
func texts(t testing.TB, g grammar, value []byte) []string {
	t.Helper()
	var out []string
	last := 0
	before := bytes.Clone(value)
	for start, end := range g.spans(value) {
		if start < last || end < start || end > len(value) {
			require.Failf(t, "span", "%s of %q: [%d,%d) after %d", g.name, value, start, end, last)
		}
		last = end
		out = append(out, string(value[start:end]))
	}
	require.Equal(t, before, value)
	for stop := 1; stop <= min(len(out), 5); stop++ {
		n := 0
		for range g.spans(value) {
			if n++; n == stop {
				break
			}
		}
		require.Equal(t, stop, n)
	}
	return out
}

func TestCases(t *testing.T) {
	for _, g := range grammars {
		t.Run(g.name, func(t *testing.T) {
			require.NotEmpty(t, g.cases)
			for _, c := range g.cases {
				require.Equal(t, c.want, texts(t, g, []byte(c.value)), "%q", c.value)
			}
		})
	}
}

func TestRandom(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, g := range grammars {
		t.Run(g.name, func(t *testing.T) {
			for range 3000 {
				value := []byte(g.cases[r.Intn(len(g.cases))].value)
				if r.Intn(2) == 0 {
					value = value[:0]
				}
				for range r.Intn(12) {
					at := r.Intn(len(value) + 1)
					part := g.parts[r.Intn(len(g.parts))]
					value = []byte(string(value[:at]) + part + string(value[at:]))
				}
				texts(t, g, value)
			}
		})
	}
}

func TestAllocs(t *testing.T) {
	for _, c := range []struct {
		name string
		run  func() int
		most float64 // encoding/json pools its scanners; the race detector empties pools
	}{
		{"Tokens", func() int { return sum(Tokens([]byte("a b c"))) }, 0},
		{"CommaTokens", func() int { return sum(CommaTokens([]byte("a, b, c"))) }, 0},
		{"Srcset", func() (n int) {
			for c := range Srcset([]byte("a 1x, b 2x, c (,) 3x")) {
				n += c.End
			}
			return n
		}, 0},
		{"Refresh", func() int { _, end, _ := Refresh([]byte("1; url=a")); return end }, 0},
		{"ImportMap", func() int {
			return sum(ImportMap([]byte(`{"imports":{"\/a":"./b"},"scopes":{"a":{"b":"https://c"}},"integrity":{"/b":"c"}}`)))
		}, 1},
		{"SpeculationRules", func() int { return sum(SpeculationRules([]byte(`{"prefetch":[{"urls":["a","b"]}]}`))) }, 1},
		{"JSONLD", func() int { return sum(JSONLD([]byte(`[{"@id":"a","@context":[{}],"image":["b",{"url":"c:d"}]}]`))) }, 1},
	} {
		require.NotZero(t, c.run(), c.name)
		require.LessOrEqual(t, testing.AllocsPerRun(100, func() { c.run() }), c.most, c.name)
	}
}

func sum(spans iter.Seq2[int, int]) (n int) {
	for _, end := range spans {
		n += end
	}
	return n
}

// deep returns a value with n levels.
func deep(open string, n int, close string) string {
	return strings.Repeat(open, n) + `"x"` + strings.Repeat(close, n)
}

// A nested value is read or rejected as a whole.
func TestDeep(t *testing.T) {
	for _, n := range []int{10, 9_000, 9_999, 10_000, 10_001, 200_000} {
		for _, c := range []struct{ open, close string }{{"[", "]"}, {`{"url":`, "}"}, {`{"@id":[`, "]}"}, {`{"@context":`, "}"}} {
			value := []byte(deep(c.open, n, c.close))
			for _, g := range grammars {
				texts(t, g, value)
			}
		}
	}
	require.Equal(t, []string{"x"}, texts(t, grammars[6], []byte(deep(`{"url":`, 9_000, "}"))))
	require.Empty(t, texts(t, grammars[6], []byte(deep(`{"url":`, 10_001, "}"))))
	scopes := `{"scopes":{"a":{"b":` + deep("[", 5000, "]") + `,"c":"/d"}}}`
	require.Equal(t, []string{"a", "/d"}, texts(t, grammars[4], []byte(scopes)))
}

// BenchmarkSizes measures that time is linear: twice the value takes twice the time.
func BenchmarkSizes(b *testing.B) {
	for _, c := range []struct {
		name, open, unit, close string
		spans                   func([]byte) iter.Seq2[int, int]
	}{
		{"Tokens", "", "a ", "", Tokens},
		{"CommaTokens/parts", "", "a,", "", CommaTokens},
		{"CommaTokens/spaces", "a", " ", "b", CommaTokens},
		{"SemicolonTokens/parts", "", "a;", "", SemicolonTokens},
		{"Bgset/sets", "", "a 1x [b] | ", "", Bgset},
		{"Bgset/bars", "a", "|", "b", Bgset},
		{"Srcset/candidates", "", "a 1x,", "", srcsetSpans},
		{"Srcset/commas", "a", ",", "b", srcsetSpans},
		{"Srcset/descriptors", "a", " 1x", "", srcsetSpans},
		{"Srcset/parens", "", "a (", "", srcsetSpans},
		{"ImportMap", `{"imports":{`, `"./a":"./b",`, `"":""}}`, ImportMap},
		{"ImportMap/scopes", `{"scopes":{`, `"a":{},`, `"":{}}}`, ImportMap},
		{"ImportMap/escapes", `{"imports":{"`, `\u0061`, `":""}}`, ImportMap},
		{"SpeculationRules", `{"prefetch":[{"urls":[`, `"a",`, `""]}]}`, SpeculationRules},
		{"JSONLD", `{"url":[`, `"a",`, `""]}`, JSONLD},
		{"JSONLD/contexts", `[`, `{"@context":[{"@vocab":""}]},`, `0]`, JSONLD},
	} {
		for _, n := range []int{250_000, 500_000, 1_000_000} {
			value := []byte(c.open + strings.Repeat(c.unit, n) + c.close)
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.SetBytes(int64(len(value)))
				b.ReportAllocs()
				for b.Loop() {
					sum(c.spans(value))
				}
			})
		}
	}
}

// fuzz adds the cases of a grammar as seeds, and checks its properties.
func fuzz(f *testing.F, name string) {
	f.Add([]byte(`a b, c 2x`))
	for _, g := range grammars {
		if g.name != name {
			continue
		}
		for _, c := range g.cases {
			f.Add([]byte(c.value))
		}
		f.Fuzz(func(t *testing.T, value []byte) { texts(t, g, value) })
		return
	}
	f.Fatal("no grammar ", name)
}

func FuzzTokens(f *testing.F)           { fuzz(f, "Tokens") }
func FuzzCommaTokens(f *testing.F)      { fuzz(f, "CommaTokens") }
func FuzzSemicolonTokens(f *testing.F)  { fuzz(f, "SemicolonTokens") }
func FuzzBgset(f *testing.F)            { fuzz(f, "Bgset") }
func FuzzSrcset(f *testing.F)           { fuzz(f, "Srcset") }
func FuzzRefresh(f *testing.F)          { fuzz(f, "Refresh") }
func FuzzImportMap(f *testing.F)        { fuzz(f, "ImportMap") }
func FuzzSpeculationRules(f *testing.F) { fuzz(f, "SpeculationRules") }
func FuzzJSONLD(f *testing.F)           { fuzz(f, "JSONLD") }
func FuzzBlockAttributes(f *testing.F)  { fuzz(f, "BlockAttributes") }
