package view

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// JSON is the view of the content of a JSON string, without its quotes. Its escapes are
// decoded (RFC 8259, section 7). A surrogate without its other half decodes to U+FFFD, as
// in a URL. A backslash that begins no escape is literal, though JSON does not allow it.
//
// New bytes are escaped for JSON. "<" and ">" are written as \u003c and \u003e, so that no
// edit begins or ends a script element, or a comment in one. "&" and "/" are literal, and so are
// characters beyond ASCII unless ASCII is set. A literal "<" or ">" next to an edit is escaped if it might become
// part of "<!--", "</script", "<script" or "-->". If an edit breaks such a sequence that
// was there before, the caller has to deal with that.
type JSON struct {
	ASCII bool // the outer text may be unable to hold characters beyond ASCII; Reset keeps this field

	text []byte // bytes of outer, or buf
	buf  []byte
	tab  table
}

var _ View = (*JSON)(nil)

// NewJSON returns the view of the content outer[start:end] of a string.
func NewJSON(outer []byte, start, end int) *JSON {
	v := new(JSON)
	v.Reset(outer, start, end)
	return v
}

// Reset makes v the view of outer[start:end] and overwrites the text that v had before. It
// allocates nothing if there is no backslash.
func (v *JSON) Reset(outer []byte, start, end int) {
	v.tab.reset(jsonStep, outer, start, end)
	v.text = outer[start:end:end]
	if v.tab.plain = bytes.IndexByte(v.text, '\\') < 0; !v.tab.plain {
		v.decode()
	}
	v.tab.size = len(v.text)
}

func (v *JSON) decode() {
	t := &v.tab
	v.buf = sized(v.buf, t.end-t.start)
	for pos := t.start; pos < t.end; {
		t.note(len(v.buf), pos)
		u, r := readJSON(t.outer, pos, t.end)
		if u.whole {
			v.buf = utf8.AppendRune(v.buf, r)
		} else {
			v.buf = append(v.buf, t.outer[u.start:u.end]...)
		}
		pos = u.end
	}
	v.text = v.buf
}

// Text implements [View].
func (v *JSON) Text() []byte { return v.text }

// Source implements [View].
func (v *JSON) Source(off int) int { return v.tab.source(off) }

// Carry implements [View].
func (v *JSON) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.tab.changes(v.text, edits)
	w := jsonWriter{newScriptWriter(&v.tab, dst), v.ASCII}
	for i := range changes {
		w.change(&changes[i], nextOf(changes, i))
	}
	return w.out
}

func jsonStep(src []byte, pos, end int) unit {
	u, _ := readJSON(src, pos, end)
	return u
}

// readJSON reads the escape at src[pos:end] and returns the character that it stands for. If there
// is no escape, it reads a run of literal bytes.
func readJSON(src []byte, pos, end int) (unit, rune) {
	if src[pos] == '\\' {
		if n, r := jsonEscape(src[pos:end]); n > 0 {
			return unit{start: pos, end: pos + n, n: utf8.RuneLen(r), whole: true}, r
		}
	}
	end = min(end, pos+maxRun)
	if i := bytes.IndexByte(src[pos+1:end], '\\'); i >= 0 {
		end = pos + 1 + i
	}
	return unit{start: pos, end: end, n: end - pos}, 0
}

// jsonEscape returns the length of the escape that s begins with, and the character that it
// stands for. The length is 0 if the backslash begins no escape.
func jsonEscape(s []byte) (int, rune) {
	if len(s) < 2 {
		return 0, 0
	}
	switch s[1] {
	case '"', '\\', '/':
		return 2, rune(s[1])
	case 'b':
		return 2, '\b'
	case 'f':
		return 2, '\f'
	case 'n':
		return 2, '\n'
	case 'r':
		return 2, '\r'
	case 't':
		return 2, '\t'
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
		switch {
		case ascii.IsDigit(c):
			r = r<<4 | rune(c-'0')
		case ascii.IsHexDigit(c):
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// escapeJSON escapes text for a string. If there is nothing to escape, it returns text
// itself.
func escapeJSON(text []byte) []byte {
	i := bytes.IndexFunc(text, func(r rune) bool { return r < utf8.RuneSelf && isEscapedJSON(byte(r)) })
	if i < 0 {
		return text
	}
	out := append(make([]byte, 0, len(text)+16), text[:i]...)
	for _, c := range text[i:] {
		if !isEscapedJSON(c) {
			out = append(out, c)
			continue
		}
		switch c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\b':
			out = append(out, `\b`...)
		case '\f':
			out = append(out, `\f`...)
		case '\n':
			out = append(out, `\n`...)
		case '\r':
			out = append(out, `\r`...)
		case '\t':
			out = append(out, `\t`...)
		default:
			out = append(out, '\\', 'u', '0', '0', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		}
	}
	return out
}

// isEscapedJSON reports whether an edit writes c as an escape.
func isEscapedJSON(c byte) bool {
	return c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>'
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

// A jsonWriter writes the edits of a string.
type jsonWriter struct {
	scriptWriter
	ascii bool // see JSON.ASCII
}

// change writes the change c. next is the change after it, or nil.
func (w *jsonWriter) change(c, next *change) {
	p := w.t.pieceBefore(c, next)
	if p.enc = escapeJSON(c.text); w.ascii {
		p.enc = escapeHigh(p.enc)
	}
	w.piece(p)
}

// piece writes p. It escapes a literal backslash or "<" before p that would begin an escape or a
// tag together with p, and a ">" after p that would end a comment. If p would join two lone
// surrogates to a pair, it writes the first surrogate as U+FFFD.
func (w *jsonWriter) piece(p piece) {
	if lt := w.mark(p.start); lt >= 0 {
		w.backslash(lt)
		w.add(lt, lt+1, []byte(`\u003c`))
	}
	if len(p.enc) == 0 && w.joins(p) {
		w.add(p.start-6, p.start, []byte(`\ufffd`))
	}
	w.backslash(p.start)
	w.add(p.start, p.end, p.enc)
	if gt := w.commentEnd(p); gt >= 0 {
		w.add(gt, gt+1, []byte(`\u003e`))
	}
}

// joins reports whether p writes nothing and thereby makes the escapes before and after it
// a surrogate pair.
func (w *jsonWriter) joins(p piece) bool {
	start := p.start - 6
	if start < w.pos || w.run(start)%2 != 1 {
		return false
	}
	high, _ := codeUnit(w.t.outer[start:p.start])
	low, _ := codeUnit(w.t.outer[p.end:w.t.end])
	return utf16.DecodeRune(high, low) != utf8.RuneError
}

// backslash escapes a kept literal backslash that may become an escape because of the bytes written
// at end, the end of a unit. The backslash is directly before end, or only the beginning of \uXXXX
// is between them.
func (w *jsonWriter) backslash(end int) {
	outer, at := w.t.outer, end
	for n := 0; n < 3 && at > w.pos && ascii.IsHexDigit(outer[at-1]); n++ {
		at--
	}
	if at > w.pos && outer[at-1] == 'u' {
		at--
	} else {
		at = end
	}
	if at > w.pos && w.run(at-1)%2 == 1 {
		w.add(at-1, at, []byte(`\\`))
	}
}
