package crawl

import "hash/maphash"

// chunkSize is the number of entries that memory is allocated for at once. A slice that grows by
// copying would take twice the memory.
const chunkSize = 1 << 12

// entries has entries by their numbers, and finds them by their keys.
type entries struct {
	chunks []*[chunkSize]entry
	n      uint32
	seed   maphash.Seed
	slots  []uint32 // numbers of entries plus one, or 0; the length is a power of two
}

// at returns the entry with a number.
func (l *entries) at(i uint32) *entry { return &l.chunks[i/chunkSize][i%chunkSize] }

// slot returns the slot with the entry that has a key, or the empty slot for it.
func (l *entries) slot(key string) *uint32 {
	mask := len(l.slots) - 1
	i := int(maphash.String(l.seed, key)) & mask
	for l.slots[i] != 0 && l.at(l.slots[i]-1).key != key {
		i = (i + 1) & mask
	}
	return &l.slots[i]
}

// find returns the entry with a key, or nil.
func (l *entries) find(key string) *entry {
	if i := *l.slot(key); i != 0 {
		return l.at(i - 1)
	}
	return nil
}

// add adds an entry with a key that no other entry has.
func (l *entries) add(e *entry) {
	if 4*int(l.n) >= 3*len(l.slots) {
		l.slots = make([]uint32, max(2*len(l.slots), 16))
		for i := range l.n {
			*l.slot(l.at(i).key) = i + 1
		}
	}
	if l.n%chunkSize == 0 {
		l.chunks = append(l.chunks, new([chunkSize]entry))
	}
	l.n++
	*l.at(l.n - 1) = *e
	*l.slot(e.key) = l.n
}
