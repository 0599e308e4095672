//go:build unix

package browser

import (
	"encoding/base64"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBrowserArchivesRules checks the rules by which the browser finds a part, as listed in
// the documentation of this package.
func TestBrowserArchivesRules(t *testing.T) {
	const dir = "http://doc.example/dir/"
	const page = "Content-Location: " + dir + "page.html"
	tab := start(t).open(t, "http://doc.example")
	folder := t.TempDir()
	for i, c := range []struct {
		top, main, part string // fields of the multipart, of the page, and of a picture
		src             string
		found           bool
	}{
		{"", page, "Content-Location: " + dir + "a.png", "a.png", true},
		{"", page, "Content-Location: a.png", "a.png", false},
		{"", page, "Content-Location: /dir/a.png", "a.png", false},
		{"", "", "Content-Location: a.png", "a.png", false},
		{"", "Content-Location: page.html", "Content-Location: a.png", "a.png", false},
		{"", "Content-Location: thismessage:/page.html", "Content-Location: thismessage:/a.png", "a.png", true},
		{"", "Content-Location: cid:page@x", "Content-Location: " + dir + "a.png", "a.png", false},
		{"", "Content-Base: " + dir, "Content-Location: " + dir + "a.png", "a.png", false},
		{"Content-Base: " + dir, "", "Content-Location: " + dir + "a.png", "a.png", false},
		{"Base: <URL:" + dir + ">", "", "Content-Location: " + dir + "a.png", "a.png", false},
		{"Content-Location: " + dir, "", "Content-Location: " + dir + "a.png", "a.png", false},
		{"Snapshot-" + page, "", "Content-Location: " + dir + "a.png", "a.png", false},
		{"", page, "Content-ID: <a@x>", "cid:a@x", true},
		{"", page, "Content-ID: <a@x>", "CID:a@x", true},
		{"", page, "Content-ID: <a@x>", "cid:a%40x", false},
		{"", page, "Content-Location:\r\n " + dir + "a.png", "a.png", true},
		{"", page, "Content-Location: http://doc\r\n .example/dir/a.png", "a.png", true},
		{"", page, "Content-Location: http://doc.example/\r\n\tdir/a.png", "a.png", true},
		{"", page, "Content-Location: http://doc.example/\r\n\t\tdir/a.png", "a.png", true},
		{"", page, "Content-Location: http://doc.example/\r\n  dir/a.png", "a.png", false},
		{"", page, "Content-Location: http://doc.example/\r\n  dir/a.png", "/%20dir/a.png", true},
		{"", page, "Content-Location: =?utf-8?Q?" + dir + "a.png?=", "a.png", false},
		{"", page, "Content-Location: \"" + dir + "a.png\"", "a.png", false},
		{"", page, "Content-Location: " + dir + "ä.png", "%C3%A4.png", true},
		{"", page, "Content-Location: " + dir + "%c3%a4.png", "%C3%A4.png", false},
		{"", page, "Content-Location: " + dir + "a b.png", "a%20b.png", true},
		{"", page, "Content-Location: HTTP://Doc.Example:80/x/../dir/a.png", "a.png", true},
		{"", "Content-Transfer-Encoding: 7bit\r\n" + page, "Content-Location: " + dir + "a.png", "a.png", false},
	} {
		f := form{file: filepath.Join(folder, fmt.Sprint(i), "page.mhtml"), source: ruleArchive(t, c.top, c.main, c.part, c.src)}
		require.NoError(t, f.write())
		s, err := tab.readArchive(f.file)
		require.NoError(t, err)
		require.Equal(t, c.found, s.Loaded == 1, "%q, %q, %q, %s", c.top, c.main, c.part, c.src)
	}
}

// ruleArchive returns an archive of a page with one picture, whose tag contains a line
// break. The page is quoted-printable unless its header says otherwise.
func ruleArchive(t testing.TB, top, main, part, src string) []byte {
	header := func(fields ...string) string {
		fields = slices.DeleteFunc(fields, func(f string) bool { return f == "" })
		return strings.Join(fields, "\r\n") + "\r\n\r\n"
	}
	encoding := "Content-Transfer-Encoding: quoted-printable"
	if strings.Contains(main, "Encoding") {
		encoding = ""
	}
	return []byte(header(top, "MIME-Version: 1.0", "Content-Type: multipart/related; boundary=b") +
		"--b\r\n" + header("Content-Type: text/html", encoding, main) + "<img\r\nsrc='" + src + "'>" +
		"\r\n--b\r\n" + header("Content-Type: image/png", "Content-Transfer-Encoding: base64", part) +
		base64.StdEncoding.EncodeToString(picture(t, 2, 2)) + "\r\n--b--\r\n")
}
