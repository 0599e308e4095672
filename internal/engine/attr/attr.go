// Package attr reads the attributes of HTML tags.
package attr

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
)

// First returns the first attribute called name, which is in lower case. The attributes
// are those of a tag in text.
func First(text []byte, attrs []htmlscan.Attr, name string) (htmlscan.Attr, bool) {
	for i := range attrs {
		if a := &attrs[i]; a.Name.End-a.Name.Start == len(name) && Is(text[a.Name.Start:a.Name.End], name) {
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

// Is reports whether value equals want when ASCII case is ignored. want is in lower case.
func Is(value []byte, want string) bool {
	if len(value) != len(want) {
		return false
	}
	for i, c := range value {
		if c != want[i] && (c|0x20 != want[i] || c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}
