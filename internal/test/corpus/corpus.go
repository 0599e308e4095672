// Package corpus reads test data from other projects. The data is not part of this project:
// the environment variable HREFIX_CORPUS names its folder, and tests that need it are
// skipped without it.
package corpus

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Variable is the environment variable that names the folder.
const Variable = "HREFIX_CORPUS"

// Path returns the path of a file or folder of the corpus. It skips the test
// if there is no corpus.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv(Variable)
	if dir == "" {
		t.Skip(Variable + " is not set: this test needs the corpus")
	}
	dir, err := filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	return filepath.Join(append([]string{dir}, elem...)...)
}

// Read returns a file of the corpus.
func Read(t testing.TB, elem ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(Path(t, elem...))
	require.NoError(t, err)
	return data
}

// ReadJSON reads a JSON file of the corpus into v.
func ReadJSON(t testing.TB, v any, elem ...string) {
	t.Helper()
	require.NoError(t, json.Unmarshal(Read(t, elem...), v))
}

// A File is a file of the corpus.
type File struct {
	Name string // relative to the corpus, with slashes
	Data []byte
}

// Files returns all files below a folder of the corpus. There must be at least one.
func Files(t testing.TB, elem ...string) []File {
	t.Helper()
	root := Path(t)
	var files []File
	err := filepath.WalkDir(Path(t, elem...), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		files = append(files, File{filepath.ToSlash(name), data})
		return err
	})
	require.NoError(t, err)
	require.NotEmpty(t, files, "no files below %s", filepath.Join(elem...))
	return files
}

// Seeds returns seeds for a fuzz target: files of at most size bytes below a folder of the
// corpus. If there are more than 64, it returns some of them, evenly spread. Unlike the
// functions above it does not skip the test without a corpus, but returns no seeds.
func Seeds(t testing.TB, size int, elem ...string) [][]byte {
	t.Helper()
	if os.Getenv(Variable) == "" {
		return nil
	}
	const most = 64
	var seeds [][]byte
	for _, f := range Files(t, elem...) {
		if len(f.Data) <= size {
			seeds = append(seeds, f.Data)
		}
	}
	require.NotEmpty(t, seeds, "no files of at most %d bytes below %s", size, filepath.Join(elem...))
	step := (len(seeds) + most - 1) / most
	for i := range (len(seeds) + step - 1) / step {
		seeds[i] = seeds[i*step]
	}
	return seeds[:(len(seeds)+step-1)/step]
}

// Rounds returns how many random inputs a test should try: n with a corpus, and a tenth
// of n without, so that a developer's test run stays short.
func Rounds(n int) int { return max(1, n/Step(10)) }

// Step returns the distance between the inputs that a test should try, of a series: 1 with a corpus, and n
// without.
func Step(n int) int {
	if os.Getenv(Variable) == "" {
		return n
	}
	return 1
}

// A TreeTest is a case of the tree construction tests.
type TreeTest struct {
	File  string // relative to the folder of the tests, with slashes
	Index int    // index in the file, from 0
	Data  []byte // the document
	// Fragment reports whether Data is the content of an element instead of a document.
	Fragment bool
}

// TreeTests returns the tree construction tests.
func TreeTests(t testing.TB) []TreeTest {
	t.Helper()
	const folder = "html/tree-construction/"
	var tests []TreeTest
	for _, f := range Files(t, folder) {
		if !strings.HasSuffix(f.Name, ".dat") {
			continue
		}
		for i, test := range bytes.Split(append([]byte("\n"), f.Data...), []byte("\n#data\n"))[1:] {
			data, rest, _ := bytes.Cut(append([]byte("\n"), test...), []byte("\n#errors\n"))
			head, _, _ := bytes.Cut(rest, []byte("#document\n"))
			tests = append(tests, TreeTest{
				File: strings.TrimPrefix(f.Name, folder), Index: i,
				Data:     bytes.TrimPrefix(data, []byte("\n")),
				Fragment: bytes.Contains(append([]byte("\n"), head...), []byte("\n#document-fragment\n")),
			})
		}
	}
	return tests
}

// TreeInputs returns the inputs of the tree construction tests, named by file and number.
func TreeInputs(t testing.TB) []File {
	t.Helper()
	var inputs []File
	for _, test := range TreeTests(t) {
		inputs = append(inputs, File{test.File + "#" + strconv.Itoa(test.Index), test.Data})
	}
	return inputs
}

// TokenizerInputs returns the inputs of the html5lib tokenizer tests, named by file and
// number.
func TokenizerInputs(t testing.TB) []File {
	t.Helper()
	var inputs []File
	for _, f := range Files(t, "html", "html5lib-tests", "tokenizer") {
		if !strings.HasSuffix(f.Name, ".test") {
			continue
		}
		var suite struct {
			Tests, XmlViolationTests []struct {
				Input         string
				DoubleEscaped bool
			}
		}
		require.NoError(t, json.Unmarshal(f.Data, &suite), f.Name)
		for i, test := range append(suite.Tests, suite.XmlViolationTests...) {
			inputs = append(inputs, File{f.Name + "#" + strconv.Itoa(i), []byte(unescape(test.Input, test.DoubleEscaped))})
		}
	}
	return inputs
}

var escaped = regexp.MustCompile(`(?:\\u[0-9A-Fa-f]{4})+`)

// unescape decodes the second layer of escapes that some tests have, if double is set. Lone
// surrogates become U+FFFD.
func unescape(s string, double bool) string {
	if !double {
		return s
	}
	return escaped.ReplaceAllStringFunc(s, func(run string) string {
		var out string
		if json.Unmarshal([]byte(`"`+run+`"`), &out) != nil {
			return run
		}
		return out
	})
}
