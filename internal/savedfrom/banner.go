package savedfrom

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/simd"
)

// FromBanner is the place of a hint in the banner of an archive. The archive has saved no file beside the
// page.
const FromBanner = "Wayback Machine banner"

// A banner is a script that an archive adds to a page. It has the original URL of the page, and says
// which archive it is:
//
//	__wm.wombat("URL", "DATE", "https://web.archive.org/", "web", ...)    the Wayback Machine
//	var wbPrefix = "/web/"; var wbCurrentUrl = "URL";                     formerly, and OpenWayback
//	wbinfo.url = "URL"; wbinfo.prefix = decodeURI("http://host/path/");   pywb
//
// The words are near the start of the script.
var bannerWords = [][]byte{[]byte("__wm."), []byte("wbPrefix"), []byte("wbinfo")}

// mayHaveBanner reports whether text has words of a banner. It first looks for pairs of letters that few scripts have.
func mayHaveBanner(text []byte) bool {
	if simd.IndexPair(text, 'w', 'm') < 0 && simd.IndexPair(text, 'w', 'b') < 0 {
		return false
	}
	return slices.ContainsFunc(bannerWords, func(word []byte) bool { return bytes.Contains(text, word) })
}

// script reads a script. The first banner counts.
func (f *Finder) script(text []byte) {
	const near, size = 512, 32 << 10
	if f.banner.Value != "" || !mayHaveBanner(text[:min(len(text), near)]) {
		return
	}
	url, from, ok := readBanner(string(text[:min(len(text), size)]))
	if !ok {
		return
	}
	if s := Hint(FromBanner, url); s.Ignored == "" {
		f.banner, f.from, f.archived = s, from, true
	}
}

// readBanner returns the URL of the page and the archive that a banner names.
func readBanner(script string) (url string, from archive, ok bool) {
	if args, ok := stringsAfter(script, "__wm.wombat("); ok {
		from = wayback
		if len(args) >= 4 {
			from = archiveAt(strings.TrimSuffix(args[2], "/") + "/" + args[3])
		}
		return args[0], from, true
	}
	for _, names := range [][2]string{{"wbCurrentUrl = ", "wbPrefix = "}, {"wbinfo.url = ", "wbinfo.prefix = "}} {
		url, ok := stringsAfter(script, names[0])
		if !ok {
			continue
		}
		if prefix, ok := stringsAfter(script, names[1]); ok {
			from = archiveAt(prefix[0])
		}
		if proxy, ok := stringsAfter(script, "wbinfo.proxy_magic = "); ok && proxy[0] != "" {
			from = archive{} // pywb as a proxy does not rewrite links
		}
		return url[0], from, true
	}
	return "", archive{}, false
}

// archiveAt returns the archive whose URLs begin with a prefix, which may lack the site.
func archiveAt(prefix string) archive {
	prefix = strings.TrimSuffix(prefix, "/") + "/"
	switch site, path, ok := cutSite(prefix); {
	case ok:
		return archive{site, path}
	case prefix == wayback.path:
		return wayback
	case strings.HasPrefix(prefix, "//"):
		site, path, ok := cutSite("https:" + prefix)
		if ok {
			return archive{site, path}
		}
	case len(prefix) > 1 && prefix[0] == '/':
		return archive{"", prefix}
	}
	return archive{}
}

// unescape decodes the escapes in the strings of banners: escapes of JavaScript, and of HTML, although
// scripts do not decode these.
var unescape = strings.NewReplacer(`\/`, "/", `\u0026`, "&", "&amp;", "&")

// stringsAfter returns the strings, in quotation marks and separated by commas, that come after the first
// occurrence of words in a script, or that are the arguments of a call there.
func stringsAfter(script, words string) (all []string, ok bool) {
	_, rest, ok := strings.Cut(script, words)
	if !ok {
		return nil, false
	}
	rest = strings.TrimPrefix(rest, "decodeURI(")
	for strings.HasPrefix(rest, `"`) {
		s, after, closed := strings.Cut(rest[1:], `"`)
		if !closed {
			break
		}
		all = append(all, unescape.Replace(s))
		rest = strings.TrimLeft(after, ", \t\r\n")
	}
	return all, len(all) > 0
}
