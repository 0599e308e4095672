package view

import (
	"encoding/binary"
	"math/bits"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/markup"
)

// plainEdits carries edits that need no look at the references around them, in one walk over the
// value: in escaped HTML, most edits are like this. ok reports whether all edits are:
//
//   - The value has quotes, so that no new bytes can end it.
//   - An edit begins and ends between units, and does not touch the one before it.
//   - The source byte before it cannot be in an ampersand with a name, which the new bytes could
//     complete or change.
func (v *CharRefs) plainEdits(dst, edits []edit.Edit) (out []edit.Edit, ok bool) {
	t := &v.tab
	if t.plain || v.quote == markup.Unquoted || v.quote == markup.NoValue {
		return nil, false
	}
	pos, at, marks := t.start, 0, t.marks
	for i, e := range edits {
		if isIdle(e) || i > 0 && e.Start <= at {
			return nil, false
		}
		for ; len(marks) > 0 && marks[0].text <= e.Start; marks = marks[1:] {
			if marks[0].text > at {
				pos, at = marks[0].pos, marks[0].text
			}
		}
		pos, at = v.refAt(pos, at, e.Start)
		if at != e.Start || pos > t.start && (t.outer[pos-1] == '&' || isName(t.outer[pos-1])) {
			return nil, false
		}
		start := pos
		if pos, at = v.refAt(pos, at, e.End); at != e.End {
			return nil, false
		}
		dst = append(dst, edit.Edit{Start: start, End: pos, New: escapeRef(e.New, v.quote)})
	}
	return dst, true
}

// refAt returns the source offset of the text offset off, and off, or the last offsets before it
// that are between units. pos and at are such offsets at or before off.
func (v *CharRefs) refAt(pos, at, off int) (int, int) {
	t := &v.tab
	read, n := skipRefs(t.outer[pos:t.end], off-at, v.quote.IsXML())
	pos, at = pos+read, at+n
	for at < off && pos < t.end {
		u := t.step(t.outer, pos, t.end)
		if u.whole && at+u.n > off {
			break
		}
		n := min(u.n, off-at)
		at += n
		if pos = u.end; !u.whole {
			pos = u.start + n
		}
	}
	return pos, at
}

// skipRefs reads whole units at the start of src that decode to at most most bytes, or fewer, and
// returns their length in src and in the text.
func skipRefs(src []byte, most int, xml bool) (read, n int) {
	for len(src)-read >= 8 && most-n >= 8 {
		word := binary.LittleEndian.Uint64(src[read:])
		if byte(word) != '&' {
			literal := bits.TrailingZeros64(ampersands(word)) / 8
			read, n = read+literal, n+literal
			continue
		}
		if size, _ := usual(word); size > 0 {
			read, n = read+size, n+1
			continue
		}
		size, text := reference(src[read:], xml)
		if size == 0 {
			size, text = 1, "&"
		}
		read, n = read+size, n+len(text)
	}
	return read, n
}
