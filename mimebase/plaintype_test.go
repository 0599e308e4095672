package mimebase

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlainType compares with parseType what plainType takes to be plain: the
// values of the other tests, and random ones. Of them, most of those that are
// well formed have to be plain.
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
	for _, value := range []string{
		"text/html", "Text/HTML; Charset=UTF-8", `multipart/mixed; boundary="=_a b"; type=x/y`, `text/plain;charset="us-ascii" ; format=flowed`,
	} {
		require.Equal(t, !strings.Contains(value, "type="), checkPlainType(t, value), value)
	}
}

// checkPlainType reports whether a value is plain. If it is, it is read as
// parseType reads it.
func checkPlainType(t *testing.T, value string) bool {
	e := new(Entity)
	for range 2 { // the second time with the parameters of the first
		e.Params = nil
		kind, ok := e.plainType(value, 3)
		if !ok {
			require.Nil(t, e.Params, value)
			return false
		}
		want, params, defect := parseType(value, 3)
		require.Equal(t, want, kind, value)
		require.Empty(t, defect, value)
		require.Len(t, e.Params, len(params), value)
		for name, v := range params {
			require.Equal(t, v, e.Params[name], value)
		}
	}
	return true
}

// randomType returns a value made of what makes the difference.
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
