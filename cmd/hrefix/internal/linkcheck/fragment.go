package linkcheck

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/urltext"
)

// leads reports whether a fragment leads to something in a document, by [anchors.Leads], or by the known
// rules of scripts. has reports whether the document has a name.
func leads(fragment []byte, has func([]byte) bool) bool {
	if anchors.Leads(fragment, has) {
		return true
	}
	decoded := urltext.Decode(anchors.WithoutDirective(fragment))
	if isRoute(decoded) || isView(decoded) {
		return true
	}
	found := false
	otherNames(decoded, func(names ...[]byte) bool {
		found = !slices.ContainsFunc(names, func(name []byte) bool { return !has(name) })
		return !found
	})
	return found
}

// lower returns a name in lower case.
func lower(name []byte) []byte { return ascii.AppendLower(nil, name) }

// isRoute reports whether scripts read a fragment as a route, such as "#/page" and "#!page". No
// generator writes ids that begin in this way.
func isRoute(fragment []byte) bool {
	return len(fragment) > 0 && (fragment[0] == '/' || fragment[0] == '!')
}

// isView reports whether a fragment is a view of an SVG image, a part of a medium (Media Fragments URI
// 1.0), or a place in a book (EPUB Canonical Fragment Identifiers 1.1).
func isView(fragment []byte) bool {
	return bytes.HasPrefix(fragment, []byte("svgView(")) || bytes.HasPrefix(fragment, []byte("xywh=")) || bytes.HasPrefix(fragment, []byte("t=")) || bytes.HasPrefix(fragment, []byte("epubcfi("))
}
