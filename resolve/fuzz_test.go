package resolve_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

// seed adds the bases and references of all tables.
func seed(f *testing.F) {
	for _, c := range section5 {
		f.Add("http://a/b/c/d;p?q#f", c.ref)
	}
	for _, c := range silent {
		f.Add(c.base, c.ref)
	}
	for _, r := range rows {
		f.Add(r.base, r.ref)
	}
	for _, p := range generated(2, 100) {
		f.Add(p.Base, p.Ref)
	}
}

// stable checks what must be true in every dialect. A target is absolute, and
// it is its own target. AppendReplacement gives the target of a relative
// reference, and leaves all others alone.
func stable(t *testing.T, d resolve.Dialect, base, ref string) (string, resolve.Outcome) {
	b := d.Base(base)
	replaces(t, b, d, ref)
	target, outcome := b.Resolve(ref)
	if outcome == resolve.Unresolved {
		require.Equal(t, ref, target)
		return target, outcome
	}
	require.Equal(t, outcome == resolve.Absolute, b.IsAbsolute([]byte(ref)))
	require.True(t, b.IsAbsolute([]byte(target)), "%q", target)
	again, outcome2 := b.Resolve(target)
	require.Equal(t, resolve.Absolute, outcome2, "%q", target)
	require.Equal(t, target, again)
	return target, outcome
}

// replaces checks what AppendReplacement and Prefix give for a reference.
func replaces(t *testing.T, b *resolve.Base, d resolve.Dialect, ref string) {
	seen := ref
	if d == resolve.WHATWG { // HTML and CSS replace NUL before they parse the URL: see AppendRelative
		start := strings.TrimLeftFunc(ref, func(c rune) bool { return c <= ' ' })
		seen = strings.ReplaceAll(start, "\x00", "\ufffd")
	}
	target, outcome := b.Resolve(seen)
	got, same := b.AppendReplacement(nil, []byte(ref))
	require.Equal(t, outcome, same)
	if prefix, n, same, ok := b.Prefix([]byte(ref)); ok {
		require.Equal(t, outcome, same)
		require.Equal(t, string(got), prefix+ref[n:])
		require.True(t, n == 0 || prefix[0] != ref[0] && prefix[len(prefix)-1] != ref[n-1], "%q for %q", prefix, ref[:n])
	}
	if outcome != resolve.Resolved {
		target = ref
	}
	require.Equal(t, target, string(got))
}

func FuzzRFC1808(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, base, ref string) {
		require.Equal(t, ref, resolve.Parse(ref).String())
		target, outcome := stable(t, resolve.RFC1808, base, ref)
		if p := resolve.Parse(target); outcome == resolve.Resolved && p.Has&resolve.HasNetLoc == 0 {
			require.False(t, strings.HasPrefix(p.Path, "//"))
		}
	})
}

func FuzzRFC3986(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, base, ref string) { stable(t, resolve.RFC3986, base, ref) })
}

func FuzzWHATWG(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, base, ref string) { stable(t, resolve.WHATWG, base, ref) })
}

// FuzzAgree: RFC 1808 and RFC 3986 agree except for the listed differences.
func FuzzAgree(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, base, ref string) {
		p := pair{base, ref}
		a, b, _ := bothRFCs(p)
		if a != b {
			require.GreaterOrEqual(t, explain(betweenRFCs, p, a, b), 0, "%q, %q", a, b)
		}
	})
}

// FuzzNetURL: RFC 3986 and net/url agree on plain bytes except for the listed
// differences.
func FuzzNetURL(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, base, ref string) {
		if strings.Trim(base+ref, "abcdefgh/.?:@-_;=&0123456789") != "" {
			return
		}
		p := pair{base, ref}
		if a, b, ok := netURL(p); ok && a != b {
			require.GreaterOrEqual(t, explain(ofNetURL, p, a, b), 0, "%q, %q", a, b)
		}
	})
}
