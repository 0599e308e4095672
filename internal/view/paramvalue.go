package view

import (
	"slices"
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
	decoded // the span of the table excludes the quotes
	quoted  bool
}

var _ View = (*ParamValue)(nil)

// NewParamValue returns the view of outer[start:end].
func NewParamValue(outer []byte, start, end int) *ParamValue {
	v := new(ParamValue)
	special := ""
	if v.quoted = end-start >= 2 && outer[start] == '"' && outer[end-1] == '"'; v.quoted {
		start, end, special = start+1, end-1, `\`
	}
	v.reset(quotedStep, outer, start, end, special)
	return v
}

// quotedStep reads a quoted pair, or a run of literal bytes.
func quotedStep(src []byte, pos, end int) unit {
	switch {
	case src[pos] != '\\':
		return runTo('\\', src, pos, end)
	case pos+1 == end:
		return unit{start: pos, end: end}
	}
	return byteUnit(pos, pos+2, src[pos+1])
}

// Carry implements [View].
func (v *ParamValue) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.changes(edits)
	if len(changes) == 0 {
		return dst
	}
	w := v.writer(dst)
	var escape func(c byte) string // for the bytes that stay
	if !v.quoted {
		now := splice(v.text, 0, len(v.text), edits)
		if len(now) == 0 || slices.ContainsFunc(now, func(c byte) bool { return !isTokenByte(c) }) {
			escape = backslashed
		}
	}
	if escape != nil {
		w.add(v.start, v.start, []byte(`"`))
	}
	for i := range changes {
		c := &changes[i]
		w.keep(c.from, escape)
		w.add(c.from, c.to, escaped(c.text, backslashed))
	}
	w.keep(v.end, escape)
	if escape != nil {
		w.add(v.end, v.end, []byte(`"`))
	}
	return w.out
}

// backslashed returns the quoted pair for c, or "" if c is written as it is.
func backslashed(c byte) string {
	if c == '"' || c == '\\' {
		return `\` + string(rune(c))
	}
	return ""
}

// isTokenByte reports whether c is allowed in a token (RFC 7230 section 3.2.6).
func isTokenByte(c byte) bool {
	return ascii.IsAlphanumeric(c) || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}
