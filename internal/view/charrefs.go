package view

import (
	"bytes"

	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/markup"
)

// CharRefs is the view of an attribute value: its character references are
// decoded as by the HTML Standard, sections 13.2.5.72 to 13.2.5.80, in an
// attribute. A name without its semicolon that is followed by "=" or an
// alphanumeric is no reference there. Line endings and NUL are left as they
// are, unlike by a tokenizer, which normalises its input beforehand.
//
// The bytes that an edit writes are escaped for the quotes that are there. An
// unquoted value gets quotes if the edit writes white space or leaves nothing,
// and a missing value is written as ="…". An edit may change bytes beside
// itself: a semicolon is added to a reference, or an ampersand is escaped, if
// it would read differently next to the new bytes.
type CharRefs struct {
	text  []byte // outer's own bytes, or buf
	buf   []byte
	quote markup.Quote
	tab   table
}

var _ View = (*CharRefs)(nil)

// NewCharRefs returns the view of the value outer[start:end], without its
// quotes. With [NoValue] the span is empty and lies where ="…" would go.
func NewCharRefs(outer []byte, start, end int, quote markup.Quote) *CharRefs {
	v := new(CharRefs)
	v.Reset(outer, start, end, quote)
	return v
}

// Reset makes v the view of outer[start:end], as by [NewCharRefs]. It
// allocates nothing if there is no ampersand. The text of the view it was
// before is overwritten.
func (v *CharRefs) Reset(outer []byte, start, end int, quote markup.Quote) {
	v.tab.reset(refStep, outer, start, end)
	v.quote = quote
	v.text = outer[start:end:end]
	if v.tab.plain = bytes.IndexByte(v.text, '&') < 0; !v.tab.plain {
		v.decode()
	}
	v.tab.size = len(v.text)
}

func (v *CharRefs) decode() {
	t := &v.tab
	v.buf = sized(v.buf, t.end-t.start)
	for pos := t.start; pos < t.end; {
		t.note(len(v.buf), pos)
		u, ref := readRef(t.outer, pos, t.end)
		if u.whole {
			v.buf = append(v.buf, ref...)
		} else {
			v.buf = append(v.buf, t.outer[u.start:u.end]...)
		}
		pos = u.end
	}
	v.text = v.buf
}

// Text implements [View].
func (v *CharRefs) Text() []byte { return v.text }

// Source implements [View].
func (v *CharRefs) Source(off int) int { return v.tab.source(off) }

// Carry implements [View].
func (v *CharRefs) Carry(dst, edits []edit.Edit) []edit.Edit {
	if v.literal(edits) {
		e := edits[0]
		e.Start, e.End = v.tab.start+e.Start, v.tab.start+e.End
		return append(dst, e)
	}
	changes := v.tab.changes(v.text, edits)
	if len(changes) == 0 {
		return dst
	}
	w := v.writerTo(dst, v.quote == markup.Unquoted && v.needsQuotes(changes))
	w.open()
	for i := range changes {
		w.change(&changes[i], nextOf(changes, i))
	}
	return w.close()
}

// writerTo returns a writer that appends edits to dst.
func (v *CharRefs) writerTo(dst []edit.Edit, requote bool) refWriter {
	w := refWriter{tab: &v.tab, old: v.quote, out: dst, base: len(dst), pos: v.tab.start, quote: v.quote, requote: requote}
	if requote || v.quote == markup.NoValue {
		w.quote = markup.DoubleQuoted
	}
	return w
}

// literal reports whether edits are a single one, in a value without references,
// of bytes that need no escape whatever the quotes: what most edits are.
func (v *CharRefs) literal(edits []edit.Edit) bool {
	if len(edits) != 1 || !v.tab.plain || v.quote == markup.NoValue || len(edits[0].New) == 0 {
		return false
	}
	return NeedsNoEscape(edits[0].New)
}

// NeedsNoEscape reports whether b is written as it is in every attribute value.
func NeedsNoEscape(b []byte) bool {
	for _, c := range b {
		if !needsNoEscape[c] {
			return false
		}
	}
	return true
}

// needsNoEscape holds the bytes that are written as they are in every value: "="
// too, since only after an ampersand does it mean anything.
var needsNoEscape = func() (t [256]bool) {
	for c := range t {
		t[c] = c > ' ' && c != 0x7f && bytes.IndexByte([]byte("&\"'<>`"), byte(c)) < 0
	}
	return t
}()

// needsQuotes reports whether changes make an unquoted value one that cannot do
// without quotes (HTML Standard, section 13.1.2.3).
func (v *CharRefs) needsQuotes(changes []change) bool {
	kept := len(v.text)
	for _, c := range changes {
		if needsQuotes(c.text) {
			return true
		}
		kept += len(c.text) - (c.end - c.start)
	}
	return kept == 0
}

// needsQuotes reports whether text cannot be written into a value without quotes.
func needsQuotes(text []byte) bool { return bytes.ContainsAny(text, " \t\n\f") }

// longestName is the length of the longest name of a character reference,
// without its semicolon: CounterClockwiseContourIntegral.
const longestName = 31

func refStep(src []byte, pos, end int) unit {
	u, _ := readRef(src, pos, end)
	return u
}

// readRef reads the reference at src[pos:end] and what it stands for, or else
// a run of literal bytes.
func readRef(src []byte, pos, end int) (unit, string) {
	if src[pos] == '&' {
		if n, text := reference(src[pos:end]); n > 0 {
			return unit{start: pos, end: pos + n, n: len(text), whole: true}, text
		}
	}
	end = min(end, pos+maxRun)
	if i := bytes.IndexByte(src[pos+1:end], '&'); i >= 0 {
		end = pos + 1 + i
	}
	return unit{start: pos, end: end, n: end - pos}, ""
}

// reference returns the length of the character reference that s begins with,
// and what it stands for. The length is 0 if the ampersand is literal.
func reference(s []byte) (int, string) {
	if len(s) > 1 && s[1] == '#' {
		n := numericLen(s)
		if n == 0 {
			return 0, ""
		}
		return n, html.UnescapeString(string(s[:n]))
	}
	n := nameLen(s[1:])
	if n == 0 {
		return 0, ""
	}
	n++
	if n < len(s) && s[n] == ';' {
		n++
	} else if n < len(s) && s[n] == '=' {
		return 0, "" // section 13.2.5.73, "for historical reasons"
	}
	if text := named(s[:n]); text != "" {
		return n, text
	}
	return 0, ""
}

// IsCharRef reports whether s is one character reference of HTML, from its ampersand to
// its semicolon.
func IsCharRef(s []byte) bool {
	n, _ := reference(s)
	return n > 0 && n == len(s) && s[n-1] == ';'
}

// nameLen returns the length of the alphanumeric run that s begins with, or 0
// if it is too long for a name. The whole run has to be a name: if only a part
// of it were, an alphanumeric would follow.
func nameLen(s []byte) int {
	n := 0
	for n < len(s) && ascii.IsAlphanumeric(s[n]) {
		if n++; n > longestName {
			return 0
		}
	}
	return n
}

// numericLen returns the length of the numeric reference that s begins with
// (sections 13.2.5.75 to 13.2.5.79), or 0.
func numericLen(s []byte) int {
	i, digit := 2, ascii.IsDigit
	if i < len(s) && s[i]|0x20 == 'x' {
		i, digit = 3, ascii.IsHexDigit
	}
	first := i
	for i < len(s) && digit(s[i]) {
		i++
	}
	switch {
	case i == first:
		return 0
	case i < len(s) && s[i] == ';':
		return i + 1
	}
	return i
}

// named returns what the named reference ref stands for, or "". The library
// also decodes a name that is a mere prefix, and then leaves the rest of ref,
// so that the last byte stays the same. No reference that is known as a whole
// stands for text with its own last byte, except &semi;.
func named(ref []byte) string {
	switch string(ref) {
	case "&amp;", "&amp":
		return "&"
	case "&lt;":
		return "<"
	case "&gt;":
		return ">"
	case "&quot;":
		return `"`
	case "&apos;":
		return "'"
	case "&semi;":
		return ";"
	}
	text := html.UnescapeString(string(ref))
	if text[len(text)-1] == ref[len(ref)-1] {
		return ""
	}
	return text
}
