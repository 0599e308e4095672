package view

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// ParamValue is the view of the value of a parameter in a header field: a token, or a
// quoted-string including its quotes (RFC 2045 section 5.1, RFC 8288 section 3). In quotes,
// the backslash of a quoted pair is dropped (RFC 5322 section 3.2.4), and so is a backslash
// at the end. White space and line breaks decode to themselves.
//
// New quotes and backslashes are written with a backslash before them. A value without
// quotes gets quotes unless it is still a token by RFC 7230 section 3.2.6 after the edit:
// all readers accept such a token.
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

// Extended is the view of the text in an extended parameter value, without its charset and
// language. Percent-encoded bytes are decoded (RFC 2231 section 4).
//
// New bytes are percent-encoded if they are not allowed in the value.
type Extended struct{ decoded }

var _ View = (*Extended)(nil)

// ErrExtended means that an extended value has a percent sign without two hexadecimal
// digits. Such a percent sign decodes to itself.
var ErrExtended = errors.New("a percent sign without two hexadecimal digits")

// NewExtended returns the view of outer[start:end]. The error is [ErrExtended] or nil. After an
// error the caller must not carry edits.
func NewExtended(outer []byte, start, end int) (*Extended, error) {
	v := new(Extended)
	if v.reset(extendedStep, outer, start, end, "%"); v.bad {
		return v, ErrExtended
	}
	return v, nil
}

// extendedStep reads a byte that is percent-encoded, or a run of bytes that are
// literal.
func extendedStep(src []byte, pos, end int) unit {
	if src[pos] == '%' && pos+2 < end && ascii.IsHexDigit(src[pos+1]) && ascii.IsHexDigit(src[pos+2]) {
		return byteUnit(pos, pos+3, ascii.HexByte(src[pos+1], src[pos+2]))
	}
	u := runTo('%', src, pos, end)
	if src[pos] == '%' {
		u.char = malformed
	}
	return u
}

// Carry implements [View].
func (v *Extended) Carry(dst, edits []edit.Edit) []edit.Edit {
	return v.carry(dst, edits, func(c *change) { c.enc = escaped(c.text, extendedByte) })
}

// extendedByte percent-encodes c, or returns "" if c is an attribute-char of both RFC 2231 section 7
// and RFC 8187 section 3.2.1.
func extendedByte(c byte) string {
	if isTokenByte(c) && c != '*' && c != '\'' && c != '%' {
		return ""
	}
	return fmt.Sprintf("%%%02X", c)
}
