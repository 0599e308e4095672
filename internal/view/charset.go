package view

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
)

// Charset is the view of text in an encoding of the Encoding Standard, other than UTF-8 and
// UTF-16, as UTF-8. A unit is a character, or bytes that are malformed and decode to U+FFFD.
// Escape sequences of ISO-2022-JP lie between units; one directly after another is malformed.
//
// New text is written in the same encoding. In ISO-2022-JP it begins and ends in the states that
// the text has there, so that the bytes after it keep their meaning. The caller must not insert
// text that the view does not allow: see [Charset.Allows].
type Charset struct {
	decoded
	reader *charenc.Reader
}

var _ View = (*Charset)(nil)

// charsetSpacing is the minimum number of bytes between two marks. Most characters are units of their
// own, so the way from a mark to a character is short only if there are many marks.
const charsetSpacing = 64

// estimated is the number of bytes after which the length of the whole text is estimated.
const estimated = 64 << 10

// NewCharset returns the view of all of outer, which is in an encoding that has a
// [charenc.Encoding.Decoder].
func NewCharset(outer []byte, enc charenc.Encoding) *Charset {
	v := &Charset{reader: enc.Reader(outer)}
	v.begin(v.step, outer, 0, len(outer))
	v.text = sized(v.text, min(len(outer), estimated)*3/2)
	v.marks = make([]mark, 0, len(outer)/charsetSpacing)
	next := charsetSpacing
	for pos := 0; pos < len(outer); {
		if full := len(v.text) + utf8.UTFMax; pos >= estimated && full > cap(v.text)-maxRun {
			v.text = slices.Grow(v.text, int(float64(len(outer)-pos)*float64(full)/float64(pos)*1.05)+maxRun)
		}
		if pos >= next {
			v.marks, next = append(v.marks, mark{len(v.text), pos}), pos+charsetSpacing
		}
		n := v.reader.ASCIILen(pos, min(len(outer), pos+maxRun))
		if n > 0 {
			v.text = append(v.text, outer[pos:pos+n]...)
		} else {
			v.text, n = v.reader.Append(v.text, pos)
		}
		pos += n
	}
	v.size = len(v.text)
	return v
}

func (v *Charset) step(_ []byte, pos, end int) unit {
	if n := v.reader.ASCIILen(pos, min(end, pos+maxRun)); n > 0 {
		return unit{start: pos, end: pos + n, n: n}
	}
	var buf [8]byte
	text, n := v.reader.Append(buf[:0], pos)
	return unit{start: pos, end: pos + n, n: len(text), char: opaque}
}

// Allows reports whether the edit e of text, which is text of the view, can be carried: the encoding
// has the new characters. Nothing can change directly after malformed bytes, because the next byte
// may become a part of them. Nothing can change after a digit that follows malformed bytes either,
// because of gb18030. No edit can separate the two characters that some pairs of bytes stand for in
// Big5.
func (v *Charset) Allows(text []byte, e edit.Edit) bool {
	before := text[:e.Start]
	if v.reader.EndsInPair(before) || v.reader.EndsInPair(text[:e.End]) {
		return false
	}
	if n := len(before); n > 0 && ascii.IsDigit(before[n-1]) {
		before = before[:n-1]
	}
	return !bytes.HasSuffix(before, []byte("\ufffd")) && v.reader.Has(e.New)
}

// Carry implements [View]. Escape sequences directly before and after a change stay; escape sequences
// within it are removed. A change that Allows does not allow has no effect.
func (v *Charset) Carry(dst, edits []edit.Edit) []edit.Edit {
	return v.carry(dst, edits, func(c *change) {
		c.from = c.kept
		if c.start == c.end {
			c.to = c.from
		}
		enc, ok := v.reader.AppendEncoded(nil, c.text, c.from, c.to)
		if c.enc = enc; !ok {
			c.to, c.enc = c.from, nil
		}
	})
}

// isApart implements divisible.
func (v *Charset) isApart(a, b edit.Edit) bool { return len(v.between(a, b)) > 0 }
