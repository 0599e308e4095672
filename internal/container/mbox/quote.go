package mbox

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/internal/edit"
)

var fromLine = []byte(fromPrefix)

// quoted adds to the edits of a message what keeps a line of the output that
// begins with "From " from being taken for the start of another message: ">"
// in front, as the programs have it that write mailboxes. Lines of the source
// stay as they are.
func quoted(text []byte, edits []edit.Edit) []edit.Edit {
	for i := range edits {
		if edits[i].IsGroup() {
			return quotedGroup(text, edits)
		}
		edits[i].New = quotedNew(text, edits[i:])
	}
	return edits
}

// quotedNew returns what the first of edits inserts, once it is quoted.
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

// quotedGroup is quoted for edits with a group, of which it makes one.
func quotedGroup(text []byte, edits []edit.Edit) []edit.Edit {
	all := edit.All(slices.Clone(edits))
	group, _ := edit.Group(func(yield func(edit.Edit) bool) {
		const enough = 64 // edits ahead: more than there can be in five bytes of the output
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

// nextLine returns where in b the line after that of offset at begins, -1 if none
// does.
func nextLine(b []byte, at int) int {
	n := bytes.IndexByte(b[at:], '\n')
	if n < 0 {
		return -1
	}
	return at + n + 1
}

// insert returns b with c put in at offset at. It leaves b alone.
func insert(b []byte, at int, c byte) []byte {
	return append(append(append(make([]byte, 0, len(b)+1), b[:at]...), c), b[at:]...)
}

// begins reports whether "From " stands in the output from offset at of what
// the first edit puts there.
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
