package view

import "bytes"

// Unspaced is the view of a URL in a header field that ignores white space, folding
// included: all white space is dropped (RFC 2557 section 4.4.2).
//
// Dropped bytes stay in the source unless an edit replaces the text on both sides of them.
// The view cannot express text with white space.
type Unspaced struct{ URL }

var _ View = (*Unspaced)(nil)

// NewUnspaced returns the view of outer[start:end].
func NewUnspaced(outer []byte, start, end int) *Unspaced {
	v := new(Unspaced)
	v.Reset(outer, start, end)
	return v
}

// Reset makes v the view of outer[start:end] and overwrites the text that v had before. It
// allocates nothing unless there is white space inside.
func (v *Unspaced) Reset(outer []byte, start, end int) {
	for start < end && isFolding(outer[start]) {
		start++
	}
	for start < end && isFolding(outer[end-1]) {
		end--
	}
	v.tab.reset(unspacedStep, outer, start, end)
	v.text = outer[start:end:end]
	if v.tab.plain = bytes.IndexFunc(v.text, func(r rune) bool { return r < 0x80 && isFolding(byte(r)) }) < 0; !v.tab.plain {
		v.decode()
	}
	v.tab.size = len(v.text)
}

// isFolding reports whether c is white space in a header field.
func isFolding(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// unspacedStep reads a run of bytes that are all kept or all dropped.
func unspacedStep(src []byte, pos, end int) unit { return dropStep(src, pos, end, isFolding) }
