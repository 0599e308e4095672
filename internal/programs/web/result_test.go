//go:build unix

package web

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A sample is a file for the page.
type sample struct {
	name    string
	content []byte
}

// settingsOf are settings of the page, and the flags of the command that mean the same. BASE is the address, which
// archives of files get by --root.
var settingsOf = []struct {
	mode, base, dialect, fragments string
}{
	{"abs", "", "rfc1808", "auto"},
	{"abs", "http://h.example/a/b;p?q", "rfc1808", "absolute"},
	{"pin", "http://h.example/a/b/", "rfc1808", "auto"},
	{"abs", "http://h.example/a/b/", "whatwg", "keep"},
	{"abs", "http://h.example/a/b/", "rfc3986", "auto"},
	{"rel", "http://h.example/a/b/", "rfc1808", "auto"},
}

// flags returns the flags of the command for settings. isTree says whether the file is an archive of files.
func flags(i int, name string, isTree bool) []string {
	s := settingsOf[i]
	args := []string{s.mode, "--dialect", s.dialect}
	switch {
	case s.base != "" && isTree:
		args = append(args, "--root", s.base+"="+name)
	case s.base != "":
		args = append(args, "--base", s.base)
	}
	return append(args, "--fragments", s.fragments, "--", name)
}

// compare chooses settings, and compares the result of the file with that of the command. It returns
// whether there is a result.
func (p *page) compare(t testing.TB, name string, i int) bool {
	t.Helper()
	local := filepath.Base(name)
	documents, _ := p.b.abs(name, "base", "--json", "--", local)
	isTree := strings.Contains(string(documents), `{"doc":"`+local+"/")
	want, stderr := p.b.abs(name, flags(i, local, isTree)...)
	if p.is(t, `get("results").hidden`) {
		if source, err := os.ReadFile(name); err != nil || !bytes.Equal(want, source) { // no documents, or an error
			require.Empty(t, want, "%s: the page shows %q, and the command %q", local, p.see(t).Problem, stderr)
		}
		require.NotEmpty(t, p.see(t).Problem)
		return false
	}
	sum := sha256.Sum256(want)
	require.Equal(t, hex.EncodeToString(sum[:]), p.digest(t), "%s %v", local, settingsOf[i])
	return true
}

// chooseWith chooses a file, and then settings, which belong to a file.
func (p *page) chooseWith(t testing.TB, name string, i int) {
	s := settingsOf[i]
	p.choose(t, name)
	p.after(t, 2*time.Minute, func() {
		p.do(t, `get("base").value = %s; document.querySelector("input[name=mode][value=" + %s + "]").checked = true;
		get("dialect").value = %s; get("fragments").value = %s; get("fragments").disabled = false; startRun()`, s.base, s.mode, s.dialect, s.fragments)
	})
}

// madeSamples are files of formats that the corpus lacks.
func madeSamples(t testing.TB) []sample {
	const page = "<base href='http://own.example/x/'><a href=y>y</a> <a href='#z'>z</a>"
	const bare = "<a href=../y>y</a> <a href='#z'>z</a> <a href=b.html>b</a> <a href=http://h.example/a/b/c.html>c</a>"
	message := "Base: <URL:http://own.example/>\nContent-Type: text/html\n\n" + bare + "\n"
	var zipped, zippedPage, tarred bytes.Buffer
	z, archive := zip.NewWriter(&zipped), tar.NewWriter(&tarred)
	for _, name := range []string{"a.html", "b.html", "c.html", "d/e.eml"} {
		content := bare
		if strings.HasSuffix(name, ".eml") {
			content = message
		}
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = w.Write([]byte(content))
		require.NoError(t, err)
		require.NoError(t, archive.WriteHeader(&tar.Header{Name: name, Size: int64(len(content)), Mode: 0o644}))
		_, err = archive.Write([]byte(content))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	require.NoError(t, archive.Close())
	g := gzip.NewWriter(&zippedPage)
	_, err := g.Write([]byte(page))
	require.NoError(t, err)
	require.NoError(t, g.Close())
	const response = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + bare
	record := fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2024-05-01T12:00:00Z\r\n"+
		"WARC-Target-URI: http://own.example/x/\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(response), response)
	return []sample{
		{"crawl.warc", []byte(record)},
		{"page.html", []byte(page)}, {"bare.html", []byte(bare)}, {"page.html.gz", zippedPage.Bytes()},
		{"-b.html", []byte(bare)}, {"a=b c'd\"e.html", []byte(bare)}, {"ü <b>.html", []byte(page)},
		{"empty.html", nil}, {"one.eml", []byte(message)}, {"crlf.eml", []byte(strings.ReplaceAll(message, "\n", "\r\n"))},
		{"box.mbox", []byte(strings.Repeat("From a@b.example Thu Jan  1 00:00:00 2004\n"+message+"\n", 50))},
		{"site.zip", zipped.Bytes()}, {"site.tar", tarred.Bytes()}, {"a=b.zip", zipped.Bytes()},
		{"feed.rss", []byte("<rss version='2.0'><channel><link>http://f.example/</link><item><link>x</link><description>&lt;a href=y></description></item></channel></rss>")},
		{"style.css", []byte("a{background:url(x.png)}")},
		{"picture.png", []byte("\x89PNG\r\n\x1a\n0000")},
		{"wide.html", []byte("\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00x\x00>\x00")},
	}
}

// TestResults compares results of the page with those of the command.
func TestResults(t *testing.T) {
	b := start(t)
	p := b.open(t, b.fileURL())
	dir, results := t.TempDir(), 0
	for _, s := range madeSamples(t) {
		name := filepath.Join(dir, s.name)
		require.NoError(t, os.WriteFile(name, s.content, 0o600))
		for i := range settingsOf {
			p.chooseWith(t, name, i)
			if p.compare(t, name, i) {
				results++
			}
		}
	}
	require.Greater(t, results, 70)
	require.Empty(t, p.see(t).Forbidden)
	b.requireSilent(t)
	figure(t, "made files: results equal to the command's", "%d", results)
}

// TestResultsCorpus compares the results for files of other people: a sample, or all with HREFIX_WEB=all.
func TestResultsCorpus(t *testing.T) {
	b := start(t)
	all := corpus.Files(t)
	every := 12
	if os.Getenv("HREFIX_WEB") == "all" {
		every = 1
	}
	p := b.open(t, b.fileURL())
	results, files, dir := 0, 0, t.TempDir()
	for n, f := range all {
		if n%every != 0 && !strings.HasPrefix(f.Name, "archives/") {
			continue
		}
		files++
		name := filepath.Join(dir, fmt.Sprint(n), filepath.Base(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, f.Data, 0o600))
		i := n % len(settingsOf)
		p.chooseWith(t, name, i)
		if p.compare(t, name, i) {
			results++
		}
	}
	require.Empty(t, p.see(t).Forbidden)
	b.requireSilent(t)
	require.Greater(t, results, files/10)
	figure(t, "files of the corpus", "%d", files)
	figure(t, "files of the corpus: results equal to the command's", "%d", results)
}
