package addressbook

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/urltext"
)

// A twin is another URL that usually leads to the same site: with https instead of http or
// the reverse, and with or without "www.".
type twin struct {
	prefix []byte // scheme and host, "https://www.example.org"
	port   []byte // the default of the scheme, ":443"
	root   *root
}

// twinsOf returns the twins of a root with an http or https URL.
func twinsOf(r *root) (twins []twin) {
	scheme, host, _ := strings.Cut(r.site, "://")
	if scheme != "http" && scheme != "https" {
		return nil
	}
	other, isWWW := strings.CutPrefix(host, "www.")
	if !isWWW {
		other = "www." + host
	}
	for _, scheme := range []string{"http", "https"} {
		for _, host := range []string{host, other} {
			if site := scheme + "://" + host; site != r.site {
				twins = append(twins, twin{[]byte(site), []byte(":" + urltext.DefaultPort(scheme)), r})
			}
		}
	}
	return twins
}

// Twin returns a root, URL=DIR, with which the URL would name a file of the document's
// tree, though it does not yet belong to any root. The site of the URL must differ from
// that of a root only by http or https, or by "www.". For all other URLs Twin returns "".
func (p *Place) Twin(url []byte) string {
	for i := range p.book.twins {
		t := &p.book.twins[i]
		rest, ok := t.cut(url)
		if !ok || t.root.first != p.root {
			continue
		}
		if r, _ := p.book.of(string(url)); r != nil {
			return "" // it already belongs to a root
		}
		if _, _, found := p.Find(t.root.site + rest); found {
			return string(t.prefix) + t.root.path + "=" + t.root.given
		}
	}
	return ""
}

// cut returns the part of a URL after the site of the twin, without the fragment. ok is
// false if the URL is of another site.
func (t *twin) cut(url []byte) (rest string, ok bool) {
	n := len(t.prefix)
	if len(url) < n || !bytes.EqualFold(url[:n], t.prefix) {
		return "", false
	}
	url, _, _ = bytes.Cut(bytes.TrimPrefix(url[n:], t.port), []byte("#"))
	return string(url), len(url) == 0 || url[0] == '/' || url[0] == '?'
}
