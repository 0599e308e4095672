package view

import (
	"bytes"
	"errors"
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
	text  []byte // bytes of outer, or buf
	buf   []byte
	quote byte
	tab   table
}

var _ View = (*JS)(nil)

// ErrJS means that a JavaScript string has a malformed escape, which is a syntax error.
// Such an escape is not decoded.
var ErrJS = errors.New("a malformed escape in a string")

// NewJS returns the view of the content outer[start:end] of a string or template with the
// given quote: a quotation mark, an apostrophe or a backquote. If the error is not nil, it
// is [ErrJS], and the caller must not carry edits.
func NewJS(outer []byte, start, end int, quote byte) (*JS, error) {
	v := new(JS)
	err := v.Reset(outer, start, end, quote)
	return v, err
}

// Reset makes v the view of outer[start:end]. It allocates nothing if there is nothing
// to decode. The text that v had before is overwritten. The error comes from [NewJS].
func (v *JS) Reset(outer []byte, start, end int, quote byte) (err error) {
	step, special := jsStringStep, `\`
	if quote == '`' {
		step, special = jsTemplateStep, "\\\r"
	}
	v.tab.reset(step, outer, start, end)
	v.quote = quote
	v.text = outer[start:end:end]
	if v.tab.plain = !bytes.ContainsAny(v.text, special); !v.tab.plain {
		err = v.decode()
	}
	v.tab.size = len(v.text)
	return err
}

func (v *JS) decode() (err error) {
	t := &v.tab
	v.buf = sized(v.buf, t.end-t.start)
	for pos := t.start; pos < t.end; {
		t.note(len(v.buf), pos)
		u, r := readJS(t.outer, pos, t.end, v.quote == '`')
		switch {
		case u.whole:
			v.buf = utf8.AppendRune(v.buf, r)
		case u.n > 0:
			if t.outer[pos] == '\\' {
				err = ErrJS
			}
			v.buf = append(v.buf, t.outer[u.start:u.end]...)
		}
		pos = u.end
	}
	v.text = v.buf
	return err
}

// Text implements [View].
func (v *JS) Text() []byte { return v.text }

// Source implements [View].
func (v *JS) Source(off int) int { return v.tab.source(off) }

// Carry implements [View].
func (v *JS) Carry(dst, edits []edit.Edit) []edit.Edit {
	t := &v.tab
	changes := t.changes(v.text, edits)
	w := jsWriter{newScriptWriter(t, dst), v.quote == '`'}
	for i, c := range changes {
		p := t.piece(changes, i)
		p.enc = escapeJS(c.text, v.quote)
		w.piece(c, p)
	}
	return w.out
}

func jsStringStep(src []byte, pos, end int) unit {
	u, _ := readJS(src, pos, end, false)
	return u
}

func jsTemplateStep(src []byte, pos, end int) unit {
	u, _ := readJS(src, pos, end, true)
	return u
}

// readJS reads the escape or line break at src[pos:end] and returns the character that it stands
// for. If there is neither, it reads a run of literal bytes.
func readJS(src []byte, pos, end int, template bool) (unit, rune) {
	switch {
	case src[pos] == '\\':
		n, r := jsEscape(src[pos:end], template)
		if n == 0 {
			return unit{start: pos, end: pos + 1, n: 1}, 0
		}
		if r < 0 {
			return unit{start: pos, end: pos + n}, 0
		}
		return unit{start: pos, end: pos + n, n: utf8.RuneLen(r), whole: true}, r
	case template && src[pos] == '\r':
		return unit{start: pos, end: pos + newlineLen(src[pos:end]), n: 1, whole: true}, '\n'
	}
	end = min(end, pos+maxRun)
	for i := pos + 1; i < end; i++ {
		if c := src[i]; c == '\\' || template && c == '\r' {
			end = i
		}
	}
	return unit{start: pos, end: end, n: end - pos}, 0
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

// escapeJS escapes text for a string or template. If there is nothing to escape, it returns
// text itself.
func escapeJS(text []byte, quote byte) []byte {
	for i, c := range text {
		if !isEscapedJS(c, quote) {
			continue
		}
		out := append(make([]byte, 0, len(text)+16), text[:i]...)
		for _, c := range text[i:] {
			out = appendJS(out, c, quote)
		}
		return out
	}
	return text
}

// isEscapedJS reports whether an edit writes c as an escape.
func isEscapedJS(c, quote byte) bool {
	return c < ' ' || c == '\\' || c == '<' || c == '>' || c == quote || c == '$' && quote == '`'
}

// appendJS appends c, as an escape if it needs one.
func appendJS(dst []byte, c, quote byte) []byte {
	switch {
	case !isEscapedJS(c, quote):
		return append(dst, c)
	case c == '\n':
		return append(dst, `\n`...)
	case c == '\r':
		return append(dst, `\r`...)
	case c < ' ', c == '<', c == '>':
		return append(dst, '\\', 'x', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
	}
	return append(dst, '\\', c)
}

// A jsWriter writes the edits of a string or template.
type jsWriter struct {
	scriptWriter
	template bool
}

// piece writes p, the piece of c. It escapes a "<" before p that would begin a tag or
// comment together with p, and a ">" after p that would end a comment. It separates p from
// the bytes before it if both would be decoded together.
func (w *jsWriter) piece(c change, p piece) {
	if lt := w.mark(p.start); lt >= 0 {
		w.add(lt-w.run(lt-1)%2, lt+1, []byte(`\x3c`))
	}
	var before unit
	if c.start > 0 {
		before, _ = w.t.locate(c.start - 1)
	}
	switch {
	case w.joins(before, p):
		w.add(before.start, p.start, []byte(`\ufffd`))
	case p.start > w.t.start && w.clashes(before, p):
		p.enc = append([]byte("\\\n"), p.enc...)
	}
	w.add(p.start, p.end, p.enc)
	if gt := w.commentEnd(p); gt >= 0 {
		w.add(gt, gt+1, []byte(`\x3e`))
	}
}

// joins reports whether p only deletes, and the escapes before and after it would become a
// surrogate pair.
func (w *jsWriter) joins(before unit, p piece) bool {
	if len(p.enc) > 0 || !before.whole {
		return false
	}
	n, high := hexEscape(w.t.outer[before.start:before.end])
	if n < before.end-before.start {
		return false // before is a pair already
	}
	_, low := hexEscape(w.t.outer[p.end:w.t.end])
	return utf16.DecodeRune(high, low) != utf8.RuneError
}

// clashes reports whether the unit before p and the next bytes would be decoded together. The next
// bytes are the bytes that p writes or, if it writes nothing, the bytes after p. Examples: an octal
// escape and a digit, "$" and "{", CR and LF.
func (w *jsWriter) clashes(before unit, p piece) bool {
	outer, next := w.t.outer, byte(0)
	switch {
	case len(p.enc) > 0:
		next = p.enc[0]
	case p.end < w.t.end:
		next = outer[p.end]
	}
	switch last := outer[p.start-1]; {
	case next == '{', next == '\n':
		return w.template && (last == '$' && next == '{' || last == '\r' && next == '\n')
	}
	return ascii.IsDigit(next) && before.whole && before.end == p.start && outer[before.start] == '\\' && ascii.IsDigit(outer[before.start+1])
}
