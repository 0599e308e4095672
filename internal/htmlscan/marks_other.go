//go:build !(amd64 || arm64) || !gc || purego

package htmlscan

func markBlocks(text []byte, lesses, quotes []uint64) { markWords(text, lesses, quotes) }
