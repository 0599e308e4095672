package internal_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// phrases make a sentence hard to read. Each has the number of times that it may occur in all
// documents and comments of the repository, and each has a plain word that says the same:
// report, after, without, to. Lower a number when a phrase has become rarer. Never raise one.
var phrases = map[string]int{
	"tell":           1,
	"tells":          2,
	"told":           2,
	"there is none":  3,
	"there are none": 1,
	"behind":         1,
	"nothing but":    5,
	"of which":       11,
	"holds that":     1,
	"is to be":       2,
	"are to be":      1,
	"what is told":   1,
	"what there is":  2,
	"what stands":    1,
	"stands in":      1,
	"stands at":      1,
	"in place of":    4,
	"goes on to":     2,
	"does without":   3,
	"whoever":        3,
	"anew":           1,
	"but for":        3,
	"taken for":      3,
}

// TestLanguage counts the phrases.
func TestLanguage(t *testing.T) {
	counts := make(map[string]int)
	files := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata"):
			return filepath.SkipDir
		case path == filepath.Join("..", "internal", "language_test.go"):
			return nil
		}
		text, ok := prose(t, path)
		if ok {
			files++
		}
		for phrase := range phrases {
			counts[phrase] += strings.Count(text, " "+phrase+" ")
		}
		return nil
	}))
	require.NotZero(t, files)
	for _, phrase := range slices.Sorted(maps.Keys(phrases)) {
		if counts[phrase] > phrases[phrase] {
			t.Errorf("%q occurs %d times, and may occur %d times: use a plain word", phrase, counts[phrase], phrases[phrase])
		}
	}
}

// prose returns the words of a document, or of the comments of a Go file, in lower case with
// one space between them. ok is false for other files.
func prose(t *testing.T, path string) (text string, ok bool) {
	ext := filepath.Ext(path)
	if ext != ".md" && ext != ".go" {
		return "", false
	}
	source, err := os.ReadFile(path)
	require.NoError(t, err)
	text = string(source)
	if ext == ".go" {
		text = comments(text)
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && r != '\'' && r != '-'
	})
	return " " + strings.Join(words, " ") + " ", true
}

// comments returns the comments of Go source. It also returns strings that contain "//".
func comments(source string) string {
	var out strings.Builder
	for line := range strings.Lines(source) {
		if _, comment, found := strings.Cut(line, "//"); found {
			out.WriteString(comment)
		}
	}
	return out.String()
}
