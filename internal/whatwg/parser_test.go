package whatwg_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/whatwg"
)

// facts are results of the states of the URL Standard section 4.4 and of the host parser of
// section 3.5: base, reference, URL. An empty URL is a failure.
var facts = []struct{ base, ref, want string }{
	// Around the input, and in it.
	{"", " \x00http://h/ \x1f", "http://h/"},
	{"", "ht\ntp:\t//h\r/a\tb", "http://h/ab"},
	{"http://h/a", " \t ", "http://h/a"},
	// Schemes.
	{"", "HtTp://h", "http://h/"},
	{"", "1a:x", ""},
	{"http://h/a/b", "1a:x", "http://h/a/1a:x"},
	{"http://h/a/b", "a_b:x", "http://h/a/a_b:x"},
	{"http://h/a/b", "http:x", "http://h/a/x"},
	{"http://h/a/b", "http:/x", "http://h/x"},
	{"http://h/a/b", "https:x", "https://x/"},
	{"http://h/a/b", "http:\\\\x/y", "http://x/y"},
	{"http://h/a/b", "foo:x/../y", "foo:x/../y"},
	{"", "foo:/x/../y", "foo:/y"},
	{"", "foo:", "foo:"},
	{"", "https:////x", "https://x/"},
	// No scheme.
	{"", "g", ""},
	{"", "", ""},
	{"foo:bar?q#f", "#g", "foo:bar?q#g"},
	{"foo:bar", "g", ""},
	{"foo:bar", "", ""},
	{"http://u:p@h:81/a/b?q#f", "", "http://u:p@h:81/a/b?q"},
	{"http://u:p@h:81/a/b?q#f", "#", "http://u:p@h:81/a/b?q#"},
	{"http://u:p@h:81/a/b?q#f", "?", "http://u:p@h:81/a/b?"},
	{"http://u:p@h:81/a/b?q#f", "/c", "http://u:p@h:81/c"},
	{"http://u:p@h:81/a/b?q#f", "\\c", "http://u:p@h:81/c"},
	{"http://u:p@h:81/a/b?q#f", "//g", "http://g/"},
	{"http://u:p@h:81/a/b?q#f", "/\\g\\c", "http://g/c"},
	{"foo://h/a/b", "\\c", "foo://h/a/\\c"},
	{"foo://h", "g", "foo://h/g"},
	{"foo://h", "?q", "foo://h?q"},
	{"foo://h", "..", "foo://h/"},
	// Credentials and ports.
	{"", "http://a:b:c@d@e/", "http://a:b%3Ac%40d@e/"},
	{"", "http://:@e/", "http://e/"},
	{"", "http://:p@e/", "http://:p@e/"},
	{"", "http://u:@e/", "http://u@e/"},
	{"", "foo://@/x", ""},
	{"", "http://h:80/", "http://h/"},
	{"", "http://h:0080/", "http://h/"},
	{"", "https://h:80/", "https://h:80/"},
	{"", "http://h:65535/", "http://h:65535/"},
	{"", "http://h:65536/", ""},
	{"", "http://h:8a/", ""},
	{"", "http://h:/", "http://h/"},
	{"", "http://:80/", ""},
	{"", "foo://:80/", ""},
	{"", "foo://h:80", "foo://h:80"},
	// Domains.
	{"", "http://", ""},
	{"", "http://A_b-.C/", "http://a_b-.c/"},
	{"", "http://%41.c/", "http://a.c/"},
	{"", "http://a%00/", ""},
	{"", "http://a%/", ""},
	{"", "http://a b/", ""},
	{"", "http://bücher.example/", "http://xn--bcher-kva.example/"},
	{"", "http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/"},
	{"", "http://faß.de/", "http://xn--fa-hia.de/"},
	{"", "http://FAẞ.de/", "http://xn--fa-hia.de/"},
	{"", "http://☕.example/", "http://xn--53h.example/"},
	{"", "http://xn--8i7caa/", "http://xn--8i7caa/"},
	{"", "http://XN--/", "http://xn--/"},
	{"", "http://é.xn--/", ""},
	{"", "http://é_!/", "http://xn--_!-9ia/"},
	{"", "http://é..de/", "http://xn--9ca..de/"},
	{"", "http://a\u00ad/", "http://a/"},
	{"", "http://\u00ad/", ""},
	{"", "http://a\xff/", ""},
	{"", "http://a%ff/", ""},
	{"", "http://א1a/", ""},
	{"", "http://a\u200db/", ""},
	{"", "http://r3---é/", "http://xn--r3----fsa/"},
	// Addresses.
	{"", "http://0x7f.1/", "http://127.0.0.1/"},
	{"", "http://017700000001/", "http://127.0.0.1/"},
	{"", "http://0x/", "http://0.0.0.0/"},
	{"", "http://1.2.3/", "http://1.2.0.3/"},
	{"", "http://1.2.3.4./", "http://1.2.3.4/"},
	{"", "http://1.2.3.4../", "http://1.2.3.4../"},
	{"", "http://4294967295/", "http://255.255.255.255/"},
	{"", "http://4294967296/", ""},
	{"", "http://1.2.65536/", ""},
	{"", "http://256.1.1.1/", ""},
	{"", "http://09/", ""},
	{"", "http://1..2/", ""},
	{"", "http://a.0xg/", "http://a.0xg/"},
	{"", "http://a.1111111111111111111111_/", "http://a.1111111111111111111111_/"},
	{"", "http://0+0/", "http://0+0/"},
	{"", "foo://[::1]]/", ""},
	{"", "http://" + strings.Repeat("d", whatwg.MaxDomain) + ".\u00e9/", ""},
	{"", "http://a.1/", ""},
	{"", "http://+1/", "http://+1/"},
	{"", "http://１２７.1/", "http://127.0.0.1/"},
	{"", "foo://0x7f.1/", "foo://0x7f.1/"},
	{"", "http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"},
	{"", "http://[1:0:2:0:3:0:4:0]/", "http://[1:0:2:0:3:0:4:0]/"},
	{"", "http://[0:0::]:80/", "http://[::]/"},
	{"", "http://[::ABcd:1.2.3.4]/", "http://[::abcd:102:304]/"},
	{"", "foo://[::ffff:1.2.3.4]:80", "foo://[::ffff:102:304]:80"},
	{"", "http://[::1%25eth0]/", ""},
	{"", "http://[1.2.3.4]/", ""},
	{"", "http://[::1]x/", ""},
	{"", "http://[::1/", ""},
	{"", "http://[]/", ""},
	// Opaque hosts.
	{"", "foo://A%41é\x7f/", "foo://A%41%C3%A9%7F/"},
	{"", "foo://a|b/", ""},
	{"", "foo:///x", "foo:///x"},
	// Files.
	{"", "file:", "file:///"},
	{"", "file:x", "file:///x"},
	{"", "file:/x", "file:///x"},
	{"", "file://h", "file://h/"},
	{"", "file://LOCALHOST/x", "file:///x"},
	{"", "file://h:80/", ""},
	{"", "file:\\\\h\\x", "file://h/x"},
	{"", "file:////x", "file:////x"},
	{"", "file://C|/x", "file:///C:/x"},
	{"", "file:C|/../..", "file:///C:/"},
	{"", "file:///a/C|", "file:///a/C|"},
	{"file://h/C:/a", "/b", "file://h/C:/b"},
	{"file://h/C:/a", "/D|/b", "file://h/D:/b"},
	{"file://h/C:/a", "D|/b", "file://h/D:/b"},
	{"file://h/C:/a", "D|b", "file://h/C:/D|b"},
	{"file://h/C:/a", "../../b", "file://h/C:/b"},
	{"file://h/C:/a", "//g", "file://g/"},
	{"file://h/C:", "b", "file://h/C:/b"},
	{"file://h/a?q", "file:", "file://h/a?q"},
	{"file://h/a?q", "file:b", "file://h/b"},
	{"http://h/a", "file:b", "file:///b"},
	// Paths.
	{"http://h/a/b/c", "./.././%2E/%2e%2E/g", "http://h/g"},
	{"http://h/a/b/c", "..", "http://h/a/"},
	{"http://h/a/b/c", "../../../..", "http://h/"},
	{"http://h/a/b/c", "x/..", "http://h/a/b/"},
	{"http://h/a/b/c", "x/.", "http://h/a/b/x/"},
	{"http://h/a//", "..", "http://h/a/"},
	{"http://h/a/b", "... .a. a.", "http://h/a/...%20.a.%20a."},
	{"http://h/a/b", "^`{}|%zz\"<>é", "http://h/a/%5E%60%7B%7D|%zz%22%3C%3E%C3%A9"},
	{"foo:/a/b", "..//c", "foo:/.//c"},
	{"foo:/.//a", "b", "foo:/.//b"},
	{"foo:/.//a", "../b", "foo:/b"},
	{"foo:/.//a", "/b", "foo:/b"},
	{"foo:/.//a", "?b", "foo:/.//a?b"},
	// Opaque paths.
	{"", "foo: é ", "foo: %C3%A9"},
	{"", "foo:a  ?b #", "foo:a %20?b%20#"},
	{"", "foo: #", "foo:%20#"},
	// Queries and fragments.
	{"", "http://h?'\"<>`é#'\"<>`é", "http://h/?%27%22%3C%3E`%C3%A9#'%22%3C%3E%60%C3%A9"},
	{"", "foo://h?'#?#", "foo://h?'#?#"},
	// Malformed UTF-8.
	{"http://h/", "\xff\xe2\x82x\xf0\x9f\x98?\xe2\x82", "http://h/%EF%BF%BD%EF%BF%BDx%EF%BF%BD?%EF%BF%BD"},
	{"http://h/", "\xed\xa0\x80", "http://h/%EF%BF%BD%EF%BF%BD%EF%BF%BD"},
	{"http://h/", "\xe2\t\x82", "http://h/%EF%BF%BD%EF%BF%BD"},
}

func TestFacts(t *testing.T) {
	for _, f := range facts {
		got, ok := href(testCase{f.base, f.ref})
		require.Equal(t, f.want, got, "%q %q", f.base, f.ref)
		require.Equal(t, f.want != "", ok, "%q %q", f.base, f.ref)
	}
}

// TestLongDomain checks that a domain beyond ASCII of more than 1024 bytes fails, while an
// ASCII domain has no limit.
func TestLongDomain(t *testing.T) {
	for n, ok := range map[int]bool{340: true, 341: true, 342: false} {
		_, got := href(testCase{"", "http://" + strings.Repeat("日", n) + "/"})
		require.Equal(t, ok, got, n)
	}
	long := "http://" + strings.Repeat("a.", 10_000) + "/"
	got, _ := href(testCase{"", long})
	require.Equal(t, long, got)
}

// check checks that a URL consists of visible ASCII and spaces, that it parses to itself,
// and that all functions return the same for it.
func check(t *testing.T, c testCase) {
	got, ok := href(c)
	if !ok {
		require.Empty(t, got)
	}
	require.Equal(t, -1, strings.IndexFunc(got, func(r rune) bool { return r < ' ' || r >= 0x7f }), "%q", got)
	var r whatwg.Resolver
	if c.base != "" {
		var based bool
		if r.Base, based = whatwg.Parse([]byte(c.base), nil); !based {
			return
		}
	}
	sameWays(t, r, c.ref, got)
	if ok {
		again, _ := href(testCase{"", got})
		require.Equal(t, got, again)
	}
}

// sameWays checks that all functions of a Resolver agree on a reference. want is its URL,
// or empty if it has none.
func sameWays(t *testing.T, r whatwg.Resolver, ref, want string) {
	t.Helper()
	all, kind := r.Append([]byte("kept"), []byte(ref))
	require.Equal(t, "kept"+want, string(all), "%q", ref)
	parsed, same := r.Parse(nil, []byte(ref))
	require.Equal(t, kind, same)
	require.Equal(t, want, string(parsed), "%q", ref)
	if strings.ContainsRune(ref, 0) {
		ref = strings.ReplaceAll(ref, "\x00", "") // AppendRelative reads NUL in another way: see TestNUL
		all, kind = r.Append([]byte("kept"), []byte(ref))
		want = strings.TrimPrefix(string(all), "kept")
	}
	relative, same := r.AppendRelative([]byte("kept"), []byte(ref))
	require.Equal(t, kind, same)
	prefix, ok := r.Prefix([]byte(ref))
	if kind == whatwg.Relative {
		require.Equal(t, "kept"+want, string(relative))
		require.True(t, r.IsAbsolute([]byte(want)), "%q", want)
	} else {
		require.Equal(t, "kept", string(relative))
		require.False(t, ok)
	}
	if ok {
		require.Equal(t, want, prefix+ref)
	}
	if kind != whatwg.Invalid {
		require.Equal(t, kind == whatwg.Absolute, r.IsAbsolute([]byte(ref)), "%q", ref)
	}
}

// TestDrives: a file URL with a drive letter takes nothing of a base but its host.
func TestDrives(t *testing.T) {
	for _, c := range []struct {
		base string
		refs string
		kind whatwg.Kind
	}{
		{"http://h/d/", "file:/C|/x file:/C:/x file:\\C|\\x file:C|/x file:c: file:/C|?q", whatwg.Absolute},
		{"file:///D:/d/", "file:/C|/x file:C|/x", whatwg.Absolute},
		{"file://srv/d/", "file:/C|/x file:C|/x", whatwg.Relative},
		{"http://h/d/", "file:/x file:x file:Cx|/ file:/C|x file:/", whatwg.Relative},
	} {
		base, ok := whatwg.Parse([]byte(c.base), nil)
		require.True(t, ok)
		r := whatwg.Resolver{Base: base}
		for ref := range strings.FieldsSeq(c.refs) {
			url, kind := r.Append(nil, []byte(ref))
			require.Equal(t, c.kind, kind, "%s %s", c.base, ref)
			sameWays(t, r, ref, string(url))
		}
	}
}

// TestNUL checks that NUL is read as U+FFFD only in the text of a document.
func TestNUL(t *testing.T) {
	base, _ := whatwg.Parse([]byte("http://h/a/b"), nil)
	for _, enc := range []encoding.Encoding{nil, charmap.Windows1252} {
		r := whatwg.Resolver{Base: base, Encoding: enc}
		query := "%EF%BF%BD"
		if enc != nil {
			query = "%26%2365533%3B" // the encoding lacks U+FFFD
		}
		got, kind := r.AppendRelative(nil, []byte("x\x00?\x00"))
		require.Equal(t, whatwg.Relative, kind)
		require.Equal(t, "http://h/a/x%EF%BF%BD?"+query, string(got))
		got, _ = r.Append(nil, []byte("x\x00?\x00"))
		require.Equal(t, "http://h/a/x%00?", string(got))
	}
}

// TestPrefix checks the prefix of references that are kept as a whole, and that other
// references have none.
func TestPrefix(t *testing.T) {
	for _, c := range []struct{ base, ref, want string }{
		{"http://h/a/b?q#f", "", "http://h/a/b?q"},
		{"http://h/a/b?q#f", "#g", "http://h/a/b?q"},
		{"http://h/a/b?q#f", "?r#g", "http://h/a/b"},
		{"http://h/a/b?q#f", "/", "http://h"},
		{"http://u@h:81/a/b?q#f", "/c//d:e;f/g.h/i..j%2e", "http://u@h:81"},
		{"http://h/a/b/?q/r", "c", "http://h/a/b/"},
		{"https://h", "c/d?e/../f?'", ""},
		{"wss://h", "c/d?e/../f?#/../?`", ""},
		{"wss://h", "c/d?e/../f?#/../?'", "wss://h/"},
		{"ftp://h/a/../b", "c.d/e:f?#", "ftp://h/"},
	} {
		base, ok := whatwg.Parse([]byte(c.base), nil)
		require.True(t, ok)
		prefix, ok := whatwg.Resolver{Base: base}.Prefix([]byte(c.ref))
		require.Equal(t, c.want != "", ok, c)
		if ok {
			require.Equal(t, c.want, prefix, c)
		}
		check(t, testCase{c.base, c.ref})
	}
	for _, ref := range []string{
		".", "..", "./c", "%2e", "c/./d", "c/..", "/.", "/%2E/c", "//g", "/\\g", "\\c", "c\\d", "http:g", "c:d", "http://g", "1:2",
		" c", "c ", "c\td", "é", "/é", "?é", "#é", "c{", "c?\"", "c?'", "c#`", "c#<", "#`", "?d#`", "c\x00", "?\x1b", "c^", "#\x7f",
	} {
		base, _ := whatwg.Parse([]byte("http://h/a/b"), nil)
		_, ok := whatwg.Resolver{Base: base}.Prefix([]byte(ref))
		require.False(t, ok, "%q", ref)
		check(t, testCase{"http://h/a/b", ref})
	}
	for _, b := range []string{"file:///a", "foo://h/a", "foo:/a", "data:a"} {
		base, _ := whatwg.Parse([]byte(b), nil)
		_, ok := whatwg.Resolver{Base: base}.Prefix([]byte("c"))
		require.False(t, ok, b)
	}
	_, ok := whatwg.Resolver{}.Prefix([]byte("c"))
	require.False(t, ok)
}

// TestPrefixFragment checks that a fragment of any length is kept, unless one of its bytes
// is encoded.
func TestPrefixFragment(t *testing.T) {
	base, _ := whatwg.Parse([]byte("http://h/a"), nil)
	r := whatwg.Resolver{Base: base}
	for n := range 20 {
		for at := range n {
			for b := range 256 {
				ref := []byte("#" + strings.Repeat("x", n))
				ref[1+at] = byte(b)
				parsed, _ := r.Parse(nil, ref)
				prefix, ok := r.Prefix(ref)
				require.Equal(t, string(parsed) == "http://h/a"+string(ref), ok, "%q", ref)
				if ok {
					require.Equal(t, "http://h/a", prefix)
				}
			}
		}
	}
}

func TestPromises(t *testing.T) {
	for _, c := range generated(3, corpus.Rounds(20_000)) {
		check(t, c)
	}
}

func FuzzParse(f *testing.F) {
	for _, v := range facts {
		f.Add(v.base, v.ref)
	}
	f.Fuzz(func(t *testing.T, base, ref string) { check(t, testCase{base, ref}) })
}
