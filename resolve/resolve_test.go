package resolve_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

// silent has the decisions that doc.go lists where RFC 1808 is silent.
var silent = []struct{ base, ref, want string }{
	// Empty components do not prevent inheritance. Their delimiter is kept if
	// nothing was inherited.
	{"http://a/b/c/d;p?q", "g?", "http://a/b/c/g?"},
	{"http://a/b/c/d;p?q", "g;", "http://a/b/c/g;"},
	{"http://a/b/c/d;p?q", "g#", "http://a/b/c/g#"},
	{"http://a/b/c/d;p?q", "g;?#", "http://a/b/c/g;?#"},
	{"http://a/b/c/d;p?q#f", "#", "http://a/b/c/d;p?q#"},
	{"http://a/b/c/d;p?q", "?", "http://a/b/c/d;p?q"},
	{"http://a/b/c/d;p?q", ";", "http://a/b/c/d;p?q"},
	{"http://a/b/c/d;p?q", ";?#", "http://a/b/c/d;p?q#"},
	{"http://a/b/c/d;p?q", ";?y", "http://a/b/c/d;p?y"},
	{"http://a/b/c/d;p?q", ";x?", "http://a/b/c/d;x?"},
	{"http://a/b/c/d", "?", "http://a/b/c/d?"},
	{"http://a/b/c/d", ";", "http://a/b/c/d;"},
	{"http://a/b/c/d;?", "#s", "http://a/b/c/d;?#s"},
	// net_loc.
	{"http://a/b/c/d;p?q", "//", "http://a/b/c/d;p?q"},
	{"http://a/b/c/d;p?q", "///g", "http://a/g"},
	{"http://a/b/c/d;p?q", "//g?y/./x", "http://g?y/./x"},
	{"http://a/b/c/d;p?q", "//g/../x", "http://g/../x"},
	{"http://a", "g", "http://a/g"},
	{"http://a", "./g", "http://a/g"},
	{"http://a", "../g", "http://a/../g"},
	{"http://a", "?y", "http://a/?y"},
	{"http://a", ";x", "http://a/;x"},
	{"http://a", "#s", "http://a#s"},
	{"http://a", "", "http://a"},
	{"http://a?x", "g", "http://a/g"},
	{"HTTPS://a;x", "", "HTTPS://a/;x"},
	{"http://a?x/y", "#s", "http://a/?x/y#s"},
	{"ftp://a?x", "g", "ftp://a?x/g"},
	{"file:///a/b", "g", "file:///a/g"},
	{"file:///a/b", "/g", "file:///g"},
	{"file:///a/b", "//h/g", "file://h/g"},
	{"foo:/a", "///x", "foo:///x"},
	// Segments.
	{"http://a/x/y//d", "../z", "http://a/x/y/z"},
	{"http://a/b/c/d", "x/y//../z", "http://a/b/c/x/y/z"},
	{"http://a//b", "../g", "http://a/g"},
	{"http://a/b/../c/d", "g", "http://a/c/g"},
	{"http://a/b/./c/d", "../g", "http://a/b/g"},
	{"http://a/b/c/d", "../../..", "http://a/.."},
	{"http://a/b/c/d", "../../../..", "http://a/../.."},
	{"http://a/b/c/d", "...", "http://a/b/c/..."},
	{"http://a/b/c/d", ".../../g", "http://a/b/c/g"},
	{"http://a/b/c/d", "a../../g", "http://a/b/c/g"},
	{"foo:a/b", "../g", "foo:g"},
	{"foo:a", "../g", "foo:../g"},
	{"foo:a", "../..", "foo:../.."},
	{"foo:a/b/..", "g", "foo:a/b/g"},
	// ";" ends the path before it is merged, also in the base.
	{"http://a/b/c;x/y/d", "g", "http://a/b/g"},
	{"http://a/b/c/d", "g;x/../y", "http://a/b/c/g;x/../y"},
	// Schemes.
	{"http://a/b", "1a:x", "1a:x"},
	{"http://a/b", ":x", "http://a/:x"},
	{"http://a/b", "a_b:x", "http://a/a_b:x"},
	{"http://a/b", "./a:x", "http://a/a:x"},
	{"http://a/b", "x#y:z", "http://a/x#y:z"},
	// A path that begins with "//", without a net_loc.
	{"foo:/b", ".//g", "foo:/.//g"},
	{"foo:/b/c", "..//g", "foo:/.//g"},
	{"foo:/b", "..//g", "foo:/..//g"},
	{"foo:/b", "a/..//g", "foo:/.//g"},
	{"foo:x", "a/../..//g", "foo:..//g"},
	{"http://a/b", ".//g", "http://a//g"},
	// Bytes are kept.
	{"http://A/%7e/b", "%zz é\x00\xff", "http://A/%7e/%zz é\x00\xff"},
}

func TestSilent(t *testing.T) {
	for _, c := range silent {
		require.Equal(t, c.want, resolve.Resolve(c.base, c.ref), "%s + %s", c.base, c.ref)
	}
}

func TestUnresolved(t *testing.T) {
	for _, base := range []string{"", "/a/b", "//h/a", "a", ":a", "#f"} {
		for _, ref := range []string{"", "g", "/g", "//h", "?q", "#s"} {
			got, outcome := resolve.RFC1808.Base(base).Resolve(ref)
			require.Equal(t, resolve.Unresolved, outcome, "%s + %s", base, ref)
			require.Equal(t, ref, got)
		}
		got, outcome := resolve.RFC1808.Base(base).Resolve("x:../y")
		require.Equal(t, resolve.Absolute, outcome)
		require.Equal(t, "x:../y", got)
	}
	require.Equal(t, "g", resolve.Resolve("", "g"))
	var zero resolve.Base
	_, outcome := zero.Resolve("g")
	require.Equal(t, resolve.Unresolved, outcome)
}

func TestParse(t *testing.T) {
	all := resolve.HasScheme | resolve.HasNetLoc | resolve.HasParams | resolve.HasQuery | resolve.HasFragment
	for s, want := range map[string]resolve.Reference{
		"":                   {},
		"a://b/c;d?e#f":      {"a", "b", "/c", "d", "e", "f", all},
		"a://;?#":            {"a", ";?", "", "", "", "", resolve.HasScheme | resolve.HasNetLoc | resolve.HasFragment},
		"a:///;?#":           {"a", "", "/", "", "", "", all},
		"a;b;c/d":            {Path: "a", Params: "b;c/d", Has: resolve.HasParams},
		"a?b?c;d":            {Path: "a", Query: "b?c;d", Has: resolve.HasQuery},
		"a#b#c?d":            {Path: "a", Fragment: "b#c?d", Has: resolve.HasFragment},
		":a":                 {Path: ":a"},
		"#a:b":               {Fragment: "a:b", Has: resolve.HasFragment},
		"/a//b":              {Path: "/a//b"},
		"//a//b":             {NetLoc: "a", Path: "//b", Has: resolve.HasNetLoc},
		"+.-1:x":             {Scheme: "+.-1", Path: "x", Has: resolve.HasScheme},
		"mailto:a@b;c?d=e#f": {"mailto", "", "a@b", "c", "d=e", "f", all &^ resolve.HasNetLoc},
	} {
		got := resolve.Parse(s)
		require.Equal(t, want, got, "%q", s)
		require.Equal(t, s, got.String())
	}
}

// TestSchemeCharacters: RFC 1808 section 2.4.2 and RFC 3986 section 3.1 list
// the characters of a scheme.
func TestSchemeCharacters(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for c := range 256 {
		one, two := string([]byte{byte(c), ':', 'x'}), string([]byte{'x', byte(c), ':', 'x'})
		letter, other := strings.IndexByte(letters, byte(c)) >= 0, strings.IndexByte("0123456789+-.", byte(c)) >= 0
		require.Equal(t, letter || other, resolve.IsAbsolute(one), "%q", one)
		require.Equal(t, letter || other || c == ':', resolve.IsAbsolute(two), "%q", two)
		require.Equal(t, letter, resolve.RFC3986.Base("").IsAbsolute([]byte(one)), "%q", one)
		require.Equal(t, letter || other || c == ':', resolve.RFC3986.Base("").IsAbsolute([]byte(two)), "%q", two)
	}
}

// letter is RFC 1808 section 4, step 6, in four passes as the RFC describes it.
// It is slow. removeDots must give the same results.
func letter(path string) string {
	root := ""
	if strings.HasPrefix(path, "/") {
		root, path = "/", path[1:]
	}
	segments := strings.Split(path, "/")
	join := func() string { return root + strings.Join(segments, "/") }
	drop := func(from, to int) { segments = append(segments[:from:from], segments[to:]...) }
	for i := 0; i < len(segments)-1; { // a
		if segments[i] == "." {
			drop(i, i+1)
		} else {
			i++
		}
	}
	last := len(segments) - 1
	if segments[last] == "." { // b
		segments[last] = ""
	}
	for again := true; again; { // c
		again = false
		for i := 0; i+2 < len(segments); i++ {
			if segments[i] != ".." && segments[i+1] == ".." {
				drop(i, i+2)
				again = true
				break
			}
		}
	}
	if n := len(segments); n >= 2 && segments[n-1] == ".." && segments[n-2] != ".." { // d
		segments = append(segments[:n-2], "")
	}
	return join()
}

// TestStep6 compares every path of up to six segments with the four passes of
// the RFC. The segments are those that matter to step 6.
func TestStep6(t *testing.T) {
	n := 0
	var try func(path string, left int)
	try = func(path string, left int) {
		for _, base := range []string{"http://a", "http://a/", "http://a/b/../c/x"} {
			want := "/" + path
			if base == "http://a/b/../c/x" {
				want = "/b/../c/" + path
			}
			if path != "" && path[0] != '/' {
				require.Equal(t, "http://a"+letter(want), resolve.Resolve(base, path), "%s + %s", base, path)
				n++
			}
		}
		if left > 0 {
			for _, s := range []string{"", ".", "..", "g"} {
				try(path+"/"+s, left-1)
			}
		}
	}
	for _, first := range []string{".", "..", "g"} {
		try(first, 5)
	}
	require.Greater(t, n, 10000)
}

func TestAppendAllocatesNothing(t *testing.T) {
	for _, d := range dialects {
		b := d.Base("http://a/b/c/d;p?q#f")
		var refs [][]byte
		for _, c := range section5 {
			refs = append(refs, []byte(c.ref))
		}
		for _, c := range section54 {
			refs = append(refs, []byte(c.ref))
		}
		for _, ref := range []string{"//User@H:80/..\\%2e'", "//0x7f.1/ ", "g h|^{}?\"<>#`"} {
			refs = append(refs, []byte(ref))
		}
		buf := make([]byte, 0, 256)
		require.Zero(t, testing.AllocsPerRun(10, func() {
			for _, ref := range refs {
				buf, _ = b.Append(buf[:0], ref)
				buf, _ = b.AppendReplacement(buf[:0], ref)
			}
		}), d)
		buf = append(buf[:0], "kept:"...)
		buf, _ = b.Append(buf, []byte("../g"))
		require.Equal(t, "kept:http://a/b/g", string(buf))
	}
}

func TestParseDialect(t *testing.T) {
	for _, d := range dialects {
		got, err := resolve.ParseDialect(d.String())
		require.NoError(t, err)
		require.Equal(t, d, got)
	}
	_, err := resolve.ParseDialect("rfc2396")
	require.EqualError(t, err, `unknown dialect "rfc2396": known are rfc1808, rfc3986, whatwg`)
	require.ErrorIs(t, err, resolve.ErrDialect)
}

func TestUnknownNames(t *testing.T) {
	require.Equal(t, "Dialect(9)", resolve.Dialect(9).String())
	require.Equal(t, "Outcome(9)", resolve.Outcome(9).String())
}
