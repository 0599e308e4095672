package view

import (
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/urltext"
)

// URL is the view of a URL as the URL Standard cleans it before it is parsed (section 4.4,
// basic URL parser, steps 1 to 3): C0 controls and spaces are stripped at both ends, and
// tabs, LF and CR are dropped everywhere.
//
// Stripped and dropped bytes stay in the source unless an edit replaces the text on both sides of
// them. An insertion at offset 0 goes after the leading white space, and an insertion at the end
// goes before the trailing white space.
//
// The view cannot express text that the cleaning itself would remove: a space that an edit
// writes or uncovers at an end is not read back.
type URL struct{ decoded } // the span of the table is the text after stripping

var _ View = (*URL)(nil)

// NewURL returns the view of outer[start:end].
func NewURL(outer []byte, start, end int) *URL {
	v := new(URL)
	v.Reset(outer, start, end)
	return v
}

// AttrURL returns the URL in the attribute value outer[start:end] as HTML reads it: with its
// character references decoded, then cleaned. HTML reads NUL as U+FFFD. AttrURL percent-encodes
// U+FFFD, so that it means the same in every encoding.
func AttrURL(outer []byte, start, end int, quote markup.Quote) string {
	value := NewCharRefs(outer, start, end, quote).Text()
	return strings.ReplaceAll(string(NewURL(value, 0, len(value)).Text()), "\x00", "%EF%BF%BD")
}

// AttrURI is AttrURL for a document that is not in UTF-8. If the URL has a character beyond ASCII
// that is a character reference in outer, the encoding of the document may lack it. The URL is then
// mapped to a URI up to its query (RFC 3987 section 3.1).
func AttrURI(outer []byte, start, end int, quote markup.Quote) string {
	url := AttrURL(outer, start, end, quote)
	if ascii.CountHigh([]byte(url)) <= ascii.CountHigh(outer[start:end]) {
		return url
	}
	before, after := urltext.CutPath(url)
	if uri, ok := urltext.ToURI(before); ok {
		return uri + after
	}
	return url
}

// Reset makes v the view of outer[start:end] and overwrites the text that v had before. It
// allocates nothing unless bytes inside are dropped. NUL is not stripped: HTML and CSS have replaced it
// by U+FFFD before they clean a URL.
func (v *URL) Reset(outer []byte, start, end int) {
	v.clean(urlStep, outer, start, end, "\n\t\r", func(c byte) bool { return c <= ' ' && c != 0 })
}

// clean makes v the view of outer[start:end]. It strips the bytes at both ends for which strip returns true.
// step drops the bytes that dropped lists.
func (v *URL) clean(step stepFunc, outer []byte, start, end int, dropped string, strip func(byte) bool) {
	for start < end && strip(outer[start]) {
		start++
	}
	for start < end && strip(outer[end-1]) {
		end--
	}
	v.reset(step, outer, start, end, dropped)
}

// urlStep reads a run of bytes that are all kept or all dropped.
func urlStep(src []byte, pos, end int) unit {
	return dropStep(src, pos, end, func(c byte) bool { return c == '\t' || c == '\n' || c == '\r' })
}

// dropStep reads a run of bytes that are all dropped or all kept. drop reports which bytes are
// dropped.
func dropStep(src []byte, pos, end int, drop func(byte) bool) unit {
	end = min(end, pos+maxRun)
	dropped := drop(src[pos])
	i := pos + 1
	for i < end && drop(src[i]) == dropped {
		i++
	}
	if dropped {
		return unit{start: pos, end: i}
	}
	return unit{start: pos, end: i, n: i - pos}
}

// Carry implements [View].
func (v *URL) Carry(dst, edits []edit.Edit) []edit.Edit {
	for _, e := range edits {
		start := v.source(e.Start)
		end := start
		if e.Start < e.End {
			end = v.sourceEnd(e.End)
		}
		dst = append(dst, edit.Edit{Start: start, End: end, New: e.New})
	}
	return dst
}

// NewUnspaced returns the view of a URL in a header field that ignores white space, folding
// included: all white space is dropped (RFC 2557 section 4.4.2). The view cannot express text with
// white space.
func NewUnspaced(outer []byte, start, end int) *URL {
	v := new(URL)
	v.clean(unspacedStep, outer, start, end, " \t\n\r", isFolding)
	return v
}

// isFolding reports whether c is white space in a header field.
func isFolding(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// unspacedStep reads a run of bytes that are all kept or all dropped.
func unspacedStep(src []byte, pos, end int) unit { return dropStep(src, pos, end, isFolding) }
