package corpus_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// made writes a corpus of files with the given contents.
func made(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	t.Setenv(corpus.Variable, dir)
}

func TestFiles(t *testing.T) {
	made(t, map[string]string{"a/x": "1", "a/b/y": "2", "c/v.json": `{"z": 3}`})
	require.Equal(t, []corpus.File{{Name: "a/b/y", Data: []byte("2")}, {Name: "a/x", Data: []byte("1")}}, corpus.Files(t, "a"))
	require.Len(t, corpus.Files(t), 3)
	require.Equal(t, "2", string(corpus.Read(t, "a", "b", "y")))
	var v struct{ Z int }
	corpus.ReadJSON(t, &v, "c", "v.json")
	require.Equal(t, 3, v.Z)
}

// TestNone checks that without a corpus, tests are skipped, and fuzz targets get no seeds
// from it.
func TestNone(t *testing.T) {
	t.Setenv(corpus.Variable, "")
	skipped := t.Run("skipped", func(t *testing.T) {
		defer func() { require.True(t, t.Skipped()) }()
		corpus.Files(t)
		t.Error("not skipped")
	})
	require.True(t, skipped)
	require.Empty(t, corpus.Seeds(t, 100))
}

// A failure records why a test fails.
type failure struct {
	testing.TB
	why string
}

func (f *failure) Helper() {}

func (f *failure) Errorf(format string, args ...any) { f.why = fmt.Sprintf(format, args...) }

func (f *failure) FailNow() { panic(f) }

// failed returns the reason why do fails a test.
func failed(t *testing.T, do func(testing.TB)) string {
	t.Helper()
	f := &failure{TB: t}
	require.PanicsWithValue(t, f, func() { do(f) })
	return f.why
}

// TestMissing checks that a test fails if a corpus lacks what it looks for.
func TestMissing(t *testing.T) {
	made(t, map[string]string{"a/x": "1234"})
	require.NoError(t, os.Mkdir(corpus.Path(t, "empty"), 0o700))
	require.Contains(t, failed(t, func(t testing.TB) { corpus.Files(t, "empty") }), "no files below empty")
	require.Contains(t, failed(t, func(t testing.TB) { corpus.Files(t, "none") }), filepath.Join(os.Getenv("HREFIX_CORPUS"), "none"))
	require.Contains(t, failed(t, func(t testing.TB) { corpus.Read(t, "none") }), filepath.Join(os.Getenv("HREFIX_CORPUS"), "none"))
	require.Contains(t, failed(t, func(t testing.TB) { corpus.Seeds(t, 3, "a") }), "no files of at most 3 bytes below a")
}

func TestSeeds(t *testing.T) {
	files := map[string]string{"large": strings.Repeat("x", 10)}
	for i := range 200 {
		files[fmt.Sprintf("small/%03d", i)] = fmt.Sprint(i)
	}
	made(t, files)
	require.Equal(t, []string{"0", "4", "8"}, texts(corpus.Seeds(t, 3))[:3])
	require.Len(t, corpus.Seeds(t, 3), 50)
	require.Len(t, corpus.Seeds(t, 1), 10)
	require.Len(t, corpus.Seeds(t, 2), 50)
	require.Len(t, corpus.Seeds(t, 10), 51)
}

func texts(all [][]byte) (texts []string) {
	for _, b := range all {
		texts = append(texts, string(b))
	}
	return texts
}

func TestTreeTests(t *testing.T) {
	made(t, map[string]string{
		"html/tree-construction/a.dat": "#data\n<p>\nx\n#errors\n(1,0): no doctype\n#document\n| <html>\n\n" +
			"#data\n\n#errors\n#document-fragment\ntd\n#document\n| x\n",
		"html/tree-construction/README": "#data\nno\n",
	})
	require.Equal(t, []corpus.TreeTest{
		{File: "a.dat", Index: 0, Data: []byte("<p>\nx")},
		{File: "a.dat", Index: 1, Data: []byte{}, Fragment: true},
	}, corpus.TreeTests(t))
	require.Equal(t, []corpus.File{{Name: "a.dat#0", Data: []byte("<p>\nx")}, {Name: "a.dat#1", Data: []byte{}}}, corpus.TreeInputs(t))
}

func TestTokenizerInputs(t *testing.T) {
	made(t, map[string]string{
		"html/html5lib-tests/tokenizer/a.test": `{"tests": [{"input": "<\u0061>"}, {"input": "\\u0062\\u0063\\uD800", "doubleEscaped": true},
			{"input": "\\u0062"}]}`,
		"html/html5lib-tests/tokenizer/b.test":    `{"xmlViolationTests": [{"input": "\f"}]}`,
		"html/html5lib-tests/tokenizer/README.md": "no",
	})
	const folder = "html/html5lib-tests/tokenizer/"
	require.Equal(t, []corpus.File{
		{Name: folder + "a.test#0", Data: []byte("<a>")},
		{Name: folder + "a.test#1", Data: []byte("bc\ufffd")},
		{Name: folder + "a.test#2", Data: []byte(`\u0062`)},
		{Name: folder + "b.test#0", Data: []byte("\f")},
	}, corpus.TokenizerInputs(t))
}
