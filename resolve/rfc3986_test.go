package resolve_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

// section54 has all examples of RFC 3986 section 5.4, for the base of that
// section.
var section54 = []struct{ ref, want string }{
	// 5.4.1, normal
	{"g:h", "g:h"},
	{"g", "http://a/b/c/g"},
	{"./g", "http://a/b/c/g"},
	{"g/", "http://a/b/c/g/"},
	{"/g", "http://a/g"},
	{"//g", "http://g"},
	{"?y", "http://a/b/c/d;p?y"},
	{"g?y", "http://a/b/c/g?y"},
	{"#s", "http://a/b/c/d;p?q#s"},
	{"g#s", "http://a/b/c/g#s"},
	{"g?y#s", "http://a/b/c/g?y#s"},
	{";x", "http://a/b/c/;x"},
	{"g;x", "http://a/b/c/g;x"},
	{"g;x?y#s", "http://a/b/c/g;x?y#s"},
	{"", "http://a/b/c/d;p?q"},
	{".", "http://a/b/c/"},
	{"./", "http://a/b/c/"},
	{"..", "http://a/b/"},
	{"../", "http://a/b/"},
	{"../g", "http://a/b/g"},
	{"../..", "http://a/"},
	{"../../", "http://a/"},
	{"../../g", "http://a/g"},
	// 5.4.2, abnormal
	{"../../../g", "http://a/g"},
	{"../../../../g", "http://a/g"},
	{"/./g", "http://a/g"},
	{"/../g", "http://a/g"},
	{"g.", "http://a/b/c/g."},
	{".g", "http://a/b/c/.g"},
	{"g..", "http://a/b/c/g.."},
	{"..g", "http://a/b/c/..g"},
	{"./../g", "http://a/b/g"},
	{"./g/.", "http://a/b/c/g/"},
	{"g/./h", "http://a/b/c/g/h"},
	{"g/../h", "http://a/b/c/h"},
	{"g;x=1/./y", "http://a/b/c/g;x=1/y"},
	{"g;x=1/../y", "http://a/b/c/y"},
	{"g?y/./x", "http://a/b/c/g?y/./x"},
	{"g?y/../x", "http://a/b/c/g?y/../x"},
	{"g#s/./x", "http://a/b/c/g#s/./x"},
	{"g#s/../x", "http://a/b/c/g#s/../x"},
	{"http:g", "http:g"}, // strict
}

func TestSection54(t *testing.T) {
	require.Len(t, section54, 42)
	b := resolve.RFC3986.Base("http://a/b/c/d;p?q")
	for _, c := range section54 {
		got, outcome := b.Resolve(c.ref)
		require.Equal(t, c.want, got, "reference %q", c.ref)
		require.Equal(t, b.IsAbsolute([]byte(c.ref)), outcome == resolve.Absolute, "reference %q", c.ref)
		require.NotEqual(t, resolve.Unresolved, outcome, "reference %q", c.ref)
	}
}

// buffers is RFC 3986 section 5.2.4 with an input buffer and an output buffer,
// as the RFC describes it.
func buffers(in string) string {
	out := ""
	for in != "" {
		switch {
		case strings.HasPrefix(in, "../"): // A
			in = in[3:]
		case strings.HasPrefix(in, "./"):
			in = in[2:]
		case strings.HasPrefix(in, "/./"): // B
			in = in[2:]
		case in == "/.":
			in = "/"
		case strings.HasPrefix(in, "/../"), in == "/..": // C
			in = "/" + in[min(4, len(in)):]
			out = out[:max(0, strings.LastIndexByte(out, '/'))]
		case in == ".", in == "..": // D
			in = ""
		default: // E
			n := strings.IndexByte(in[1:], '/') + 1
			if n == 0 {
				n = len(in)
			}
			out, in = out+in[:n], in[n:]
		}
	}
	return out
}

// paths calls f with every path of up to n segments. The segments are those
// that matter to the algorithm.
func paths(n int, f func(string)) {
	f("")
	if n == 0 {
		return
	}
	for _, s := range []string{"", ".", "..", "g"} {
		paths(n-1, func(rest string) { f(s + rest) })
		paths(n-1, func(rest string) { f(s + "/" + rest) })
	}
}

// TestRemoveDotSegments compares the targets of paths of up to four segments
// with the algorithm of RFC 3986 section 5.2.
func TestRemoveDotSegments(t *testing.T) {
	bases := []struct{ before, dir, rest string }{
		{"http://a", "/", ""},
		{"http://a", "/", "/"},
		{"http://a", "/b/../c/", "/b/../c/x?q"},
		{"foo:", "", "a"},
		{"foo:", "a/", "a/b"},
		{"foo:", "../a/./b/../", "../a/./b/../c"},
		{"foo:", "/a/", "/a/b"},
	}
	n := 0
	for _, base := range bases {
		b := resolve.RFC3986.Base(base.before + base.rest)
		paths(4, func(path string) {
			if path == "" || strings.HasPrefix(path, "//") {
				return
			}
			n++
			merged := path
			if path[0] != '/' {
				merged = base.dir + path
			}
			got, _ := b.Resolve(path)
			require.Equal(t, base.before+buffers(merged), got, "%s + %s", b, path)
			got, _ = b.Resolve("http://h/" + path)
			require.Equal(t, "http://h"+buffers("/"+path), got, path)
		})
	}
	require.Greater(t, n, 10_000)
}

func TestAbsolute3986(t *testing.T) {
	for _, base := range []string{"", "g", "http://a/b"} {
		b := resolve.RFC3986.Base(base)
		for ref, want := range map[string]string{
			"http://h/x/../y":       "http://h/y",
			"http://h/x/%2e%2e/y":   "http://h/x/%2e%2e/y",
			"http://h/./x?a/../b#.": "http://h/x?a/../b#.",
			"foo:../x":              "foo:x",
			"foo:x?..":              "foo:x?..",
			"http://h/%zz é\xff":    "http://h/%zz é\xff",
		} {
			got, outcome := b.Resolve(ref)
			require.Equal(t, want, got)
			require.Equal(t, resolve.Absolute, outcome)
			kept, outcome := b.AppendReplacement(nil, []byte(ref))
			require.Equal(t, ref, string(kept))
			require.Equal(t, resolve.Absolute, outcome)
		}
	}
}
