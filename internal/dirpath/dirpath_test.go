package dirpath_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/dirpath"
)

func TestRel(t *testing.T) {
	for _, c := range []struct{ dir, path, want string }{
		{"/a", "/a", "."},
		{"/a", "/a/b/c", "b/c"},
		{"/a", "/a/..b", "..b"},
		{"/a", "/a/../b", ""},
		{"/a", "/ab", ""},
		{"/a/b", "/a", ""},
		{"/", "/a", "a"},
		{".", "a/b", "a/b"},
		{"a", "a/./b/", "b"},
		{".", "../a", ""},
		{"..", "a", ""}, // the name of the directory is not known
		{"/a", "a", ""},
	} {
		rel, ok := dirpath.Rel(filepath.FromSlash(c.dir), filepath.FromSlash(c.path))
		require.Equal(t, c.want != "", ok, c)
		if ok {
			require.Equal(t, c.want, filepath.ToSlash(rel), c)
		}
		require.Equal(t, ok, dirpath.Contains(filepath.FromSlash(c.dir), filepath.FromSlash(c.path)), c)
	}
}

func TestAnyContains(t *testing.T) {
	for _, c := range []struct {
		dir, path string
		want      bool
	}{
		{"/a", "/a/b/c", true},
		{"/a", "/a", false},
		{"/", "/a", true},
		{"/", "/", false},
		{".", "a/b", true},
		{".", "../a", false},
		{"..", "../../a", false},
		{"a/b", "a/c", false},
	} {
		require.Equal(t, c.want, dirpath.AnyContains(map[string]bool{filepath.FromSlash(c.dir): true}, filepath.FromSlash(c.path)), c)
	}
}

func TestIsVersionControl(t *testing.T) {
	for name, want := range map[string]bool{".git": true, "_darcs": true, "git": false, ".github": false, "CVS": false, "": false} {
		require.Equal(t, want, dirpath.IsVersionControl(name), name)
	}
}
