package engine

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// A link names another part of a multipart/related by that part's
// Content-Location (RFC 2557 section 8). Made absolute, both still agree, for the
// bases are the same or else the link did not name the part. But some readers
// compare what is written, relative as it is, whatever the bases: for them, a link
// and a Content-Location that are written alike and would not be any more both
// stay. For readers of the other kind, all links and Content-Locations with the target
// of one that stays must stay then, and so must the relative base of such a link.
//
// Where a link stays for another reason, signed or not to be read as it is, a
// Content-Location must not become absolute either: neither kind of reader would
// find the part if the base is not in the message.

// related notes which references in the multipart e must stay for the sake of
// its parts. It reports whether there may be any.
func (w *walk) related(e *mimebase.Entity) bool {
	if e.MediaType != "multipart/related" || w.pinned != nil || !mayDispute(e) {
		return false
	}
	survey := newNameSurvey(w.opts.Dialect, locations(e))
	outside := w.purpose
	w.visitor, w.notes = Visitor{Reference: survey.see}, new([]Note)
	w.pinned = make(map[string]bool) // none so far, and within e nobody asks again
	w.blind = false
	w.parts(nil, e)
	blind := w.blind
	w.purpose = outside
	w.forget()
	w.pinned = survey.disputed(blind)
	return true
}

// mayDispute reports whether a part within e has a relative Content-Location, or a base
// that readers may use and that does not count here.
func mayDispute(e *mimebase.Entity) (found bool) {
	e.Walk(func(part *mimebase.Entity) {
		if part != e && !found {
			value := part.FieldValue("Content-Location")
			found = value != "" && !resolve.IsAbsolute(value) || len(part.BaseNotes()) > 0
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
			all[written([]byte(value))] = true
		}
		refused = refused || len(part.BaseNotes()) > 0
	})
	if !refused {
		return nil
	}
	return all
}

// isPinned reports whether a reference must stay for the sake of a part.
func (w *walk) isPinned(text []byte) bool {
	return len(w.pinned) > 0 && w.pinned[written(text)]
}

// written returns a URL as readers compare it who do so as it is written: without
// its fragment, and without the white space that a field cannot keep.
func written(url []byte) string {
	return strings.Join(strings.Fields(string(withoutFragment(url))), "")
}

// withoutFragment returns a URL without its fragment.
func withoutFragment(url []byte) []byte {
	before, _, _ := bytes.Cut(url, []byte("#"))
	return before
}
