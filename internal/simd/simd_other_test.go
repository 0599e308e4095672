//go:build !amd64 || !gc || purego

package simd

// marks returns the ways to mark that the machine has.
func marks() map[string]marker { return map[string]marker{"Mark": Mark, "words": markWords} }
