//go:build unix

package browser

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/mimebase"
)

// saved returns the single-file archives of the corpus. An archive with line endings that
// the browser cannot read gets a twin with CR LF.
func saved(t testing.TB) []archive {
	if !hasCorpus() {
		return nil
	}
	var all []archive
	for _, f := range corpus.Files(t, "mail") {
		if strings.HasSuffix(f.Name, ".mhtml") || isArchive(f.Data) {
			all = append(all, twins(f.Name, f.Data)...)
		}
	}
	return all
}

// isArchive reports whether a message is a single-file archive: a
// multipart/related of HTML and of parts that have locations.
func isArchive(source []byte) bool {
	top := mimebase.Parse(source, nil, mimebase.Options{})
	html, located := false, false
	for _, part := range top.Parts {
		_, ok := part.FieldBody("Content-Location")
		located = located || ok
		html = html || part.MediaType == "text/html"
	}
	return top.MediaType == "multipart/related" && html && located
}

// twins returns an archive and, if it has line endings other than CR LF, the same archive
// with CR LF.
func twins(name string, source []byte) []archive {
	all := []archive{{name: name, source: source}}
	lf := bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	if crlf := bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n")); !bytes.Equal(crlf, source) {
		all = append(all, archive{name: name + " with CR LF", source: crlf})
	}
	return all
}

// handMade returns our own archives, in the styles of several programs.
func handMade(t testing.TB) []archive {
	files, err := filepath.Glob("testdata/archives/*.mht")
	require.NoError(t, err)
	var all []archive
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		all = append(all, twins("made: "+filepath.Base(f), data)...)
	}
	return all
}
