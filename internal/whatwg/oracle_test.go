package whatwg_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	oracle "github.com/nlnwa/whatwg-url/url"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/whatwg"
)

// other is the other parser, configured to encode "^" in paths, which the Standard requires
// only recently.
var other = oracle.NewParser(oracle.WithPathPercentEncodeSet(oracle.PathPercentEncodeSet.Set('^')))

// differences are the forms in which this package and the other parser differ, with the one
// that is right. An empty result is a failure.
var differences = []struct {
	why     string
	matches func(c testCase, ours, theirs string) bool
}{
	{"an opaque path never ends in a space (URL Standard section 4.4, opaque path state, since 2025)",
		func(_ testCase, ours, theirs string) bool {
			spaces := strings.NewReplacer("%20?", " ?", "%20#", " #")
			return spaces.Replace(ours) == spaces.Replace(theirs)
		}},
	{"a domain of ASCII is not decoded any more to see whether its A-labels are valid (section 3.3, since 2025)",
		func(_ testCase, ours, theirs string) bool {
			return strings.Contains(host(ours), "xn--") && (theirs == "" || sameButHost(ours, theirs))
		}},
	{"UseSTD3ASCIIRules is false (section 3.3): the other parser has it true for domains beyond ASCII",
		func(c testCase, ours, theirs string) bool {
			return theirs == "" && !isASCII(c.ref) && notLDH.MatchString(host(ours))
		}},
	{"\"xn--\" alone is an error in a domain beyond ASCII (UTS 46 section 4, step 4); the other parser drops it",
		func(_ testCase, ours, theirs string) bool {
			return ours == "" && strings.Contains("."+host(theirs)+".", "..")
		}},
	{"a sign is no digit (section 3.5, IPv4 number parser): the other parser takes one in a number",
		func(c testCase, ours, theirs string) bool {
			if ours == "" { // because the last part is a number
				return strings.ContainsAny(c.ref, "+-") && address.MatchString(host(theirs))
			}
			return signed.MatchString(host(ours)) && (theirs == "" || sameButHost(ours, theirs))
		}},
	{"an address stands in one pair of brackets (section 3.5, host parser): the other parser takes several",
		func(c testCase, ours, theirs string) bool {
			return ours == "" && (strings.Contains(c.ref, "[[") || strings.Contains(c.ref, "]]")) && strings.Contains(theirs, "://[")
		}},
	{"a domain beyond ASCII is at most so long here (see maxDomain)",
		func(c testCase, ours, theirs string) bool {
			return ours == "" && !isASCII(c.ref) && len(c.ref) > whatwg.MaxDomain
		}},
	{"digits beyond 64 bits with something else behind them are no number (section 3.5, ends in a number checker): the other parser takes them for one",
		func(_ testCase, ours, theirs string) bool {
			return theirs == "" && overflow.MatchString(host(ours))
		}},
}

var (
	notLDH   = regexp.MustCompile(`[^a-z0-9.-]`)
	address  = regexp.MustCompile(`^[0-9]+(?:\.[0-9]+){3}$`)
	overflow = regexp.MustCompile(`(?:^|\.)(?:[0-9]{20,}[^.0-9]|0x[0-9a-f]{17,}[^.0-9a-f])[^.]*\.?$`)
	signed   = regexp.MustCompile(`(?:^|\.)(?:0x?)?[+-]`)
	hostPart = regexp.MustCompile(`^[^:]*://(?:[^/@]*@)?([^/:?#]*)`)
)

func host(href string) string {
	m := hostPart.FindStringSubmatch(href)
	if m == nil {
		return ""
	}
	return m[1]
}

func sameButHost(a, b string) bool {
	m := hostPart.FindStringSubmatchIndex(a)
	return m != nil && a[:m[2]]+host(b)+a[m[3]:] == b
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// compare returns the results of both for a case, and whether both accept the base. This
// package parses the base first. The other parser requires valid UTF-8.
func compare(c testCase) (ours, theirs string, ok bool) {
	parse := other.Parse
	if !utf8.ValidString(c.ref) {
		return "", "", false
	}
	if c.base != "" {
		base, ok := whatwg.Parse([]byte(c.base), nil)
		if !ok {
			return "", "", false
		}
		otherBase, err := other.Parse(base.Href())
		if err != nil {
			return "", "", false
		}
		c.base, parse = base.Href(), otherBase.Parse
	}
	ours, _ = href(c)
	if u, err := parse(c.ref); err == nil {
		theirs = u.Href(false)
	}
	return ours, theirs, true
}

// explain returns the index of the difference that applies, or -1.
func explain(c testCase, ours, theirs string) int {
	for i, d := range differences {
		if d.matches(c, ours, theirs) {
			return i
		}
	}
	return -1
}

// TestOracle compares the parser with another one. Every difference must have a known form,
// and every form must occur.
func TestOracle(t *testing.T) {
	met := make(map[int]int)
	compared := 0
	cases := generated(1, corpus.Rounds(20_000))
	for _, f := range facts {
		cases = append(cases, testCase{f.base, f.ref})
	}
	for _, c := range cases {
		ours, theirs, ok := compare(c)
		if !ok {
			continue
		}
		compared++
		if ours == theirs {
			continue
		}
		i := explain(c, ours, theirs)
		require.GreaterOrEqual(t, i, 0, "%q %q: %q, the other parser has %q", c.base, c.ref, ours, theirs)
		met[i]++
	}
	require.Greater(t, compared, len(cases)/2)
	for i, d := range differences {
		require.NotZero(t, met[i], "stale: %s", d.why)
	}
}

func FuzzOracle(f *testing.F) {
	for _, c := range generated(2, 200) {
		f.Add(c.base, c.ref)
	}
	f.Add("", "http://0+0")
	f.Add("", "foo://[[4:ff::]/[")
	f.Add("", "foo://[::CD4]]?H")
	f.Add("", "http://a%40+0@+0/")
	f.Add("", "http://111111111111111111111D110")
	f.Add("", "http://0-001000.00")
	f.Add("", "http://111111111111111111111111)0/")
	f.Fuzz(func(t *testing.T, base, ref string) {
		c := testCase{base, ref}
		if ours, theirs, ok := compare(c); ok && ours != theirs {
			require.GreaterOrEqual(t, explain(c, ours, theirs), 0, "%q, the other parser has %q", ours, theirs)
		}
	})
}
