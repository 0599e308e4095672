package crawl

import (
	"path"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// pathOf returns the path of the file of a URL that collides with no other.
func pathOf(t testing.TB, url string, kind Kind) string {
	t.Helper()
	_, key, ok := normalize(url)
	require.True(t, ok, url)
	dir, name := locate(key, kind)
	return dir + name
}

func TestNames(t *testing.T) {
	long := strings.Repeat("ä", 120)
	deep := strings.Repeat("directory/", 100)
	for _, c := range []struct {
		url  string
		kind Kind
		want string
	}{
		{"http://example.org", HTML, "example.org/index.html"},
		{"HTTP://Example.org:80/a/b/", HTML, "example.org/a/b/index.html"},
		{"https://u:p@h:8443/a", HTML, "h+8443/a.html"},
		{"http://[::1]:80/a", HTML, "[%3A%3A1]/a.html"},
		{"http://h/?x=1", HTML, "h/index.html@x=1.html"},
		{"http://h/a.php?x=1&y=/b?c", HTML, "h/a.php@x=1&y=%2Fb%3Fc.html"},
		{"http://h/a.htm", HTML, "h/a.htm"},
		{"http://h/a.SHTML", HTML, "h/a.SHTML"},
		{"http://h/a.xhtml", HTML, "h/a.xhtml.html"},
		{"http://h/a.xhtml", XHTML, "h/a.xhtml"},
		{"http://h/a.php", XHTML, "h/a.php.xhtml"},
		{"http://h/feed/", XML, "h/feed/index.xml"},
		{"http://h/feed.rss", XML, "h/feed.rss"},
		{"http://h/s.css?v=2", CSS, "h/s.css@v=2.css"},
		{"http://h/logo.php", SVG, "h/logo.php.svg"},
		{"http://h/a.png?v=2", Other, "h/a.png@v=2"},
		{"http://h/data/", Other, "h/data/index.html"},
		{"http://h/gr%C3%BC%C3%9Fe", HTML, "h/grüße.html"},
		{"http://h/caf%E9", HTML, "h/caf%E9.html"},
		{"http://h/100%25", HTML, "h/100%.html"},
		{"http://h/a%2Fb%5Cc%3Ad%2A%22%3C%3E%7C", Other, "h/a%2Fb%5Cc%3Ad%2A%22%3C%3E%7C"},
		{"http://h/a%00b%0A%7F%C2%85%E2%80%A8", Other, "h/a%00b%0A%7F%C2%85%E2%80%A8"},
		{"http://h/../..//%2e%2e/%2e/x", Other, "h/%2E%2E/%2E%2E/%2E%2E/%2E/x"},
		{"http://h/.git/config", Other, "h/%2Egit/config"},
		{"http://h/.htaccess", Other, "h/%2Ehtaccess"},
		{"http://h/.hrefix-1-2", Other, "h/%2Ehrefix-1-2"},
		{"http://h/a./b%20/c.", Other, "h/a%2E/b%20/c%2E"},
		{"http://h/con/Nul.txt/com1/LPT9.x.y/console/com", HTML, "h/%63on/%4Eul.txt/%63om1/%4CPT9.x.y/console/com.html"},
		{"http://h/...", Other, "h/%2E.%2E"},
		{"http://h/-rf/--help?-x", Other, "h/%2Drf/%2D-help@-x"},
		{"http://h/a-/b-c-", Other, "h/a-/b-c-"},
		{"http://h/a%E2%80%AEgpj.exe", Other, "h/a%E2%80%AEgpj.exe"},
		{"http://h/%EF%BB%BFa%C2%ADb%E2%80%8Bc%E2%81%A6d%F3%A0%80%81", Other, "h/%EF%BB%BFa%C2%ADb%E2%80%8Bc%E2%81%A6d%F3%A0%80%81"},
		{"http://h/%D9%85%DB%8C%E2%80%8C%D8%AE", Other, "h/می\u200cخ"},
		{"http://h/CLOCK$/clock$.txt/$IDLE$/a$/clock", Other, "h/%43LOCK$/%63lock$.txt/%24IDLE$/a$/clock"},
		{"http://../x", Other, "%2E%2E/x"},
		{"ftp://h/pub/a.tar.gz", Other, "h/pub/a.tar.gz"},
		{"http://h/a b?c d", Other, "h/a b@c d"},
		{"http://h/" + long + ".html", HTML, "h/" + strings.Repeat("ä", 89) + "~ceb05ae756371fc7.html"},
		{"http://h/" + deep + "a.html", HTML, "h/" + strings.Repeat("directory/", 59) + "~8919426ed1ee532e/a.html"},
	} {
		require.Equal(t, c.want, pathOf(t, c.url, c.kind), c.url)
	}
}

// checkPath checks that a path can be one on all systems, and leads to no other directory.
func checkPath(t testing.TB, name string) {
	t.Helper()
	require.LessOrEqual(t, len(name), maxDirs+maxName+50, name)
	require.Equal(t, name, path.Clean(name))
	require.True(t, utf8.ValidString(name), "%q", name)
	for _, segment := range strings.Split(name, "/") {
		require.NotEmpty(t, segment, name)
		require.False(t, segment[0] == '-' || strings.ContainsAny(segment, "\u202e\u200b\ufeff"), name)
		require.LessOrEqual(t, len(segment), 255)
		require.NotContains(t, ". ", segment[len(segment)-1:], "%q", name)
		require.NotEqual(t, byte('.'), segment[0], "%q", name)
		require.False(t, isDevice(segment), "%q", name)
		require.False(t, strings.ContainsAny(segment, `\:*?"<>|`) || strings.ContainsFunc(segment, unicode.IsControl), "%q", name)
	}
}

// FuzzNames checks that every URL has a path in the tree, that the directory of the URL is that of
// the path, and that URLs in normal form and others have the same path.
func FuzzNames(f *testing.F) {
	for _, url := range []string{"http://h/", "http://h/a/../b?c=/d", "https://u@h:8/con/%00%2f%5c/.x/aux.?y.", "http://H/" + strings.Repeat("%C3%A4", 300) + "/" + strings.Repeat("é/", 900), "http://../..", "http:///"} {
		for _, kind := range []uint8{uint8(Other), uint8(HTML), uint8(XHTML), uint8(CSS), uint8(SVG), uint8(XML)} {
			f.Add(url, kind)
		}
	}
	f.Fuzz(func(t *testing.T, url string, kind uint8) {
		uri, key, ok := normalize(url)
		if !ok {
			return
		}
		k := Kind(int(kind) % len(extensions))
		dir, name := locate(key, k)
		checkPath(t, dir+name)
		checkPath(t, dir+numbered(name, 4_000_000_000))
		other, _ := locate(key, Other)
		require.Equal(t, other, dir)
		require.Empty(t, base.Unusable(resolve.RFC1808, uri), "it can be in a map")
		again, key2, ok := normalize(uri)
		require.True(t, ok)
		require.Equal(t, [2]string{uri, key}, [2]string{again, key2})
	})
}
