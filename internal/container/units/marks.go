package units

import (
	"cmp"
	"slices"
)

// maxMarks is how many units a Reader keeps for [Reader.Unit]. A buffer of 64 KiB that reads ahead
// cannot have the text of more units, since each has a byte at least.
const maxMarks = 64 << 10

// A mark has the offsets of the start of a unit, in the text and in the file.
type mark struct{ text, file int64 }

// marks are the latest units of a Reader, in order. At the end of the text, the last one is the end.
type marks struct {
	list  []mark
	ended bool
}

// add adds a unit. It replaces a unit without text that begins at the same offset of the text.
func (m *marks) add(text, file int64) {
	if last := len(m.list) - 1; last >= 0 && m.list[last].text == text {
		m.list[last].file = file
		return
	}
	if len(m.list) == maxMarks {
		m.list = m.list[:copy(m.list, m.list[maxMarks/2:])]
	}
	m.list = append(m.list, mark{text, file})
}

// find returns the offset in the file of the unit whose text begins at the offset text.
func (m *marks) find(text int64) (file int64, ok bool) {
	i, ok := m.search(text)
	if !ok {
		return 0, false
	}
	return m.list[i].file, true
}

// next returns the offset in the text of the first unit that begins after the offset text.
func (m *marks) next(text int64) (next int64, ok bool) {
	i, ok := m.search(text)
	if ok {
		i++
	}
	if i == len(m.list) || m.ended && i == len(m.list)-1 {
		return 0, false
	}
	return m.list[i].text, true
}

// search returns the index of the first unit that begins at text or after it.
func (m *marks) search(text int64) (i int, ok bool) {
	return slices.BinarySearchFunc(m.list, text, func(m mark, text int64) int { return cmp.Compare(m.text, text) })
}
