// Package attr reads the attributes of HTML tags.
package attr

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
)

// First returns the first attribute called name, in any case. attrs are the attributes of a
// tag in text, and name is in lower case. ok is false if there is no such attribute.
func First(text []byte, attrs []htmlscan.Attr, name string) (a htmlscan.Attr, ok bool) {
	for i := range attrs {
		if a := &attrs[i]; a.Name.End-a.Name.Start == len(name) && ascii.EqualFold(text[a.Name.Start:a.Name.End], name) {
			return *a, true
		}
	}
	return htmlscan.Attr{}, false
}

// Text returns the value of an attribute with its character references decoded.
func Text(text []byte, a htmlscan.Attr) []byte {
	if bytes.IndexByte(text[a.Value.Start:a.Value.End], '&') < 0 {
		return text[a.Value.Start:a.Value.End]
	}
	return view.NewCharRefs(text, a.Value.Start, a.Value.End, a.Quote).Text()
}
