package messages

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// MayDispute reports whether a [Survey] of the multipart e can find anything: a part within
// e has a relative Content-Location, or a base that some readers use and that is refused
// here. If links move, absolute URLs count, too.
func MayDispute(e *mimebase.Entity, move bool) (found bool) {
	e.Walk(func(part *mimebase.Entity) {
		if part != e && !found {
			value := part.FieldValue("Content-Location")
			found = value != "" && (move || !resolve.IsAbsolute(value)) || len(part.BaseNotes()) > 0
		}
	})
	return found
}

// locations returns the absolute URLs that parts within e have as their
// Content-Location, if one of them is refused as a base.
func locations(e *mimebase.Entity) map[string]bool {
	all, refused := make(map[string]bool), false
	e.Walk(func(part *mimebase.Entity) {
		if value := part.FieldValue("Content-Location"); resolve.IsAbsolute(value) {
			all[Name([]byte(value))] = true
		}
		refused = refused || len(part.BaseNotes()) > 0
	})
	if !refused {
		return nil
	}
	return all
}

// Name returns a URL as it is compared by readers that do not resolve it: without its
// fragment, and without white space, which a header field cannot keep.
func Name(url []byte) string {
	return strings.Join(strings.Fields(string(withoutFragment(url))), "")
}

// withoutFragment returns a URL without its fragment.
func withoutFragment(url []byte) []byte {
	before, _, _ := bytes.Cut(url, []byte("#"))
	return before
}
