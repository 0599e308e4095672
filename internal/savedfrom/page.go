package savedfrom

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/htmlscan"
)

// fromFirefox is the place of a hint that is the base of the page, but not its URL.
const fromFirefox = "BASE that Firefox took out"

// Page returns the URL of a saved page, from the start of the document: the first usable
// source of a Finder. If none is usable, it is the first ignored one. The comment of
// Firefox does not count, because it has the base of the page. ok is false if there is no source.
//
// Page reads no further than to the content of the body, unless there is a banner.
func Page(head []byte) (s base.Source, ok bool) {
	head = plain(head)
	var f Finder
	scan := htmlscan.New(head)
	banner := mayHaveBanner(head)
	for t := scan.Next(); t.Kind != htmlscan.EOF && (!f.content || banner); t = scan.Next() {
		f.See(head, t)
	}
	for _, s := range f.Sources() {
		if s.From != fromFirefox {
			return s, true
		}
	}
	return base.Source{}, false
}

// Canonical returns the URL that a page gives for itself, by its canonical link or else by og:url, or "". This URL
// is not a hint, since the page may have been retrieved from elsewhere, but the rules for hints apply to it.
func Canonical(page []byte) (url string) {
	const most = 64 << 10 // bytes of the page that are read
	head := plain(page[:min(len(page), most)])
	var f Finder
	scan := htmlscan.New(head)
	for t := scan.Next(); t.Kind != htmlscan.EOF && !f.content; t = scan.Next() {
		f.See(head, t)
		if t.Kind != htmlscan.StartTag || t.InTemplate || t.InNoscript {
			continue
		}
		value := func(name string) string {
			a, _ := attr(head, t, name)
			return urlOf(head, a)
		}
		switch {
		case t.Atom == atom.Link && strings.EqualFold(value("rel"), "canonical"):
			if canonical, ok := usable(value("href")); ok {
				return canonical
			}
		case t.Atom == atom.Meta && url == "" && value("property") == "og:url":
			url, _ = usable(value("content"))
		}
	}
	return url
}
