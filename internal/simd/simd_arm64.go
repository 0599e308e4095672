//go:build gc && !purego

package simd

const hasBase64 = false

//go:noescape
func mark(text []byte, a, b byte, as, bs []uint64)

//go:noescape
func scanPairs(text []byte, a, b byte) int

func decodeBase64(dst, src []byte) int { return 0 }

func encodeBase64(dst, src []byte) int { return 0 }
