package view

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"unicode"

	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/simd"
)

// CharRefs is the view of an attribute value. Its character references are decoded by the
// HTML Standard, sections 13.2.5.72 to 13.2.5.80, as in an attribute: a name without a
// semicolon that is followed by "=" or an alphanumeric is not a reference. Line endings and
// NUL are left as they are, while a tokenizer normalises its input first. In XML, the numeric
// references 128 to 159 are control characters (XML 1.0 section 4.1); in HTML most of them are
// characters of windows-1252.
//
// New bytes are escaped for the quotes of the value. An unquoted value gets quotes if the
// edit writes white space or leaves the value empty, and a missing value is written as
// ="…". An edit may also change bytes next to it: it adds a semicolon to a reference, or
// escapes an ampersand, that would read differently next to the new bytes.
type CharRefs struct {
	decoded
	quote markup.Quote
	open  bool // see IsOpen
}

var _ View = (*CharRefs)(nil)

// NewCharRefs returns the view of the value outer[start:end], without its quotes. For
// [markup.NoValue] the span is empty and lies where ="…" would be inserted.
func NewCharRefs(outer []byte, start, end int, quote markup.Quote) *CharRefs {
	v := new(CharRefs)
	v.Reset(outer, start, end, quote)
	return v
}

// Unescape returns a value in text with its character references decoded.
func Unescape(text []byte, value markup.Span, quote markup.Quote) []byte {
	if b := text[value.Start:value.End]; bytes.IndexByte(b, '&') < 0 {
		return b
	}
	return NewCharRefs(text, value.Start, value.End, quote).Text()
}

// Reset makes v the view of outer[start:end], as by [NewCharRefs], and overwrites the text
// that v had before. It allocates nothing if there is no ampersand.
func (v *CharRefs) Reset(outer []byte, start, end int, quote markup.Quote) {
	step := refStep
	if quote.IsXML() {
		step = xmlRefStep
	}
	v.begin(step, outer, start, end)
	v.quote, v.open = quote, false
	v.text = outer[start:end:end]
	if v.plain = bytes.IndexByte(v.text, '&') < 0; !v.plain {
		v.decode()
	}
	v.size = len(v.text)
}

// decode decodes the value. References are often only a few bytes apart in escaped HTML, so it marks
// the ampersands of many bytes at once, and compares the usual references as numbers.
func (v *CharRefs) decode() {
	const few = 16 // bytes that are copied at once: more than any reference stands for
	src := v.outer[v.start:v.end]
	buf := sized(v.buf, len(src)+few)
	buf = buf[:cap(buf)]
	xml := v.quote.IsXML()
	n, pos := 0, 0 // buf[:n] is the text of src[:pos]
	var marks [8]uint64
	for from := 0; from < len(src); {
		part := src[from:min(len(src), from+len(marks)*simd.Block)]
		for _, x := range ampersands(&marks, part) {
			for ; x != 0; x &= x - 1 {
				amp := from + bits.TrailingZeros64(x)
				if len(buf)-n < amp-pos+few {
					buf = slices.Grow(buf[:n], len(src)-pos+few)
					buf = buf[:cap(buf)]
				}
				if amp-pos <= few && len(src)-pos >= few {
					*(*[few]byte)(buf[n:]) = *(*[few]byte)(src[pos:])
				} else {
					copy(buf[n:], src[pos:amp])
				}
				n, pos = n+amp-pos, amp
				if len(src)-pos >= 8 {
					if size, c := usual(binary.LittleEndian.Uint64(src[pos:])); size > 0 {
						buf[n] = c
						n, pos = n+1, pos+size
						continue
					}
				}
				size, text := reference(src[pos:], xml)
				if size == 0 {
					size, text = 1, "&"
				}
				v.open = v.open || src[pos+size-1] != ';'
				n, pos = n+copy(buf[n:], text), pos+size
			}
			from += simd.Block
			if from%spacing == 0 && from < len(src) {
				at := max(from, pos)
				v.marks = append(v.marks, mark{n + at - pos, v.start + at})
			}
		}
	}
	v.buf = append(buf[:n], src[pos:]...)
	v.text = v.buf
}

// ampersands returns words with a bit for each ampersand of text, in the memory of marks.
func ampersands(marks *[8]uint64, text []byte) []uint64 {
	simd.Mark(text, '&', '&', marks[:], marks[:])
	n := len(text) / simd.Block
	if rest := text[n*simd.Block:]; len(rest) > 0 {
		marks[n] = 0
		for i, c := range rest {
			if c == '&' {
				marks[n] |= 1 << i
			}
		}
		n++
	}
	return marks[:n]
}

// usual returns the length and the character of the reference that the bytes of word begin with, if it is
// &lt; &gt; &amp; or &quot;: the most frequent references of escaped HTML.
func usual(word uint64) (int, byte) {
	const (
		lt  = '&' | 'l'<<8 | 't'<<16 | ';'<<24
		gt  = '&' | 'g'<<8 | 't'<<16 | ';'<<24
		amp = '&' | 'a'<<8 | 'm'<<16 | 'p'<<24
		quo = '&' | 'q'<<8 | 'u'<<16 | 'o'<<24
	)
	switch uint32(word) {
	case lt:
		return len("&lt;"), '<'
	case gt:
		return len("&gt;"), '>'
	case amp:
		if byte(word>>32) == ';' {
			return len("&amp;"), '&'
		}
	case quo:
		if uint16(word>>32) == 't'|';'<<8 {
			return len("&quot;"), '"'
		}
	}
	return 0, 0
}

// IsOpen reports whether the value has an ampersand that does not begin a reference that ends with a
// semicolon.
func (v *CharRefs) IsOpen() bool { return v.open }

// Carry implements [View].
func (v *CharRefs) Carry(dst, edits []edit.Edit) []edit.Edit {
	// Most edits are a single edit before or without references, whose bytes need no escape in any quotes.
	if len(edits) == 1 && (v.plain || edits[0].End == 0) && v.quote != markup.NoValue && len(edits[0].New) > 0 && NeedsNoEscape(edits[0].New) {
		e := edits[0]
		e.Start, e.End = v.start+e.Start, v.start+e.End
		return append(dst, e)
	}
	changes := v.changes(edits)
	if len(changes) == 0 {
		return dst
	}
	w, opening := refWriter{writer: v.writer(dst), quote: v.quote}, ""
	switch {
	case v.quote == markup.NoValue:
		opening = `="`
	case v.quote == markup.Unquoted && v.needsQuotes(edits):
		opening = `"`
		w.escape = func(c byte) string {
			if c == '"' {
				return "&quot;"
			}
			return ""
		}
	}
	if opening != "" {
		w.quote = markup.DoubleQuoted
		w.add(w.start, w.start, []byte(opening))
	}
	for i := range changes {
		w.change(&changes[i])
	}
	if opening != "" {
		w.keep(w.end, w.escape)
		w.add(w.end, w.end, []byte(`"`))
	}
	return w.out
}

// needsQuotes reports whether an unquoted value needs quotes after the edits: it must not be empty (HTML
// Standard, section 13.1.2.3). Only ASCII white space ends an unquoted value, but some readers end the value
// at any white space or control character.
func (v *CharRefs) needsQuotes(edits []edit.Edit) bool {
	ends := func(r rune) bool { return r <= ' ' || r == 0x7f || unicode.IsSpace(r) }
	return edit.Size(v.text, edits) == 0 || slices.ContainsFunc(edits, func(e edit.Edit) bool { return bytes.ContainsFunc(e.New, ends) })
}

// isApart implements divisible: a reference consists of an ampersand and bytes of a name. Whether a value
// without quotes needs quotes depends on all edits.
func (v *CharRefs) isApart(a, b edit.Edit) bool {
	return v.quote != markup.Unquoted && slices.ContainsFunc(v.between(a, b), func(c byte) bool { return c != '&' && !isName(c) })
}

// NeedsNoEscape reports whether b can be written unchanged in every attribute value.
func NeedsNoEscape[T string | []byte](b T) bool {
	for i := range len(b) {
		if !needsNoEscape[b[i]] {
			return false
		}
	}
	return true
}

// needsNoEscape has the bytes that can be written as they are in every value. "=" is included: it
// has a meaning only after an ampersand.
var needsNoEscape = func() (t [256]bool) {
	for c := range t {
		t[c] = c > ' ' && c < 0x7f && bytes.IndexByte([]byte("&\"'<>`"), byte(c)) < 0
	}
	return t
}()

// longestName is the length of the longest name of a character reference,
// without its semicolon: CounterClockwiseContourIntegral.
const longestName = 31

func refStep(src []byte, pos, end int) unit { return readRef(src, pos, end, false) }

func xmlRefStep(src []byte, pos, end int) unit { return readRef(src, pos, end, true) }

// readRef reads the reference at src[pos:end]. If there is no reference, it reads a run of literal
// bytes.
func readRef(src []byte, pos, end int, xml bool) unit {
	if src[pos] == '&' {
		if n, text := reference(src[pos:end], xml); n > 0 {
			return unit{start: pos, end: pos + n, n: len(text), char: opaque}
		}
	}
	return runTo('&', src, pos, end)
}

// reference returns the length of the character reference that s begins with, and the text
// that it stands for in HTML or XML. The length is 0 if the ampersand is literal.
func reference(s []byte, xml bool) (int, string) {
	if len(s) > 1 && s[1] == '#' {
		n := numericLen(s)
		if n == 0 {
			return 0, ""
		}
		if xml {
			if c := number(s[:n]); 0x80 <= c && c <= 0x9f {
				return n, string(c)
			}
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
	n, _ := reference(s, false)
	return n > 0 && n == len(s) && s[n-1] == ';'
}

// nameLen returns the length of the alphanumeric run that s begins with, or 0 if it is too
// long for a name. A reference is the whole run: if it were only a part of the run, an
// alphanumeric would follow it.
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

// number returns the number in a numeric reference, or the largest rune if the number is larger.
func number(ref []byte) rune {
	digits, radix := bytes.TrimRight(ref[2:], ";"), 10
	if digits[0]|0x20 == 'x' {
		digits, radix = digits[1:], 16
	}
	c, _ := strconv.ParseInt(string(digits), radix, 32)
	return rune(c)
}

// named returns the text that the named reference ref stands for, or "" if ref is not one.
// html.UnescapeString also decodes a prefix of ref that is a name, and leaves the rest of ref as it
// is. In that case the last byte does not change. Except for &semi;, which is handled before, no
// reference stands for text that ends in the last byte of the reference.
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

// A refWriter writes the edits of an attribute value.
type refWriter struct {
	writer
	quote  markup.Quote        // the quotes to escape for
	escape func(c byte) string // escapes the bytes that stay in a value that gets quotes; else nil
}

// change writes the change c.
func (w *refWriter) change(c *change) {
	c.enc = escaped(c.text, func(b byte) string { return refFor(b, w.quote) })
	if !w.plain && c.from > w.pos {
		if c.before.whole() {
			if w.swallows(c) {
				c.enc = append([]byte(";"), c.enc...)
			}
		} else if amp := w.pending(c); amp >= 0 {
			w.keep(amp, w.escape)
			w.add(amp, amp+1, []byte("&amp;"))
		}
	}
	w.keep(c.from, w.escape)
	w.add(c.from, c.to, c.enc)
	// A quote that becomes the first byte of an unquoted value is escaped.
	if first := w.following(c); w.quote == markup.Unquoted && c.from == w.start && len(c.enc) == 0 && (first == '"' || first == '\'') {
		w.add(c.to, c.to+1, []byte(refFor(first, markup.Unquoted)))
	}
}

// swallows reports whether the reference directly before c has no semicolon, and the byte after
// it in the output would become a part of it or make it literal.
func (w *refWriter) swallows(c *change) bool {
	ref, next := w.outer[c.before.start:c.before.end], w.following(c)
	switch {
	case ref[len(ref)-1] == ';':
		return false
	case ref[1] == '#':
		return next == ';' || ascii.IsHexDigit(next)
	}
	return next == ';' || next == '=' || ascii.IsAlphanumeric(next)
}

// pending returns the offset of a literal ampersand that may become a reference because of the
// bytes that c puts after it, or -1. Only bytes of a name lie between the ampersand and c. If the
// next change is too close to decide, the ampersand counts as becoming a reference.
func (w *refWriter) pending(c *change) int {
	amp := c.from - 1
	for amp >= w.pos && c.from-amp <= longestName && isName(w.outer[amp]) {
		amp--
	}
	if amp < w.pos || w.outer[amp] != '&' {
		return -1
	}
	xml := w.quote.IsXML()
	if n, _ := reference(w.outer[amp:w.end], xml); n > 0 && amp+n <= c.from {
		return -1 // already a complete reference
	}
	const enough = longestName + 2
	var buf [3 * enough]byte
	s := append(buf[:0], w.outer[amp:c.from]...)
	s = append(s, c.enc[:min(len(c.enc), enough)]...)
	if len(c.enc) < enough {
		s = append(s, w.outer[c.to:min(c.next, c.to+enough)]...)
	}
	if n, _ := reference(s, xml); n > 0 {
		return amp
	}
	run := 1
	for run < len(s) && isName(s[run]) {
		run++
	}
	if run == len(s) && run <= enough && !c.last {
		return amp
	}
	return -1
}

// isName reports whether c may occur between the ampersand and the semicolon of a
// reference.
func isName(c byte) bool { return c == '#' || ascii.IsAlphanumeric(c) }

// refFor returns the reference to write for c, or "" if c is written as it is. A CR is written as a
// reference because a literal CR would be read as LF.
func refFor(c byte, quote markup.Quote) string {
	switch {
	case c == '&':
		return "&amp;"
	case c == '<':
		return "&lt;"
	case c == '>':
		return "&gt;"
	case c == '\r':
		return "&#13;"
	case c == '"' && quote != markup.SingleQuoted && quote != markup.XMLSingleQuoted:
		return "&quot;"
	case c == '\'' && quote != markup.DoubleQuoted && quote != markup.XMLDoubleQuoted:
		return "&#39;"
	}
	return ""
}
