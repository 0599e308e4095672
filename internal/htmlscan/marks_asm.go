//go:build (amd64 || arm64) && gc && !purego

package htmlscan

// markBlocks does what markWords does, by vector instructions that every machine of
// these architectures has.
//
//go:noescape
func markBlocks(text []byte, lesses, quotes []uint64)
