package inputs

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGlob checks which paths patterns match.
func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern  string
		yes, not []string
	}{
		{"*.html", []string{"a.html", "d/e/a.html", ".html", "caf\xe9.html"}, []string{"a.htm", "a.html/b", "A.HTML"}},
		{"./*.html", []string{"a.html"}, []string{"d/a.html"}},
		{"**/a", []string{"a", "d/a", "d/e/a"}, []string{"ba", "d/a/b"}},
		{"d/**", []string{"d", "d/a", "d/e/a"}, []string{"de", "e/d/a"}},
		{"d/**/a", []string{"d/a", "d/e/f/a"}, []string{"a", "d/e/b"}},
		{"d?/[a-c]", []string{"d1/a", "d\xe9/b", "dé/c"}, []string{"d/a", "d1/d", "d12/a"}},
		{"[!a]", []string{"b", "a/b"}, []string{"a", "b/a"}},
		{"{a,d/*}.html", []string{"a.html", "d/x.html"}, []string{"e/a.html", "x.html"}},
		{`\!\[x\]`, []string{"![x]", "d/![x]"}, []string{"x"}},
	} {
		g, err := newGlob(c.pattern)
		require.NoError(t, err, c.pattern)
		for _, rel := range c.yes {
			require.True(t, g.matches(rel), "%s: %q", c.pattern, rel)
		}
		for _, rel := range c.not {
			require.False(t, g.matches(rel), "%s: %q", c.pattern, rel)
		}
	}
}

// TestExt checks extensions, also before that of gzip and before a query.
func TestExt(t *testing.T) {
	ch, err := NewChoice([]string{"css,.tar.x"}, nil)
	require.NoError(t, err)
	for _, name := range []string{"a.css", "A.CSS", "a.css.gz", "d/a.css?v=1", "a.css@v=1.2", "a.tar.x"} {
		require.True(t, ch.takes(name), name)
	}
	for _, name := range []string{"a.x", "css", "a.css.html", "a.php?f=a.js", "a?b.html"} {
		require.False(t, ch.takes(name), name)
	}
}
