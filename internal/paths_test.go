package internal

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	links = regexp.MustCompile(`\]\(([^)#:]+)\)`)                                                                            // [text](path)
	paths = regexp.MustCompile("`((?:\\./)?(?:internal|cmd|docs|resolve|base|mimebase|htmlbase|rewrite|testdata)/[^` *]*)`") // `path`
)

// TestPaths finds paths in documents that do not exist.
func TestPaths(t *testing.T) {
	documents, err := filepath.Glob("../*.md")
	require.NoError(t, err)
	guides, err := filepath.Glob("../docs/*.md")
	require.NoError(t, err)
	n := 0
	for _, document := range append(documents, guides...) {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		for _, m := range links.FindAllStringSubmatch(string(text), -1) {
			require.FileExists(t, filepath.Join(filepath.Dir(document), m[1]), document)
			n++
		}
		for _, m := range paths.FindAllStringSubmatch(string(text), -1) {
			path := filepath.Join("..", strings.TrimSuffix(m[1], "/..."))
			_, err := os.Stat(path)
			require.NoError(t, err, document)
			n++
		}
	}
	require.NotZero(t, n)
}

// TestPathsOfPackages finds files that the comment of a package names and that are not in its folder, below it or
// directly above.
func TestPathsOfPackages(t *testing.T) {
	named := regexp.MustCompile(`\b[a-z0-9_]+\.go\b[^.]`)
	n := 0
	for _, module := range []string{".", "../cmd/hrefix", "../rewrite", "../base", "../mimebase", "../htmlbase", "../resolve"} {
		require.NoError(t, filepath.WalkDir(module, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.Name() != "doc.go" {
				return err
			}
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			dir := filepath.Dir(name)
			for _, m := range named.FindAllString(string(text), -1) {
				file, found := m[:len(m)-1], false
				for _, in := range []string{dir, filepath.Join(dir, "*"), filepath.Dir(dir)} {
					at, err := filepath.Glob(filepath.Join(in, file))
					require.NoError(t, err)
					found = found || len(at) > 0
				}
				require.True(t, found, "%s names %s", name, file)
				n++
			}
			return nil
		}))
	}
	require.Greater(t, n, 100)
}
