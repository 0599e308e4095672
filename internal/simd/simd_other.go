//go:build !(amd64 || arm64) || !gc || purego

package simd

const hasBase64 = false

func mark(text []byte, a, b byte, as, bs []uint64) { markWords(text, a, b, as, bs) }

func scanPairs(text []byte, a, b byte) int { return scanPairsByByte(text, a, b) }

func decodeBase64(dst, src []byte) int { return 0 }

func encodeBase64(dst, src []byte) int { return 0 }
