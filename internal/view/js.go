package view

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// JS is the view of the content of a JavaScript string, or of a template without
// substitutions, without its quotes. Its escapes are decoded to UTF-8 (ECMAScript 2025,
// clauses 12.9.4 and 12.9.6), and so are the octal escapes of Annex B.1.2. Line
// continuations are dropped. In templates CR and CR LF are decoded to LF. A surrogate
// without its other half is decoded to U+FFFD, as in a URL.
//
// New bytes are escaped for the quote. "<" and ">" are written as \x3c and \x3e, so that no
// edit begins or ends a script element, or a comment in one. A literal "<" or ">" next to
// an edit is escaped as by [JSON]. A line continuation separates an edit from bytes next to
// it that would form or extend an escape together with it.
type JS struct {
	decoded
	quote byte
}

var _ View = (*JS)(nil)

// ErrJS means that a JavaScript string has a malformed escape, which is a syntax error.
// Such an escape is not decoded.
var ErrJS = errors.New("a malformed escape in a string")

// Reset makes v the view of the content outer[start:end] of a string or template with the
// given quote: a quotation mark, an apostrophe or a backquote. It overwrites the text that v had
// before, and allocates nothing if there is nothing to decode. If the error is not nil, it is
// [ErrJS], and the caller must not carry edits.
func (v *JS) Reset(outer []byte, start, end int, quote byte) (err error) {
	step, special := jsStringStep, `\`
	if quote == '`' {
		step, special = jsTemplateStep, "\\\r"
	}
	v.quote = quote
	v.reset(step, outer, start, end, special)
	if v.bad {
		return ErrJS
	}
	return nil
}

// Carry implements [View].
func (v *JS) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.changes(edits)
	w := scriptWriter{v.writer(dst)}
	for i := range changes {
		c := &changes[i]
		c.enc = escaped(c.text, func(b byte) string { return jsByte(b, v.quote) })
		if lt := w.mark(c.from); lt >= 0 { // with c it would begin a tag or a comment
			w.add(lt-w.run(lt-1)%2, lt+1, []byte(`\x3c`))
		}
		switch { // the bytes before c and c must not be decoded together
		case w.joins(c):
			w.add(c.before.start, c.from, []byte(`\ufffd`))
		case c.from > w.start && v.clashes(c):
			c.enc = append([]byte("\\\n"), c.enc...)
		}
		w.add(c.from, c.to, c.enc)
		if gt := w.commentEnd(c); gt >= 0 {
			w.add(gt, gt+1, []byte(`\x3e`))
		}
	}
	return w.out
}

func jsStringStep(src []byte, pos, end int) unit { return readJS(src, pos, end, false) }

func jsTemplateStep(src []byte, pos, end int) unit { return readJS(src, pos, end, true) }

// readJS reads an escape, a line break of a template, or a run of literal bytes.
func readJS(src []byte, pos, end int, template bool) unit {
	switch {
	case src[pos] == '\\':
		n, r := jsEscape(src[pos:end], template)
		if n == 0 {
			return unit{start: pos, end: pos + 1, n: 1, char: malformed}
		}
		if r < 0 {
			return unit{start: pos, end: pos + n}
		}
		return charUnit(pos, pos+n, r)
	case template && src[pos] == '\r':
		return charUnit(pos, pos+newlineLen(src[pos:end]), '\n')
	}
	u := runTo('\\', src, pos, end)
	if template {
		u = runTo('\r', src, pos, u.end)
	}
	return u
}

// jsEscape returns the length of the escape that s begins with, and the character that it
// stands for. The character is -1 for a line continuation. The length is 0 if the escape is
// malformed.
func jsEscape(s []byte, template bool) (int, rune) {
	if n := continuation(s); n > 0 || len(s) < 2 {
		return n, -1
	}
	switch c := s[1]; {
	case ascii.IsDigit(c):
		return octalEscape(s, template)
	case c == 'x':
		if len(s) < 4 || !ascii.IsHexDigit(s[2]) || !ascii.IsHexDigit(s[3]) {
			return 0, 0
		}
		return 4, rune(ascii.HexByte(s[2], s[3]))
	case c == 'u':
		return unicodeEscape(s)
	case c >= utf8.RuneSelf:
		r, n := utf8.DecodeRune(s[1:])
		if r == utf8.RuneError && n == 1 {
			return 0, 0
		}
		return 1 + n, r
	default:
		if i := strings.IndexByte("bfnrtv", c); i >= 0 {
			c = "\b\f\n\r\t\v"[i]
		}
		return 2, rune(c)
	}
}

// continuation returns the length of the line continuation that s begins with, or 0.
func continuation(s []byte) int {
	if len(s) < 2 || s[0] != '\\' {
		return 0
	}
	switch rest := s[1:]; {
	case rest[0] == '\n', rest[0] == '\r':
		return 1 + newlineLen(rest)
	case bytes.HasPrefix(rest, []byte("\u2028")), bytes.HasPrefix(rest, []byte("\u2029")):
		return 1 + len("\u2028")
	}
	return 0
}

// octalEscape is jsEscape for a digit. In templates only \0 is allowed (Annex B.1.2).
func octalEscape(s []byte, template bool) (int, rune) {
	switch {
	case template && (s[1] != '0' || len(s) > 2 && ascii.IsDigit(s[2])):
		return 0, 0
	case s[1] >= '8':
		return 2, rune(s[1])
	}
	n, r := 1, rune(0)
	for n < len(s) && n < 4 && '0' <= s[n] && s[n] <= '7' && r<<3 < 256 {
		r = r<<3 | rune(s[n]-'0')
		n++
	}
	return n, r
}

// unicodeEscape is jsEscape for \u. The two halves of a surrogate pair, with any line
// continuations between them, are one escape.
func unicodeEscape(s []byte) (int, rune) {
	n, r := hexEscape(s)
	if n == 0 || !utf16.IsSurrogate(r) {
		return n, r
	}
	next := n
	for more := continuation(s[next:]); more > 0; more = continuation(s[next:]) {
		next += more
	}
	if m, low := hexEscape(s[next:]); m > 0 {
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return next + m, pair
		}
	}
	return n, utf8.RuneError
}

// hexEscape reads \uXXXX or \u{X}. It returns the length of the escape, or 0 if it is malformed,
// and the code point, which may be a surrogate.
func hexEscape(s []byte) (int, rune) {
	if len(s) < 3 || s[0] != '\\' || s[1] != 'u' {
		return 0, 0
	}
	if s[2] != '{' {
		if r, ok := codeUnit(s); ok {
			return 6, r
		}
		return 0, 0
	}
	r := rune(0)
	for i, c := range s[3:] {
		switch {
		case c == '}' && i > 0:
			return 3 + i + 1, r
		case !ascii.IsHexDigit(c):
			return 0, 0
		}
		if r = r<<4 | rune(ascii.HexValue(c)); r > utf8.MaxRune {
			return 0, 0
		}
	}
	return 0, 0
}

// jsByte returns the escape that an edit writes for c, or "".
func jsByte(c, quote byte) string {
	switch {
	case c == '\n':
		return `\n`
	case c == '\r':
		return `\r`
	case c < ' ', c == '<', c == '>':
		return fmt.Sprintf(`\x%02x`, c)
	case c == '\\', c == quote, c == '$' && quote == '`':
		return `\` + string(rune(c))
	}
	return ""
}

// clashes reports whether the unit before c and the next bytes would be decoded together. The next
// bytes are the bytes that c writes or, if it writes nothing, the bytes after c. Examples: an octal
// escape and a digit, "$" and "{", CR and LF.
func (v *JS) clashes(c *change) bool {
	next := v.following(c)
	switch last := v.outer[c.from-1]; {
	case next == '{', next == '\n':
		return v.quote == '`' && (last == '$' && next == '{' || last == '\r' && next == '\n')
	}
	return ascii.IsDigit(next) && c.before.whole() && c.before.end == c.from && v.outer[c.before.start] == '\\' && ascii.IsDigit(v.outer[c.before.start+1])
}
