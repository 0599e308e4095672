package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/resolve"
)

// TestURLs: a reference that leads out of the tree has no location.
func TestURLs(t *testing.T) {
	require.Equal(t, locationRoot, LocationURL(Top))
	base := resolve.RFC3986.Base(LocationURL("file:///a/b.html"))
	for ref, want := range map[string]string{
		"c.html": "file:///a/c.html", "../c": "file:///c", "..": "file:///", ".": "file:///a/", "../../c": "", "../..": "", "../../../c": "", "//h/c": "",
	} {
		out, outcome := base.AppendReplacement(nil, []byte(ref))
		require.Equal(t, resolve.Resolved, outcome)
		require.Equal(t, want, LocationOf(string(out)), ref)
	}
	require.Equal(t, LocationURL("file:///a/"), directoryOf(base).String())
}

func TestIsSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a", "%61", true}, {"%c3%a9", "é", true}, {"a%2fb", "a%2Fb", true}, {"a%2Fb", "a/b", false}, {"%2541", "A", false}, {"%00", "\x00", false}, {"%", "%25", false}, {"a", "b", false},
	} {
		require.Equal(t, c.want, isSameFile(c.a, c.b), c)
	}
}

func TestLastSegment(t *testing.T) {
	for url, want := range map[string]string{
		"http://h/a/b.html?x/y#z": "b.html", "http://h/a/": "", "http://h": "", "http://h/..": "", "http://h/%2e": "", "http://h/...": "", "file:///a": "a", "/b": "b", "b": "",
	} {
		require.Equal(t, want, lastSegment(url), url)
	}
}
