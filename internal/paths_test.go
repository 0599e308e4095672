package internal_test

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

// targetRow is a row of the table of fuzz targets in TESTING.md.
var targetRow = regexp.MustCompile("(?m)^\\| `(\\S+) (Fuzz\\w+)` \\|")

// TestTargets finds fuzz targets in TESTING.md that are not in the package that it names.
func TestTargets(t *testing.T) {
	text, err := os.ReadFile("../TESTING.md")
	require.NoError(t, err)
	rows := targetRow.FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, rows)
	for _, m := range rows {
		require.True(t, hasTarget(t, filepath.Join("..", m[1]), m[2]), "%s has no %s", m[1], m[2])
	}
}

// hasTarget reports whether a test file in dir declares a fuzz target.
func hasTarget(t *testing.T, dir, name string) bool {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
