package whatwg_test

import (
	"math/rand/v2"
	"strings"

	"github.com/hrefix/hrefix/internal/whatwg"
)

// pieces are the parts of generated references: text for which a state of the parser has a
// rule.
var pieces = []string{
	"http:", "https:", "HTTP:", "file:", "foo:", "ws:", "mailto:", "data:", ":",
	"//", "/", "\\", "\\\\", "///", "../", "./", "/..", "/.",
	".", "..", "%2e", "%2E", ".%2e", "a", "b", "g", "C:", "C|", "c|", "?", "#", "@", ";",
	"x y", " ", " #", " ?", "data:x", "\t", "\n", "\r", "\x00", "\x1f", "\x7f", "%41", "%", "%zz", "%00",
	"host", "HOST", "localhost", "example.com", "user:pw@", ":80", ":443", ":8080",
	"[::1]", "[1::2:0:0:3]", "[::ffff:1.2.3.4]", "1.2.3.4", "0x7f.1", "256", "0", "08",
	"^", "|", "`", "{", "}", "'", "\"", "<", ">", "~", "$", "*", "!", "&", "=", "+",
	"xn--", "xn--a", "xn--bcher-kva", "bücher", "é", "ß", "日本", "Ⅷ", "\u00ad", "。", "１", "．",
	"\u200d", "א", "𝐚", "\u0301", "\ufeff", "\ufffd", "\xff", "\xe2\x82",
}

// bases has one base of each kind.
var bases = []string{
	"http://a/b/c/d;p?q#f", "http://u:p@h:81/x/", "https://é.example/%7e/", "ws://h/x", "http://a//b//c",
	"file:///C:/a/b", "file:///a/b", "file://h/D:/x", "file:///C:", "file://h/", "file:C:x",
	"foo://h/p/q?r", "foo:/a/b", "foo:/.//a/b", "foo://h", "foo:///x", "foo:opaque?q#f", "data:x  #f", "http://h?",
}

// generate returns up to n pieces, sometimes after a scheme.
func generate(r *rand.Rand, n int) string {
	var b strings.Builder
	if r.IntN(4) == 0 {
		b.WriteString([]string{"http://", "https://", "file://", "foo://", "//"}[r.IntN(5)])
	}
	for n = r.IntN(n + 1); n > 0; n-- {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// A testCase is a reference and a base. The base may be empty, which means none.
type testCase struct{ base, ref string }

// generated returns n cases. They depend only on seed.
func generated(seed uint64, n int) []testCase {
	r := rand.New(rand.NewPCG(seed, 1))
	cases := make([]testCase, n)
	for i := range cases {
		c := &cases[i]
		switch r.IntN(10) {
		case 0:
		case 1, 2:
			c.base = generate(r, 7)
		default:
			c.base = bases[r.IntN(len(bases))]
		}
		c.ref = generate(r, 7)
	}
	return cases
}

// href returns the serialised URL of a case. ok is false if it has none.
func href(c testCase) (string, bool) {
	var r whatwg.Resolver
	if c.base != "" {
		u, ok := whatwg.Parse([]byte(c.base), nil)
		if !ok {
			return "", false
		}
		r.Base = u
	}
	out, kind := r.Append(nil, []byte(c.ref))
	return string(out), kind != whatwg.Invalid
}
