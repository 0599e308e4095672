package internal

import (
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
