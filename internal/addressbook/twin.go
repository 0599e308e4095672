package addressbook

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/urltext"
)

// addTwins adds the twins of a site with a root: other sites that usually have the same files,
// with https instead of http or the reverse, and with or without "www.".
func (b *Book) addTwins(site string) {
	scheme, host, _ := strings.Cut(site, "://")
	if scheme != "http" && scheme != "https" {
		return
	}
	other, isWWW := strings.CutPrefix(host, "www.")
	if !isWWW {
		other = "www." + host
	}
	for _, scheme := range []string{"http", "https"} {
		for _, host := range []string{host, other} {
			twin, _, _ := split(scheme + "://" + host)
			if twin != site && !slices.Contains(b.twins[twin], site) {
				b.twins[twin] = append(b.twins[twin], site)
			}
		}
	}
}

// Twin returns a root, URL=DIR, for a URL that belongs to no root. With that root, the URL would
// name a file of the document's tree. The site of the URL must differ from the URL of a root only
// by http or https, by "www.", or by a port that the root lacks. For all other URLs Twin returns "".
func (p *Place) Twin(url []byte) string {
	sites, rest := p.book.twinsOf(url)
	for _, site := range sites {
		if r, _ := p.book.of(string(url), nil); r != nil {
			return "" // the URL already belongs to a root
		}
		r, _ := p.book.longest(site + rest)
		if r == nil || r.given == "" || r.first != p.root {
			continue
		}
		if _, _, found := p.Find(site + rest); found {
			twin, _, _ := split(string(url))
			return twin + r.path + "=" + r.given
		}
	}
	return ""
}

// Misplaced returns the root, URL=DIR, that the user should have given instead of the root of the document, or "". url
// is a URL that names no file in the root. The URL of the root has a path, but its directory has a file at the whole
// path of url: so it is the directory of the whole site.
func (p *Place) Misplaced(url string) string {
	r := p.root
	if r == nil || r.given == "" || r.path == "/" {
		return ""
	}
	url, _, _ = strings.Cut(url, "#")
	site, path, ok := split(url)
	if !ok || site != r.site || !strings.HasPrefix(path, r.path) {
		return ""
	}
	if _, _, found := p.Find(url); found {
		return ""
	}
	if s := p.book.search(r, path[1:]); s.state != File || s.guess {
		return ""
	}
	return r.site + "/=" + r.given
}

// twinsOf returns the sites that usually have the files of a URL, and the part of the URL after its
// site, without the fragment.
func (b *Book) twinsOf(url []byte) (sites []string, rest string) {
	if len(b.twins) == 0 {
		return nil, ""
	}
	var room [128]byte
	site, after, ok := urltext.AppendSite(room[:0], url)
	if !ok {
		return nil, ""
	}
	if sites = b.twins[string(site)]; sites == nil {
		scheme, host, _ := bytes.Cut(site, []byte("://"))
		host, _, hasPort := bytes.Cut(host, []byte(":"))
		bare := string(site[:len(scheme)+len("://")+len(host)]) // the site without its port, which a root may lack
		if !hasPort || b.sites[bare] == nil {
			return nil, ""
		}
		sites = []string{bare}
	}
	before, _, _ := bytes.Cut(after, []byte("#"))
	return sites, string(before)
}
