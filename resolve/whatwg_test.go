package resolve_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/hrefix/hrefix/resolve"
)

// written has the serialized URLs that replace references.
var written = []struct{ base, ref, want string }{
	{"http://a/b/c?q#f", "g", "http://a/b/g"},
	{"http://a/b/c?q#f", "../../g", "http://a/g"},
	{"http://a/b/c?q#f", "%2e%2E/g h\\é", "http://a/g%20h/%C3%A9"},
	{"http://a/b/c?q#f", "/g/../h", "http://a/h"},
	{"http://a/b/c?q#f", "\\g", "http://a/g"},
	{"http://a/b/c?q#f", "//H:80/x", "http://h/x"},
	{"http://a/b/c?q#f", "\\/h", "http://h/"},
	{"http://a/b/c?q#f", "///h", "http://h/"},
	{"http://a/b/c?q#f", "?x y", "http://a/b/c?x%20y"},
	{"http://a/b/c?q#f", "#x", "http://a/b/c?q#x"},
	{"http://a/b/c?q#f", "", "http://a/b/c?q"},
	{"http://a/b/c?q#f", " \n", "http://a/b/c?q"},
	{"http://a/b/c?q#f", " g\t/h ", "http://a/b/g/h"},
	{"http://a/b/c?q#f", "http:g", "http://a/b/g"},
	{"http://a/b/c?q#f", " HT\ntp\t:/g", "http://a/g"},
	{"HTTP://A:80/./b", "g", "http://a/g"},
	{"http://u:p@h:81", "g", "http://u:p@h:81/g"},
	{"foo://h", "g", "foo://h/g"},
	{"foo:/.//a/b", "g", "foo:/.//a/g"},
	{"foo:/.//b", "g", "foo:/.//g"},
	{"foo:/.//b", "../g", "foo:/g"},
	{"foo:/a/b", "..//g", "foo:/.//g"},
	{"foo:opaque?q", "#g", "foo:opaque?q#g"},
	{"file:///C:/a/b", "g", "file:///C:/a/g"},
	{"file:///C:/a/b", "/g", "file:///C:/g"},
	{"file:///C:/a/b", "D|/g", "file:///D:/g"},
	{"file:///C:/a/b", "//localhost/g", "file:///g"},
	{"file:///C:/a/b", "../../../g", "file:///C:/g"},
}

func TestAppendReplacement(t *testing.T) {
	for _, c := range written {
		b := resolve.WHATWG.Base(c.base)
		got, outcome := b.AppendReplacement([]byte("kept "), []byte(c.ref))
		require.Equal(t, "kept "+c.want, string(got), "%s + %q", c.base, c.ref)
		require.Equal(t, resolve.Resolved, outcome)
		stable(t, resolve.WHATWG, c.base, c.ref)
	}
}

// TestAbsolute checks the targets of absolute references. In a document these
// stay unchanged.
func TestAbsolute(t *testing.T) {
	const ref = "HTTP://H:80/a/../b c"
	for d, want := range map[resolve.Dialect]string{
		resolve.RFC1808: ref, resolve.RFC3986: "HTTP://H:80/b c", resolve.WHATWG: "http://h/b%20c",
	} {
		b := d.Base("http://a/b/c")
		got, outcome := b.Resolve(ref)
		require.Equal(t, want, got, d)
		require.Equal(t, resolve.Absolute, outcome, d)
		replaced, outcome := b.AppendReplacement([]byte("kept "), []byte(ref))
		require.Equal(t, "kept "+ref, string(replaced), d)
		require.Equal(t, resolve.Absolute, outcome, d)
	}
}

func TestWHATWGOutcomes(t *testing.T) {
	for _, c := range []struct {
		base, ref string
		absolute  bool
		want      resolve.Outcome
	}{
		{"http://a/", "HTTP://B:80/../x", true, resolve.Absolute},
		{"http://a/", "http:\\\\b", true, resolve.Absolute},
		{"http://a/", "https:b", false, resolve.Resolved},
		{"http://a/", "http:b", false, resolve.Resolved},
		{"http://a/", "http:/b", false, resolve.Resolved},
		{"ws://a/", "http:/b", false, resolve.Resolved},
		{"http://a/", " mailto:x", true, resolve.Absolute},
		{"http://a/", "javascript:", true, resolve.Absolute},
		{"http://a/", "http://b:x/", true, resolve.Unresolved},
		{"http://a/", "//b:x/", false, resolve.Unresolved},
		{"http://a/", "1a:b", false, resolve.Resolved},
		{"file:///a", "file://b", true, resolve.Absolute},
		{"file:///a", "file:b", false, resolve.Resolved},
		{"foo:a", "foo:b", true, resolve.Absolute},
		{"foo:a", "b", false, resolve.Unresolved},
		{"foo:a", "#b", false, resolve.Resolved},
		{"", "b", false, resolve.Unresolved},
		{"", "http:b", true, resolve.Absolute},
		{"/a", "b", false, resolve.Unresolved},
		{"http://[/", "", false, resolve.Unresolved},
		{"http://[/", "http:b", true, resolve.Absolute},
	} {
		b := resolve.WHATWG.Base(c.base)
		got, outcome := b.Resolve(c.ref)
		require.Equal(t, c.want, outcome, "%q %q", c.base, c.ref)
		require.Equal(t, c.absolute, b.IsAbsolute([]byte(c.ref)), "%q %q", c.base, c.ref)
		if c.want == resolve.Unresolved {
			require.Equal(t, c.ref, got)
		}
	}
}

func TestString(t *testing.T) {
	for _, c := range []struct {
		d         resolve.Dialect
		url, want string
	}{
		{resolve.RFC1808, "http://a?x", "http://a/?x"},
		{resolve.RFC3986, "HTTP://a?x", "HTTP://a?x"},
		{resolve.RFC3986, "http://a/./b", "http://a/./b"},
		{resolve.WHATWG, "HTTP://a?x", "http://a/?x"},
		{resolve.WHATWG, "http://a/./b", "http://a/b"},
		{resolve.WHATWG, "http://[", "http://["},
		{resolve.WHATWG, "", ""},
	} {
		require.Equal(t, c.want, c.d.Base(c.url).String(), "%v %q", c.d, c.url)
	}
}

func TestIn(t *testing.T) {
	b := resolve.WHATWG.Base("http://a/b")
	for _, c := range []struct {
		b         *resolve.Base
		ref, want string
	}{
		{b, "c\u00e9?\u00e9", "http://a/c%C3%A9?%C3%A9"},
		{b.WithEncoding(nil), "?\u00e9", "http://a/b?%C3%A9"},
		{b.WithEncoding(unicode.UTF8), "?\u00e9", "http://a/b?%C3%A9"},
		{b.WithEncoding(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)), "?\u00e9", "http://a/b?%C3%A9"},
		{b.WithEncoding(charmap.Windows1252), "c\u00e9?\u00e9", "http://a/c%C3%A9?%E9"},
		{b.WithEncoding(japanese.ShiftJIS), "\u30bd?\u30bd", "http://a/%E3%82%BD?%83\\"},
		{b.WithEncoding(charmap.Windows1252).WithEncoding(nil), "?\u00e9", "http://a/b?%C3%A9"},
		{resolve.RFC3986.Base("http://a/b").WithEncoding(charmap.Windows1252), "?\xe9", "http://a/b?\xe9"},
	} {
		got, outcome := c.b.Resolve(c.ref)
		require.Equal(t, c.want, got)
		require.Equal(t, resolve.Resolved, outcome)
	}
}

// TestBaseIn: the query of the base is written in the encoding of its document,
// that of a reference in UTF-8.
func TestBaseIn(t *testing.T) {
	for d, want := range map[resolve.Dialect]string{
		resolve.RFC1808: "http://a/\u00e9?\u00e9", resolve.RFC3986: "http://a/\u00e9?\u00e9", resolve.WHATWG: "http://a/%C3%A9?%E9",
	} {
		require.Equal(t, want, d.BaseWithEncoding("http://a/\u00e9?\u00e9", charmap.Windows1252).String(), d)
	}
	got, _ := resolve.WHATWG.BaseWithEncoding("http://a/\u00e9?\u00e9", charmap.Windows1252).Resolve("?\u00e9")
	require.Equal(t, "http://a/%C3%A9?%C3%A9", got)
	require.Equal(t, "http://a/?%C3%A9", resolve.WHATWG.BaseWithEncoding("http://a?\u00e9", nil).String())
}

// TestResolves: relative references have a target if the base has a scheme and,
// in the URL Standard, is valid.
func TestResolves(t *testing.T) {
	for url, want := range map[string][3]bool{
		"http://a": {true, true, true}, "x:": {true, true, true}, "1:y": {true, false, false}, "http://[": {true, true, false},
		"": {}, "/a": {}, "//a/b": {}, ":a": {},
	} {
		for i, d := range dialects {
			require.Equal(t, want[i], d.Base(url).Resolves(), "%v %q", d, url)
		}
	}
}

// TestAllocatesOnce: ASCII from which the parser must remove bytes is copied.
func TestAllocatesOnce(t *testing.T) {
	b, ref, buf := resolve.WHATWG.Base("http://a/b/c"), []byte("//h\t/\r\ng"), make([]byte, 0, 256)
	require.Equal(t, 1.0, testing.AllocsPerRun(10, func() { buf, _ = b.Append(buf[:0], ref) }))
	require.Equal(t, "http://h/g", string(buf))
}
