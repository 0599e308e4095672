package scale_test

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/scale"
	"github.com/hrefix/hrefix/rewrite"
)

// makers make the sets.
var makers = map[string]func(dir string, set scale.Set) ([]string, error){
	"WARC":      scale.WARC,
	"mailboxes": scale.Mailboxes,
}

// TestSame checks that a set is the same each time, that another seed gives another set, and that
// a set has the size and number of files that were asked for.
func TestSame(t *testing.T) {
	for name, generate := range makers {
		t.Run(name, func(t *testing.T) {
			set := scale.Set{Seed: 7, Bytes: 1 << 20, Files: 20}
			first, second := files(t, generate, set), files(t, generate, set)
			require.Equal(t, first, second)
			require.Len(t, first, set.Files)
			total, largest := 0, 0
			for _, data := range first {
				total += len(data)
				largest = max(largest, len(data))
			}
			require.GreaterOrEqual(t, int64(total), set.Bytes)
			require.Less(t, int64(total), 2*set.Bytes)
			require.Greater(t, largest, 3*total/set.Files, "sizes differ")
			set.Seed = 8
			require.NotEqual(t, first, files(t, generate, set))
		})
	}
}

// files makes a set, and returns the bytes of its files by their names.
func files(t *testing.T, generate func(string, scale.Set) ([]string, error), set scale.Set) map[string][]byte {
	dir := t.TempDir()
	names, err := generate(dir, set)
	require.NoError(t, err)
	all := make(map[string][]byte)
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		require.NoError(t, err)
		all[filepath.ToSlash(rel)], err = os.ReadFile(path)
		return err
	}))
	for _, name := range names {
		require.Contains(t, all, name)
	}
	require.Len(t, all, len(names))
	return all
}

// TestContents checks that the sets have what the package documents, by what the engine reports.
func TestContents(t *testing.T) {
	for name, want := range map[string][]string{
		"WARC": {
			"name *.warc", "name *.warc.gz", "name *.warc.zst",
			"WARC-Type: warcinfo", "WARC-Type: request", "WARC-Type: response", "WARC-Type: resource", "WARC-Type: metadata", "WARC-Type: revisit",
			"Content-Type: text/html", "Content-Type: image/jpeg", "Content-Type: text/css", "Content-Type: message/rfc822",
			"Transfer-Encoding: chunked", "Content-Encoding: gzip", "Content-Transfer-Encoding: base64",
			"status resolved", "status absolute", "layer embedded", "layer retrieval", " Location", "base href", "a href", "img srcset", "div style",
		},
		"mailboxes": {
			"name *.mbox", "name *.mbox.gz", "Base: <URL", "Content-Base: ", "Content-Type: text/html", "Content-Type: application/pdf",
			"Content-Transfer-Encoding: 8bit", "Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable",
			"status resolved", "status absolute", "layer embedded", "layer encapsulating", "layer retrieval", "base href", "a href", "img srcset", "div style",
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.Subset(t, contents(t, files(t, makers[name], scale.Set{Seed: 1, Bytes: 2 << 20, Files: 20})), want)
		})
	}
}

// contents returns what occurs in the files of a set.
func contents(t *testing.T, all map[string][]byte) (found []string) {
	seen := make(map[string]bool)
	for name, data := range all {
		seen["name *"+name[strings.Index(name, "."):]] = true
		text := decompressed(t, data)
		for _, m := range kinds.FindAllString(text, -1) {
			seen[strings.ReplaceAll(m, "\r", "")] = true
		}
		links(t, name, text, seen)
	}
	return slices.Sorted(maps.Keys(seen))
}

// kinds finds the fields that name a kind of record, body or part.
var kinds = regexp.MustCompile(`(?m)^(WARC-Type|Content-Type|Transfer-Encoding|Content-Encoding|Content-Transfer-Encoding|Base|Content-Base): [\w</-]*`)

// links adds what the library reports about the links of a file.
func links(t *testing.T, name, text string, seen map[string]bool) {
	rw, err := rewrite.New(rewrite.Options{Base: "http://example.org/"})
	require.NoError(t, err)
	n := 0
	for l, err := range rw.ReadLinks(strings.NewReader(text)) {
		require.NoError(t, err, name)
		n++
		seen["status "+string(l.Status)] = true
		seen["layer "+l.Base.Layer.String()] = true
		seen[l.Element+" "+l.Attr] = true
	}
	require.NotZero(t, n, name)
}

// decompressed returns the text of a file. Members and frames follow each other.
func decompressed(t *testing.T, data []byte) string {
	var r io.Reader = bytes.NewReader(data)
	var err error
	switch {
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		r, err = gzip.NewReader(r)
	case bytes.HasPrefix(data, []byte("\x28\xb5\x2f\xfd")):
		r, err = zstd.NewReader(r)
	}
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(text)
}
