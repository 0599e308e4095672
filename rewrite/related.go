package rewrite

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// A link names another part of a multipart/related by that part's
// Content-Location (RFC 2557 section 8). Made absolute, both still agree, for the
// bases are the same or else the link did not name the part. But some readers
// compare what is written, relative as it is, whatever the bases: for them, a link
// and a Content-Location that are written alike and would not be any more both
// stay. That changes nothing for readers of the other kind.
//
// Where a link stays for another reason, signed or not to be read as it is, a
// Content-Location must not become absolute either: neither kind of reader would
// find the part if the base is not in the message.

const reasonSibling = "names a part of the message by its Content-Location, and both would not become the same URL"

// related notes which references in the multipart e must stay for the sake of
// its parts. It reports whether there may be any.
func (w *walk) related(e *mimebase.Entity) bool {
	if e.MediaType != "multipart/related" || w.pinned != nil || !hasRelativeLocation(e) {
		return false
	}
	names := nameSurvey{location: make(map[string]string), links: make(map[string][]string)}
	outside := w.purpose
	w.visitor, w.notes = Visitor{Reference: names.see}, new([]Note)
	w.pinned = make(map[string]bool) // none so far, and within e nobody asks again
	w.blind = false
	w.parts(nil, e)
	blind := w.blind
	w.purpose = outside
	w.forget()
	w.pinned = names.disputed(blind)
	return true
}

// hasRelativeLocation reports whether a part within e has a relative
// Content-Location.
func hasRelativeLocation(e *mimebase.Entity) (found bool) {
	e.Walk(func(part *mimebase.Entity) {
		if part != e && !found {
			value := part.FieldValue("Content-Location")
			found = value != "" && !resolve.IsAbsolute(value)
		}
	})
	return found
}

// A nameSurvey tells for what is written as a Content-Location and for what is
// written as a link what it would become: the empty string if it stays relative.
type nameSurvey struct {
	location map[string]string
	links    map[string][]string
}

// maxTargets is how many targets of one link are told apart: its base differs
// from part to part.
const maxTargets = 8

func (n *nameSurvey) see(r *Reference) {
	target := ""
	if r.Status == Resolved {
		target = string(withoutFragment(r.Target))
	}
	switch name := written(r.Text); {
	case r.Status == Absolute || name == "":
	case r.Element == "" && r.Attr == "Content-Location":
		if other, ok := n.location[name]; ok && other != target {
			target = "" // of two parts: no link names both
		}
		n.location[name] = target
	case len(n.links[name]) < maxTargets && !slices.Contains(n.links[name], target):
		n.links[name] = append(n.links[name], target)
	}
}

// disputed returns what is written as a link and as a Content-Location, but
// would become different URLs, or only one of them a URL. If there are links that
// cannot be seen, they may be to any part.
func (n *nameSurvey) disputed(blind bool) map[string]bool {
	all := make(map[string]bool)
	for name, location := range n.location {
		if blind {
			all[name] = true
		}
		for _, target := range n.links[name] {
			if target != location {
				all[name] = true
			}
		}
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
