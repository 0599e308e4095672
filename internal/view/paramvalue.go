package view

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// ParamValue is the view of the value of a parameter in a header field: a token, or a
// quoted-string including its quotes (RFC 2045 section 5.1, RFC 8288 section 3). In quotes,
// the backslash of a quoted pair is dropped (RFC 5322 section 3.2.4), and so is one at the
// end. White space and line breaks decode to themselves.
//
// New quotes and backslashes are written with a backslash before them. A value without
// quotes gets quotes if the edit makes it anything but a token of RFC 7230 section 3.2.6,
// which all readers accept as a token.
type ParamValue struct {
	text   []byte // bytes of outer, or buf
	buf    []byte
	tab    table // the span of tab excludes the quotes
	quoted bool
}

var _ View = (*ParamValue)(nil)

// NewParamValue returns the view of outer[start:end].
func NewParamValue(outer []byte, start, end int) *ParamValue {
	v := new(ParamValue)
	v.Reset(outer, start, end)
	return v
}

// Reset makes v the view of outer[start:end] and overwrites the text that v had before. It
// allocates nothing if there is no backslash in quotes.
func (v *ParamValue) Reset(outer []byte, start, end int) {
	v.quoted = end-start >= 2 && outer[start] == '"' && outer[end-1] == '"'
	if v.quoted {
		start, end = start+1, end-1
	}
	t := &v.tab
	t.reset(quotedStep, outer, start, end)
	v.text = outer[start:end:end]
	if t.plain = !v.quoted || bytes.IndexByte(v.text, '\\') < 0; !t.plain {
		v.decode()
	}
	t.size = len(v.text)
}

func (v *ParamValue) decode() {
	t := &v.tab
	v.buf = sized(v.buf, t.end-t.start)
	for pos := t.start; pos < t.end; {
		t.note(len(v.buf), pos)
		u := quotedStep(t.outer, pos, t.end)
		v.buf = append(v.buf, t.outer[u.end-u.n:u.end]...)
		pos = u.end
	}
	v.text = v.buf
}

// quotedStep reads a quoted pair, or a run of literal bytes.
func quotedStep(src []byte, pos, end int) unit {
	if src[pos] == '\\' {
		if pos+1 == end {
			return unit{start: pos, end: end}
		}
		return unit{start: pos, end: pos + 2, n: 1, whole: true}
	}
	end = min(end, pos+maxRun)
	if i := bytes.IndexByte(src[pos:end], '\\'); i >= 0 {
		end = pos + i
	}
	return unit{start: pos, end: end, n: end - pos}
}

// Text implements [View].
func (v *ParamValue) Text() []byte { return v.text }

// Source implements [View].
func (v *ParamValue) Source(off int) int { return v.tab.source(off) }

// Carry implements [View].
func (v *ParamValue) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.tab.changes(v.text, edits)
	if len(changes) == 0 {
		return dst
	}
	w := paramWriter{v: v, out: dst, base: len(dst), pos: v.tab.start}
	if !v.quoted {
		now := splice(v.text, 0, len(v.text), edits)
		w.requote = len(now) == 0 || bytes.ContainsFunc(now, func(r rune) bool { return r >= 0x80 || !isTokenByte(byte(r)) })
	}
	return w.write(changes)
}

// isTokenByte reports whether c is allowed in a token (RFC 7230 section 3.2.6).
func isTokenByte(c byte) bool {
	return ascii.IsAlphanumeric(c) || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

// A paramWriter writes the edits of a value from left to right. The source
// before pos is done. Edits that touch become one edit.
type paramWriter struct {
	v       *ParamValue
	out     []edit.Edit
	base    int  // out[:base] belongs to the caller
	requote bool // the value gets quotes
	pos     int
}

func (w *paramWriter) write(changes []change) []edit.Edit {
	t := &w.v.tab
	if w.requote {
		w.add(t.start, t.start, []byte(`"`))
	}
	for i := range changes {
		p := t.piece(changes, i)
		w.keep(p.start)
		w.add(p.start, p.end, appendQuoted(nil, changes[i].text))
	}
	w.keep(t.end)
	if w.requote {
		w.add(t.end, t.end, []byte(`"`))
	}
	return w.out
}

// keep keeps the source up to end. It escapes bytes that need an escape in new quotes.
func (w *paramWriter) keep(end int) {
	for w.requote {
		i := bytes.IndexAny(w.v.tab.outer[w.pos:end], `"\`)
		if i < 0 {
			break
		}
		w.add(w.pos+i, w.pos+i, []byte(`\`))
		w.pos++ // skip the quoted byte
	}
	w.pos = end
}

func (w *paramWriter) add(start, end int, text []byte) {
	w.pos = end
	if n := len(w.out); n > w.base && w.out[n-1].End == start {
		last := &w.out[n-1]
		last.End, last.New = end, append(last.New, text...)
		return
	}
	w.out = append(w.out, edit.Edit{Start: start, End: end, New: text})
}

// appendQuoted appends the content of a quoted-string.
func appendQuoted(dst, text []byte) []byte {
	for _, c := range text {
		if c == '"' || c == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, c)
	}
	return dst
}
