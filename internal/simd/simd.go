package simd

import (
	"bytes"
	"encoding/binary"
)

// Block is the number of bytes that a word of bits covers.
const Block = 64

// Mark sets the bits of the bytes equal to a in as, and the bits of the bytes equal to b in bs.
// Each word covers a block of text; its lowest bit is for the block's first byte. A partial block
// at the end of text is ignored. as and bs must have a word for each whole block.
func Mark(text []byte, a, b byte, as, bs []uint64) {
	n := len(text) / Block
	if len(as) < n || len(bs) < n {
		panic("simd: fewer words than blocks")
	}
	mark(text[:n*Block], a, b, as, bs)
}

const (
	word = 8
	ones = 0x0101010101010101
	lows = ones * 0x7F
)

// markWords is Mark in Go.
func markWords(text []byte, a, b byte, as, bs []uint64) {
	for i := 0; len(text) >= Block; i++ {
		block := text[:Block]
		text = text[Block:]
		var inA, inB uint64
		for j := 0; j < Block; j += word {
			x := binary.LittleEndian.Uint64(block[j:])
			if y := x ^ ones*uint64(a); mayHaveZero(y) {
				inA |= zeros(y) << j
			}
			if y := x ^ ones*uint64(b); mayHaveZero(y) {
				inB |= zeros(y) << j
			}
		}
		as[i], bs[i] = inA, inB
	}
}

// mayHaveZero reports whether a byte of x may be zero. It is always true if one is.
func mayHaveZero(x uint64) bool { return (x-ones)&^x&(ones<<7) != 0 }

// zeros returns a bit for each byte of x that is zero, with the lowest bit for the lowest
// byte.
func zeros(x uint64) uint64 {
	high := ^((x&lows + lows) | x | lows)
	return high >> 7 * 0x0102040810204080 >> 56
}

// pairs is the number of bytes in which scanPairs finds all pairs.
const pairs = 33

// IndexPair returns the offset of the first a in text that b directly follows, or -1. It is
// fastest if b is the rarer byte.
func IndexPair(text []byte, a, b byte) int {
	i := scanPairs(text, a, b)
	if last := len(text) - pairs; last >= 0 && i > last { // the last pairs are fewer than scanPairs reads
		i = last + scanPairs(text[last:], a, b)
	}
	for ; i+1 < len(text); i++ {
		if text[i] == a && text[i+1] == b {
			return i
		}
	}
	return -1
}

// scanPairsByByte is scanPairs in Go. It returns the offset of the first pair, or an offset
// before it.
func scanPairsByByte(text []byte, a, b byte) int {
	for i := 1; i < len(text); i++ {
		n := bytes.IndexByte(text[i:], b)
		if n < 0 {
			break
		}
		if i += n; text[i-1] == a {
			return i - 1
		}
	}
	return len(text)
}
