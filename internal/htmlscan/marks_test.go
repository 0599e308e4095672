package htmlscan

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// marked returns n bytes at random. One in a few is marked, or differs by a bit from one
// that is.
func marked(rnd *rand.Rand, n int) []byte {
	text := make([]byte, n)
	for i := range text {
		if text[i] = byte(rnd.Uint32()); rnd.IntN(3) == 0 {
			text[i] = "<\"=#\xBC\xA2>:"[rnd.IntN(8)]
		}
	}
	return text
}

// Wherever the window is, what is found is the next byte of the kind.
func TestMarks(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var m marks
	near := 0
	for range 200 {
		text := marked(rnd, rnd.IntN(5*windowBlocks*blockSize))
		if rnd.IntN(2) == 0 { // long ways
			for i := range text {
				if rnd.IntN(300) != 0 {
					text[i] = 'x'
				}
			}
		}
		m.reset(text)
		for range 200 {
			i, kind := rnd.IntN(len(text)+1), rnd.IntN(markedKinds)
			want := len(text)
			if n := bytes.IndexByte(text[i:], `<"`[kind]); n >= 0 {
				want = i + n
			}
			if at := m.near(kind, i); at < m.end {
				require.True(t, m.holds(i))
				require.Equal(t, want, at)
				near++
			} else if m.holds(i) {
				require.GreaterOrEqual(t, want, min(m.end, len(text)))
			}
			require.Equal(t, want, m.next(kind, i), "from %d of %d bytes", i, len(text))
		}
	}
	assert.Greater(t, near, 1000)
}
