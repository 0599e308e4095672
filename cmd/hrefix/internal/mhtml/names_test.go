package mhtml_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/mhtml"
)

// message returns a message with a page, an image and a frame, which have these URLs.
func message(page, image, frame string) []byte {
	part := func(mediaType, location, text string) string {
		if location != "" {
			location = "Content-Location: " + location + "\n"
		}
		return "--b\n" + location + "Content-Type: " + mediaType + "\n\n" + text + "\n"
	}
	return []byte("Content-Type: multipart/related; boundary=b\n\n" +
		part("text/html", page, "<p>x") + part("image/gif", image, "GIF89a") + part("text/html", frame, "<p>y") + "--b--\n")
}

// TestParts checks which references in the page and in the frame lead to parts, by the URLs that Word,
// Excel and Internet Explorer give parts.
func TestParts(t *testing.T) {
	for name, c := range map[string][3]string{
		"Word, Excel":      {"file:///C:/1/r.htm", "file:///C:/1/r_files/a%20b.gif", "file:///C:/1/r_files/s.htm"},
		"backslashes":      {`file://C:\1\r.htm`, `file://C:\1\r_files\a b.gif`, `file://C:\1\r_files\s.htm`},
		"mixed":            {`file:///C:/1/r.htm`, `file://C:\1\r_files\a%20b.gif`, `C:\1\r_files\s.htm`},
		"no slash":         {"file:C:/1/r.htm", "FILE:C:/1/r_files/a%20b.gif", "file:C:/1/r_files/s.htm"},
		"a server":         {"file://srv/share/r.htm", `\\srv\share\r_files\a%20b.gif`, "file:////srv/share/r_files/s.htm"},
		"an archive":       {`mhtml:file://C:\1\r.mht!r.htm`, `mhtml:file://C:\1\r.mht!r_files/a%20b.gif`, `MHTML:file://C:\1\r.mht!r_files/s.htm`},
		"files of it":      {"mhtml:file:///C:/1/r.mht!file:///C:/1/r.htm", "mhtml:file:///C:/1/r.mht!file:///C:/1/r_files/a%20b.gif", "file:///C:/1/r_files/s.htm"},
		"the web in it":    {`mhtml:file://C:\1\r.mht!http://w.example/r.htm`, "http://w.example/r_files/a%20b.gif", "http://w.example/r_files/s.htm"},
		"the message":      {"thismessage:/r.htm", "thismessage:/r_files/a%20b.gif", "THISMESSAGE:r_files/s.htm"},
		"relative":         {"r.htm", "r_files/a%20b.gif", "r_files/s.htm"},
		"folded":           {"file:///C:/1/\n r.htm", "file:///C:/1/r_files/\n a%20b.gif", "file:///C:/1/\n r_files/s.htm"},
		"page has no name": {"", "r_files/a%20b.gif", "r_files/s.htm"},
	} {
		t.Run(name, func(t *testing.T) {
			parts := mhtml.PartsOf(message(c[0], c[1], c[2]), mhtml.Options{})
			has := func(part, ref string) bool { return parts.Has(part, []byte(ref)) }
			for _, ref := range []string{"r_files/a%20b.gif", "./r_files/s.htm#x", "r_files/a b.gif", c[2]} {
				require.True(t, has("1", ref) || ref == c[2] && name == "relative", ref)
			}
			require.True(t, has("3", "a%20b.gif"))
			require.Equal(t, c[0] != "", has("3", "../r.htm"))
			for _, ref := range []string{"", "r_files/none.gif", "a%20b.gif", "cid:x", "http://h/r_files/s.htm", "file:///D:/1/r_files/s.htm", "thismessage:/none"} {
				require.False(t, has("1", ref), ref)
			}
			require.False(t, has("9", "r_files/s.htm"))
		})
	}
}

// TestFilesNotWritten checks that a URL of a file is a base that is written only if that is allowed.
func TestFilesNotWritten(t *testing.T) {
	source := message("file:///C:/1/r.htm", "file:///C:/1/r_files/a.gif", "")
	for schemes, want := range map[string]string{"": "http://thismessage.invalid/file:/C:/1/r.htm", "http,file": "file:///C:/1/r.htm"} {
		var o mhtml.Options
		if schemes != "" {
			o.BaseSchemes = strings.Split(schemes, ",")
		}
		p, ok := mhtml.Parse(source, "r", false, crawl.NewFolder(), o)
		require.True(t, ok)
		require.Equal(t, want, p.Files[0].Tree().URL())
		require.Equal(t, schemes != "", p.Files[0].HasBase())
		require.Empty(t, p.Files[0].URL)
		for _, url := range []string{"file:///C:/1/r_files/a.gif", "http://thismessage.invalid/file:/C:/1/r_files/a.gif"} {
			_, location, found := p.Files[0].Tree().Find(url)
			require.True(t, found)
			require.Equal(t, "file:///r_files/a.gif", location)
		}
	}
}

// TestContentIDs checks cid: URLs.
func TestContentIDs(t *testing.T) {
	parts := mhtml.PartsOf([]byte("Message-ID: <m@x>\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-ID: <a@x>\nContent-Type: text/html\n\n"+
		"<p>\n--b\nContent-Location: cid:frame-1@x\nContent-Type: text/html\n\n<p>\n--b--\n"), mhtml.Options{})
	for ref, want := range map[string]bool{"cid:a@x": true, "CID:a%40x": true, "cid:m@x": true, "cid:frame-1@x": true, "cid:b@x": false, "a@x": false} {
		require.Equal(t, want, parts.Has("1", []byte(ref)), ref)
	}
}
