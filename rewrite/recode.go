package rewrite

import (
	"slices"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/charenc"
)

// The text of a reference has the characters of the document in its encoding, and those
// that are written as escapes, "&eacute;" or "\e9", in UTF-8. For the RFCs they are bytes,
// which stay where they are. The URL Standard encodes them, and has to read them first.

// recode returns the text of a reference in the encoding of its document, or nil if it is
// that already.
func (w *walk) recode(ref *Reference) []byte {
	enc := w.scope.enc
	if !slices.ContainsFunc(ref.Text, isHigh) || enc.Name() == charenc.UTF8 || enc.URLCoding(w.scope.bytes) == nil {
		return nil
	}
	var out []byte
	query, fragment, escaped := false, false, false
	for i := 0; i < len(ref.Text); {
		c := ref.Text[i]
		if isHigh(c) && !w.standsAt(ref.within(i), c) {
			r, n := utf8.DecodeRune(ref.Text[i:])
			out = enc.AppendURLRune(out, r, query && !fragment)
			i, escaped = i+n, true
			continue
		}
		query, fragment = query || c == '?', fragment || c == '#'
		out = append(out, c)
		i++
	}
	if !escaped {
		return nil
	}
	return out
}

// standsAt reports whether byte c of a reference is one of the document at an offset, or
// after a backslash there.
func (w *walk) standsAt(off int, c byte) bool {
	at := w.scope.bytes[off:]
	return at[0] == c || len(at) > 1 && at[0] == '\\' && at[1] == c
}

// isHigh reports whether a byte is not ASCII.
func isHigh(c byte) bool { return c >= utf8.RuneSelf }
