package simd

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Next finds the next byte of the kind, wherever the window is.
func TestWindow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var w Window
	near := 0
	for range 200 {
		a, b := byte(rnd.Uint32()), byte(rnd.Uint32())
		src := text(rnd, rnd.IntN(5*windowBlocks*Block), a, b)
		if rnd.IntN(2) == 0 { // a long distance
			for i := range src {
				if rnd.IntN(300) != 0 {
					src[i] = ^a
				}
			}
		}
		w.Reset(src, a, b)
		for range 200 {
			i, k := rnd.IntN(len(src)+1), rnd.IntN(2)
			want := len(src)
			if n := bytes.IndexByte(src[i:], [2]byte{a, b}[k]); n >= 0 {
				want = i + n
			}
			ahead := w.Ahead(k, i)
			for j := i; j < min(i+Block, w.End, len(src)); j++ {
				require.Equal(t, w.Holds(i) && src[j] == [2]byte{a, b}[k], ahead>>(j-i)&1 == 1)
			}
			if at := w.Near(k, i); at < w.End {
				require.True(t, w.Holds(i))
				require.Equal(t, want, at)
				near++
			} else if w.Holds(i) {
				require.GreaterOrEqual(t, want, min(w.End, len(src)))
			}
			require.Equal(t, want, w.Next(k, i), "from %d of %d bytes", i, len(src))
		}
	}
	assert.Greater(t, near, 1000)
}

// The bytes that fill the last block are not found, even if they equal a wanted byte.
func TestWindowEnd(t *testing.T) {
	var w Window
	for n := range 2 * Block {
		w.Reset(bytes.Repeat([]byte("x"), n), 0, 'y')
		require.Equal(t, n, w.Next(0, 0))
		require.Equal(t, n, w.Next(1, 0))
		require.GreaterOrEqual(t, w.Near(0, 0), w.End)
	}
}
