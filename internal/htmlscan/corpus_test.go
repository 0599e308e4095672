package htmlscan_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// corpus returns a folder of the corpus of foreign test data.
func corpus(t testing.TB, path ...string) string {
	t.Helper()
	root := os.Getenv("HREFIX_CORPUS")
	if root == "" {
		t.Skip("HREFIX_CORPUS is not set: the foreign test data are not at hand")
	}
	return filepath.Join(append([]string{root}, path...)...)
}

// A datCase is one case of a .dat file of the tree construction suites.
type datCase struct {
	file     string
	index    int
	data     []byte
	fragment bool
	off, on  bool // scripting must be off, or on
}

// datCases reads all .dat files of the corpus.
func datCases(t testing.TB) []datCase {
	t.Helper()
	root := corpus(t, "html", "tree-construction")
	var cases []datCase
	for _, pattern := range []string{"*/*.dat", "*/*/*.dat"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		for _, f := range files {
			b, err := os.ReadFile(f)
			require.NoError(t, err)
			rel, err := filepath.Rel(root, f)
			require.NoError(t, err)
			cases = append(cases, parseDat(filepath.ToSlash(rel), b)...)
		}
	}
	require.NotEmpty(t, cases)
	return cases
}

func parseDat(file string, b []byte) []datCase {
	var cases []datCase
	b = append([]byte("\n"), b...)
	for i, part := range bytes.Split(b, []byte("\n#data\n"))[1:] {
		data, rest, _ := bytes.Cut(append([]byte("\n"), part...), []byte("\n#errors\n"))
		head, _, _ := bytes.Cut(rest, []byte("#document\n"))
		has := func(s string) bool { return strings.Contains("\n"+string(head), "\n"+s+"\n") }
		cases = append(cases, datCase{
			file: file, index: i, data: bytes.TrimPrefix(data, []byte("\n")),
			fragment: has("#document-fragment"), off: has("#script-off"), on: has("#script-on"),
		})
	}
	return cases
}
