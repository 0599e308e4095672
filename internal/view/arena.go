package view

// An Arena is memory for many slices that live as long as what they are in, such as
// edits. The zero value is ready.
type Arena []byte

// How much an arena takes at once.
const (
	minChunk = 4 << 10
	maxChunk = 256 << 10
)

// Take returns an empty slice with room for n bytes. One that is large is no part
// of the arena.
func (a *Arena) Take(n int) []byte {
	if n > maxChunk {
		return make([]byte, 0, n)
	}
	if cap(*a)-len(*a) < n {
		*a = make([]byte, 0, max(minChunk, n, min(2*cap(*a), maxChunk)))
	}
	at := len(*a)
	*a = (*a)[:at+n]
	return (*a)[at:at:len(*a)]
}

// Reset makes the memory that was taken last ready to be taken again: what was taken
// is dead.
func (a *Arena) Reset() { *a = (*a)[:0] }
