package savedfrom

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/simd"
	"github.com/hrefix/hrefix/resolve"
)

// An archive is a site that shows captured pages of other sites under its own URLs: the Wayback
// Machine, OpenWayback or pywb. It rewrites the links of a page, so that they lead to captures,
// too.
type archive struct {
	site string // the scheme and host of the archive, or "" if these are not known
	path string // begins and ends in "/", and is followed by a date; "" if links are not rewritten
}

// wayback is the Wayback Machine of the Internet Archive.
var wayback = archive{"https://web.archive.org", "/web/"}

// isWaybackComment reports whether content is a comment that the Wayback Machine writes around its
// banner, or after a document: "FILE ARCHIVED ON ... INTERNET ARCHIVE ON ...", or formerly "SOME
// LINK HREF'S ON THIS PAGE HAVE BEEN REWRITTEN BY THE WAYBACK MACHINE ...". It counts anywhere in
// the document, since it gives no URL: it only says how to read links of a form that no other
// links have.
func isWaybackComment(content []byte) bool {
	const size = 256 // the phrases are near the start
	start := content[:min(len(content), size)]
	return bytes.HasPrefix(start, []byte("FILE ARCHIVED ON ")) && bytes.Contains(start, []byte("INTERNET ARCHIVE")) ||
		bytes.HasPrefix(start, []byte("SOME ")) && bytes.Contains(start, []byte("REWRITTEN BY THE WAYBACK MACHINE")) ||
		bytes.HasSuffix(start, []byte("WAYBACK TOOLBAR INSERT"))
}

// SeeSheet looks for the comment of the Wayback Machine at the end of a style sheet.
func (f *Finder) SeeSheet(text []byte) {
	const size = 4096 // more bytes than the comments at the end have
	end, words := text[max(0, len(text)-size):], []byte("FILE ARCHIVED ON ")
	if !bytes.Contains(end, words) { // a quick check: LastIndex is slow
		return
	}
	if i := bytes.LastIndex(end, words); bytes.HasSuffix(bytes.TrimSpace(end[:i]), []byte("/*")) {
		f.archived = f.archived || isWaybackComment(end[i:])
	}
}

// Archived returns the absolute form of a link that the archive of the document has rewritten,
// which begins with "/":
//
//	/web/20140403040000im_/http://example.com/logo.gif
//
// After the path of the archive come up to 14 digits of a date, the use of the capture ("im_"), "/",
// and the URL. pywb leaves out the date, or all three. If a banner names the archive, any other link
// that begins with "/" leads to the archive itself. ok is false if ref does not begin with "/", or if
// the archive is not known. Absolute links are never changed.
func (f *Finder) Archived(ref []byte) (url string, ok bool) {
	if !f.archived || len(ref) == 0 || ref[0] != '/' {
		return "", false
	}
	a := f.from
	if f.banner.Value == "" {
		a = wayback
	}
	path := ref
	if bytes.HasPrefix(ref, []byte("//")) {
		_, host, _ := strings.Cut(a.site, ":")
		if path, ok = bytes.CutPrefix(ref, []byte(host)); !ok || host == "" || len(path) == 0 || path[0] != '/' {
			return "", false
		}
	}
	if rest, below := bytes.CutPrefix(path, []byte(a.path)); below && a.path != "" {
		if original, ok := cutCapture(rest); ok {
			return string(original), true
		}
	}
	if f.banner.Value == "" || a.site == "" || a.path == "" {
		return "", false
	}
	return a.site + string(path), true
}

// IsArchived reports whether the document comes from the Wayback Machine or another archive, so
// that [Finder.Archived] may know the absolute form of its links.
func (f *Finder) IsArchived() bool { return f.archived }

// cutCapture returns the URL after the date and the use of a capture: "20140403040000im_/URL".
func cutCapture(rest []byte) (original []byte, ok bool) {
	if code, after, found := bytes.Cut(rest, []byte("/")); found && isCapture(code) {
		rest = after
	}
	if !resolve.IsAbsolute(rest) || notWeb(string(rest)) != "" {
		return nil, false
	}
	return rest, true
}

// isCapture reports whether code is a date, or the use of a capture, or both: "2014im_".
func isCapture(code []byte) bool {
	const maxDate, maxUse = 14, 5
	use := bytes.TrimLeft(code, "0123456789")
	if len(code)-len(use) > maxDate {
		return false
	}
	if len(use) == 0 {
		return len(code) > 0
	}
	letters, ok := bytes.CutSuffix(use, []byte("_"))
	return ok && len(letters) > 0 && len(letters) < maxUse && len(bytes.Trim(letters, "abcdefghijklmnopqrstuvwxyz")) == 0
}

// Unarchived returns the original URL of an absolute URL of the Wayback Machine, or of another
// archive, which has a whole date:
//
//	https://web.archive.org/web/20140403040000/http://example.com/page.html
//
// ok is false for other URLs.
func Unarchived(url string) (original string, ok bool) {
	site, path, ok := cutSite(url)
	if !ok {
		return "", false
	}
	if rest, ok := strings.CutPrefix(path, wayback.path); ok && strings.HasSuffix(site, "://web.archive.org") {
		original, ok := cutCapture([]byte(rest))
		return string(original), ok
	}
	const date = 14
	for i := strings.IndexByte(path, '/'); i >= 0 && strings.IndexByte(path[:i], '?') < 0; {
		path = path[i+1:]
		if i = strings.IndexByte(path, '/'); i >= date && strings.Trim(path[:date], "0123456789") == "" {
			original, ok := cutCapture([]byte(path))
			return string(original), ok
		}
	}
	return "", false
}

// cutSite cuts an http or https URL before its path.
func cutSite(url string) (site, path string, ok bool) {
	if !base.HasScheme(url, []string{"http", "https"}) {
		return "", "", false
	}
	scheme, rest, ok := strings.Cut(url, "://")
	if i := strings.IndexByte(rest, '/'); ok && i > 0 {
		return scheme + "://" + rest[:i], rest[i:], true
	}
	return "", "", false
}

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
