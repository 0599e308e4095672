//go:build unix

package peers

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A recordOf is a record of a web archive as warcio (npm) reads it.
type recordOf struct {
	Offset, Length int
	Type, ID, URL  string
	RefersTo       string
	Mime           string
	Body           string // without codings, as base64
	BlockDigest    *bool  // whether it is right
	PayloadDigest  string // what it is of: plain, chunks or wrong
}

// warcio returns the directory in which warcio is installed.
func warcio(t *testing.T) string {
	need(t, "npm", "node")
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/warcio")))
	install := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
	install.Dir = dir
	out, err := install.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return dir
}

// readArchive returns the records of an archive as warcio in dir reads them.
func readArchive(t *testing.T, dir, name string) (records []recordOf) {
	out := run(t, "", "node", filepath.Join(dir, "read.js"), name).stdout
	d := json.NewDecoder(strings.NewReader(out))
	for d.More() {
		var r recordOf
		require.NoError(t, d.Decode(&r))
		records = append(records, r)
	}
	return records
}

// digests are functions that compute digests in the forms that crawlers write.
var digests = []func([]byte) string{
	func(p []byte) string { h := sha1.Sum(p); return "sha1:" + base32.StdEncoding.EncodeToString(h[:]) },
	func(p []byte) string { h := sha1.Sum(p); return "sha1:" + hex.EncodeToString(h[:]) },
	func(p []byte) string { h := sha256.Sum256(p); return "sha256:" + hex.EncodeToString(h[:]) },
	func(p []byte) string {
		h := sha256.Sum256(p)
		return "SHA-256:" + base32.StdEncoding.EncodeToString(h[:])
	},
	func(p []byte) string { h := md5.Sum(p); return "md5:" + hex.EncodeToString(h[:]) },
}

// inChunks returns a body in chunks.
func inChunks(body []byte) []byte {
	var out bytes.Buffer
	for part := range slices.Chunk(body, 100) {
		fmt.Fprintf(&out, "%x\r\n%s\r\n", len(part), part)
	}
	return append(out.Bytes(), "0\r\n\r\n"...)
}

func zipped(p []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(p) // writing to memory cannot fail
	_ = z.Close()
	return out.Bytes()
}

const anyPage = "<!doctype html><meta charset=utf-8><title>é</title><a href=x>x</a> <img src=../i.png>"

// crawled writes an archive, and returns its name and the pages in it by their URLs. Each record is
// a gzip member if zip is set.
func crawled(t *testing.T, zip bool) (name string, pages map[string]string) {
	var out bytes.Buffer
	pages = make(map[string]string)
	for i, digest := range digests {
		for _, coding := range []string{"", "gzip", "chunked", "gzip chunked", "stored chunks"} {
			url := fmt.Sprintf("http://h.example/%d/%s/", i, strings.ReplaceAll(coding, " ", "-"))
			pages[url] = anyPage + strings.Repeat("<p>text</p>\n", 40*i)
			record := capture(url, []byte(pages[url]), coding, digest)
			if zip {
				record = zipped(record)
			}
			out.Write(record)
		}
	}
	return write(t, "crawl.warc"+map[bool]string{true: ".gz"}[zip], out.String()), pages
}

// capture returns a record with a page.
func capture(url string, body []byte, coding string, digest func([]byte) string) []byte {
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nLink: <style.css>; rel=stylesheet\r\n"
	if strings.Contains(coding, "gzip") {
		head, body = head+"Content-Encoding: gzip\r\n", zipped(body)
	}
	payload := body
	if strings.Contains(coding, "chunk") {
		head, body = head+"Transfer-Encoding: chunked\r\n", inChunks(body)
		if coding == "stored chunks" {
			payload = body
		}
	} else {
		head += fmt.Sprintf("Content-Length: %d\r\n", len(body))
	}
	block := append([]byte(head+"\r\n"), body...)
	return fmt.Appendf(nil, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:test:%s>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\nWARC-Target-URI: %s\r\n"+
		"WARC-Block-Digest: %s\r\nWARC-Payload-Digest: %s\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		url, url, digest(block), digest(payload), len(block), block)
}

// TestPeerWarcio checks that warcio reads archives that the command writes: every record, with the
// page that the command makes of the plain page, digests that are right, and places that are
// those of --cdxj.
func TestPeerWarcio(t *testing.T) {
	dir := warcio(t)
	for _, zip := range []bool{false, true} {
		name, pages := crawled(t, zip)
		old := readArchive(t, dir, name)
		require.Len(t, old, len(pages))
		checkDigests(t, old)
		absolute := make(map[string]string)
		for url, page := range pages {
			absolute[url] = run(t, page, hrefix(t), "abs", "-b", url, "-").stdout
		}
		for _, flags := range [][]string{{}, {"--replace"}, {"--replace", "--encoding", "identity"}} {
			out := filepath.Join(t.TempDir(), filepath.Base(name))
			index := filepath.Join(filepath.Dir(out), "index.cdxj")
			run(t, "", hrefix(t), slices.Concat([]string{"abs", "-o", out, "--cdxj", index}, flags, []string{name})...)
			records := readArchive(t, dir, out)
			checkDigests(t, records)
			checkPages(t, old, records, absolute, len(flags) == 0)
			checkIndex(t, dir, out, index)
		}
	}
}

// checkDigests checks that all digests are right.
func checkDigests(t *testing.T, records []recordOf) {
	for _, r := range records {
		require.True(t, r.BlockDigest != nil && *r.BlockDigest, r.URL)
		want := "plain"
		if strings.HasSuffix(r.URL, "/stored-chunks/") && r.Type == "response" && r.PayloadDigest == "chunks" {
			want = "chunks"
		}
		require.Equal(t, want, r.PayloadDigest, r.URL)
	}
}

// checkPages checks the pages of a new archive: those of the old one with their conversions, or the
// absolute ones.
func checkPages(t *testing.T, old, records []recordOf, absolute map[string]string, conversions bool) {
	i := 0
	for _, before := range old {
		want := absolute[before.URL]
		if conversions {
			require.Equal(t, before.ID, records[i].ID)
			require.Equal(t, before.Body, records[i].Body)
			i++
			require.Equal(t, "conversion", records[i].Type)
			require.Equal(t, before.ID, records[i].RefersTo)
			require.Equal(t, "text/html; charset=utf-8", records[i].Mime)
		} else {
			require.Equal(t, before.ID, records[i].ID)
		}
		require.Equal(t, before.URL, records[i].URL)
		body, err := base64.StdEncoding.DecodeString(records[i].Body)
		require.NoError(t, err)
		require.Equal(t, want, string(body), before.URL)
		i++
	}
	require.Len(t, records, i)
}

// checkIndex compares an index with the one that warcio makes.
func checkIndex(t *testing.T, dir, archive, index string) {
	text, err := os.ReadFile(index)
	require.NoError(t, err)
	theirs := run(t, "", filepath.Join(dir, "node_modules/.bin/warcio"), "cdx-index", "--format", "cdxj", archive).stdout
	require.Equal(t, places(t, theirs), places(t, string(text)))
}

// places returns the lines of an index without their keys, sorted.
func places(t *testing.T, index string) (list []string) {
	for line := range strings.Lines(index) {
		words := strings.SplitN(line, " ", 3)
		require.Len(t, words, 3)
		object := make(map[string]string)
		require.NoError(t, json.Unmarshal([]byte(words[2]), &object))
		object["mime"], _, _ = strings.Cut(object["mime"], ";") // warcio keeps parameters of conversions
		for _, key := range slices.Sorted(maps.Keys(object)) {
			words[1] += " " + key + "=" + object[key]
		}
		list = append(list, words[1])
	}
	slices.Sort(list)
	return list
}
