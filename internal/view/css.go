package view

import (
	"bytes"
	"fmt"
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
	decoded
	form CSSForm
}

var _ View = (*CSS)(nil)

// Reset makes v the view of the text outer[start:end] of a token and overwrites the text that
// v had before. It allocates nothing if there is no backslash.
func (v *CSS) Reset(outer []byte, start, end int, form CSSForm) {
	step := cssStringStep
	if form == CSSRaw {
		step = cssRawStep
	}
	v.form = form
	v.reset(step, outer, start, end, `\`)
}

// Carry implements [View].
func (v *CSS) Carry(dst, edits []edit.Edit) []edit.Edit {
	return v.carry(dst, edits, func(c *change) {
		c.enc = escaped(c.text, func(b byte) string { return cssEscape(b, v.form) })
		if closing := v.closing(c); closing != "" {
			c.enc = append([]byte(closing), c.enc...)
		}
	})
}

// closing returns the bytes to write before c so that an escape directly before c does not include bytes
// of c.
func (v *CSS) closing(c *change) string {
	u := c.before
	if !u.whole() || u.end < c.from {
		return ""
	}
	digits := hexLen(v.outer[u.start+1 : u.end])
	next := v.following(c)
	switch {
	case u.end == u.start+1 && len(c.enc) > 0: // a lone backslash at the end of the text
		return "fffd "
	case digits == 0 || u.end > u.start+1+digits:
	case isCSSSpace(next) || digits < maxHex && ascii.IsHexDigit(next):
		return " "
	}
	return ""
}

// maxHex is the maximum number of digits in an escape (CSS Syntax Level 3 section 4.3.7).
const maxHex = 6

func cssStringStep(src []byte, pos, end int) unit { return readCSS(src, pos, end, false) }

func cssRawStep(src []byte, pos, end int) unit { return readCSS(src, pos, end, true) }

// readCSS reads an escape, or a run of literal bytes. An escape may stand for the byte after the
// backslash; further bytes of the same UTF-8 character are literal.
func readCSS(src []byte, pos, end int, raw bool) unit {
	if src[pos] != '\\' {
		return runTo('\\', src, pos, end)
	}
	rest := src[pos+1 : end]
	if len(rest) == 0 {
		if raw {
			return charUnit(pos, end, utf8.RuneError)
		}
		return unit{start: pos, end: end} // section 4.3.5, "do nothing"
	}
	if n := newlineLen(rest); n > 0 {
		return unit{start: pos, end: pos + 1 + n}
	}
	n := hexLen(rest)
	if n == 0 {
		return byteUnit(pos, pos+2, rest[0])
	}
	r := hexRune(rest[:n])
	if rest = rest[n:]; len(rest) > 0 && isCSSSpace(rest[0]) {
		n += max(1, newlineLen(rest))
	}
	return charUnit(pos, pos+1+n, r)
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
		r = r<<4 | rune(ascii.HexValue(c))
	}
	if r == 0 || !utf8.ValidRune(r) {
		return utf8.RuneError
	}
	return r
}

// cssEscape returns the escape for c, or "" if c is written as it is. In a string, newlines, the quote
// and the backslash need an escape (CSS Syntax Level 3 section 4.3.5). In an unquoted URL, the bytes
// that end the URL or make it bad need an escape, too (section 4.3.6). "<" and ">" are escaped because
// they could end the element or a comment around the style sheet. NUL has no escape. An escape of
// digits always ends in a space, so that it cannot include the bytes after it.
func cssEscape(c byte, form CSSForm) string {
	switch {
	case c == '<' || c == '>' || isCSSNewline(c), form == CSSRaw && c != 0 && (c < ' ' || c == 0x7F):
		return fmt.Sprintf(`\%x `, c)
	case c == '\\', c == '"' && form != CSSSingleQuoted, c == '\'' && form != CSSDoubleQuoted,
		form == CSSRaw && (c == ' ' || c == '(' || c == ')'):
		return `\` + string(rune(c))
	}
	return ""
}
