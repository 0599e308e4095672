package view

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

var paramCodec = codec{open: func(o []byte, s, e int) View { return NewParamValue(o, s, e) }}

func TestParamValue(t *testing.T) {
	two := []edit.Edit{{Start: 0, End: 0, New: []byte("h:")}, {Start: 1, End: 1, New: []byte("/")}}
	for _, c := range []struct {
		src, text string
		edits     []edit.Edit
		want      string
	}{
		{`"g"`, `g`, ins(0, `http://a/`), `"http://a/g"`},
		{`""`, ``, ins(0, `x`), `"x"`},
		{`"a\"b\\c\d"`, `a"b\cd`, ins(0, `x`), `"xa\"b\\c\d"`},
		{`"a\"b"`, `a"b`, rep(1, 2, `x`), `"axb"`},
		{`"a\"b"`, `a"b`, ins(2, `\"`), `"a\"\\\"b"`},
		{"\"a\r\n\tb\"", "a\r\n\tb", ins(0, `x`), "\"xa\r\n\tb\""},
		{`"a\"`, `a`, ins(1, `b`), `"ab\"`},
		{`"\"`, ``, ins(0, `b`), `"b\"`},
		{`g`, `g`, ins(0, `http://a/`), `"http://a/g"`},
		{`g`, `g`, ins(0, `x`), `xg`},
		{`g`, `g`, rep(0, 1, ``), `""`},
		{`g/x`, `g/x`, rep(1, 2, ``), `gx`},
		{``, ``, ins(0, `x`), `x`},
		{``, ``, ins(0, `/`), `"/"`},
		{`g"x\`, `g"x\`, ins(1, `/`), `"g/\"x\\"`},
		{`"`, `"`, ins(0, `x`), `"x\""`},
		{`ab`, `ab`, two, `"h:a/b"`},
		{"caf\xe9", "caf\xe9", ins(0, `x`), "\"xcaf\xe9\""},
		{`g`, `g`, ins(0, ``), `g`},
	} {
		outer, start, end := around([]byte(c.src), "URL=", "; x")
		require.Equal(t, c.text, string(NewParamValue(outer, start, end).Text()), c.src)
		_, got := checkLaws(t, paramCodec, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%q %s", c.src, show(c.edits))
	}
}

func TestParamValueRandom(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	parts := []string{"a", "b/", `"`, `\`, `\"`, `\\`, "\r\n\t", "\xe9", strings.Repeat("x", 200)}
	for range corpus.Rounds(3000) {
		src := randomParts(r, 30, parts)
		if r.Intn(2) == 0 {
			src = append(append([]byte(`"`), src...), '"')
		}
		checkParamValue(t, src, r)
	}
}

func checkParamValue(t testing.TB, src []byte, r *rand.Rand) {
	t.Helper()
	outer, start, end := around(src, "URL=", ";")
	text := NewParamValue(outer, start, end).Text()
	_, got := checkLaws(t, paramCodec, outer, start, end, randomEdits(r, len(text), []string{"abc", `a"\`, "/ \x00"}[r.Intn(3)]))
	if len(src) < 2 || src[0] != '"' || isClosed(src) {
		require.True(t, len(got) == 0 || got[0] != '"' || isClosed(got) || bytes.Equal(src, got), "%q to %q", src, got)
	}
}

// isClosed reports whether value is one whole quoted-string.
func isClosed(value []byte) bool {
	for i := 1; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case '"':
			return value[0] == '"' && i == len(value)-1
		}
	}
	return false
}

func FuzzParamValue(f *testing.F) {
	f.Add([]byte(`"a\"b"`), int64(1))
	f.Add([]byte(`a"`), int64(1))
	f.Fuzz(func(t *testing.T, src []byte, seed int64) {
		checkParamValue(t, src, rand.New(rand.NewSource(seed)))
	})
}

var extendedCodec = codec{open: func(o []byte, s, e int) View {
	v, _ := NewExtended(o, s, e)
	return v
}}

func TestExtended(t *testing.T) {
	for _, c := range []struct {
		src, text string
		edits     []edit.Edit
		want      string
	}{
		{"g", "g", ins(0, "http://a/"), "http%3A%2F%2Fa%2Fg"},
		{"a%2fb", "a/b", ins(0, "x"), "xa%2fb"},
		{"a%2fb", "a/b", rep(1, 2, "%"), "a%25b"},
		{"", "", ins(0, "*'\"; \xe9\r\n"), "%2A%27%22%3B%20%E9%0D%0A"},
		{"%", "%", nil, "%"},
		{"a%2", "a%2", nil, "a%2"},
		{"%zz%41", "%zzA", nil, "%zz%41"},
	} {
		outer, start, end := around([]byte(c.src), "URL*=''", "41")
		v, err := NewExtended(outer, start, end)
		require.Equal(t, c.text, string(v.Text()), c.src)
		require.Equal(t, c.edits == nil, err != nil, c.src)
		_, got := checkLaws(t, extendedCodec, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%q %s", c.src, show(c.edits))
	}
}

func TestExtendedRandom(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range corpus.Rounds(2000) {
		checkExtended(t, randomParts(r, 30, []string{"a", "4", "1", "%41", "%2f", "%e9", "/", strings.Repeat("x", 300)}), r)
	}
}

func checkExtended(t testing.TB, src []byte, r *rand.Rand) {
	t.Helper()
	outer, start, end := around(src, "URL*=''", "41")
	v, err := NewExtended(outer, start, end)
	checkSource(t, v, start, end)
	if err == nil {
		checkLaws(t, extendedCodec, outer, start, end, randomEdits(r, len(v.Text()), "a41%/\xe9"))
	}
}

func FuzzExtended(f *testing.F) {
	f.Add([]byte("a%41"), int64(1))
	f.Fuzz(func(t *testing.T, src []byte, seed int64) {
		checkExtended(t, src, rand.New(rand.NewSource(seed)))
	})
}
