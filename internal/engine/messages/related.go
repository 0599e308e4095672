package messages

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// MayDispute reports whether a [Survey] of the multipart e can find anything: a part within e has a
// relative Content-Location, or a base that some readers use and hrefix passes over. If links move,
// absolute URLs count, too.
func MayDispute(e *mimebase.Entity, move bool) (found bool) {
	e.Walk(func(part *mimebase.Entity) {
		if part != e && !found {
			value := part.FieldValue("Content-Location")
			found = value != "" && (move || !resolve.IsAbsolute(value)) || passesBase(part)
		}
	})
	return found
}

// locations returns the names of the absolute URLs in the Content-Location fields of the parts
// within e. If passesBase is false for all parts, it returns nil.
func locations(e *mimebase.Entity) map[string]bool {
	all, passed := make(map[string]bool), false
	e.Walk(func(part *mimebase.Entity) {
		if value := part.FieldValue("Content-Location"); resolve.IsAbsolute(value) {
			all[Name([]byte(value))] = true
		}
		passed = passed || passesBase(part)
	})
	if !passed {
		return nil
	}
	return all
}

// passesBase reports whether a header field of a part has a base that is passed over here: its scheme is
// refused, or it is a thismessage: URL, which names the message (RFC 2557 section 5).
func passesBase(part *mimebase.Entity) bool {
	return len(part.BaseNotes()) > 0 || isThisMessage(part.FieldValue("Content-Location")) || isThisMessage(part.FieldValue("Content-Base"))
}

func isThisMessage(url string) bool {
	const scheme = "thismessage:"
	return len(url) >= len(scheme) && strings.EqualFold(url[:len(scheme)], scheme)
}

// Name returns a URL in the form in which readers compare it that do not resolve it: without its
// fragment, and without white space, which a header field cannot keep.
func Name(url []byte) string {
	return strings.Join(strings.Fields(string(withoutFragment(url))), "")
}

// withoutFragment returns a URL without its fragment.
func withoutFragment(url []byte) []byte {
	before, _, _ := bytes.Cut(url, []byte("#"))
	return before
}
