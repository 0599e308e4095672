package jsonscan_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/jsonscan"
)

// scan returns the tokens of src, one after the other, and the error.
func scan(src string) (tokens, fault string) {
	var s jsonscan.Scanner
	s.Reset([]byte(src))
	var out []string
	for {
		switch text := src; s.Next() {
		case jsonscan.End:
			return strings.Join(out, " "), ""
		case jsonscan.Invalid:
			return strings.Join(out, " "), fmt.Sprintf("%d: %s", s.Start, s.Fault)
		case jsonscan.Name:
			out = append(out, text[s.Start:s.End]+":")
		case jsonscan.String:
			out = append(out, "'"+text[s.Start:s.End]+"'")
		default:
			out = append(out, text[s.Start:s.End])
		}
	}
}

var cases = []struct{ src, tokens, fault string }{
	{`{}`, `{ }`, ""},
	{"\ufeff [ ] \r\n", `[ ]`, ""},
	{`"a"`, `'a'`, ""},
	{` -1.5e+3 `, `-1.5e+3`, ""},
	{`[1,true,null,NaN]`, `[ 1 true null NaN ]`, ""},
	{`{"a":1,"b":{"c":["d","e\""]},"":""}`, `{ a: 1 b: { c: [ 'd' 'e\"' ] } : '' }`, ""},
	{`"\\"`, `'\\'`, ""},
	{`"\\\""`, `'\\\"'`, ""},
	{"\"a\nb\"", "'a\nb'", ""}, // control characters are accepted

	{``, "", "0: the text ends too early"},
	{`  `, "", "2: the text ends too early"},
	{`[`, "[", "1: the text ends too early"},
	{`[1,`, "[ 1", "3: the text ends too early"},
	{`[1,]`, "[ 1", "3: no value"},
	{`[,1]`, "[", "1: no value"},
	{`[1 2]`, "[ 1", "3: no comma or end of the array"},
	{`[1}`, "[ 1", "2: no comma or end of the array"},
	{`[}`, "[", "1: no comma or end of the array"},
	{`{"a":1]`, "{ a: 1", "6: no comma or end of the object"},
	{`{"a":}`, "{ a:", "5: no value"},
	{`{"a"}`, "{", "4: no colon after a name"},
	{`{"a":1,}`, "{ a: 1", "7: no name of a member"},
	{`{a:1}`, "{", "1: no name of a member"},
	{`{"a":1 "b":2}`, "{ a: 1", "7: no comma or end of the object"},
	{`{} {}`, "{ }", "3: text after the value"},
	{`}`, "", "0: no value"},
	{`"a`, "", "0: a string without an end"},
	{`"a\`, "", "0: a string without an end"},
	{`["a\"`, "[", "1: a string without an end"},
	{`// comment`, "", "0: no value"},
	{"[1,\x00]", "[ 1", "3: no value"},
}

func TestScanner(t *testing.T) {
	for _, c := range cases {
		tokens, fault := scan(c.src)
		require.Equal(t, c.tokens, tokens, c.src)
		require.Equal(t, c.fault, fault, c.src)
	}
}

// TestDepth: as deep as encoding/json reads, and no deeper.
func TestDepth(t *testing.T) {
	for n, want := range map[int]string{jsonscan.MaxDepth: "", jsonscan.MaxDepth + 1: "10000: nested too deep", 1_000_000: "10000: nested too deep"} {
		src := strings.Repeat("[", n) + strings.Repeat("]", n)
		_, fault := scan(src)
		require.Equal(t, want, fault)
		require.Equal(t, want == "", json.Valid([]byte(src)))
	}
}

// TestSticky: End and Invalid are returned again.
func TestSticky(t *testing.T) {
	var s jsonscan.Scanner
	for src, want := range map[string]jsonscan.Kind{"1": jsonscan.End, "1 2": jsonscan.Invalid, "]": jsonscan.Invalid} {
		s.Reset([]byte(src))
		for range 2 {
			s.Next()
		}
		require.Equal(t, want, s.Next(), src)
	}
}

// check compares the tokens of src with those of encoding/json.
func check(t testing.TB, src []byte) {
	var s jsonscan.Scanner
	s.Reset(src)
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	judge := json.NewDecoder(bytes.NewReader(text))
	judge.UseNumber()
	valid := json.Valid(text)
	last, depth := 0, 0
	for {
		kind := s.Next()
		require.GreaterOrEqual(t, s.Start, last)
		require.GreaterOrEqual(t, s.End, s.Start)
		require.LessOrEqual(t, s.End, len(src))
		if kind == jsonscan.Invalid {
			require.False(t, valid, "%q: %d: %s", src, s.Start, s.Fault)
			return
		}
		if kind == jsonscan.End {
			require.Zero(t, s.Depth)
			return
		}
		last = s.End
		switch kind {
		case jsonscan.BeginArray, jsonscan.BeginObject:
			depth++
		case jsonscan.EndArray, jsonscan.EndObject:
			depth--
		}
		require.Equal(t, depth, s.Depth)
		if !valid {
			continue
		}
		want, err := judge.Token()
		require.NoError(t, err)
		switch token := src[s.Start:s.End]; kind {
		case jsonscan.Name, jsonscan.String:
			var is string
			require.NoError(t, json.Unmarshal(src[s.Start-1:s.End+1], &is))
			require.Equal(t, want, is)
		case jsonscan.Literal:
			if want == nil {
				want = "null"
			}
			require.Equal(t, string(token), fmt.Sprint(want))
		default:
			require.Equal(t, want, json.Delim(token[0]))
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, c := range cases {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { check(t, src) })
}

// BenchmarkScanner reads pages in strings.
func BenchmarkScanner(b *testing.B) {
	page := strings.Repeat(`<p>text text text <a href=\"x\">x</a></p>\n`, 1000)
	plain := strings.Repeat(`<p>text text text <a href=x>x</a></p>`, 1000)
	for name, text := range map[string]string{
		"escapes": `{"url":"http://h/","status":200,"content":"` + page + `"}`,
		"plain":   `{"url":"http://h/","status":200,"content":"` + plain + `"}`,
		"small":   "[" + strings.Repeat(`{"a":1,"b":"c","d":[true,null]},`, 1000) + "0]",
	} {
		src := []byte(text)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			var s jsonscan.Scanner
			for b.Loop() {
				s.Reset(src)
				for k := jsonscan.String; k > jsonscan.Invalid; k = s.Next() {
				}
			}
		})
		b.Run(name+"/json.Valid", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				json.Valid(src)
			}
		})
	}
}
