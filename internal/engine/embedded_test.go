package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// TestEmbedded: a part that has no URL but cid: has the base of the document
// that embeds it.
func TestEmbedded(t *testing.T) {
	const (
		page    = "Content-Type: text/html\nContent-Location: http://p/dir/page.html\n\n"
		sheet   = "Content-Type: text/css\nContent-Location: cid:s@x\n\nb{background:url(i)}"
		sheetID = "Content-Type: text/css\nContent-ID: <s@x>\n\nb{background:url(i)}"
		link    = "<link rel=stylesheet href=cid:s@x>"
		frame   = "Content-Type: text/html\nContent-ID: <f@x>\n\n<img src=i>"
	)
	for _, c := range []struct {
		name  string
		parts []string
		want  string // what becomes of the reference i
	}{
		{"by location", []string{page + link, sheet}, "http://p/dir/i"},
		{"by identifier", []string{page + link, sheetID}, "http://p/dir/i"},
		{"upper case", []string{page + link, strings.Replace(sheet, "cid:", "CID:", 1)}, "http://p/dir/i"},
		{"BASE", []string{page + "<base href=/based/>" + link, sheet}, "http://p/based/i"},
		{"BASE after it, as Chromium writes it", []string{page + link + "<base href=/based/>", sheet}, "http://p/based/i"},
		{"frame", []string{page + "<iframe src=cid:f@x></iframe>", frame}, "http://p/dir/i"},
		{"of a frame", []string{page, "Content-Type: text/html\nContent-Location: http://q/f\n\n" + link, sheet}, "http://q/i"},
		{"by import", []string{page + "<style>@import 'cid:s@x'</style>", sheet}, "http://p/dir/i"},
		{"by two sheets", []string{page + "<link href=cid:t@x>", "Content-Type: text/css\nContent-ID: <t@x>\n\n@import 'cid:s@x';", sheet}, "http://p/dir/i"},
		{"the first counts", []string{page + link, "Content-Type: text/html\n\n" + link, sheet}, "http://p/dir/i"},
		{"no base of its own", []string{"Content-Type: text/html\n\n" + link, sheet}, "http://h/d/i"},
		{"a document without a base", []string{page + "<base href=foo:x>" + link, sheet}, "i"},
		{"a base that nobody can tell", []string{
			strings.Replace(page, "text/html", "application/xhtml+xml", 1) + `<!DOCTYPE html [<!ENTITY e "x">]>` + xhtml + `<base href="&e;"/><link rel="stylesheet" href="cid:s@x"/></html>`, sheet,
		}, "i"},
		{"own location", []string{page + link, strings.Replace(sheetID, "\n\n", "\nContent-Location: http://s/\n\n", 1)}, "http://s/i"},
		{"before the document", []string{sheet, page + link}, "http://h/d/i"},
		{"not embedded", []string{page + "<a href=cid:s@x>", sheet}, "http://h/d/i"},
		{"not named", []string{page + link, strings.Replace(sheet, "cid:s", "cid:t", 1)}, "http://h/d/i"},
	} {
		for _, source := range []string{related("", c.parts...), crlf(related("", c.parts...))} {
			r := promise.Check(t, []byte(source), engine.Options{Type: detect.Message, Base: pageURL})
			var got []string
			for _, ref := range r.References {
				if ref.Text == "i" {
					got = append(got, ref.Target)
				}
			}
			require.Equal(t, []string{c.want}, got, c.name)
		}
	}
}

// TestEmbeddedTwice: names count in their own multipart, and in their own
// message of a mailbox.
func TestEmbeddedTwice(t *testing.T) {
	const sheet = "Content-Type: text/css\nContent-ID: <s@x>\n\nb{background:url(i)}"
	archive := func(host string) string {
		return related("", "Content-Type: text/html\nContent-Location: http://"+host+"/\n\n<link href=cid:s@x>", sheet)
	}
	source := "Content-Type: multipart/digest; boundary=d\n\n--d\n\n" + archive("one") + "\n--d\n\n" + archive("two") + "\n--d--\n"
	out := string(promise.Check(t, []byte(source), engine.Options{Type: detect.Message}).Output)
	require.Contains(t, out, "url(http://one/i)")
	require.Contains(t, out, "url(http://two/i)")

	const from = "From a@b Mon Jan  1 00:00:00 2024\n"
	out = string(promise.Check(t, []byte(from+archive("one")+"\n"+from+sheet+"\n"), engine.Options{Type: detect.Mbox}).Output)
	require.Contains(t, out, "url(http://one/i)")
	require.Contains(t, out, "url(i)")
}
