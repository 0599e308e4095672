package urltext_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/urltext"
)

func TestEscapes(t *testing.T) {
	for s, is := range map[string]bool{"%41": true, "%aF/": true, "%4": false, "%4g": false, "%": false, "": false, "a%41": false} {
		require.Equal(t, is, urltext.IsEscape(s), s)
		require.Equal(t, is, urltext.IsEscape([]byte(s)), s)
	}
	require.Equal(t, [3]byte{'%', '2', 'F'}, urltext.Escape('/'))
}

func TestDecode(t *testing.T) {
	for s, want := range map[string]string{"": "", "a": "a", "%41%": "A%", "%2541": "%41", "%zz%7e%C3%a4": "%zz~ä"} {
		require.Equal(t, want, urltext.Decode(s), s)
		require.Equal(t, want, string(urltext.Decode([]byte(s))), s)
	}
	text := []byte("abc")
	require.Same(t, &text[0], &urltext.Decode(text)[0], "no copy")
}

func TestEncode(t *testing.T) {
	slash := func(c byte) bool { return c == '/' }
	require.Equal(t, "a%2Fb%2F", urltext.Encode("a/b/", slash))
	require.Equal(t, "ab", urltext.Encode("ab", slash))
}

func TestSlashes(t *testing.T) {
	for ref, is := range map[string]bool{"/": true, `\a`: true, "//h": true, "": false, "a/": false, "?/": false} {
		require.Equal(t, is, urltext.IsRooted(ref), ref)
		require.Equal(t, is, urltext.IsRooted([]byte(ref)), ref)
	}
}

func TestCutPath(t *testing.T) {
	for ref, want := range map[string][2]string{
		"": {"", ""}, "a/b": {"a/b", ""}, "a?b#c": {"a", "?b#c"}, "a#b?c": {"a", "#b?c"}, "?": {"", "?"}, "//h/p;q?": {"//h/p;q", "?"},
	} {
		path, after := urltext.CutPath(ref)
		require.Equal(t, want, [2]string{path, after}, ref)
		require.Equal(t, want[0], urltext.Path(ref))
		bytes, rest := urltext.CutPath([]byte(ref))
		require.Equal(t, want, [2]string{string(bytes), string(rest)}, ref)
	}
}

func TestLeadsAbove(t *testing.T) {
	for url, leads := range map[string]bool{
		"http://h/../a": true, "http://h/../../": true, "http://h/a/../b": false, "http://h/..": true, "http://h/..a/": false, "http://h": false, "../a": false, "": false,
	} {
		require.Equal(t, leads, urltext.LeadsAbove([]byte(url)), url)
	}
}
