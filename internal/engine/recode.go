package engine

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/iri"
	"github.com/hrefix/hrefix/internal/urltext"
)

// In the text of a reference, literal characters are in the encoding of the document, and those
// that are written as escapes, "&eacute;" or "\e9", are in UTF-8. The dialects of the RFCs leave
// all as bytes. The URL Standard percent-encodes characters, so it needs one encoding.

// recode returns the text of a reference in the encoding of its document, or nil if it is
// in that encoding already.
func (sc *scope) recode(ref *Reference) []byte {
	enc := sc.enc
	if !slices.ContainsFunc(ref.Text, isHigh) || sc.urlCoding() == nil {
		return nil
	}
	var out []byte
	query, fragment, escaped := false, false, false
	for i := 0; i < len(ref.Text); {
		c := ref.Text[i]
		if isHigh(c) && !sc.isLiteral(ref.within(i), c) {
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

// uriOf returns the text of a reference with the characters before its query or fragment
// mapped to ASCII (RFC 3987 section 3.1), or nil if that changes nothing: the text is ASCII or
// in UTF-8, or writes some of the characters as escapes. A tree knows its files by URIs.
func (sc *scope) uriOf(ref *Reference) []byte {
	before, after := urltext.CutPath(ref.Text)
	if !slices.ContainsFunc(before, isHigh) || sc.urlCoding() == nil {
		return nil
	}
	for i, c := range before {
		if isHigh(c) && !sc.isLiteral(ref.within(i), c) {
			return nil
		}
	}
	text, err := sc.urlCoding().NewDecoder().Bytes(before)
	uri, ok := iri.ToURI(string(text))
	if err != nil || !ok {
		return nil
	}
	return append([]byte(uri), after...)
}

// urlCoding returns the encoding in which the URLs of the document are read, or nil for UTF-8.
func (sc *scope) urlCoding() encoding.Encoding {
	if sc.enc.Name() != charenc.UTF8 && !sc.coding.known {
		sc.coding = coding{true, sc.enc.URLCoding(sc.bytes)}
	}
	return sc.coding.urls
}

// isLiteral reports whether the document has byte c of a reference at the offset off, or
// after a backslash there: if not, the byte was written as an escape.
func (sc *scope) isLiteral(off int, c byte) bool {
	at := sc.bytes[off:]
	return at[0] == c || len(at) > 1 && at[0] == '\\' && at[1] == c
}

// isHigh reports whether c is not ASCII.
func isHigh(c byte) bool { return c >= utf8.RuneSelf }
