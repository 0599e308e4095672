//go:build (amd64 || arm64) && gc && !purego

package simd

//go:noescape
func mark(text []byte, a, b byte, as, bs []uint64)

//go:noescape
func scanPairs(text []byte, a, b byte) int
