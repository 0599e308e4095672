//go:build unix

package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A printedEdit is what --diff=edits prints of an edit.
type printedEdit struct {
	Doc              string
	Message          int
	Part, Encoding   string
	Offset, Line     int
	Replaced         int
	Before, Old, New string
	After            string
	Base64           string `json:"new_base64"`
	DocumentOffset   *int   `json:"document_offset"`
}

// editsOf returns the edits of a file that the command prints.
func editsOf(t testing.TB, args ...string) []printedEdit {
	var stdout, stderr bytes.Buffer
	args = append([]string{"abs", "--diff=edits"}, args...)
	require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
	var all []printedEdit
	for line := range strings.Lines(stdout.String()) {
		var e printedEdit
		require.NoError(t, json.Unmarshal([]byte(line), &e), "%s", line)
		all = append(all, e)
	}
	return all
}

// ofBytes returns the edits of the bytes of src, and checks what is printed of them. It returns the
// number of edits of decoded text, too.
func ofBytes(t testing.TB, src []byte, printed []printedEdit) (edits []edit.Edit, decoded int) {
	line, at := 1, 0
	for _, p := range printed {
		if p.Encoding != "" {
			decoded++
			continue
		}
		text := []byte(p.New)
		if p.Base64 != "" {
			var err error
			text, err = base64.StdEncoding.DecodeString(p.Base64)
			require.NoError(t, err)
		}
		require.LessOrEqual(t, p.Offset+p.Replaced, len(src))
		line += bytes.Count(src[at:p.Offset], []byte("\n"))
		at = p.Offset
		require.Equal(t, line, p.Line)
		requireText(t, p.Before, src[:at], bytes.HasSuffix)
		requireText(t, p.Old, src[at:at+p.Replaced], bytes.Equal)
		requireText(t, p.After, src[at+p.Replaced:], bytes.HasPrefix)
		edits = append(edits, edit.Edit{Start: p.Offset, End: p.Offset + p.Replaced, New: text})
	}
	return edits, decoded
}

// requireText checks that a text that is printed is that of the source. Bytes that are not UTF-8 are
// printed as U+FFFD, so that these texts cannot be compared.
func requireText(t testing.TB, printed string, src []byte, same func(a, b []byte) bool) {
	if !strings.Contains(printed, "\ufffd") {
		require.True(t, same(src, []byte(printed)), "%q", printed)
	}
}

// checkEdits checks that the edits that are printed of a file make its result, and returns how many
// there are of its bytes, and of decoded text.
func checkEdits(t testing.TB, name, content string) (raw, decoded int) {
	require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	var want, stderr bytes.Buffer
	if run([]string{"abs", "-b", "http://h.example/d/", name}, strings.NewReader(""), &want, &stderr) != exitOK {
		return 0, 0 // no document
	}
	edits, decoded := ofBytes(t, []byte(content), editsOf(t, "-b", "http://h.example/d/", name))
	got, err := edit.Apply([]byte(content), edits)
	require.NoError(t, err)
	require.Equal(t, want.String(), string(got))
	return len(edits), decoded
}

// TestDiffEdits checks that the edits that are printed make the result, whatever encodings a link is in.
func TestDiffEdits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, eol := range []string{"\n", "\r\n"} {
		for name, content := range diffFiles(eol) {
			raw, decoded := checkEdits(t, filepath.Join(dir, name), content)
			require.NotZero(t, raw, name)
			if strings.Contains(content, "quoted-printable") || strings.Contains(content, "base64") || strings.HasPrefix(content, "\xff\xfe") {
				require.NotZero(t, decoded, name)
			}
		}
	}
	raw, _ := checkEdits(t, filepath.Join(dir, "latin.html"), "<base href='http://\xe9.example/'>\xff<a href=\"x\">\xe9\xe9")
	require.Equal(t, 1, raw)
}

// TestDiffEditsCorpus holds the same for the pages and messages of other people.
func TestDiffEditsCorpus(t *testing.T) {
	t.Parallel()
	dir, changed, decoded := t.TempDir(), 0, 0
	for _, f := range slices.Concat(corpus.Files(t, "mail"), corpus.Files(t, "pages")) {
		if filepath.Ext(f.Name) == ".gz" { // offsets are those of the decompressed file
			continue
		}
		raw, inner := checkEdits(t, filepath.Join(dir, filepath.Base(f.Name)), string(f.Data))
		if raw > 0 {
			changed++
		}
		decoded += inner
	}
	t.Logf("%d files change, %d edits of decoded text", changed, decoded)
	require.Greater(t, changed, 12)
	require.Greater(t, decoded, 800)
}
