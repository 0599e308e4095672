package engine

import (
	"github.com/hrefix/hrefix/internal/engine/places"
)

// AppendURI appends to dst the target that the reference has for a reader of its document, whatever
// Status is: even if the place of the reference cannot hold the target. The target is in UTF-8. ok
// is false if the reference has no target.
func (r *Reference) AppendURI(dst []byte) (uri []byte, ok bool) {
	if r.Base.IsAbsolute(r.Text) {
		return append(dst, r.Text...), true
	}
	dst, outcome := r.resolve(dst)
	return dst, Status(outcome) == Resolved
}

// A Use says what a reader of a document does with the target of a reference: see package places.
type Use = places.Use

// The uses.
const (
	Follow = places.Follow // the user of the reader may go to the target
	Show   = places.Show   // the reader shows or plays the target as a part of the document
	Apply  = places.Apply  // the reader runs or applies the target, or shows a document in it
	Name   = places.Name   // the reader does not load the target
)

// Use returns what a reader does with the target of the reference.
func (r *Reference) Use() Use {
	switch {
	case r.rules.base:
		return Name
	case r.rules.json:
		return Follow
	case r.rules.place == nil:
		return fieldUse(r.Attr)
	case r.traits.imported:
		return Apply
	}
	return r.rules.place.Use
}

// fieldUse returns what a reader does with the URL in a header field. The fields of RFC 2557 name a
// part, or its base.
func fieldUse(name string) Use {
	switch name {
	case "Base", "Content-Base", "Content-Location":
		return Name
	}
	return Follow
}
