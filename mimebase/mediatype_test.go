package mimebase

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/emersion/go-message"
	"github.com/stretchr/testify/require"
)

// mediaTypes has values of Content-Type, and whether they produce a note.
var mediaTypes = []struct {
	value, kind string
	params      map[string]string
	noted       bool
}{
	{"text/html", "text/html", map[string]string{}, false},
	{"Text/HTML; Charset=\"UTF-8\"", "text/html", map[string]string{"charset": "UTF-8"}, false},
	{"multipart/mixed; boundary=\"a b\\\"c\"", "multipart/mixed", map[string]string{"boundary": `a b"c`}, false},
	{"multipart/mixed; boundary*0=ab; boundary*1=\"c d\"", "multipart/mixed", map[string]string{"boundary": "abc d"}, false},
	{"multipart/mixed; boundary*=iso-8859-1''a%20b", "multipart/mixed", map[string]string{"boundary": "a b"}, false},
	{"multipart/mixed; boundary*0*=us-ascii'en'a%20; boundary*1=b", "multipart/mixed", map[string]string{"boundary": "a b"}, false},
	{"text/html; charset*=x-none''shift%5Fjis", "text/html", map[string]string{"charset": "shift_jis"}, false},
	{"multipart/mixed; boundary=\"=?utf-8?q?a?=\"", "multipart/mixed", map[string]string{"boundary": "=?utf-8?q?a?="}, false},
	{"text/plain;", "text/plain", map[string]string{}, false},

	{"", "text/plain", nil, true},
	{"text", "text/plain", map[string]string{}, true},
	{"text/", "text/plain", map[string]string{}, true},
	{"???", "text/plain", map[string]string{}, true},
	{"multipart; boundary=x", "multipart/mixed", map[string]string{"boundary": "x"}, true},
	{"text / html; charset=x", "text/html", map[string]string{"charset": "x"}, true},
	{"\"text/html\"", "text/html", map[string]string{}, true},
	{"multipart/mixed; boundary=----=_a/b:c", "multipart/mixed", map[string]string{"boundary": "----=_a/b:c"}, true},
	{"multipart/mixed boundary=x", "multipart/mixed", map[string]string{"boundary": "x"}, true},
	{"multipart/mixed; boundary=\"a=b", "multipart/mixed", map[string]string{"boundary": "a=b"}, true},
	{"multipart/mixed; boundary=\"a=b; charset=c", "multipart/mixed", map[string]string{"boundary": "a=b", "charset": "c"}, true},
	{"multipart/mixed; boundary=a; boundary=b", "multipart/mixed", map[string]string{"boundary": "a"}, true},
	{"multipart/mixed; charset=x boundary=\"a\" type=b", "multipart/mixed", map[string]string{"charset": "x", "boundary": "a", "type": "b"}, true},
	{"multipart/mixed;; boundary = a;;", "multipart/mixed", map[string]string{"boundary": "a"}, true},
	{"multipart/mixed; junk; boundary=a", "multipart/mixed", map[string]string{"boundary": "a"}, true},
	{"text/plain; charset=us-ascii (Plain text)", "text/plain", map[string]string{"charset": "us-ascii"}, true},
	{"(a (b) \\) c) text/html; name=\"(x)\"; charset=\"u(\\\"\" (d", "text/html", map[string]string{"name": "(x)", "charset": `u("`}, true},
	{"text/html; name=\"a\\", "text/html", map[string]string{"name": "a\\"}, true},
	{"text/html; name=\"a\\\\b\\\"c\\d\" x", "text/html", map[string]string{"name": "a\\b\"c\\d"}, true},
	{"text/html; name=\"a\\\\\" charset=b", "text/html", map[string]string{"name": "a\\", "charset": "b"}, true},
	{"text/html; name=a =b", "text/html", map[string]string{"name": "a =b"}, true},
	{"text/html; a~=b !c=d", "text/html", map[string]string{"a~": "b", "!c": "d"}, true},
	{"text/html; name*0*=x-none''a%20; name*1*=b'c%20d; name*2=e'f x", "text/html", map[string]string{"name": "a b'c de'f x"}, true},
	{"text/html; name=a(1).txt", "text/html", map[string]string{"name": "a(1).txt"}, true},
	{"a/b; boundary*0=\"x; boundary*1=y z; boundary*2=w", "a/b", map[string]string{"boundary": "xy zw"}, true},
}

func TestMediaTypes(t *testing.T) {
	for _, c := range mediaTypes {
		top := parse(t, "Content-Type: "+c.value+"\n\n", Options{})
		require.Equal(t, c.kind, top.MediaType, c.value)
		require.Equal(t, c.params, top.Params, c.value)
		require.Equal(t, c.noted, len(top.Notes) > 0 && !strings.Contains(top.Notes[0].Text, "bound"), "%s: %v", c.value, top.Notes)
	}
}

func TestFoldedMediaType(t *testing.T) {
	twins(t, "Content-Type:\n multipart/mixed;\n\tboundary=\"a\n b\"\n\n--a b\n\nc\n--a b--", func(t *testing.T, top *Entity) {
		require.Equal(t, "a b", top.Params["boundary"])
		require.Len(t, top.Parts, 1)
	})
}

// TestStrictType compares parseStrict with package message, a reader of mail.
func TestStrictType(t *testing.T) {
	values := []string{"text/html; a*0*=utf-8''%41; a*1=b", `a/b; c="=?iso-8859-1?q?=e9?=" ; d="=?x-none?b?AAAA?="`, "a/b; c==?utf-8?b?w6k=?=", "a", "/", "a/b;c", "a/b; c=d; c=e"}
	for _, m := range mediaTypes {
		values = append(values, m.value)
	}
	strict := 0
	for _, value := range values {
		var h message.Header
		h.AddRaw([]byte("Content-Type: " + value + "\r\n"))
		wantKind, wantParams, wantErr := h.ContentType()
		kind, params, err := parseStrict(value)
		if value == "" || wantErr != nil { // parseStrict is not called for an empty value
			require.True(t, value == "" || errors.Is(err, wantErr), value)
			continue
		}
		require.NoError(t, err, value)
		require.Equal(t, wantKind, kind, value)
		require.Equal(t, wantParams, params, value)
		strict++
	}
	require.Greater(t, strict, 9)
}

// TestPlainType compares parseLenient with parseStrict, for the plain values of
// the other tests and for random ones. Most of the well-formed values must be
// plain.
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
		"a/b; c=d; e=f; g=h": true,
	} {
		require.Equal(t, plain, checkPlainType(t, value), value)
	}
}

// checkPlainType reports whether a value is plain. If so, parseStrict must return
// the same.
func checkPlainType(t *testing.T, value string) bool {
	kind, params, plain := parseLenient(value, nil)
	if !plain {
		return false
	}
	wantKind, wantParams, err := parseStrict(value)
	require.NoError(t, err, value)
	require.Equal(t, wantKind, kind, value)
	require.Equal(t, wantParams, params, value)
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

// randomType returns a value made of the characters that parseLenient treats
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
