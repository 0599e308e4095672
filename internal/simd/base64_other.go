//go:build !amd64 || !gc || purego

package simd

const hasBase64 = false

func decodeBase64(dst, src []byte) (read, written int) { return 0, 0 }

func encodeBase64(dst, src []byte) {}
