package origins_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pkg/xattr"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/origins"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// mark returns a page with the mark of a browser.
func mark(url string) string {
	return fmt.Sprintf("<!DOCTYPE html>\n<!-- saved from url=(%04d)%s -->\n<html><p>x", len(url), url)
}

// mhtml returns a page that Chromium saved as a message.
func mhtml(url string) string {
	return "From: <Saved by Blink>\r\nSnapshot-Content-Location: " + url + "\r\nSubject: x\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"--x\"\r\n\r\n\r\n----x\r\n" +
		"Content-Type: text/html\r\nContent-ID: <frame-1@mhtml.blink>\r\nContent-Transfer-Encoding: quoted-printable\r\n" +
		"Content-Location: " + url + "\r\n\r\n<p>x\r\n----x--\r\n"
}

// write makes files in the current directory, which is the test's own. Each is one second older
// than the one before.
func write(t *testing.T, files ...[2]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	now := time.Now().Truncate(time.Second)
	for i, f := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(f[0]), 0o777))
		require.NoError(t, os.WriteFile(f[0], []byte(f[1]), 0o666))
		at := now.Add(-time.Duration(i) * time.Second)
		require.NoError(t, os.Chtimes(f[0], at, at))
	}
}

// collect returns a line for each entry of the collection, then for the rest of it.
func collect(t *testing.T, jobs int, args ...string) string {
	t.Helper()
	c := origins.Collect(&inputs.Inputs{Args: args}, &source.Opener{}, jobs)
	var b strings.Builder
	for _, e := range c.Entries {
		fmt.Fprintf(&b, "%s %s (%s)", filepath.ToSlash(e.Name), e.URL, e.From)
		if e.Later {
			b.WriteString(" later")
		}
		b.WriteString("\n")
	}
	for _, s := range c.Shared {
		fmt.Fprintf(&b, "shared %s: %s: %s\n", s.URL, filepath.ToSlash(strings.Join(s.Names, ", ")), s.Rule)
	}
	for _, i := range c.Ignored {
		fmt.Fprintf(&b, "ignored %s: %s: %s: %s\n", filepath.ToSlash(i.Name), i.From, i.Value, i.Ignored)
	}
	return b.String()
}

// requireCollected checks what is collected, with one goroutine and with several.
func requireCollected(t *testing.T, want string, args ...string) {
	t.Helper()
	for _, jobs := range []int{1, 4} {
		require.Equal(t, want, collect(t, jobs, args...), "%d jobs", jobs)
	}
}

func TestCollect(t *testing.T) {
	write(t,
		[2]string{"s/chrome.html", mark("http://h/a#b")},
		[2]string{"s/chrome_files/frame.html", mark("http://h/frame")},
		[2]string{"s/chrome_files/i.png", "\x89PNG\r\n\x1a\n"},
		[2]string{"s/d/single.html", "<!DOCTYPE html> <html><!--\n Page saved with SingleFile \n url: https://h/b?c=1&d \n saved date: x\n--><p>x"},
		[2]string{"s/d/mono.htm", "<!-- Saved from https://h/m at 2025-06-15T10:00:00Z using monolith v2.10.1 -->\n<p>x"},
		[2]string{"s/fire.html", `<html><head><!-- base href="http://h/base/" --><p>x`},
		[2]string{"s/hostile.html", mark("javascript:alert(1)")},
		[2]string{"s/local.html", mark("file:///etc/passwd")},
		[2]string{"s/m.mhtml", mhtml("http://h/m")},
		[2]string{"s/mail.eml", mhtml("http://h/mail")},
		[2]string{"s/mirror.html", "<html>\n<!-- Mirrored from h/new by HTTrack Website Copier/3.x [XR&CO'2014], Mon, 23 Nov 2026 05:12:36 GMT -->\n<head><p>x"},
		[2]string{"s/none.html", "<p>x"},
		[2]string{"s/old.mht", strings.Replace(mhtml("http://h/old"), "Snapshot-Content-Location", "X", 1)},
		[2]string{"s/relative.html", "<!-- X-URL: ../../x -->\n<p>"},
		[2]string{"s/wayback.html", "<html><script>\n__wm.wombat(\"http://h/w\",\"2006\")</script><p>x"},
		[2]string{"s/z.png", "\x89PNG\r\n\x1a\n"},
		[2]string{"s/z.png:Zone.Identifier", "[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=http://h/z.png\r\n"},
		[2]string{"s/zone.html", mark("about:internet")},
	)
	want := `s/chrome.html http://h/a (Mark of the Web)
s/chrome_files/frame.html http://h/frame (Mark of the Web)
s/d/mono.htm https://h/m (monolith comment)
s/d/single.html https://h/b?c=1&d (SingleFile comment)
s/m.mhtml http://h/m (Snapshot-Content-Location)
s/mirror.html http://h/new (HTTrack comment)
s/old.mht http://h/old (Content-Location)
s/wayback.html http://h/w (Wayback Machine banner)
s/z.png http://h/z.png (Zone.Identifier)
ignored s/hostile.html: Mark of the Web: javascript:alert(1): URLs of this scheme cannot be a base
ignored s/local.html: Mark of the Web: file:///etc/passwd: its scheme is not http, https or ftp
ignored s/relative.html: Lynx comment: ../../x: relative
`
	requireCollected(t, want, "s")
	requireCollected(t, want, "s", "s/", "./s", "s/chrome.html", "-", "nix")
	flat := "s/chrome.html http://h/a (Mark of the Web)\ns/m.mhtml http://h/m (Snapshot-Content-Location)\ns/mirror.html http://h/new (HTTrack comment)\n"
	require.Contains(t, collect(t, 2, "s/none.html"), flat, "the files beside a file that is given")
	requireCollected(t, want, "s", "s/d", "s/d/mono.htm")
	requireCollected(t, want, "s/d", "s/d/mono.htm", ".")
	requireCollected(t, "", "nix")
	requireCollected(t, "", "-")
}

// TestShared checks which of several files with one URL counts.
func TestShared(t *testing.T) {
	page := func(name, url string) [2]string { return [2]string{name, mark(url)} }
	for _, c := range []struct {
		name  string
		files [][2]string // newest first
		want  string
	}{
		{"later", [][2]string{page("s/p (1).html", "http://h/a"), page("s/p.html", "http://H:80/a")},
			"s/p (1).html http://h/a (Mark of the Web)\ns/p.html http://H:80/a (Mark of the Web) later\nshared http://h/a: s/p (1).html, s/p.html: was saved later\n"},
		{"later, first in the order", [][2]string{page("s/a.html", "http://h"), page("s/b.html", "http://h/"), page("s/c.html", "HTTP://h/")},
			"s/a.html http://h (Mark of the Web)\ns/b.html http://h/ (Mark of the Web) later\ns/c.html HTTP://h/ (Mark of the Web) later\nshared http://h: s/a.html, s/b.html, s/c.html: was saved later\n"},
		{"escapes", [][2]string{page("s/a.html", "http://h/%7ea"), page("s/b.html", "http://h/~a")},
			"s/a.html http://h/%7ea (Mark of the Web)\ns/b.html http://h/~a (Mark of the Web) later\nshared http://h/%7ea: s/a.html, s/b.html: was saved later\n"},
		{"a frame", [][2]string{page("s/a_files/f.html", "http://h/f"), page("s/f.html", "http://h/f")},
			"s/a_files/f.html http://h/f (Mark of the Web) later\ns/f.html http://h/f (Mark of the Web)\nshared http://h/f: s/f.html, s/a_files/f.html: is not in the folder of a saved page\n"},
		{"another scheme", [][2]string{page("s/a.html", "http://h/"), page("s/b.html", "https://h/")},
			"s/a.html http://h/ (Mark of the Web)\ns/b.html https://h/ (Mark of the Web)\n"},
		{"the case of the path", [][2]string{page("s/a.html", "http://h/A"), page("s/b.html", "http://h/a")},
			"s/a.html http://h/A (Mark of the Web)\ns/b.html http://h/a (Mark of the Web)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			write(t, c.files...)
			requireCollected(t, c.want, "s")
		})
	}
	write(t, page("s/b.html", "http://h/a"), page("s/a.html", "http://h/a"))
	at := time.Unix(1e9, 0)
	for _, name := range []string{"s/a.html", "s/b.html"} {
		require.NoError(t, os.Chtimes(name, at, at))
	}
	requireCollected(t, "s/a.html http://h/a (Mark of the Web)\ns/b.html http://h/a (Mark of the Web) later\nshared http://h/a: s/a.html, s/b.html: comes first\n", "s")
}

// TestAttribute checks the extended attribute.
func TestAttribute(t *testing.T) {
	write(t, [2]string{"s/a.css", "p{}"}, [2]string{"s/b.html", mark("http://h/mark")}, [2]string{"s/c.html", mark("http://h/c")})
	for name, url := range map[string]string{"s/a.css": "http://h/a.css?x#y", "s/b.html": "http://h/b", "s/c.html": "blob:http://h/1234"} {
		if err := xattr.Set(name, "user.xdg.origin.url", []byte(url)); err != nil {
			t.Skip("the file system has no attributes:", err)
		}
	}
	requireCollected(t, "s/a.css http://h/a.css?x (user.xdg.origin.url)\ns/b.html http://h/b (user.xdg.origin.url)\ns/c.html http://h/c (Mark of the Web)\n", "s")
}
