package view

import (
	"sort"

	"github.com/hrefix/hrefix/internal/edit"
)

// Joined is the view of several pieces of one outer text as a single text: for example, the
// character data and the CDATA sections of an element with comments between them.
//
// An edit across the boundary of two pieces writes its bytes to the piece that it begins
// in. An insertion at a boundary goes to the later piece.
type Joined struct {
	pieces []View
	starts []int // the offset in text of each piece
	text   []byte
}

var _ View = (*Joined)(nil)

// NewJoined returns the view of pieces, which are in the order of the outer text. There must be at
// least one piece.
func NewJoined(pieces []View) *Joined {
	v := &Joined{pieces: pieces}
	for _, p := range pieces {
		v.starts = append(v.starts, len(v.text))
		v.text = append(v.text, p.Text()...)
	}
	return v
}

// Text implements [View].
func (v *Joined) Text() []byte { return v.text }

// at returns the last piece that begins at or before off.
func (v *Joined) at(off int) int {
	return sort.Search(len(v.starts), func(i int) bool { return v.starts[i] > off }) - 1
}

// Source implements [View].
func (v *Joined) Source(off int) int {
	i := max(v.at(off), 0)
	return v.pieces[i].Source(off - v.starts[i])
}

// Carry implements [View].
func (v *Joined) Carry(dst, edits []edit.Edit) []edit.Edit {
	piece, part := 0, []edit.Edit(nil) // the edits of a piece
	for _, e := range edits {
		for i := v.at(e.Start); ; i++ {
			if i != piece {
				dst = v.pieces[piece].Carry(dst, part)
				piece, part = i, part[:0]
			}
			end := min(e.End, v.starts[i]+len(v.pieces[i].Text()))
			part = append(part, edit.Edit{Start: e.Start - v.starts[i], End: end - v.starts[i], New: e.New})
			if end == e.End {
				break
			}
			e.Start, e.New = end, nil
		}
	}
	return v.pieces[piece].Carry(dst, part)
}

// isApart implements divisible.
func (v *Joined) isApart(a, b edit.Edit) bool {
	i := v.at(b.Start)
	if a.End < v.starts[i] {
		return true
	}
	inPiece := func(e edit.Edit) edit.Edit {
		return edit.Edit{Start: max(0, e.Start-v.starts[i]), End: e.End - v.starts[i], New: e.New}
	}
	piece, ok := v.pieces[i].(divisible)
	return ok && piece.isApart(inPiece(a), inPiece(b))
}
