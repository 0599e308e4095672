package view

// An Arena is memory for many slices with the same lifetime, such as the new bytes of
// edits. The zero value is ready to use.
type Arena []byte

// Sizes of the memory that an arena allocates at once.
const (
	minChunk = 4 << 10
	maxChunk = 256 << 10
)

// Take returns an empty slice with room for n bytes. A large slice gets its own allocation.
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

// Reset lets the arena use its latest block of memory again. Slices taken from that block must not
// be used after that.
func (a *Arena) Reset() { *a = (*a)[:0] }
