//go:build unix

package inputs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFollow checks where links lead, and which text they get in a new tree.
func TestFollow(t *testing.T) {
	archive(t, "out/secret", "site/1", "site/d/e/2", "site/left/3")
	here, err := filepath.EvalSymlinks(".")
	require.NoError(t, err)
	here, err = filepath.Abs(here)
	require.NoError(t, err)
	require.NoError(t, os.Symlink("site", "alias"))
	require.NoError(t, os.Symlink("d/e", "site/deep"))
	require.NoError(t, os.Symlink("../out", "site/outer"))
	require.NoError(t, os.Symlink(here+"/site/d", "site/abs"))
	without, err := NewChoice(nil, []string{"!left"})
	require.NoError(t, err)
	for _, c := range []struct{ text, want string }{
		{"2", "to 2"},
		{"./2", "to ./2"},
		{"../../1", "to ../../1"},
		{"../../deep/2", "to ../../deep/2"},
		{"../..", "to ../.."},
		{"../../d//e/", "to ../../d//e/"},
		{"../../abs/e/2", "to ../../abs/e/2"},
		{here + "/site/1", "to ../../1"},
		{here + "/site/d/e/../e/2", "to ../../d/e/../e/2"},
		{here + "/site", "to ../.."},
		{here + "/alias/1", "to ../../1"},
		{"../../../site/1", "to ../../1"},
		{"../../../../" + filepath.Base(here) + "/site/./d/e", "to ../../d/e"},
		{"../../../site/../site/1", "to ../../1"},
		{here + "/site/abs/e/2", "to ../../abs/e/2"},
		{"../../../out/secret", "leads out"},
		{"../../../site2", "leads out"},
		{"../../outer/secret", "leads out"},
		{"../../outer/../site/1", "leads out"},
		{"/", "leads out"},
		{"/etc/passwd", "leads out"},
		{here + "/out/../site/1", "leads out"}, // out may be a link
		{here, "leads out"},
		{here + "/sit", "leads out"},
		{strings.Repeat("../", 200) + "etc", "leads out"},
		{"nothing", "does not exist"},
		{here + "/site/nothing", "does not exist"},
		{"2/3", "cannot be found"},
		{"link", "in a circle"},
		{"../../left/3", "not copied"},
		{"../../left", "not copied"},
		{strings.Repeat("../e/", 300) + "2", "to " + strings.Repeat("../e/", 300) + "2"},
	} {
		require.NoError(t, os.Symlink(c.text, "site/d/e/link"))
		for _, dir := range []string{"site", "alias"} {
			if dir == "site" && strings.Contains(c.text, "/alias/") {
				continue // this name of the directory is not known
			}
			all := strings.Join(lines(Inputs{Args: []string{dir}, NewTree: "new", Choice: without}), "\n")
			got := ""
			for line := range strings.Lines(all + "\n") {
				if strings.Contains(line, "link") && strings.Contains(line, filepath.Join(dir, "d", "e", "link")) {
					got = line
				}
			}
			if strings.HasPrefix(c.want, "to ") {
				require.Equal(t, dir+"/d/e/link: /d/e/link, found, link, "+c.want+"\n", got, c.text)
			} else {
				require.Contains(t, got, "! "+dir+"/d/e/link: not in the new tree: a symbolic link ", c.text)
				require.Contains(t, got, c.want, c.text)
			}
		}
		require.NoError(t, os.Remove("site/d/e/link"))
	}
}

// TestManyLinks checks that a chain of links ends as it does in Linux, and that directories
// which link to each other are followed once.
func TestManyLinks(t *testing.T) {
	archive(t, "site/0", "site/a/1", "site/b/2")
	for i := range 60 {
		name := func(i int) string { return strings.Repeat("0", i+1) }
		require.NoError(t, os.Symlink(name(i), "site/"+name(i+1)))
	}
	all := strings.Join(lines(Inputs{Args: []string{"site"}, NewTree: "new"}), "\n")
	require.Equal(t, 40, strings.Count(all, ", link, to 0"))
	require.Equal(t, 20, strings.Count(all, "leads in a circle"))

	for _, name := range []string{"a/b", "b/a", "a/self", "b/self"} {
		require.NoError(t, os.Symlink("../"+strings.Replace(filepath.Base(name), "self", filepath.Dir(name), 1), "site/"+name))
	}
	followed := lines(Inputs{Args: []string{"site/a", "site/b", "site"}, NewTree: "new", Symlinks: FollowInside})
	require.Less(t, len(followed), 200)
	require.Contains(t, followed, "site/a/b/2: site/a/b/2, found, 1 byte")
	require.Contains(t, followed, "! site/a/b/a: not in the new tree: a symbolic link to a directory, in one that a link leads to")
	require.Contains(t, followed, "! site/a/self: not in the new tree: a symbolic link to a directory that it is in")
}

// TestIsIn checks that symbolic links are followed, also to names that do not exist.
func TestIsIn(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("in/sub", 0o700))
	require.NoError(t, os.WriteFile("in/file", nil, 0o600))
	abs, err := filepath.Abs("in/new")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"found": "in/file", "dangling": "in/new", "absolute": abs, "twice": "dangling", "up": "in/sub/../new", "dir": "in/sub",
		"in/out": "../new", "away": "other/new", "loop": "loop", "deep": "no/in/new",
	} {
		require.NoError(t, os.Symlink(filepath.FromSlash(text), name))
	}
	for name, want := range map[string]bool{
		"in": true, "in/file": true, "in/no/no": true, "found": true, "dangling": true, "dangling/x": true, "absolute": true, "twice": true, "up": true,
		"dir/new": true, "in/out": false, "away": false, "loop": false, "deep": false, ".": false, "new": false,
	} {
		require.Equal(t, want, IsIn(name, "in"), name)
	}
}
