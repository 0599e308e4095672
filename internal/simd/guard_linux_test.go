package simd

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

const guarded = 4096 // the least number of bytes

// guardedMemory returns memory between pages that cannot be read or written. An access
// outside it ends the test.
func guardedMemory(t *testing.T) []byte {
	page := os.Getpagesize()
	size := (guarded + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, syscall.Munmap(all)) })
	require.NoError(t, syscall.Mprotect(all[:page], syscall.PROT_NONE))
	require.NoError(t, syscall.Mprotect(all[page+size:], syscall.PROT_NONE))
	return all[page:][:size:size]
}

// atEnds calls do with n bytes at the start and with n bytes at the end of memory. It fills
// memory with fill before each call.
func atEnds(memory []byte, n int, fill byte, do func(b []byte)) {
	for _, from := range []int{0, len(memory) - n} {
		for i := range memory {
			memory[i] = fill
		}
		do(memory[from : from+n : from+n])
	}
}

// No byte outside the text is read.
func TestReadsWithin(t *testing.T) {
	memory := guardedMemory(t)
	as, bs := make([]uint64, 5), make([]uint64, 5)
	for n := range 300 {
		atEnds(memory, n, 'x', func(text []byte) {
			Mark(text[:n/Block*Block], 'a', 'b', as, bs)
			require.Equal(t, -1, IndexPair(text, 'a', 'b'))
			if n > 0 {
				text[n-1] = 'a'
				require.Equal(t, -1, IndexPair(text, 'a', 'b'))
			}
			scanPairs(text, 'a', 'b')
			var w Window
			w.Reset(text, 'b', 'c')
			require.Equal(t, n, w.Next(0, 0))
		})
	}
}
