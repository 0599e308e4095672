package crawl

import (
	"cmp"
	"hash/maphash"
	"sort"
)

// chunkSize is the number of elements that memory is allocated for at once. Slices that grow by
// copying would take twice the memory.
const chunkSize = 1 << 12

// A list is a list in chunks.
type list[T any] struct {
	chunks []*[chunkSize]T
	n      uint32
}

// at returns an element.
func (l *list[T]) at(i uint32) *T { return &l.chunks[i/chunkSize][i%chunkSize] }

// add adds an element, and returns its number.
func (l *list[T]) add(v T) uint32 {
	if l.n%chunkSize == 0 {
		l.chunks = append(l.chunks, new([chunkSize]T))
	}
	l.n++
	*l.at(l.n - 1) = v
	return l.n - 1
}

// A table finds entries by their keys.
type table struct {
	entries *list[entry]
	seed    maphash.Seed
	slots   []uint32 // numbers of entries plus one, or 0; the length is a power of two
}

// find returns the number of the entry with a key. If there is no such entry, it returns the slot
// for it.
func (t *table) find(key string) (i uint32, slot int, ok bool) {
	mask := len(t.slots) - 1
	slot = int(maphash.String(t.seed, key)) & mask
	for t.slots[slot] != 0 {
		if i = t.slots[slot] - 1; t.entries.at(i).key == key {
			return i, slot, true
		}
		slot = (slot + 1) & mask
	}
	return 0, slot, false
}

// add adds an entry, which must be in no slot, to the list and the table.
func (t *table) add(e entry) {
	if 4*int(t.entries.n) >= 3*len(t.slots) {
		t.grow()
	}
	_, slot, _ := t.find(e.key)
	t.slots[slot] = t.entries.add(e) + 1
}

// grow doubles the number of slots.
func (t *table) grow() {
	t.slots = make([]uint32, max(2*len(t.slots), 16))
	for i := range t.entries.n {
		_, slot, _ := t.find(t.entries.at(i).key)
		t.slots[slot] = i + 1
	}
}

// bodies is a list of bodies that can be sorted by key.
type bodies struct{ list[body] }

// Len implements [sort.Interface].
func (b *bodies) Len() int { return int(b.n) }

// Swap implements [sort.Interface].
func (b *bodies) Swap(i, j int) {
	x, y := b.at(uint32(i)), b.at(uint32(j))
	*x, *y = *y, *x
}

// Less implements [sort.Interface].
func (b *bodies) Less(i, j int) bool {
	x, y := b.at(uint32(i)), b.at(uint32(j))
	return cmp.Or(cmp.Compare(x.key, y.key), comparePositions(x.at, y.at)) < 0
}

// find returns the first body with a key, or nil. The list must be sorted.
func (b *bodies) find(key uint64) *body {
	i := sort.Search(b.Len(), func(i int) bool { return b.at(uint32(i)).key >= key })
	if i < b.Len() && b.at(uint32(i)).key == key {
		return b.at(uint32(i))
	}
	return nil
}
