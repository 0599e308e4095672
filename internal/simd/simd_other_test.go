//go:build !amd64 || !gc || purego

package simd

// marks returns the implementations of Mark for this machine.
func marks() map[string]marker { return map[string]marker{"Mark": Mark, "words": markWords} }

// scanners returns the implementations of scanPairs for this machine.
func scanners() map[string]pairScanner {
	return map[string]pairScanner{"scanPairs": scanPairs, "bytes": scanPairsByByte}
}
