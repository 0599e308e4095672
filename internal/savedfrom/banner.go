package savedfrom

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
)

// calls precede the original URL of a page, as a string in double quotes, in a script that
// the Wayback Machine adds to the page: the one in the head that it adds today, and the
// one of the toolbar that it added before.
var calls = []string{`__wm.wombat("`, `var wbCurrentUrl = "`}

// banner returns the original URL of a page of the Wayback Machine.
func banner(text []byte) (url string, ok bool) {
	for _, call := range calls {
		if bytes.Contains(text, []byte(call)) {
			return bannerURL(text, call)
		}
	}
	return "", false
}

// bannerURL returns the string after call in the first script that contains call. The scripts
// of the Wayback Machine come before those of the page.
func bannerURL(text []byte, call string) (url string, ok bool) {
	scan := htmlscan.New(text)
	for t := scan.Next(); t.Kind != htmlscan.EOF; t = scan.Next() {
		if t.Kind != htmlscan.RawText || t.Element != atom.Script {
			continue
		}
		if _, rest, found := strings.Cut(string(text[t.Start:t.End]), call); found {
			url, _, ok = strings.Cut(rest, `"`)
			return strings.ReplaceAll(url, `\/`, "/"), ok
		}
	}
	return "", false
}

// waybackHosts are the hosts of the Wayback Machine.
var waybackHosts = []string{"https://web.archive.org", "http://web.archive.org"}

// Unarchived returns the original URL of an absolute URL of the Wayback Machine:
//
//	https://web.archive.org/web/20140403040000/http://example.com/page.html
//
// ok is false for other URLs.
func Unarchived(url string) (original string, ok bool) {
	for _, host := range waybackHosts {
		if path, found := strings.CutPrefix(url, host); found {
			original, ok := Archived([]byte(path))
			return string(original), ok
		}
	}
	return "", false
}
