//go:build !(amd64 || arm64) || !gc || purego

package simd

func mark(text []byte, a, b byte, as, bs []uint64) { markWords(text, a, b, as, bs) }

func scanPairs(text []byte, a, b byte) int { return scanPairsByByte(text, a, b) }
