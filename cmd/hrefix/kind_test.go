package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// oneOfEach writes a file of each kind that is recognised to a folder, each a real head
// with a link after it, and others: bytes that are not text, and archives that are
// compressed. It returns the names of the files, which end with the kind of each.
func oneOfEach(t *testing.T, dir string) (names []string) {
	heads, err := os.ReadFile("../../internal/filekind/testdata/heads.tsv")
	require.NoError(t, err)
	const link = `<html><a href="y">`
	put := func(kind, ext string, text []byte) {
		name := fmt.Sprintf("%03d %s%s", len(names), strings.ReplaceAll(kind, "/", "-"), ext)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
		names = append(names, name)
	}
	for line := range strings.Lines(string(heads)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		switch fields[0] {
		case "a WARC file", "an ARC file", "a tar archive", "a zip archive", "an empty zip archive", "an EPUB book":
			continue // they are containers
		}
		head, err := strconv.Unquote(fields[2])
		require.NoError(t, err)
		text := []byte(head + link)
		if !strings.Contains(fields[0], "gzip") && !strings.Contains(fields[0], "zstd") {
			put(fields[0], "", text)
			put(fields[0], ".html", text)
		}
		if fields[0] == "a 7z archive" {
			var z bytes.Buffer
			w := gzip.NewWriter(&z)
			_, err := w.Write(text)
			require.NoError(t, err)
			require.NoError(t, w.Close())
			put(fields[0]+", compressed", ".gz", z.Bytes())
		}
	}
	noise := make([]byte, 3000)
	sum := sha256.Sum256(nil)
	for i := range noise { // as random as any
		noise[i] = sum[i%len(sum)]
		if i%len(sum) == len(sum)-1 {
			sum = sha256.Sum256(sum[:])
		}
	}
	put("neither text nor a known kind of file", "", append(noise, link...))
	put("neither text nor a known kind of file", ".html", append(noise, link...))
	return names
}

// TestKinds checks that files that are no documents are left, named or found, and that the
// error names the kind of file. Documents in the same directory are rewritten.
func TestKinds(t *testing.T) {
	dir := t.TempDir()
	names := oneOfEach(t, dir)
	t.Chdir(dir)
	require.Greater(t, len(names), 300)
	digests := func() (all []string) {
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			all = append(all, fmt.Sprintf("%x", sha256.Sum256(text)))
		}
		return all
	}
	before := digests()
	page := func(want string) {
		text, err := os.ReadFile("page.html")
		require.NoError(t, err)
		require.Equal(t, want, string(text))
		require.NoError(t, os.WriteFile("page.html", []byte("<a href=x>"), 0o600))
	}
	require.NoError(t, os.WriteFile("page.html", []byte("<a href=x>"), 0o600))

	var stdout, stderr bytes.Buffer
	args := append([]string{"abs", "-w", "--verbose", "-b", "http://a/", "page.html"}, names...)
	require.Equal(t, exitFailed, run(args, strings.NewReader(""), &stdout, &stderr))
	page("<a href=http://a/x>")
	require.Equal(t, before, digests())
	lines := strings.Split(stderr.String(), "\n")
	for i, name := range names {
		kind := strings.TrimSuffix(strings.TrimSuffix(name[len("000 "):], ".html"), ".gz")
		require.Contains(t, lines[i], "hrefix: "+name+": "+kind+": ", lines[i])
	}
	require.Contains(t, lines[len(names)], "1 document, 1 changed")

	stderr.Reset()
	require.Equal(t, exitOK, run([]string{"abs", "-w", "--verbose", "-b", "http://a/", "--same-base", "."}, strings.NewReader(""), &stdout, &stderr))
	page("<a href=http://a/x>")
	require.Equal(t, before, digests())
	require.Contains(t, stderr.String(), "1 document, 1 changed, 1 reference: 1 made absolute, ")
	require.Contains(t, stderr.String(), "\nhrefix: passed over: ")
	require.Contains(t, stderr.String(), ".html: passed over: a PNG image\n")

	for _, verb := range []string{"rel", "pin"} {
		require.Equal(t, exitOK, run([]string{verb, "-w", "--root", "http://a/=.", "."}, strings.NewReader(""), &stdout, &stderr))
		require.Equal(t, before, digests())
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		stdout.Reset()
		stderr.Reset()
		require.Equal(t, exitOK, run([]string{"-b", "http://a/"}, bytes.NewReader(text), &stdout, &stderr), name)
		require.True(t, bytes.Equal(text, stdout.Bytes()), name)
		require.Contains(t, stderr.String(), ", left as it is", name)
	}
}

// TestEmptied checks that a document that the shell has emptied is an error, and that other
// empty documents are not.
func TestEmptied(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"p.html", "q.html"} {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	for _, c := range []struct {
		args          string
		stdin, stdout string
		want          string
	}{
		{"abs p.html", "", "p.html", "hrefix: p.html: is empty, and stdout leads to it: the shell emptied it before hrefix started: restore it, and give -w FILE to write in place\n"},
		{"links p.html", "", "p.html", "hrefix: p.html: is empty, and stdout leads to it: the shell emptied it before hrefix started: restore it, and give -w FILE to write in place\n"},
		{"abs", "p.html", "p.html", "hrefix: stdin: is empty, and stdout leads to it: the shell emptied it before hrefix started: restore it, and give -w FILE to write in place\n"},
		{"abs p.html", "", "q.html", ""},
		{"abs", "p.html", "q.html", ""},
		{"abs", os.DevNull, os.DevNull, ""},
		{"links .", "", "q.html", ""},
		{"abs -o out p.html q.html", "", "", ""},
	} {
		open := func(name string) *os.File {
			if name == "" {
				name = os.DevNull
			}
			f, err := os.OpenFile(name, os.O_RDWR, 0)
			require.NoError(t, err)
			t.Cleanup(func() { f.Close() })
			return f
		}
		var stderr bytes.Buffer
		status := run(strings.Fields(c.args), open(c.stdin), open(c.stdout), &stderr)
		if c.want == "" {
			require.Equal(t, exitOK, status, "%s: %s", c.args, stderr.String())
			continue
		}
		require.Equal(t, exitFailed, status, c.args)
		require.Equal(t, c.want, stderr.String())
	}
	require.FileExists(t, "out/p.html")
}
