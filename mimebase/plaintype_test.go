package mimebase

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlainType compares parsePlain with parseType, for the values of the other
// tests and for random ones. parsePlain must accept most of the well-formed
// values.
func TestPlainType(t *testing.T) {
	for _, c := range mediaTypes {
		checkPlainType(t, c.value)
	}
	rng := rand.New(rand.NewPCG(6, 1))
	plain := 0
	for range 20_000 {
		if checkPlainType(t, randomType(rng)) {
			plain++
		}
	}
	require.Greater(t, plain, 300)
	for value, plain := range map[string]bool{
		"text/html": true, "Text/HTML; Charset=UTF-8": true, `text/plain;charset="us-ascii" ; format=flowed`: true,
		`multipart/mixed; boundary="=_a b"`: true, `multipart/mixed; boundary="a?=b~!"`: true, `multipart/mixed; boundary="a=?b"`: false,
		`multipart/mixed; boundary="=_a b"; type=x/y`: false, "text/html; a*=b": false, "*a/b": false, "text/html; a=\"\x7f\"": false, "text/html; a=\"\x1f\"": false,
		"a/b; c=d; e=f; g=h": true, "a/b; c=d; e=f; g=h; i=j": false,
	} {
		require.Equal(t, plain, checkPlainType(t, value), value)
	}
}

// checkPlainType reports whether parsePlain accepts a value. If so, parseType
// must return the same.
func checkPlainType(t *testing.T, value string) bool {
	kind, params, defect := parsePlain(value, 3, nil)
	require.Empty(t, defect, value)
	if kind == "" {
		require.Nil(t, params, value)
		return false
	}
	wantKind, wantParams, wantDefect := parseType(value, 3)
	require.Equal(t, wantKind, kind, value)
	require.Equal(t, wantParams, params, value)
	require.Empty(t, wantDefect, value)
	return true
}

// TestTypesAgain parses messages one after the other with one Parser: a message
// does not change the result for the next.
func TestTypesAgain(t *testing.T) {
	p := NewParser(Options{})
	for range 2 {
		for n := range 2 * len(p.types) { // below and above the length that is cached
			source := "Content-Type: text/html; a=" + strings.Repeat("b", n) + "\n\n"
			require.Equal(t, Parse([]byte(source), nil, Options{}).Params, p.Parse([]byte(source), 0, nil).Params)
		}
		for _, c := range mediaTypes {
			for _, space := range []string{"", " ", " "} {
				source := []byte("Content-Type:" + space + c.value + "\n\n--x\n\na\n")
				want := Parse(source, nil, Options{})
				got := p.Parse(source, 0, nil)
				require.Equal(t, want.MediaType, got.MediaType)
				require.Equal(t, want.Params, got.Params)
				require.Equal(t, want.Notes, got.Notes)
				require.Equal(t, outline(want), outline(got))
			}
		}
	}
}

// randomType returns a value made of the characters that parsePlain treats
// specially.
func randomType(rng *rand.Rand) string {
	pick := func(s ...string) string { return s[rng.IntN(len(s))] }
	value := pick("text/html", "Text/Plain", "multipart/mixed", "text", "text/", "x-a/b.c+d ", " a/b", "a/b/c", "a@b/c", "t*/x")
	for range rng.IntN(6) {
		value += pick(";", "; ", " ; ", ";\t", "", ";;")
		value += pick("charset", "Boundary", "boundary", "name", "a*0", "a*", "", "x y")
		value += pick("=", "=", "=", " = ", "", "==")
		value += pick("utf-8", `"a b"`, `"=_1"`, `"a;b;c"`, `"=?utf-8?q?a?="`, `""`, `"a\"b"`, `"a`, "a/b", "", "\"\u00e9\"", `"x"y`, "(c)", "=_1", "\"a\tb\"")
	}
	return value + pick("", "", ";", " ", "; ")
}
