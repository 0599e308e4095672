//go:build gc && !purego

package simd

import "golang.org/x/sys/cpu"

// CPU features beyond SSE2, which every amd64 machine has.
var (
	hasBase64 = cpu.X86.HasSSSE3 // in nearly all machines since 2006
	hasAVX2   = cpu.X86.HasAVX2  // in nearly all machines since 2013
)

func mark(text []byte, a, b byte, as, bs []uint64) {
	if hasAVX2 {
		markAVX2(text, a, b, as, bs)
	} else {
		markSSE2(text, a, b, as, bs)
	}
}

//go:noescape
func markSSE2(text []byte, a, b byte, as, bs []uint64)

//go:noescape
func markAVX2(text []byte, a, b byte, as, bs []uint64)

func scanPairs(text []byte, a, b byte) int {
	if hasAVX2 && len(text) > Block {
		return scanPairsAVX2(text, a, b)
	}
	return scanPairsSSE2(text, a, b)
}

//go:noescape
func scanPairsSSE2(text []byte, a, b byte) int

//go:noescape
func scanPairsAVX2(text []byte, a, b byte) int

//go:noescape
func decodeBase64(dst, src []byte) (read, written int)

//go:noescape
func encodeBase64(dst, src []byte)
