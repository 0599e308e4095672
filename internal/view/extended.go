package view

import (
	"bytes"
	"errors"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// Extended is the view of the text in an extended parameter value, without its charset and
// language. Percent-encoded bytes are decoded (RFC 2231 section 4).
//
// New bytes are percent-encoded if they are not allowed in the value.
type Extended struct {
	text []byte // bytes of outer, or buf
	buf  []byte
	tab  table
}

var _ View = (*Extended)(nil)

// ErrExtended means that an extended value has a percent sign without two hexadecimal
// digits. Such a percent sign decodes to itself.
var ErrExtended = errors.New("a percent sign without two hexadecimal digits")

// NewExtended returns the view of outer[start:end]. The error is [ErrExtended] or nil. After an
// error the caller must not carry edits.
func NewExtended(outer []byte, start, end int) (*Extended, error) {
	v := new(Extended)
	err := v.Reset(outer, start, end)
	return v, err
}

// Reset makes v the view of outer[start:end] and overwrites the text that v had before. It
// allocates nothing if there is no percent sign. The error comes from [NewExtended].
func (v *Extended) Reset(outer []byte, start, end int) (err error) {
	t := &v.tab
	t.reset(extendedStep, outer, start, end)
	v.text = outer[start:end:end]
	if t.plain = bytes.IndexByte(v.text, '%') < 0; !t.plain {
		err = v.decode()
	}
	t.size = len(v.text)
	return err
}

func (v *Extended) decode() (err error) {
	t := &v.tab
	v.buf = sized(v.buf, t.end-t.start)
	for pos := t.start; pos < t.end; {
		t.note(len(v.buf), pos)
		u := extendedStep(t.outer, pos, t.end)
		switch {
		case u.whole:
			v.buf = append(v.buf, ascii.HexByte(t.outer[pos+1], t.outer[pos+2]))
		case t.outer[pos] == '%':
			err = ErrExtended
			fallthrough
		default:
			v.buf = append(v.buf, t.outer[u.start:u.end]...)
		}
		pos = u.end
	}
	v.text = v.buf
	return err
}

// extendedStep reads a byte that is percent-encoded, or a run of bytes that are
// literal.
func extendedStep(src []byte, pos, end int) unit {
	if src[pos] == '%' && pos+2 < end && ascii.IsHexDigit(src[pos+1]) && ascii.IsHexDigit(src[pos+2]) {
		return unit{start: pos, end: pos + 3, n: 1, whole: true}
	}
	end = min(end, pos+maxRun)
	if i := bytes.IndexByte(src[pos+1:end], '%'); i >= 0 {
		end = pos + 1 + i
	}
	return unit{start: pos, end: end, n: end - pos}
}

// Text implements [View].
func (v *Extended) Text() []byte { return v.text }

// Source implements [View].
func (v *Extended) Source(off int) int { return v.tab.source(off) }

// Carry implements [View].
func (v *Extended) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.tab.changes(v.text, edits)
	for i := range changes {
		p := v.tab.piece(changes, i)
		dst = append(dst, edit.Edit{Start: p.start, End: p.end, New: appendExtended(nil, changes[i].text)})
	}
	return dst
}

// appendExtended appends text. It percent-encodes all bytes except attribute-chars of both RFC 2231
// section 7 and RFC 8187 section 3.2.1.
func appendExtended(dst, text []byte) []byte {
	const digits = "0123456789ABCDEF"
	for _, c := range text {
		if isTokenByte(c) && c != '*' && c != '\'' && c != '%' {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', digits[c>>4], digits[c&15])
		}
	}
	return dst
}
