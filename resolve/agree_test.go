package resolve_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

// A difference is a kind of pair for which two resolvers give different
// results, and why.
type difference struct {
	why     string
	matches func(p pair, a, b string) bool
}

// explain returns the index of the difference that explains the results a and
// b, or -1.
func explain(differences []difference, p pair, a, b string) int {
	for i, d := range differences {
		if d.matches(p, a, b) {
			return i
		}
	}
	return -1
}

// compare runs two resolvers on generated pairs. Each different result must be
// explained by a difference, and each difference must occur.
func compare(t *testing.T, differences []difference, resolvers func(pair) (a, b string, ok bool)) {
	met, compared := make(map[int]bool), 0
	for _, p := range generated(1, 30_000) {
		a, b, ok := resolvers(p)
		if !ok {
			continue
		}
		compared++
		if a == b {
			continue
		}
		i := explain(differences, p, a, b)
		require.GreaterOrEqual(t, i, 0, "%q %q: %q, %q", p.Base, p.Ref, a, b)
		met[i] = true
	}
	require.Greater(t, compared, 10_000)
	for i, d := range differences {
		require.True(t, met[i], "stale: %s", d.why)
	}
}

// betweenRFCs lists where RFC 1808 (a) and RFC 3986 (b) differ.
var betweenRFCs = []difference{
	{"a scheme begins with any of its characters in RFC 1808 section 2.4.2, with a letter in RFC 3986 section 3.1",
		func(p pair, _, _ string) bool { return oddScheme(p.Base) || oddScheme(p.Ref) }},
	{"params are split off in RFC 1808 section 2.4.5, and part of the path in RFC 3986 section 3.3",
		func(p pair, _, _ string) bool { return strings.Contains(p.Base+p.Ref, ";") }},
	{"net_loc ends at \"/\" in RFC 1808 section 2.4.3, authority at \"?\" too in RFC 3986 section 3.2",
		func(p pair, _, _ string) bool {
			return strings.Contains(resolve.Parse(p.Base).NetLoc+resolve.Parse(p.Ref).NetLoc, "?")
		}},
	{"an empty net_loc or query inherits in RFC 1808 section 4, is present in RFC 3986 section 5.2.2",
		func(p pair, _, _ string) bool {
			r := resolve.Parse(p.Ref)
			return r.Has&resolve.HasNetLoc != 0 && r.NetLoc == "" || r.Has&resolve.HasQuery != 0 && r.Query == ""
		}},
	{"an empty reference is the whole base in RFC 1808 section 4 step 2a, has its fragment never in RFC 3986 section 5.2.2",
		func(p pair, a, b string) bool {
			a, _, _ = strings.Cut(a, "#")
			return p.Ref == "" && withoutDots(a) == b
		}},
	{"\"/\" stands between net_loc and query in RFC 1808 section 2.1",
		func(p pair, a, b string) bool {
			base := resolve.Parse(p.Base)
			return base.Has&resolve.HasNetLoc != 0 && base.Path == "" && strings.Replace(a, "/?", "?", 1) == b
		}},
	{"a path that begins with \"//\" is guarded for RFC 1808, and not in RFC 3986 section 5.3",
		func(_ pair, a, b string) bool { return strings.Replace(a, ":/.//", "://", 1) == b }},
	{"\"..\" leaves the \"/\" behind a first segment without one in RFC 3986 section 5.2.4",
		func(p pair, _, b string) bool {
			base := resolve.Parse(p.Base)
			return strings.Contains(p.Base+p.Ref, "..") && base.Has&resolve.HasNetLoc == 0 && strings.HasPrefix(b, base.Scheme+":/")
		}},
	{"dot segments stay in RFC 1808 section 4 steps 3, 4 and 6c, and go in RFC 3986 section 5.2.4",
		func(_ pair, a, b string) bool { return withoutDots(a) == b }},
}

// withoutDots removes the dot segments of an absolute URL.
func withoutDots(s string) string {
	s, _ = resolve.RFC3986.Base("").Resolve(s)
	return s
}

func oddScheme(s string) bool {
	return resolve.IsAbsolute(s) && !resolve.RFC3986.Base("").IsAbsolute([]byte(s))
}

func bothRFCs(p pair) (a, b string, ok bool) {
	a, _ = resolve.RFC1808.Base(p.Base).Resolve(p.Ref)
	b, _ = resolve.RFC3986.Base(p.Base).Resolve(p.Ref)
	return a, b, true
}

// TestAgree: RFC 1808 and RFC 3986 agree except for the listed differences.
func TestAgree(t *testing.T) { compare(t, betweenRFCs, bothRFCs) }

// ofNetURL lists where RFC 3986 (a) and net/url (b) differ.
var ofNetURL = []difference{
	{"net/url encodes and decodes bytes, folds schemes, and drops an empty fragment",
		func(_ pair, a, b string) bool { return rewritten(a) == b }},
	{"net/url writes an empty authority where the base has none",
		func(p pair, _, b string) bool {
			base := resolve.Parse(p.Base)
			return base.Has&resolve.HasNetLoc == 0 && strings.HasPrefix(b, base.Scheme+":///")
		}},
	{"net/url inherits a fragment (RFC 3986 section 5.2.2: never), when the reference has neither query nor fragment",
		func(p pair, a, b string) bool {
			return strings.Trim(p.Ref, "#") == "" && strings.HasPrefix(b, strings.TrimSuffix(rewritten(a), "#")+"#")
		}},
	{"net/url takes an empty authority for none (section 5.2.2: defined)",
		func(p pair, a, _ string) bool {
			r := resolve.Parse(a)
			return strings.HasPrefix(p.Ref, "//") && (r.NetLoc == "" || r.NetLoc[0] == '?')
		}},
	{"net/url takes an empty query of the base for none (section 5.2.2: T.query = Base.query)",
		func(p pair, a, b string) bool {
			return p.Ref[:strings.IndexByte(p.Ref+"#", '#')] == "" && strings.HasPrefix(b, rewritten(strings.Replace(a, "?", "", 1)))
		}},
	{"net/url takes away an empty segment that \"..\" beyond the root stands before (section 5.2.4, step C)",
		func(p pair, a, b string) bool {
			return strings.Contains(p.Ref, "..") && len(b) < max(len(a), len(rewritten(a)))
		}},
	{"net/url removes segments that are dot segments only when decoded (section 5.2.4: \".\", \"..\")",
		func(p pair, _, _ string) bool { return strings.Contains(p.Ref, "%2e") }},
	{"net/url leaves the dot segments of a path without \"/\" after a scheme (section 5.2.2: remove_dot_segments)",
		func(p pair, _, b string) bool {
			ref, _ := url.Parse(p.Ref)
			return ref.Opaque != "" && rewritten(p.Ref) == b
		}},
}

// rewritten returns an absolute URL as net/url writes it.
func rewritten(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	return u.String()
}

// netURL resolves with RFC3986 and with net/url. ok is false where net/url
// cannot be compared: it rejects many URLs, resolves without a base, and
// resolves nothing if the base has no "/" after the scheme.
func netURL(p pair) (a, b string, ok bool) {
	base, err := url.Parse(p.Base)
	if err != nil || base.Scheme == "" || base.Opaque != "" {
		return "", "", false
	}
	ref, err := url.Parse(p.Ref)
	if err != nil {
		return "", "", false
	}
	a, _ = resolve.RFC3986.Base(p.Base).Resolve(p.Ref)
	return a, base.ResolveReference(ref).String(), true
}

// TestNetURL compares the dialect RFC3986 with net/url.
func TestNetURL(t *testing.T) { compare(t, ofNetURL, netURL) }
