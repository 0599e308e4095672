package view

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// A CSSForm is the kind of token that contains a URL in CSS.
type CSSForm uint8

// The tokens of CSS Syntax Level 3 sections 4.3.5 and 4.3.6.
const (
	CSSRaw          CSSForm = iota // url(x)
	CSSDoubleQuoted                // "x"
	CSSSingleQuoted                // 'x'
)

// CSS is the view of the text of a CSS string or of an unquoted url(). Its escapes are
// decoded to UTF-8 (CSS Syntax Level 3 section 4.3.7), and escaped newlines are dropped.
// The span is the span of a token as a tokenizer reads it: without quotes, without the white
// space around an unquoted URL, and without any byte that would have ended the token.
//
// NUL is left as it is, while a tokenizer replaces it first (section 3.3). A backslash at
// the very end of the style sheet decodes to U+FFFD in an unquoted URL and to nothing in a
// string.
//
// New bytes are escaped for the token. "<" is always escaped, so that no edit ends a style
// element. An edit may write a space before its own bytes: it ends the escape before the
// edit if that would otherwise include the bytes after it.
type CSS struct {
	text []byte // bytes of outer, or buf
	buf  []byte
	form CSSForm
	tab  table
}

var _ View = (*CSS)(nil)

// NewCSS returns the view of the text outer[start:end] of a token.
func NewCSS(outer []byte, start, end int, form CSSForm) *CSS {
	v := new(CSS)
	v.Reset(outer, start, end, form)
	return v
}

// Reset makes v the view of outer[start:end], as by [NewCSS], and overwrites the text that
// v had before. It allocates nothing if there is no backslash.
func (v *CSS) Reset(outer []byte, start, end int, form CSSForm) {
	step := cssStringStep
	if form == CSSRaw {
		step = cssRawStep
	}
	v.tab.reset(step, outer, start, end)
	v.form, v.text = form, outer[start:end:end]
	if v.tab.plain = bytes.IndexByte(v.text, '\\') < 0; !v.tab.plain {
		v.decode()
	}
	v.tab.size = len(v.text)
}

func (v *CSS) decode() {
	t := &v.tab
	v.buf = sized(v.buf, t.end-t.start)
	for pos := t.start; pos < t.end; {
		t.note(len(v.buf), pos)
		u, r := readCSS(t.outer, pos, t.end, v.form == CSSRaw)
		switch {
		case !u.whole:
			v.buf = append(v.buf, t.outer[pos:pos+u.n]...)
		case r < 0:
			v.buf = append(v.buf, t.outer[pos+1])
		default:
			v.buf = utf8.AppendRune(v.buf, r)
		}
		pos = u.end
	}
	v.text = v.buf
}

// Text implements [View].
func (v *CSS) Text() []byte { return v.text }

// Source implements [View].
func (v *CSS) Source(off int) int { return v.tab.source(off) }

// Carry implements [View].
func (v *CSS) Carry(dst, edits []edit.Edit) []edit.Edit {
	t := &v.tab
	if slices.ContainsFunc(edits, isIdle) { // idle edits would separate changes that belong together
		edits = slices.DeleteFunc(slices.Clone(edits), isIdle)
	}
	changes := t.changes(v.text, edits)
	for i, c := range changes {
		p := t.piece(changes, i)
		p.enc = escapeCSS(c.text, v.form)
		if !t.plain && c.start > 0 {
			p.enc = append(v.closing(c, p), p.enc...)
		}
		dst = append(dst, edit.Edit{Start: p.start, End: p.end, New: p.enc})
	}
	return dst
}

// closing returns the bytes to write before p, the piece of c, so that an escape directly before p
// ends where it ended before.
func (v *CSS) closing(c change, p piece) []byte {
	outer := v.tab.outer
	u, _ := v.tab.locate(c.start - 1)
	if !u.whole || u.end < p.start {
		return nil
	}
	next := byte('\\') // a byte that continues no escape
	switch {
	case len(p.enc) > 0:
		next = p.enc[0]
	case p.end < v.tab.end:
		next = outer[p.end]
	}
	digits := hexLen(outer[u.start+1 : u.end])
	switch {
	case u.end == u.start+1 && len(p.enc) > 0: // the end of the text cuts the escape off
		return []byte("fffd ")
	case digits == 0 || u.end > u.start+1+digits:
	case isCSSSpace(next) || digits < maxHex && ascii.IsHexDigit(next):
		return []byte(" ")
	}
	return nil
}

// maxHex is the maximum number of digits in an escape (CSS Syntax Level 3 section 4.3.7).
const maxHex = 6

func cssStringStep(src []byte, pos, end int) unit {
	u, _ := readCSS(src, pos, end, false)
	return u
}

func cssRawStep(src []byte, pos, end int) unit {
	u, _ := readCSS(src, pos, end, true)
	return u
}

// readCSS reads the escape at src[pos:end] and returns the character that it stands for. If there
// is no escape, it reads a run of literal bytes. The character is -1 if the escape stands for the
// byte after the backslash; further bytes of the same UTF-8 character are literal.
func readCSS(src []byte, pos, end int, raw bool) (unit, rune) {
	if src[pos] != '\\' {
		end = min(end, pos+maxRun)
		if i := bytes.IndexByte(src[pos+1:end], '\\'); i >= 0 {
			end = pos + 1 + i
		}
		return unit{start: pos, end: end, n: end - pos}, 0
	}
	rest := src[pos+1 : end]
	if len(rest) == 0 {
		if raw {
			return unit{start: pos, end: end, n: utf8.RuneLen(utf8.RuneError), whole: true}, utf8.RuneError
		}
		return unit{start: pos, end: end}, 0 // section 4.3.5, "do nothing"
	}
	if n := newlineLen(rest); n > 0 {
		return unit{start: pos, end: pos + 1 + n}, 0
	}
	n := hexLen(rest)
	if n == 0 {
		return unit{start: pos, end: pos + 2, n: 1, whole: true}, -1
	}
	r := hexRune(rest[:n])
	if rest = rest[n:]; len(rest) > 0 && isCSSSpace(rest[0]) {
		n += max(1, newlineLen(rest))
	}
	return unit{start: pos, end: pos + 1 + n, n: utf8.RuneLen(r), whole: true}, r
}

// newlineLen returns the length of the newline that s begins with, or 0 (CSS
// Syntax Level 3 section 3.3).
func newlineLen(s []byte) int {
	switch {
	case bytes.HasPrefix(s, []byte("\r\n")):
		return 2
	case len(s) > 0 && isCSSNewline(s[0]):
		return 1
	}
	return 0
}

func isCSSNewline(c byte) bool { return c == '\n' || c == '\r' || c == '\f' }

func isCSSSpace(c byte) bool { return isBlank(c) || isCSSNewline(c) }

// hexLen returns the number of digits of an escape that s begins with.
func hexLen(s []byte) int {
	n := 0
	for n < len(s) && n < maxHex && ascii.IsHexDigit(s[n]) {
		n++
	}
	return n
}

// hexRune returns the character with the code point digits. Zero, surrogates and numbers
// beyond Unicode give U+FFFD.
func hexRune(digits []byte) rune {
	var r rune
	for _, c := range digits {
		if d := rune(c); ascii.IsDigit(c) {
			r = r<<4 + d - '0'
		} else {
			r = r<<4 + d&^0x20 - 'A' + 10
		}
	}
	if r == 0 || !utf8.ValidRune(r) {
		return utf8.RuneError
	}
	return r
}

// escapeCSS escapes text for a token. If there is nothing to escape, it returns text
// itself.
func escapeCSS(text []byte, form CSSForm) []byte {
	for i, c := range text {
		if cssEscape(c, form) == cssVerbatim {
			continue
		}
		out := append(make([]byte, 0, len(text)+16), text[:i]...)
		for _, c := range text[i:] {
			out = appendCSS(out, c, form)
		}
		return out
	}
	return text
}

// appendCSS appends c, escaped if needed. An escape of digits always ends in a space, so
// that it cannot include the bytes after it.
func appendCSS(dst []byte, c byte, form CSSForm) []byte {
	const digits = "0123456789abcdef"
	switch cssEscape(c, form) {
	case cssBackslash:
		return append(dst, '\\', c)
	case cssDigits:
		if dst = append(dst, '\\'); c >= 0x10 {
			dst = append(dst, digits[c>>4])
		}
		return append(dst, digits[c&0xF], ' ')
	}
	return append(dst, c)
}

// A cssWay is a way to write a character.
type cssWay uint8

const (
	cssVerbatim  cssWay = iota
	cssBackslash        // \c
	cssDigits           // \63
)

// cssEscape returns the way to write c. In a string, newlines, the quote and the backslash need an
// escape (CSS Syntax Level 3 section 4.3.5). In an unquoted URL, the bytes that end the URL or make
// it bad need an escape, too (section 4.3.6). "<" and ">" are escaped because they could end the
// element or a comment around the style sheet. NUL has no escape.
func cssEscape(c byte, form CSSForm) cssWay {
	switch {
	case c == '\\':
		return cssBackslash
	case c == '<' || c == '>' || isCSSNewline(c):
		return cssDigits
	case c == '"' && form != CSSSingleQuoted, c == '\'' && form != CSSDoubleQuoted:
		return cssBackslash
	case form != CSSRaw || c == 0:
		return cssVerbatim
	case c == ' ' || c == '(' || c == ')':
		return cssBackslash
	case c < ' ' || c == 0x7F:
		return cssDigits
	}
	return cssVerbatim
}
