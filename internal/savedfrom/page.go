package savedfrom

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/htmlscan"
)

// fromFirefox is the place of a hint that is the base of the page, but not its URL.
const fromFirefox = "BASE that Firefox took out"

// Page returns the URL of a saved page, from the start of the document: the first usable
// source that [Find] returns for it. If none is usable, it is the first ignored one. The comment of
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
