package view

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// Slices taken from an arena keep their content, and nothing is written beyond their
// capacity.
func TestArena(t *testing.T) {
	var a Arena
	var taken [][]byte
	for i := range 3000 {
		b := a.Take(i)
		require.Empty(t, b)
		require.Equal(t, i, cap(b))
		for range i {
			b = append(b, byte(i))
		}
		taken = append(taken, b)
	}
	for i, b := range taken {
		require.True(t, bytes.Equal(bytes.Repeat([]byte{byte(i)}, i), b), "%d", i)
	}
	require.Equal(t, maxChunk, cap(a))
	large := a.Take(maxChunk + 1)
	require.Equal(t, maxChunk+1, cap(large))
	require.Equal(t, maxChunk, cap(a), "what is large is no part of it")

	a.Reset()
	require.Zero(t, testing.AllocsPerRun(10, func() {
		a.Reset()
		a.Take(maxChunk)
	}))
}
