package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// resource returns a WARC record with a page of a link.
func resource(t *testing.T, url, link string) string {
	t.Helper()
	return "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:x:" + url + ">\r\nWARC-Target-URI: " + url +
		"\r\nWARC-Date: 2024-01-02T03:04:05Z\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n<a href=" + link + ">\r\n\r\n"
}

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// TestArchiveSpots checks that a bad spot in an archive hides no records after it, and that the exit status is 2 if
// a part was not read.
func TestArchiveSpots(t *testing.T) {
	first, second := gzipped(t, resource(t, "http://a/", "x")), gzipped(t, resource(t, "http://b/", "y"))
	wrong := bytes.Clone(first)
	wrong[len(wrong)-8]++
	bomb := gzipped(t, resource(t, "http://c/", "z")+strings.Repeat("\x00", 9<<20))
	dir := t.TempDir()
	for name, c := range map[string]struct {
		spot    []byte
		message string // an error, or ""
		last    bool   // the last record is read
	}{
		"zeros":      {make([]byte, 1000), "", true},
		"bytes":      {[]byte("bytes"), "5 bytes of the file are left", true},
		"plain":      {[]byte(resource(t, "http://c/", "z")), "is not compressed: 188 bytes of the file are left", true},
		"checksum":   {wrong, "checksum or length does not match", true},
		"cut member": {first[:40], "corrupt", true},
		"bomb":       {bomb, "too much text", false},
	} {
		file, out := filepath.Join(dir, name+".warc.gz"), filepath.Join(dir, name+"-out.warc.gz")
		require.NoError(t, os.WriteFile(file, bytes.Join([][]byte{first, c.spot, second}, nil), 0o600))
		want := exitOK
		if c.message != "" {
			want = exitFailed
		}
		for _, args := range [][]string{{"links", file}, {"abs", "--replace", "-o", out, file}, {"extract", "-o", filepath.Join(dir, name), file}} {
			var stdout, stderr bytes.Buffer
			status := run(append(args, "--max-size", "8M"), strings.NewReader(""), &stdout, &stderr)
			require.Equal(t, want, status, "%s %s: %s", name, args, stderr.String())
			require.Contains(t, stderr.String(), c.message, "%s %s", name, args)
			if args[0] == "links" {
				require.Equal(t, c.last, strings.Contains(stdout.String(), "http://b/y"), "%s: %s", name, stdout.String())
			}
		}
	}
}
