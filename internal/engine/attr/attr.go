// Package attr reads the attributes of HTML tags.
package attr

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
)

// Space is ASCII whitespace as the HTML Standard defines it.
const Space = " \t\n\f\r"

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

// AppendLower appends s to dst with its ASCII letters in lower case.
func AppendLower(dst, s []byte) []byte {
	for _, c := range s {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
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

// IsSpace reports whether c is ASCII whitespace as the HTML Standard defines it.
func IsSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}
