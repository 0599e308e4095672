package htmlscan

import (
	"encoding/binary"
	"math/bits"
)

// Names are short. Reading eight bytes at a time as a word is faster than a loop, and than
// [bytes.IndexByte].
const (
	word  = 8
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load returns the eight bytes at i as a little-endian word.
func load(text []byte, i int) uint64 { return binary.LittleEndian.Uint64(text[i : i+word]) }

// delimiters sets the high bits of the bytes of x that are below "0", or in "<=>?", or not ASCII.
// These include all bytes that end a name. Only the lowest mark is reliable: marks above it may be
// wrong.
func delimiters(x uint64) uint64 {
	y := x&(ones*0xFC) ^ ones*'<'
	return ((y - ones) | (x - ones*'0')) & highs
}

// attrDelimiters is delimiters for control characters, spaces, "/", the bytes of "<=>?", and bytes
// that are not ASCII. These include all bytes that end an attribute name, but no byte that is usual
// in such names.
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
