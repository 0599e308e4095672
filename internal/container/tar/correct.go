package tar

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
)

// correct implements [format.Format].Correct. It returns the edits of the headers, and of the padding
// after the document, if the size of the document changes.
func correct(m *format.Member, c format.Change) (before, after []edit.Edit) {
	f := newFile()
	text := c.Text[c.Member:c.Start]
	need, err := f.read(text)
	size := int64(c.Size())
	if need > 0 || err != nil || size == f.size {
		return nil, nil
	}
	before = f.extendedEdits(text, size)
	// A size in the header that differs from the size in the extended header stays, because it does not count.
	if n, err := number(block(text[f.main:]).field(sizeField)); err == nil && n == f.size {
		before = append(before, resized(text, f.main, size)...)
	}
	for i := range before {
		before[i].Start += c.Member
		before[i].End += c.Member
	}
	return before, paddingEdits(c.End, len(m.Text)-m.End, f.size, size)
}

// extendedEdits returns the edits of the extended header that has the size of the file, if there is
// one. text has the headers, and all offsets are in text. size is the new size.
func (f *file) extendedEdits(text []byte, size int64) []edit.Edit {
	r := &f.records
	if r.size < 0 {
		return nil
	}
	record := sizeRecord(size)
	old, _ := number(block(text[r.header:]).field(sizeField)) // it was read before without error
	now := old + int64(len(record)-(r.sizeEnd-r.sizeAt))
	edits := []edit.Edit{{Start: r.sizeAt, End: r.sizeEnd, New: record}}
	if now == old {
		return edits
	}
	edits = append(resized(text, r.header, now), edits...)
	end := r.data + int(old)
	return append(edits, paddingEdits(end, int(padding(old)), old, now)...)
}

// resized returns the edits that give the header at the offset at of text a new size, and its
// checksum.
func resized(text []byte, at int, size int64) []edit.Edit {
	b := block(bytes.Clone(text[at:][:blockSize]))
	signed, _ := b.check()
	setNumber(b.field(sizeField), size)
	n := b.sum(signed)
	if n < 0 { // a negative number cannot be written
		n = b.sum(false)
	}
	setNumber(b.field(sumField), n)
	var edits []edit.Edit
	for _, f := range [...]field{sizeField, sumField} {
		if !bytes.Equal(b.field(f), text[at:][f.start:f.end]) {
			edits = append(edits, edit.Edit{Start: at + f.start, End: at + f.end, New: b.field(f)})
		}
	}
	return edits
}

// paddingEdits returns the edit of the padding after data that end at the offset end, and whose size
// changes from old to now. have is the length of the padding. It is shorter than it should be if the
// archive is cut there.
func paddingEdits(end, have int, old, now int64) []edit.Edit {
	want := int(padding(now))
	switch at := end + have; {
	case want < have:
		return []edit.Edit{{Start: at - (have - want), End: at}}
	case want > have && have == int(padding(old)):
		return []edit.Edit{{Start: at, End: at, New: make([]byte, want-have)}}
	}
	return nil
}
