//go:build unix

package peers

import (
	"archive/zip"
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An epubFile is a file of a book.
type epubFile struct{ name, text string }

// epub returns the files of a book with n chapters. body is in each of them.
func epub(n int, body string) []epubFile {
	var items, spine, toc, points strings.Builder
	files := []epubFile{{"mimetype", "application/epub+zip"}, {"META-INF/container.xml", `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`}}
	for i := range n {
		fmt.Fprintf(&items, "<item id=\"c%d\" href=\"c%d.xhtml\" media-type=\"application/xhtml+xml\"/>\n", i, i)
		fmt.Fprintf(&spine, "<itemref idref=\"c%d\"/>", i)
		fmt.Fprintf(&toc, "<li><a href=\"c%d.xhtml#start\">%d</a></li>", i, i)
		fmt.Fprintf(&points, "<navPoint id=\"n%d\" playOrder=\"%d\"><navLabel><text>%d</text></navLabel><content src=\"c%d.xhtml#start\"/></navPoint>", i, i+1, i, i)
		files = append(files, epubFile{fmt.Sprintf("EPUB/c%d.xhtml", i), fmt.Sprintf(`<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>%d</title><link rel="stylesheet" href="s.css" type="text/css"/></head>
<body><h1 id="start">%d</h1><p>%s <a href="c%d.xhtml#start">next</a></p></body></html>`, i, i, body, (i+1)%n)})
	}
	return append(files,
		epubFile{"EPUB/s.css", "h1 { color: black }\n"},
		epubFile{"EPUB/nav.xhtml", `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head>
<body><nav epub:type="toc"><ol>` + toc.String() + `</ol></nav></body></html>`},
		epubFile{"EPUB/toc.ncx", `<?xml version="1.0" encoding="utf-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="urn:uuid:12345678-1234-4234-8234-123456789abc"/></head>
<docTitle><text>T</text></docTitle><navMap>` + points.String() + `</navMap></ncx>`},
		epubFile{"EPUB/package.opf", `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:12345678-1234-4234-8234-123456789abc</dc:identifier><dc:title>T</dc:title><dc:language>en</dc:language>
<meta property="dcterms:modified">2024-01-01T00:00:00Z</meta></metadata><manifest>
<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="css" href="s.css" media-type="text/css"/>
` + items.String() + `</manifest><spine toc="ncx">` + spine.String() + `</spine></package>`})
}

// writeEPUB writes a book. Its file mimetype is the first, and not compressed (EPUB OCF 3.3 section 4.3).
func writeEPUB(t *testing.T, name string, files []epubFile) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		create := z.CreateHeader
		if f.name == "mimetype" {
			h.Method, create = zip.Store, z.CreateRaw
			h.CRC32, h.CompressedSize64, h.UncompressedSize64 = crc32.ChecksumIEEE([]byte(f.text)), uint64(len(f.text)), uint64(len(f.text))
		}
		w, err := create(h)
		require.NoError(t, err)
		_, err = io.WriteString(w, f.text)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	require.NoError(t, os.WriteFile(name, out.Bytes(), 0o600))
}

// epubcheck is the program of Debian.
const epubcheck = "/usr/bin/epubcheck"

// epubSays returns what epubcheck reports on a book, without its path.
func epubSays(t *testing.T, book string) string {
	r := try(t, "", "java", "-jar", epubcheck, book) // it is no program without binfmt_misc
	return regexp.MustCompile(`\(\d+,\d+\)`).ReplaceAllString(strings.ReplaceAll(r.stdout+r.stderr, book, "BOOK"), "")
}

// TestPeerEPUBCheck compares what epubcheck reports on books before and after their links change.
func TestPeerEPUBCheck(t *testing.T) {
	need(t, "java", "unzip")
	require.FileExists(t, epubcheck)
	old := `<a href="http://old.example/x?a=1&amp;b=2">out</a>`
	for body, good := range map[string]bool{
		old: true,
		old + ` <a href="gone.xhtml">dead</a> <a href="c0.xhtml#no">dead</a>`: false,
	} {
		dir := t.TempDir()
		before, after, same := filepath.Join(dir, "before.epub"), filepath.Join(dir, "after.epub"), filepath.Join(dir, "same.epub")
		writeEPUB(t, before, epub(5, body))
		says := epubSays(t, before)
		require.Equal(t, good, strings.Contains(says, "No errors or warnings detected"), says)
		r := try(t, "", hrefix(t), "move", "--from", "http://old.example/", "--to", "https://new.example/longer/", "-o", after, before)
		require.True(t, r.ok, r.stderr)
		require.Equal(t, says, epubSays(t, after))
		require.True(t, try(t, "", "unzip", "-tq", after).ok)
		require.Equal(t, 1, strings.Count(try(t, "", "unzip", "-p", after, "EPUB/c0.xhtml").stdout, `"https://new.example/longer/x?a=1&amp;b=2"`))
		r = try(t, "", hrefix(t), "abs", "--root", "http://h.example/="+before, "-o", same, before)
		require.True(t, r.ok, r.stderr)
		want, err := os.ReadFile(before)
		require.NoError(t, err)
		got, err := os.ReadFile(same)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, good, try(t, "", hrefix(t), "check", before).ok)
	}
}
