//go:build gc && !purego

package simd

// marks returns the implementations of Mark for this machine.
func marks() map[string]marker {
	all := map[string]marker{"Mark": Mark, "words": markWords, "SSE2": markSSE2}
	if hasAVX2 {
		all["AVX2"] = markAVX2
	}
	return all
}

// scanners returns the implementations of scanPairs for this machine.
func scanners() map[string]pairScanner {
	all := map[string]pairScanner{"scanPairs": scanPairs, "bytes": scanPairsByByte, "SSE2": scanPairsSSE2}
	if hasAVX2 {
		all["AVX2"] = scanPairsAVX2
	}
	return all
}
