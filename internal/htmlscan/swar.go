package htmlscan

import (
	"encoding/binary"
	"math/bits"
)

// Names are short: eight bytes at a time, in a word, beat both a loop and a
// call of [bytes.IndexByte].
const (
	word  = 8
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load returns the eight bytes at i, the first the lowest.
func load(text []byte, i int) uint64 { return binary.LittleEndian.Uint64(text[i : i+word]) }

// delimiters marks, by their high bits, the bytes of x that are below "0" or in
// "<=>?", among which are all that end a name, and those that are not ASCII. Above the
// lowest mark there may be wrong ones.
func delimiters(x uint64) uint64 {
	y := x&(ones*0xFC) ^ ones*'<'
	return ((y - ones) | (x - ones*'0')) & highs
}

// attrDelimiters marks, as delimiters does, the bytes of x that are control characters,
// spaces, "/" or in "<=>?", among which are all that end the name of an attribute, and
// those that are not ASCII; but no byte that such names usually have.
func attrDelimiters(x uint64) uint64 {
	y, z := x&(ones*0xFC)^ones*'<', x^ones*'/'
	return ((y - ones) | (z - ones) | (x - ones*'!')) & highs
}

// firstMark returns the index of the lowest marked byte.
func firstMark(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }

// toLower returns x with its ASCII letters in lower case.
func toLower(x uint64) uint64 {
	low := x &^ highs
	upper := (low + ones*(0x80-'A')) &^ (low + ones*(0x7F-'Z')) &^ x & highs
	return x | upper>>2
}
