package mbox

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/internal/edit"
)

var fromLine = []byte(fromPrefix)

// quoted changes the edits of a message so that no new line of the output begins with "From ",
// which would start another message. As programs that write mailboxes do, it puts ">" before such a
// line. If the edits have a group, all of them become one group.
func quoted(text []byte, edits []edit.Edit) []edit.Edit {
	if !edit.HasGroup(edits) {
		for i := range edits {
			edits[i].New = quotedNew(text, edits[i:])
		}
		return edits
	}
	all := edit.All(slices.Clone(edits))
	group, _ := edit.Group(func(yield func(edit.Edit) bool) {
		// quotedNew looks at the next five bytes of the output ("From "). They come from fewer edits than this.
		const enough = 64
		var ahead []edit.Edit
		quote := func(least int) bool {
			for ; len(ahead) > least; ahead = ahead[1:] {
				if ahead[0].New = quotedNew(text, ahead); !yield(ahead[0]) {
					return false
				}
			}
			return true
		}
		for e := range all {
			if ahead = append(ahead, e); len(ahead) >= 16*enough && !quote(enough) {
				return
			}
		}
		quote(0)
	})
	return append(edits[:0], group)
}

// quotedNew returns the quoted text that the first of edits inserts.
func quotedNew(text []byte, edits []edit.Edit) []byte {
	e := edits[0]
	for at := nextLine(e.New, 0); at >= 0; at = nextLine(e.New, at) {
		if (at == len(e.New) || e.New[at] == fromLine[0]) && begins(text, edits, at) {
			e.New = insert(e.New, at, '>')
			edits[0].New = e.New
		}
	}
	if e.Start > 0 && text[e.Start-1] == '\n' && !bytes.HasPrefix(text[e.Start:], fromLine) && begins(text, edits, 0) {
		e.New = insert(e.New, 0, '>')
	}
	return e.New
}

// nextLine returns the offset in b of the line after the line at offset at, or -1.
func nextLine(b []byte, at int) int {
	n := bytes.IndexByte(b[at:], '\n')
	if n < 0 {
		return -1
	}
	return at + n + 1
}

// insert returns a copy of b with c inserted at offset at.
func insert(b []byte, at int, c byte) []byte {
	return append(append(append(make([]byte, 0, len(b)+1), b[:at]...), c), b[at:]...)
}

// begins reports whether the output has "From " at offset at of the text that the
// first edit inserts.
func begins(text []byte, edits []edit.Edit, at int) bool {
	want := fromLine
	for i, e := range edits {
		next := len(text)
		if i+1 < len(edits) {
			next = edits[i+1].Start
		}
		for _, b := range [2][]byte{e.New[at:], text[e.End:next]} {
			n := min(len(b), len(want))
			if !bytes.Equal(b[:n], want[:n]) {
				return false
			}
			if want = want[n:]; len(want) == 0 {
				return true
			}
		}
		at = 0
	}
	return false
}
