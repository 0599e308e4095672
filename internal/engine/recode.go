package engine

import (
	"slices"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/charenc"
)

// In the text of a reference, literal characters are in the encoding of the document, and those
// that are written as escapes, "&eacute;" or "\e9", are in UTF-8. The dialects of the RFCs leave
// all as bytes. The URL Standard percent-encodes characters, so it needs one encoding.

// recode returns the text of a reference in the encoding of its document, or nil if it is
// in that encoding already.
func (w *walk) recode(ref *Reference) []byte {
	enc := w.scope.enc
	if !slices.ContainsFunc(ref.Text, isHigh) || enc.Name() == charenc.UTF8 || enc.URLCoding(w.scope.bytes) == nil {
		return nil
	}
	var out []byte
	query, fragment, escaped := false, false, false
	for i := 0; i < len(ref.Text); {
		c := ref.Text[i]
		if isHigh(c) && !w.isLiteral(ref.within(i), c) {
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

// isLiteral reports whether the document has byte c of a reference at the offset off, or
// after a backslash there: if not, the byte was written as an escape.
func (w *walk) isLiteral(off int, c byte) bool {
	at := w.scope.bytes[off:]
	return at[0] == c || len(at) > 1 && at[0] == '\\' && at[1] == c
}

// isHigh reports whether c is not ASCII.
func isHigh(c byte) bool { return c >= utf8.RuneSelf }
