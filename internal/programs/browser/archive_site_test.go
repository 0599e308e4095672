//go:build unix

package browser

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// site is the URL of our own pages and the root of what they load.
const (
	root = "http://doc.example/"
	site = root + "dir/"
)

// captured returns the addresses of the pages that are archived.
func captured() []string {
	var all []string
	for _, name := range []string{
		"images.html", "styles.html", "frames.html", "frameset.html", "objects.html", "base.html", "urls.html",
		"iso-2022-jp.html", "shift_jis.html?q=/r", "utf-16.html", "plain.xhtml", "deep/inner.html", "drawing.svg",
	} {
		all = append(all, site+name)
	}
	return append(all, site+"images.html;p=1?long="+long(100), "http://other.example/x/guest.html")
}

// long returns a path of about n bytes.
func long(n int) string { return strings.Repeat("0123456789/", n/11) + "end" }

// putSite serves our pages and what they load.
func (b *browser) putSite(t testing.TB) {
	pages := map[string]string{ // address: file
		"deep/inner.html": "inner.html", "deep/innermost.html": "innermost.html", "drawing.svg": "drawing.svg", "plain.xhtml": "plain.xhtml",
		"../css/site.css": "site.css", "../css/imported.css": "imported.css", "../css/parts/part.css": "part.css",
		"../css/other.css": "imported.css", "../css/print.css": "imported.css", "../i/drawing.svg": "drawing.svg",
		"//other.example/x/guest.html": "guest.html", "//other.example/x/guest.css": "guest.css",
		"//doc.example:81/x/guest.html": "guest.html", "//doc.example:81/x/guest.css": "guest.css",
		"images.html;p=1?long=" + long(100): "images.html",
	}
	for _, name := range []string{"images", "styles", "frames", "frameset", "objects", "base", "urls"} {
		pages[name+".html"] = name + ".html"
	}
	for address, file := range pages {
		b.serve(at(t, address), typeOf(file), siteFile(t, file))
	}
	for address, enc := range map[string]encoding.Encoding{
		"iso-2022-jp.html": japanese.ISO2022JP, "shift_jis.html?q=/r": japanese.ShiftJIS,
		"utf-16.html": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
	} {
		text, err := enc.NewEncoder().Bytes(siteFile(t, "japanese.html"))
		require.NoError(t, err)
		charset, _, _ := strings.Cut(address, ".")
		b.serve(at(t, address), "text/html; charset="+charset, text)
	}
	b.serve(at(t, "../f/box.ttf"), "font/ttf", boxFont())
	for address, size := range pictures() {
		b.serve(at(t, address), "image/png", picture(t, size[0], size[1]))
	}
}

// pictures returns the sizes of all pictures. No two have both numbers in common.
func pictures() map[string][2]int {
	all := map[string][2]int{
		"../i/small.png": {3, 2}, "../i/wide.png": {40, 4}, "../i/tall.png": {4, 40}, "../i/tile.png": {8, 8},
		"../i/small.png?in&style": {9, 1}, "../i/wide.png?media": {9, 2}, "../i/tall.png?imported": {9, 3},
		"//other.example/x/guest.png": {5, 5}, "//other.example/x/guest.png?css": {5, 6},
		"//doc.example:81/x/guest.png": {6, 5}, "//doc.example:81/x/guest.png?css": {6, 6},
		"//other.example/x/guest.png?body": {5, 7}, "//doc.example:81/x/guest.png?body": {6, 7},
		"deep/own.png": {6, 1}, "../other/own.png": {6, 2},
		"../i/größe.png": {7, 1}, "../i/gr%c3%b6%c3%9fe.png": {7, 2}, "../i/日本語.png?語=文": {7, 3}, "../i/表示.png": {7, 11},
		"../i/日本語.png?%8C%EA=%95%B6": {7, 12}, "../i/日本語.png?%1B$B8l%1B(B=%1B$BJ8%1B(B": {7, 13},
		"../i/a%20b.png": {7, 4}, "../i/q.php?a=1&b=%26&c[]=2&d=%27x%27": {7, 5}, "../i/q.php?": {7, 6},
		"../i/;p=1/x;y.png": {7, 7}, "../i/a,b(1)!$*@:~.png": {7, 8},
		"../i/" + long(100) + ".png": {7, 9}, "../i/" + long(1100) + ".png": {7, 10},
	}
	return all
}

// at returns the address that a reference on our pages leads to.
func at(t testing.TB, reference string) string {
	u, err := url.Parse(site)
	require.NoError(t, err)
	r, err := url.Parse(reference)
	require.NoError(t, err)
	return u.ResolveReference(r).String()
}

// siteFile returns one of our files, with its placeholders replaced by long addresses.
func siteFile(t testing.TB, name string) []byte {
	data, err := os.ReadFile("testdata/site/" + name)
	require.NoError(t, err)
	return []byte(strings.NewReplacer("LONG998", long(1100), "LONG76", long(100)).Replace(string(data)))
}

// typeOf returns the media type of a file of ours.
func typeOf(file string) string {
	_, suffix, _ := strings.Cut(file, ".")
	types := map[string]string{"html": "text/html", "css": "text/css", "svg": "image/svg+xml", "xhtml": "application/xhtml+xml"}
	return types[suffix]
}

// picture returns a PNG picture of that size.
func picture(t testing.TB, width, height int) []byte {
	m := image.NewGray(image.Rect(0, 0, width, height))
	m.SetGray(width-1, height-1, color.Gray{Y: 200})
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

// capture makes the browser save archives of our pages.
func (b *browser) capture(t testing.TB) []archive {
	b.putSite(t)
	tab := b.open(t, "http://doc.example")
	var all []archive
	known := make(map[string]bool)
	for _, page := range captured() {
		tree, err := tab.visit(page)
		require.NoError(t, err)
		tab.learn(t, known, tree)
		var snapshot struct{ Data string }
		require.NoError(t, tab.Call("Page.captureSnapshot", map[string]any{"format": "mhtml"}, &snapshot))
		name := "captured: " + shorten(strings.TrimPrefix(page, root))
		all = append(all, archive{name: name, source: []byte(snapshot.Data), known: known})
	}
	return all
}

// learn adds the URLs of a page and of its frames.
func (tab *tab) learn(t testing.TB, known map[string]bool, f frameTree) {
	var s shown
	require.NoError(t, tab.run(f.Frame.ID, "read", &s))
	for _, list := range append(slices.Collect(maps.Values(s.Sheets)), s.Refs) {
		for _, r := range list {
			known[r.URL] = true
		}
	}
	for _, r := range f.Resources {
		known[r.URL] = true
	}
	for _, child := range f.ChildFrames {
		tab.learn(t, known, child)
	}
}

// shorten shortens a name.
func shorten(s string) string {
	if len(s) > 60 {
		return fmt.Sprintf("%.50s...", s)
	}
	return s
}
