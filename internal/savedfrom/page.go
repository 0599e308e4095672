package savedfrom

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/htmlscan"
)

// fromFirefox is the place of a hint that is the base of the page, but not its URL.
const fromFirefox = "BASE that Firefox took out"

// Page returns the URL of a saved page, from the start of the document: the first usable
// hint that [Find] returns for it, or else the URL in a banner of the Wayback Machine. If no
// hint is usable, the source is the first ignored one. The comment of Firefox does not count,
// because it has the base of the page. ok is false if there is no hint.
//
// Page reads no further than to the content of the body, unless there is a banner.
func Page(head []byte) (s base.Source, ok bool) {
	head = plain(head)
	var f Finder
	scan := htmlscan.New(head)
	for t := scan.Next(); t.Kind != htmlscan.EOF && !f.content; t = scan.Next() {
		f.See(head, t)
	}
	for _, s := range f.hints {
		if s.From != fromFirefox {
			return s, true
		}
	}
	if url, ok := banner(head); ok {
		if s := Hint("Wayback Machine banner", url); s.Ignored == "" {
			return s, true
		}
	}
	for _, s := range f.ignored {
		if s.From != fromFirefox {
			return s, true
		}
	}
	return base.Source{}, false
}
