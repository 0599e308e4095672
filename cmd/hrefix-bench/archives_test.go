package main

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMakeArchive: the archive has the pages in turn, each in a record of its own.
func TestMakeArchive(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.warc.gz")
	page := strings.Repeat("x", archiveSize/5)
	n, err := makeArchive(name, []document{{data: []byte(page)}, {data: []byte(page + "y")}})
	require.NoError(t, err)
	require.Equal(t, 5, n)
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	require.Equal(t, 5, strings.Count(string(text), "WARC-Type: response\r\n"))
	require.Equal(t, 2, strings.Count(string(text), "xy\r\n\r\n"))
}
