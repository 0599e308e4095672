package engine

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/resolve"
)

// AppendURI appends to dst the target that the reference has for a reader of its document,
// whatever Status is: even if the place of the reference cannot hold the target. Characters of
// another encoding become UTF-8, so that the target names files as a reader of the document
// would ask for them. ok is false if the reference has no target.
func (r *Reference) AppendURI(dst []byte) (uri []byte, ok bool) {
	text := r.Text
	if r.scope != nil {
		text = r.scope.utf8Of(r)
	}
	if r.Base.IsAbsolute(text) {
		return append(dst, text...), true
	}
	if r.traits.saved != nil {
		return append(dst, r.traits.saved...), true
	}
	at := len(dst)
	dst, outcome := r.resolve(dst)
	if Status(outcome) == Resolved && slices.ContainsFunc(dst[at:], isHigh) { // browsers escape them
		dst, outcome = r.Base.AppendReplacement(dst[:at], text)
	}
	return dst, Status(outcome) == Resolved
}

// WithoutDots returns a URL or location as browsers read it, if its path has dot segments. ok is
// false if it has none, or if they lead above the top of the site.
func WithoutDots(url string) (plain string, ok bool) {
	path, _, _ := strings.Cut(url, "?")
	_, path, _ = strings.Cut(path, "://")
	_, path, _ = strings.Cut(path, "/")
	if path == ".." || strings.HasPrefix(path, "../") || !strings.Contains(path, "/.") && !strings.Contains(path, "/%2e") && !strings.Contains(path, "/%2E") {
		return "", false
	}
	out, outcome := resolve.WHATWG.Base(url).AppendReplacement(nil, nil)
	return string(out), outcome == resolve.Resolved && string(out) != url
}

// A Use says what a reader of a document does with the target of a reference: see package places.
type Use = places.Use

// The uses.
const (
	Follow = places.Follow // the user of the reader may go there
	Show   = places.Show   // the reader shows or plays it as a part of the document
	Apply  = places.Apply  // the reader runs or applies it, or shows a document in it
	Name   = places.Name   // the reader reads no file there
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

// utf8Of returns the text of a reference in UTF-8, or as it is if some of its characters are
// written as escapes.
func (sc *scope) utf8Of(ref *Reference) []byte {
	if !slices.ContainsFunc(ref.Text, isHigh) || sc.urlCoding() == nil {
		return ref.Text
	}
	for i, c := range ref.Text {
		if isHigh(c) && !sc.isLiteral(ref.within(i), c) {
			return ref.Text
		}
	}
	text, err := sc.urlCoding().NewDecoder().Bytes(ref.Text)
	if err != nil {
		return ref.Text
	}
	return text
}
