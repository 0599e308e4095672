package view

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// JSON is the view of the content of a JSON string, without its quotes. Its escapes are
// decoded (RFC 8259, section 7). A surrogate without its other half decodes to U+FFFD, as
// in a URL. A backslash that begins no escape is literal, though JSON does not allow it.
//
// New bytes are escaped for JSON. "<" and ">" are written as \u003c and \u003e, so that no edit begins or
// ends a script element, or a comment in one. "&" and "/" are literal, and so are characters beyond
// ASCII unless the field ASCII is set. A literal "<" or ">" next to an edit is escaped if it might
// become part of "<!--", "</script", "<script" or "-->". The caller has to check whether an edit
// breaks such a sequence that was there before.
type JSON struct {
	ASCII bool // characters beyond ASCII are escaped, since the outer text may be unable to hold them; Reset keeps this field
	decoded
}

var _ View = (*JSON)(nil)

// Reset makes v the view of the content outer[start:end] of a string and overwrites the text that v had before. It
// allocates nothing if there is no backslash.
func (v *JSON) Reset(outer []byte, start, end int) {
	v.reset(jsonStep, outer, start, end, `\`)
}

// Carry implements [View].
func (v *JSON) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.changes(edits)
	w := scriptWriter{v.writer(dst)}
	for i := range changes {
		c := &changes[i]
		if c.enc = escaped(c.text, jsonByte); v.ASCII {
			c.enc = escapeHigh(c.enc)
		}
		if lt := w.mark(c.from); lt >= 0 { // with c it would begin a tag or a comment
			w.backslash(lt)
			w.add(lt, lt+1, []byte(`\u003c`))
		}
		if len(c.enc) == 0 && w.joins(c) { // two lone surrogates would become a pair
			w.add(c.from-6, c.from, []byte(`\ufffd`))
		}
		w.backslash(c.from)
		w.add(c.from, c.to, c.enc)
		if gt := w.commentEnd(c); gt >= 0 {
			w.add(gt, gt+1, []byte(`\u003e`))
		}
	}
	return w.out
}

// isApart implements divisible.
func (v *JSON) isApart(a, b edit.Edit) bool { return len(v.between(a, b)) >= distance }

// jsonStep reads an escape, or a run of literal bytes.
func jsonStep(src []byte, pos, end int) unit {
	if src[pos] == '\\' {
		if n, r := jsonEscape(src[pos:end]); n > 0 {
			return charUnit(pos, pos+n, r)
		}
	}
	return runTo('\\', src, pos, end)
}

// The letters in escapes such as \n, and the characters that these stand for.
const (
	jsonLetters  = "bfnrt"
	jsonControls = "\b\f\n\r\t"
)

// jsonEscape returns the length of the escape that s begins with, and the character that it
// stands for. The length is 0 if the backslash begins no escape.
func jsonEscape(s []byte) (int, rune) {
	if len(s) < 2 {
		return 0, 0
	}
	switch s[1] {
	case '"', '\\', '/':
		return 2, rune(s[1])
	}
	if i := strings.IndexByte(jsonLetters, s[1]); i >= 0 {
		return 2, rune(jsonControls[i])
	}
	r, ok := codeUnit(s)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return 6, r
	}
	if low, ok := codeUnit(s[6:]); ok {
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return 12, pair
		}
	}
	return 6, utf8.RuneError
}

// codeUnit returns the UTF-16 code unit of the escape \uXXXX at the start of s.
func codeUnit(s []byte) (r rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for _, c := range s[2:6] {
		if !ascii.IsHexDigit(c) {
			return 0, false
		}
		r = r<<4 | rune(ascii.HexValue(c))
	}
	return r, true
}

// jsonByte returns the escape that an edit writes for c, or "".
func jsonByte(c byte) string {
	switch {
	case c == '"' || c == '\\':
		return `\` + string(rune(c))
	case c >= ' ' && c != '<' && c != '>':
		return ""
	}
	if i := strings.IndexByte(jsonControls, c); i >= 0 {
		return `\` + jsonLetters[i:i+1]
	}
	return fmt.Sprintf(`\u%04x`, c)
}

// escapeHigh writes the characters of text beyond ASCII as escapes.
func escapeHigh(text []byte) []byte {
	if ascii.CountHigh(text) == 0 {
		return text
	}
	var out []byte
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// backslash escapes a kept literal backslash that may become an escape because of the bytes written
// at end, the end of a unit. The backslash is directly before end, or only the beginning of \uXXXX
// is between them.
func (w *scriptWriter) backslash(end int) {
	at := end
	for n := 0; n < 3 && at > w.pos && ascii.IsHexDigit(w.outer[at-1]); n++ {
		at--
	}
	if at > w.pos && w.outer[at-1] == 'u' {
		at--
	} else {
		at = end
	}
	if at > w.pos && w.run(at-1)%2 == 1 {
		w.add(at-1, at, []byte(`\\`))
	}
}
