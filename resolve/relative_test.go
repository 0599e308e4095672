package resolve_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

// relatives has targets and the references to them, which are equal in all
// dialects. If they are equal, there is no relative reference.
var relatives = []struct{ base, target, want string }{
	// The same document.
	{"http://a/b/c", "http://a/b/c", ""},
	{"http://a/b/c", "http://a/b/c#s", "#s"},
	{"http://a/b/c", "http://a/b/c#", "#"},
	{"http://a/b/c#f", "http://a/b/c#f", "#f"},
	{"http://a/b/c#f", "http://a/b/c", "c"},
	{"http://a/b/c?q#f", "http://a/b/c?q", "?q"},
	{"http://a/b/c?q", "http://a/b/c?q#s", "#s"},
	{"http://a/b/", "http://a/b/", ""},
	{"http://a/b/#f", "http://a/b/", "./"},
	// A query.
	{"http://a/b/c", "http://a/b/c?y", "?y"},
	{"http://a/b/c?q", "http://a/b/c?y#s", "?y#s"},
	{"http://a/b/c?q", "http://a/b/c", "c"},
	{"http://a/b/?q", "http://a/b/", "./"},
	{"http://a/b/?q", "http://a/b/#s", "./#s"},
	{"http://a/b/c;p", "http://a/b/c;p?y", "?y"},
	{"http://a/b/c", "http://a/b/?y", "./?y"},
	// Params.
	{"http://a/b/c;p", "http://a/b/c;x", "c;x"},
	{"http://a/b/c;p?q", "http://a/b/c", "c"},
	{"http://a/b/c", "http://a/b/;x", "./;x"},
	{"http://a/b/c", "http://a/b/d;x/y", "d;x/y"},
	{"http://a/b/c", "http://a/;x", "../;x"},
	// Directories.
	{"http://a/b/c", "http://a/b/d", "d"},
	{"http://a/b/c", "http://a/b/d/e", "d/e"},
	{"http://a/b/c", "http://a/b/d/", "d/"},
	{"http://a/b/c", "http://a/b/", "./"},
	{"http://a/b/c", "http://a/b", "../b"},
	{"http://a/b/c", "http://a/", "../"},
	{"http://a/b/c/", "http://a/b/d", "../d"},
	{"http://a/b/c/d", "http://a/e/f", "../../e/f"},
	{"http://a/b/c/d", "http://a/bc", "../../bc"},
	{"http://a/bc/d", "http://a/b/d", "../b/d"},
	{"http://a", "http://a/b", "b"},
	{"http://a/b/c", "http://a/b/d#x/../y", "d#x/../y"},
	{"http://a/b/../c/d", "http://a/c/e", "e"},
	// Paths that could be read as something else.
	{"http://a/b/c", "http://a/b/x:y", "./x:y"},
	{"http://a/b/c", "http://a/x:y", "../x:y"},
	{"http://a/b/c", "http://a/b/x/y:z", "x/y:z"},
	{"http://a/b/c", "http://a/b/1a:y", "./1a:y"},
	{"http://a/b/c", "http://a/b/x?y:z", "x?y:z"},
	{"http://a/b/c", "http://a/b//x", ".//x"},
	{"http://a/b/c", "http://a//x", "..//x"},
	{"http://a/b//c", "http://a/b/c", "../c"},
	{"http://a/b//c", "http://a/b//d", "d"},
	{"http://a//b", "http://a//c/d", "c/d"},
	{"http://a/b/c", "http://a/b/%2e%2E", "%2e%2E"},
	// Other sites.
	{"http://a/b", "http://h/b", "http://h/b"},
	{"http://a/b", "https://a/b", "https://a/b"},
	{"http://a/b", "http://a:81/b", "http://a:81/b"},
	{"http://a/b", "http://u@a/b", "http://u@a/b"},
	{"http://a/b", "mailto:x", "mailto:x"},
	{"http://a/b", "", ""},
	{"/a/b", "/a/c", "/a/c"},
	{"", "http://a/b", "http://a/b"},
	// No net_loc, and an empty one.
	{"foo:/b/c", "foo:/b/d", "d"},
	{"foo:/b/c", "foo:/d", "../d"},
	{"file:///b/c", "file:///b/d", "d"},
	{"file:///b/c", "file://h/b/d", "file://h/b/d"},
}

// dialectRelatives has references for which the dialects differ, in the order
// RFC 1808, RFC 3986, URL Standard.
var dialectRelatives = []struct {
	base, target string
	wants        [3]string
}{
	{"http://a/b/c", "http://a/b/../d", [3]string{"http://a/b/../d", "http://a/b/../d", "../d"}},
	{"http://a/b/../c", "http://a/b/../c#s", [3]string{"#s", "http://a/b/../c#s", "#s"}},
	{"http://a/../b", "http://a/../c", [3]string{"c", "http://a/../c", "../c"}},
	{"http://a/b;p?q", "http://a/b;p?", [3]string{"b;p?", "?", "?"}},
	{"http://a/b?q", "http://a/b?", [3]string{"b?", "?", "?"}},
	{"http://a/b", "http://a", [3]string{"http://a", "http://a", "./"}},
	{"http://a/b", "http://a?y", [3]string{"http://a?y", "http://a?y", "./?y"}},
	{"http://a", "http://a/", [3]string{"./", "./", ""}},
	{"http://a", "http://a?y", [3]string{"http://a?y", "?y", "?y"}},
	{"http://a/b", "HTTP://A:80/c", [3]string{"HTTP://A:80/c", "HTTP://A:80/c", "c"}},
	{"http://a/b", "HTTP://A:80/c d", [3]string{"HTTP://A:80/c d", "HTTP://A:80/c d", "c d"}},
	{"1a://h/b", "1a://h/c", [3]string{"c", "1a://h/c", "1a://h/c"}},
	{"http://a/b", "http://a/c d", [3]string{"c d", "c d", "c d"}},
	{"http://a/b", "http://a/ c", [3]string{"./ c", "./ c", "./ c"}},
	{"http://a/b/c", `http://a/b/\d`, [3]string{`./\d`, `./\d`, `./\d`}},
	{"http://a/b/c", `http://a\b\d`, [3]string{`http://a\b\d`, `http://a\b\d`, "d"}},
	{"foo:a/b", "foo:a/c", [3]string{"c", "c", "foo:a/c"}},
	{"foo:a/b", "foo:c", [3]string{"../c", "foo:c", "foo:c"}},
	{"foo:/b", "foo:/.//g", [3]string{".//g", "foo:/.//g", ".//g"}},
	{"foo:a/b", "foo:a/b#s", [3]string{"#s", "#s", "#s"}},
	{"file:///C:/a/b", "file:///D:/x", [3]string{"../../D:/x", "../../D:/x", "file:///D:/x"}},
}

func TestRelative(t *testing.T) {
	for _, c := range relatives {
		for _, d := range dialects {
			checkRelative(t, d, c.base, c.target, c.want)
		}
	}
	for _, c := range dialectRelatives {
		for i, d := range dialects {
			checkRelative(t, d, c.base, c.target, c.wants[i])
		}
	}
}

func checkRelative(t *testing.T, d resolve.Dialect, base, target, want string) {
	got, ok := d.Base(base).Relative(target)
	require.Equal(t, want, got, "%v: %s to %s", d, base, target)
	require.Equal(t, got != target, ok, "%v: %s to %s", d, base, target)
	inverse(t, d, base, target)
}

// inverse checks that the reference for a target has that target, does not
// leave the site, and is all that is appended.
func inverse(t *testing.T, d resolve.Dialect, base, target string) (ref string, ok bool) {
	b := d.Base(base)
	out, ok := b.AppendRelative([]byte("kept"), []byte(target))
	require.Equal(t, "kept", string(out[:4]))
	ref = string(out[4:])
	if !ok {
		require.Equal(t, target, ref)
		return ref, ok
	}
	require.False(t, b.IsAbsolute([]byte(ref)), "%q", ref)
	require.NotContains(t, "/\\", (ref + "x")[:1], "%q", ref)
	got, outcome := b.Resolve(ref)
	require.Equal(t, resolve.Resolved, outcome, "%q", ref)
	if d == resolve.WHATWG {
		target = d.Base(target).String()
	}
	require.Equal(t, target, got, "%v: %q to %q by %q", d, base, target, ref)
	again, _ := b.Relative(got)
	back, _ := b.Resolve(again)
	require.Equal(t, got, back)
	return ref, ok
}

// TestInverse: most targets can be written as a relative reference, which then
// has that target.
func TestInverse(t *testing.T) {
	for _, d := range dialects {
		resolved, found := 0, 0
		for _, p := range generated(3, 10_000) {
			target, outcome := d.Base(p.Base).Resolve(p.Ref)
			if outcome != resolve.Resolved {
				continue
			}
			resolved++
			if _, ok := inverse(t, d, p.Base, target); ok {
				found++
			}
		}
		t.Logf("%v: %d of %d", d, found, resolved)
		require.Greater(t, resolved, 4_000)
		require.Greater(t, found, resolved/2)
	}
}

func FuzzRelative(f *testing.F) {
	seed(f)
	for _, c := range relatives {
		f.Add(c.base, c.target)
	}
	for _, c := range dialectRelatives {
		f.Add(c.base, c.target)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		for _, d := range dialects {
			inverse(t, d, base, ref)
			target, _ := d.Base(base).Resolve(ref)
			inverse(t, d, base, target)
		}
	})
}
