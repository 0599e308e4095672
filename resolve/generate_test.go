package resolve_test

import (
	"math/rand/v2"
	"strings"
)

// pieces has the strings that generated references consist of: all that the
// RFCs have rules for.
var pieces = []string{
	"http:", "foo:", "1a:", "//", "/", "/", "..", ".", "../", "./", "a", "b", "g", "h.html", ";", ";p", "?", "?q", "#", "#f",
	"@", ":", ":80", "%41", "%2e", "%zz", "é", " ", "[::1]", "A", "\\", "+", "=", "&", "~",
}

// generate returns a string of up to n pieces.
func generate(r *rand.Rand, n int) string {
	var b strings.Builder
	for n = r.IntN(n + 1); n > 0; n-- {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// generated returns n pairs whose bases have a scheme. Equal seeds give equal
// pairs.
func generated(seed uint64, n int) []pair {
	r := rand.New(rand.NewPCG(seed, 1))
	bases := []string{"http://a/b/c/d;p?q#f", "http://a", "foo:/a/b", "foo:a/b", "foo:a", "foo://h/../a/./b?q", "file:///a/b"}
	all := make([]pair, n)
	for i := range all {
		p := &all[i]
		p.Base, p.Ref = bases[r.IntN(len(bases))], generate(r, 8)
		if r.IntN(3) == 0 {
			p.Base = []string{"http:", "http://", "foo:", "foo:/"}[r.IntN(4)] + generate(r, 6)
		}
	}
	return all
}
