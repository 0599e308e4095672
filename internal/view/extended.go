package view

import (
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

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
	changes := v.changes(edits)
	for i := range changes {
		c := &changes[i]
		c.enc = escaped(c.text, extendedByte)
		dst = append(dst, c.edit())
	}
	return dst
}

// extendedByte percent-encodes c, or returns "" if c is an attribute-char of both RFC 2231 section 7
// and RFC 8187 section 3.2.1.
func extendedByte(c byte) string {
	if isTokenByte(c) && c != '*' && c != '\'' && c != '%' {
		return ""
	}
	return fmt.Sprintf("%%%02X", c)
}
