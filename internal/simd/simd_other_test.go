//go:build !amd64 || !gc || purego

package simd

// marks returns the ways to mark that the machine has.
func marks() map[string]marker { return map[string]marker{"Mark": Mark, "words": markWords} }

// scanners returns the ways to look for pairs that the machine has.
func scanners() map[string]pairScanner {
	return map[string]pairScanner{"scanPairs": scanPairs, "bytes": scanPairsByByte}
}
